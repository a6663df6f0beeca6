// German words of `pages/api-keys`.
import type { Words } from "../en/catalog.ts";

export const apiKeys: Words["apiKeys"] = {};
