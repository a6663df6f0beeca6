// German words of `pages/dashboards`.
import type { Words } from "../en/catalog.ts";

export const dashboards: Words["dashboards"] = {};
