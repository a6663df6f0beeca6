// German words of `pages/gateways`.
import type { Words } from "../en/catalog.ts";

export const gateways: Words["gateways"] = {};
