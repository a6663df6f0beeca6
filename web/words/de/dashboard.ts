// German words of `pages/dashboard`.
import type { Words } from "../en/catalog.ts";

export const dashboard: Words["dashboard"] = {};
