// German words of `pages/show`.
import type { Words } from "../en/catalog.ts";

export const show: Words["show"] = {};
