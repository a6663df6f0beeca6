// German words of `pages/security`.
import type { Words } from "../en/catalog.ts";

export const security: Words["security"] = {};
