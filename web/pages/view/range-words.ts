// The saved range of a view in words. Source: analytics contract 2.9.
import type { Schema } from "../../api/schemas.ts";

type SavedRange = Schema<"TimeRange">;

const UNITS: Readonly<Record<Extract<SavedRange, { type: "rolling" }>["unit"], string>> = {
  ...{ s: "second", m: "minute", h: "hour", d: "day", w: "week", M: "month", Q: "quarter", y: "year" },
};

/** Like "last 7 days", "this month", "last 3 weeks" or "a fixed time". */
export function savedRangeWords(range: SavedRange): string {
  switch (range.type) {
    case "preset":
      return presetWords(range.preset);
    case "rolling":
      return range.amount === 1 ? `last ${UNITS[range.unit]}` : `last ${range.amount} ${UNITS[range.unit]}s`;
    case "expression":
      return `${range.from} to ${range.to}`;
    case "absolute":
      return "a fixed time";
  }
}

/** Turns `last7Days` into "last 7 days". */
export function presetWords(preset: string): string {
  return preset
    .replace(/([0-9]+|[A-Z])/g, " $1")
    .toLowerCase()
    .trim();
}
