// The points of a line for the charting library: broken at gaps, with symbols if there are few points, and on isolated
// points, which would otherwise be invisible.
import { runsOf } from "./gaps.ts";
import type { SeriesSymbol } from "./series-style.ts";
import type { TimePoint } from "./time-series.ts";

/** With at most this many points, each has a symbol. */
const SYMBOLS_MAX = 60;

type LinePoint = TimePoint | { readonly value: TimePoint; readonly symbol: SeriesSymbol };

/** For a series whose own symbol is "none"; `intervalMillis` is the interval of averages, 0 for raw points. */
export function linePoints(
  points: readonly TimePoint[],
  intervalMillis: number,
  symbol: SeriesSymbol = "circle",
): readonly LinePoint[] {
  const hasSymbols = points.length <= SYMBOLS_MAX;
  const runs = runsOf(points, intervalMillis).flatMap(withoutMissing);
  return runs.flatMap((run, place): readonly LinePoint[] => {
    const [first] = run;
    const isMarked = hasSymbols || run.length === 1;
    const shown = run.map((value): LinePoint => (isMarked ? { value, symbol } : value));
    return place === 0 || first === undefined ? shown : [[first[0], null], ...shown];
  });
}

/** The stretches between points without a value. */
function withoutMissing(run: readonly TimePoint[]): readonly (readonly TimePoint[])[] {
  const parts: TimePoint[][] = [[]];
  for (const point of run)
    if (point[1] === null) parts.push([]);
    else parts.at(-1)?.push(point);
  return parts.filter(({ length }) => length > 0);
}
