// German words of `pages/help`.
import type { Words } from "../en/catalog.ts";

export const help: Words["help"] = {};
