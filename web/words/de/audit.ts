// German words of `pages/audit`.
import type { Words } from "../en/catalog.ts";

export const audit: Words["audit"] = {};
