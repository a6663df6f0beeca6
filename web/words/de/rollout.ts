// German words of `pages/rollout`.
import type { Words } from "../en/catalog.ts";

export const rollout: Words["rollout"] = {};
