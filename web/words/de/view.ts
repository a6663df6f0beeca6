// German words of `pages/view`.
import type { Words } from "../en/catalog.ts";

export const view: Words["view"] = {};
