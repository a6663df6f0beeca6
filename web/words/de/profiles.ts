// German words of `pages/profiles`.
import type { Words } from "../en/catalog.ts";

export const profiles: Words["profiles"] = {};
