// German words of the frame around all pages.
import type { Words } from "../en/catalog.ts";

export const app: Words["app"] = {};
