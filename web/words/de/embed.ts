// German words of `pages/embed`.
import type { Words } from "../en/catalog.ts";

export const embed: Words["embed"] = {};
