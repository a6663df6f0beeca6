// How a figure on its own was made, where it would be read as the value of now.
import { words } from "../../words/words.ts";
import type { ReportColumn } from "./report-cell.ts";

/** Of the unit of what was measured. What they were weighted by is for editors. */
const NAMED = {
  avg: "avg",
  timeWeightedAvg: "avg",
  min: "min",
  max: "max",
  median: "median",
  percentile: "percentile",
  first: "first",
} as const;

/** Like "Average"; empty for the newest value, for what has another meaning than the values, and where its name says so. */
export function madeWord({ fn, label }: Pick<ReportColumn, "fn" | "label">): string {
  if (fn === undefined || !isNamed(fn)) return "";
  const word = words.viewEditor.aggregation.functions[NAMED[fn]].label;
  return label.toLowerCase().includes(word.toLowerCase()) ? "" : word;
}

function isNamed(fn: string): fn is keyof typeof NAMED {
  return Object.hasOwn(NAMED, fn);
}
