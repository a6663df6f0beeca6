// German words of `pages/limits`.
import type { Words } from "../en/catalog.ts";

export const limits: Words["limits"] = {};
