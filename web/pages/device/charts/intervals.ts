// Intervals of averages: lengths that people count in, as many as a chart has room for, beginning where clocks would.
import type { TimeWindow } from "../../../components/chart/time-series.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const INTERVALS: readonly { readonly millis: number; readonly label: string }[] = [
  { millis: SECOND, label: "1 second" },
  { millis: 2 * SECOND, label: "2 seconds" },
  { millis: 5 * SECOND, label: "5 seconds" },
  { millis: 10 * SECOND, label: "10 seconds" },
  { millis: 30 * SECOND, label: "30 seconds" },
  { millis: MINUTE, label: "1 minute" },
  { millis: 2 * MINUTE, label: "2 minutes" },
  { millis: 5 * MINUTE, label: "5 minutes" },
  { millis: 10 * MINUTE, label: "10 minutes" },
  { millis: 15 * MINUTE, label: "15 minutes" },
  { millis: 30 * MINUTE, label: "30 minutes" },
  { millis: HOUR, label: "1 hour" },
  { millis: 2 * HOUR, label: "2 hours" },
  { millis: 3 * HOUR, label: "3 hours" },
  { millis: 6 * HOUR, label: "6 hours" },
  { millis: 12 * HOUR, label: "12 hours" },
  { millis: DAY, label: "1 day" },
  { millis: 2 * DAY, label: "2 days" },
  { millis: 7 * DAY, label: "7 days" },
  { millis: 14 * DAY, label: "14 days" },
  { millis: 30 * DAY, label: "30 days" },
];

/** What the platform computes in one read, less the two that are cut at the ends. */
export const INTERVALS_MAX = 698;
/** Narrower intervals would run into each other. */
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

/** Whether the platform computes a window in such intervals. */
export function isComputable(spanMillis: number, intervalMillis: number): boolean {
  return spanMillis / intervalMillis <= INTERVALS_MAX;
}

/** The window in whole intervals; `zoneOffsetMillis` is how far the viewer's clock is ahead of UTC, so that days are theirs. */
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
  return INTERVALS.find((known) => known.millis === millis)?.label ?? `${String(Math.round(millis / DAY))} days`;
}
