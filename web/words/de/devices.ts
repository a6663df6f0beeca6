// German words of `pages/devices`.
import type { Words } from "../en/catalog.ts";

export const devices: Words["devices"] = {};
