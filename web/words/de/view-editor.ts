// German words of `pages/view-editor`.
import type { Words } from "../en/catalog.ts";

export const viewEditor: Words["viewEditor"] = {};
