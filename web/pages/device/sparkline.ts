// The line of the last numbers of a key, in a cell of a table.
import type { TrendPoint } from "./use-live-values.ts";

export interface SparklineBox {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** Fewer say nothing of where a value goes. */
const POINTS_MIN = 10;
/** What differs by less than this part of a value is drawn as flat as it is. */
const RANGE_MIN_SHARE = 0.001;

export function hasLine(trend: readonly TrendPoint[]): boolean {
  return trend.length >= POINTS_MIN;
}

/** Each number in its place in time, as the points of a line of SVG; null while there are too few. */
export function sparkline(trend: readonly TrendPoint[], { width, height, margin }: SparklineBox): string | null {
  const [first, last] = [trend[0], trend.at(-1)];
  if (first === undefined || last === undefined || !hasLine(trend)) return null;
  const values = trend.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const range = Math.max(most - least, RANGE_MIN_SHARE * Math.max(Math.abs(least), Math.abs(most))) || 1;
  const low = (least + most - range) / 2;
  const millis = Math.max(1, last.ts - first.ts);
  return trend
    .map(({ ts, value }) => {
      const x = margin + ((ts - first.ts) / millis) * (width - 2 * margin);
      const y = height - margin - ((value - low) / range) * (height - 2 * margin);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(" ");
}
