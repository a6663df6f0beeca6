// German words of `pages/wall`.
import type { Words } from "../en/catalog.ts";

export const wall: Words["wall"] = {};
