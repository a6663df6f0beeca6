// German words of `pages/share`.
import type { Words } from "../en/catalog.ts";

export const share: Words["share"] = {};
