// Tests of the web interface read English.
import { loadWords } from "./words.ts";

await loadWords("en");
