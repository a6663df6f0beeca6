// German words of `pages/tenants`.
import type { Words } from "../en/catalog.ts";

export const tenants: Words["tenants"] = {};
