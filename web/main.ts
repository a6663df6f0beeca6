// The entry of the web interface. Words come first, so that all other modules find them.
import { region } from "./words/format.ts";
import { loadWords } from "./words/words.ts";

document.documentElement.lang = region.language;
// Not awaited at the top level: what comes next imports from this file's chunk, and would wait for its end.
void loadWords(region.language).then(() => import("./app/start.tsx"));
