// German words of `pages/dashboard-editor`.
import type { Words } from "../en/catalog.ts";

export const dashboardEditor: Words["dashboardEditor"] = {};
