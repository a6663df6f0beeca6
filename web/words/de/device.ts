// German words of `pages/device`.
import type { Words } from "../en/catalog.ts";

export const device: Words["device"] = {};
