// The intervals of a report over time: how long they are, and which of them its range covers only in part, so that their sums are no
// drops.
import type { ReportData, ReportRow } from "./report-cell.ts";

/** Whether a row is about an interval that the range covers only in part. */
export function partialIn({ columns, rows, meta }: ReportData): (row: ReportRow) => boolean {
  const place = columns.findIndex(({ role, type }) => role === "time" && type === "time");
  const lengthMillis = shortestStep(rows.map((row) => row[place]));
  const { rangeStartTs = 0, rangeEndTs = 0, partialBuckets = [] } = meta ?? {};
  const [isFirst, isLast] = [partialBuckets.includes("first"), partialBuckets.includes("last")];
  return (row) => {
    const ts = row[place];
    if (typeof ts !== "number" || lengthMillis === 0) return false;
    return (isFirst && ts < rangeStartTs) || (isLast && ts + lengthMillis > rangeEndTs);
  };
}

/** The shortest distance between two of these times; 0 for less than two. */
export function shortestStep(cells: readonly unknown[]): number {
  const times = [...new Set(cells.filter((ts) => typeof ts === "number"))].sort((one, other) => one - other);
  const steps = times.slice(1).map((ts, place) => ts - (times[place] ?? ts));
  return steps.length === 0 ? 0 : steps.reduce((one, other) => Math.min(one, other));
}
