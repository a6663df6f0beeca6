// The texts of a catalogue of the web interface that need nothing filled in.
import { isObject } from "../../src/lib/members.ts";

/** The stretches of a text that are drawn as elements are texts of their own. */
export async function textsOfCatalogue(language: "en" | "de"): Promise<ReadonlySet<string>> {
  // Named at run time: its types are those of a browser.
  const address = new URL(`../../web/words/${language}/catalog.ts`, import.meta.url).href;
  const module: unknown = await import(address);
  const texts = textsIn(module).flatMap((text) => text.split(/[[\]]/));
  return new Set(texts.map((text) => text.trim()).filter((text) => /\p{Letter}{2}/u.test(text)));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
