// German words of `pages/packages`.
import type { Words } from "../en/catalog.ts";

export const packages: Words["packages"] = {};
