// Some series that stand for all. Where points lie sorted by series, neighbours lie together, and the others are not read; a sample
// of blocks, as of a table in the order of time, would read everything there.
import { sqlInteger } from "../literals.ts";

/** From one series to another, both included. */
type Run = readonly [first: number, last: number];

export interface SeriesRuns {
  /** Points of the runs, with those of other series between their ends. */
  readonly from: string;
  /** Number of series that each series of the runs stands for. */
  readonly scale: number;
}

/** More of them would read more of the history for the same number of points. */
const RUNS = 4;

/** Runs of about `wanted` of the series, evenly spread; `series` ascend. All of them if `wanted` are not fewer. */
export function runsOf(series: ArrayLike<number>, wanted: number): SeriesRuns {
  const { length } = series;
  const each = Math.ceil(wanted / RUNS);
  if (each * RUNS >= length) return { from: "points", scale: 1 };
  const runs = Array.from({ length: RUNS }, (_none, run): Run => {
    const start = Math.floor((run * (length - each)) / (RUNS - 1));
    return [series[start] ?? 0, series[start + each - 1] ?? 0];
  });
  // A union, as the engine skips no files by a choice of ranges.
  const parts = runs.map(
    ([first, last]) =>
      `SELECT series, ts FROM points WHERE series BETWEEN ${sqlInteger(first)} AND ${sqlInteger(last)}`,
  );
  return { from: `(${parts.join(" UNION ALL ")})`, scale: length / (each * RUNS) };
}
