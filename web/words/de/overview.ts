// German words of `pages/overview`.
import type { Words } from "../en/catalog.ts";

export const overview: Words["overview"] = {};
