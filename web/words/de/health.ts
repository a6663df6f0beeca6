// German words of `pages/health`.
import type { Words } from "../en/catalog.ts";

export const health: Words["health"] = {};
