// German words of `pages/customers`.
import type { Words } from "../en/catalog.ts";

export const customers: Words["customers"] = {};
