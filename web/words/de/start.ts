// German words of `pages/start`.
import type { Words } from "../en/catalog.ts";

export const start: Words["start"] = {};
