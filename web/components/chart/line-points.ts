// The points of a line for the charting library: broken at gaps, with symbols if there are few points, and on isolated
// points, which would otherwise be invisible.
import { runsOf } from "./gaps.ts";
import type { TimePoint } from "./time-series.ts";

/** With at most this many points, each has a symbol. */
const SYMBOLS_MAX = 60;

type LinePoint = TimePoint | { readonly value: TimePoint; readonly symbol: "circle" };

/** For a series whose own symbol is "none"; `intervalMillis` is the interval of averages, 0 for raw points. */
export function linePoints(points: readonly TimePoint[], intervalMillis: number): readonly LinePoint[] {
  const hasSymbols = points.length <= SYMBOLS_MAX;
  return runsOf(points, intervalMillis).flatMap((run, place): readonly LinePoint[] => {
    const [first] = run;
    const isMarked = hasSymbols || run.length === 1;
    const shown = run.map((value): LinePoint => (isMarked ? { value, symbol: "circle" } : value));
    return place === 0 || first === undefined ? shown : [[first[0], null], ...shown];
  });
}
