// German words of `pages/users`.
import type { Words } from "../en/catalog.ts";

export const users: Words["users"] = {};
