// German words of `pages/views`.
import type { Words } from "../en/catalog.ts";

export const views: Words["views"] = {};
