// German words of `pages/account`.
import type { Words } from "../en/catalog.ts";

export const account: Words["account"] = {};
