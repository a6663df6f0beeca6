// Intervals of averages: common lengths of time, as many as a chart has room for, aligned to the clock.
import type { TimeWindow } from "../../../components/chart/time-series.ts";
import { words } from "../../../words/words.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const { second, minute, hour, day } = words.charts.intervals;
const UNITS = [
  [SECOND, second, [1, 2, 5, 10, 30]],
  [MINUTE, minute, [1, 2, 5, 10, 15, 30]],
  [HOUR, hour, [1, 2, 3, 6, 12]],
  [DAY, day, [1, 2, 7, 14, 30]],
] as const;

export const INTERVALS: readonly { readonly millis: number; readonly label: string }[] = UNITS.flatMap(
  ([millis, labelOf, amounts]) => amounts.map((amount) => ({ millis: amount * millis, label: labelOf(amount) })),
);

/** By default, up to this many values of a key are shown one by one, and not in intervals. */
export const SINGLE_MAX = 1_500;

/** How many numbers a device has in a window. */
export interface NumberCount {
  readonly total: number;
  /** Of the key with the most. */
  readonly most: number;
}

/** Whether all are shown one by one: one key of one device with too many, and devices that are compared have intervals alike. */
export function areFewEach(counts: readonly NumberCount[]): boolean {
  return counts.every(({ most }) => most <= SINGLE_MAX);
}

/** The maximum number of intervals in one read of the platform, minus the two that are cut at the ends. */
export const INTERVALS_MAX = 698;
/** Narrower intervals would overlap. */
const LINE_PIXELS_MIN = 2;
const BAR_PIXELS_MIN = 12;
const INTERVALS_MIN = 24;

/** The shortest interval that a chart this wide can show. */
export function fittingInterval(spanMillis: number, widthPixels: number, isBar = false): number {
  const pixels = isBar ? BAR_PIXELS_MIN : LINE_PIXELS_MIN;
  const room = Math.min(INTERVALS_MAX, Math.max(INTERVALS_MIN, Math.floor(widthPixels / pixels)));
  const found = INTERVALS.find(({ millis }) => spanMillis / millis <= room);
  return found?.millis ?? Math.ceil(spanMillis / room / DAY) * DAY;
}

/** Whether the platform can compute a window in intervals of this length. */
export function isComputable(spanMillis: number, intervalMillis: number): boolean {
  return spanMillis / intervalMillis <= INTERVALS_MAX;
}

/**
 * Extends the window to whole intervals; `zoneOffsetMillis` is the offset of the viewer's time zone from UTC, so that
 * days are the viewer's.
 */
export function inWholeIntervals(
  { startTs, endTs }: TimeWindow,
  intervalMillis: number,
  zoneOffsetMillis: number,
): TimeWindow {
  const onGrid = (ts: number, round: (value: number) => number): number =>
    round((ts + zoneOffsetMillis) / intervalMillis) * intervalMillis - zoneOffsetMillis;
  return { startTs: onGrid(startTs, Math.floor), endTs: onGrid(endTs, Math.ceil) };
}

export function intervalLabel(millis: number): string {
  return INTERVALS.find((known) => known.millis === millis)?.label ?? day(Math.round(millis / DAY));
}
