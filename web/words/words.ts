// The words of the web interface in the viewer's language. They are loaded before anything else, so that every module, from its
// first line, finds them here; another language needs a new load of the page.
import type { Words } from "./en/catalog.ts";
import type { Language } from "./region.ts";

export let words: Words;

const CATALOGS: Readonly<Record<Language, () => Promise<{ readonly catalog: Words }>>> = {
  en: () => import("./en/catalog.ts"),
  de: () => import("./de/catalog.ts"),
};

export async function loadWords(language: Language): Promise<void> {
  ({ catalog: words } = await CATALOGS[language]());
}
