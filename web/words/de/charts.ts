// German words of charts.
import type { Words } from "../en/catalog.ts";

export const charts: Words["charts"] = {};
