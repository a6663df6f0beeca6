// The points of a line as the charting library takes them: broken at gaps, with marks where there are few, and on points that
// have no neighbours, which nothing else would show.
import { runsOf } from "./gaps.ts";
import type { TimePoint } from "./time-series.ts";

/** Few enough to show each. */
const SYMBOLS_MAX = 60;

type LinePoint = TimePoint | { readonly value: TimePoint; readonly symbol: "circle" };

/** For a series whose own symbol is "none"; `intervalMillis` is that of averages, 0 for points as they came. */
export function linePoints(points: readonly TimePoint[], intervalMillis: number): readonly LinePoint[] {
  const hasSymbols = points.length <= SYMBOLS_MAX;
  return runsOf(points, intervalMillis).flatMap((run, place): readonly LinePoint[] => {
    const [first] = run;
    const isMarked = hasSymbols || run.length === 1;
    const shown = run.map((value): LinePoint => (isMarked ? { value, symbol: "circle" } : value));
    return place === 0 || first === undefined ? shown : [[first[0], null], ...shown];
  });
}
