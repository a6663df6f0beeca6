// A series for the chart, the table and the file: the values read from the platform, and those that have arrived since.
import type { LivePoint } from "../../../api/live.ts";
import type { CellStyle } from "../../../components/chart/cell-style.ts";
import { drawnNumber } from "../../../components/chart/drawn-number.ts";
import type { KeyFormat } from "../../../components/chart/key-format.ts";
import type { DeviceSeries, NumberPoint, StatePoint } from "./read-series.ts";

export interface ShownSeries {
  readonly id: string;
  readonly deviceId: string;
  readonly key: string;
  readonly name: string;
  /** Place in the legend. */
  readonly styleIndex: number;
  readonly kind: "numbers" | "states";
  /** Of its numbers. */
  readonly format: KeyFormat;
  /** Its colours by value, in the unit of the format. */
  readonly style?: CellStyle;
  /** Empty for states. Oldest first, like `states`. */
  readonly numbers: readonly NumberPoint[];
  readonly states: readonly StatePoint[];
  /** The interval of the numbers, 0 for raw values. */
  readonly intervalMillis: number;
}

export function seriesId(deviceId: string, key: string): string {
  return `${deviceId} ${key}`;
}

/** Adds values that have arrived since the read. Sums and counts of intervals always come from the platform. */
export function numbersWith(
  read: Pick<DeviceSeries, "numbers" | "intervalMillis">,
  key: string,
  arrived: readonly LivePoint[],
  isOfIntervals: boolean,
): readonly NumberPoint[] {
  const known = read.numbers.get(key) ?? [];
  if (isOfIntervals || arrived.length === 0) return known;
  const times = new Set(known.map(({ ts }) => ts));
  // If the past is shown as averages, later values follow one by one until their interval is read.
  const from = read.intervalMillis === 0 ? -Infinity : (known.at(-1)?.ts ?? -Infinity);
  const news = arrived.flatMap(({ ts, text }) => {
    const value = drawnNumber(text);
    return value !== null && ts > from && !times.has(ts) ? [{ ts, value }] : [];
  });
  return news.length === 0 ? known : [...known, ...news].sort((a, b) => a.ts - b.ts);
}

export function statesWith(
  read: Pick<DeviceSeries, "states">,
  key: string,
  arrived: readonly LivePoint[],
): readonly StatePoint[] {
  const known = read.states.get(key) ?? [];
  const times = new Set(known.map(({ ts }) => ts));
  const news = arrived.filter(({ ts }) => !times.has(ts));
  return news.length === 0 ? known : [...known, ...news].sort((a, b) => a.ts - b.ts);
}

/** The value in force at a time, or the latest one if `ts` is null; undefined if there is none. */
export function valueAt(series: ShownSeries, ts: number | null): NumberPoint | StatePoint | undefined {
  const points: readonly (NumberPoint | StatePoint)[] = series.kind === "numbers" ? series.numbers : series.states;
  if (ts === null) return points.at(-1);
  const after = points.findIndex((point) => point.ts > ts);
  const before = points[after === -1 ? points.length - 1 : after - 1];
  const next = after === -1 ? undefined : points[after];
  if (series.kind === "states" || next === undefined) return before;
  // For numbers, the value nearest to the pointer.
  return before === undefined || next.ts - ts < ts - before.ts ? next : before;
}

/**
 * Whether none has a value from this time on, nor a state that lasts until then: the live connection begins with the newest
 * value, however old it is.
 */
export function isEmptyFrom(all: readonly ShownSeries[], startTs: number): boolean {
  return all.every(
    ({ numbers, states, intervalMillis }) =>
      states.length === 0 && numbers.every(({ ts }) => ts + intervalMillis / 2 < startTs),
  );
}

/** When the newest value of all was measured, or its interval ended; null without any value. */
export function newestTsOf(all: readonly ShownSeries[]): number | null {
  const newest = all.flatMap(({ kind, numbers, states, intervalMillis }) => {
    const last = kind === "numbers" ? numbers.at(-1) : states.at(-1);
    return last === undefined ? [] : [last.ts + intervalMillis / 2];
  });
  return newest.length === 0 ? null : Math.max(...newest);
}
