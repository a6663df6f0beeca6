// German words of `pages/dashboard-history`.
import type { Words } from "../en/catalog.ts";

export const dashboardHistory: Words["dashboardHistory"] = {};
