// The ranges that are offered wherever somebody looks at values over time, each of them back from the present, under the text
// that addresses have for it.
import { timeFormat } from "../words/format.ts";
import { words } from "../words/words.ts";
import type { TimeWindow } from "./chart/time-series.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const WORDS = words.components.ranges;

/** As views and dashboards save them: a preset, or the amount of a unit where there is none. */
const saved = {
  preset: <const Preset extends string>(preset: Preset) => ({ type: "preset", preset }) as const,
  years: (amount: number) => ({ type: "rolling", amount, unit: "y" }) as const,
};

export const LAST_RANGES = [
  { value: "5m", ...WORDS["5m"], millis: 5 * MINUTE, saved: saved.preset("last5Minutes") },
  { value: "15m", ...WORDS["15m"], millis: 15 * MINUTE, saved: saved.preset("last15Minutes") },
  { value: "1h", ...WORDS["1h"], millis: HOUR, saved: saved.preset("lastHour") },
  { value: "6h", ...WORDS["6h"], millis: 6 * HOUR, saved: saved.preset("last6Hours") },
  { value: "24h", ...WORDS["24h"], millis: DAY, saved: saved.preset("last24Hours") },
  { value: "7d", ...WORDS["7d"], millis: 7 * DAY, saved: saved.preset("last7Days") },
  { value: "30d", ...WORDS["30d"], millis: 30 * DAY, saved: saved.preset("last30Days") },
  { value: "90d", ...WORDS["90d"], millis: 90 * DAY, saved: saved.preset("last90Days") },
  { value: "365d", ...WORDS["365d"], millis: 365 * DAY, saved: saved.preset("last365Days") },
  { value: "1825d", ...WORDS["1825d"], millis: 1_825 * DAY, saved: saved.years(5) },
] as const;

export type LastRange = (typeof LAST_RANGES)[number]["value"];

const SHORT_RANGE = timeFormat({ dateStyle: "medium", timeStyle: "short" });

/** A range between two times. */
export function windowText({ startTs, endTs }: TimeWindow): string {
  return SHORT_RANGE.formatRange(new Date(startTs), new Date(endTs));
}

/** Share of a window between a value that it ends at and its end: at the very edge the value could not be seen. */
const EDGE_SHARE = 0.05;

/** A window as long as this one, with this moment just before its end. */
export function windowEndingAt({ startTs, endTs }: TimeWindow, ts: number): TimeWindow {
  const span = endTs - startTs;
  const end = ts + EDGE_SHARE * span;
  return { startTs: end - span, endTs: end };
}
