// German words of `pages/rollouts`.
import type { Words } from "../en/catalog.ts";

export const rollouts: Words["rollouts"] = {};
