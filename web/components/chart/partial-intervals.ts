// The intervals of a report over time: how long they are, and which of them its range covers only in part, so that their sums are no
// drops.
import type { ReportData, ReportRow } from "./report-cell.ts";

export interface Intervals {
  /** Of the shortest, ms; 0 where that cannot be told. */
  readonly lengthMillis: number;
  isPartial(row: ReportRow): boolean;
}

export function intervalsOf({ columns, rows, meta }: ReportData): Intervals {
  const place = columns.findIndex(({ role, type }) => role === "time" && type === "time");
  const lengthMillis = shortestStep(rows.map((row) => row[place]));
  const [isFirst, isLast] = [meta?.partialBuckets?.includes("first"), meta?.partialBuckets?.includes("last")];
  return {
    lengthMillis,
    isPartial: (row) => {
      const ts = row[place];
      if (typeof ts !== "number" || meta === undefined || lengthMillis === 0) return false;
      return (isFirst === true && ts < meta.rangeStartTs) || (isLast === true && ts + lengthMillis > meta.rangeEndTs);
    },
  };
}

/** The shortest distance between two of these times; 0 for less than two. */
export function shortestStep(cells: readonly unknown[]): number {
  const times = [...new Set(cells.filter((ts) => typeof ts === "number"))].sort((one, other) => one - other);
  const steps = times.slice(1).map((ts, place) => ts - (times[place] ?? ts));
  return steps.length === 0 ? 0 : steps.reduce((one, other) => Math.min(one, other));
}
