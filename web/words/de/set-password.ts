// German words of `pages/set-password`.
import type { Words } from "../en/catalog.ts";

export const setPassword: Words["setPassword"] = {};
