// German words of `pages/gateway`.
import type { Words } from "../en/catalog.ts";

export const gateway: Words["gateway"] = {};
