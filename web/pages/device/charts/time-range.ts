// The time range of a chart: a preset that follows the present, or a fixed window.
import type { TimeMove } from "../../../components/chart/time-chart.tsx";
import type { RunRange } from "../../view/view-address.ts";
import type { TimeWindow } from "../../../components/chart/time-series.ts";
import { LAST_RANGES, windowEndingAt, type LastRange } from "../../../components/ranges.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface TimeRange {
  /** The preset to return to. */
  readonly preset: LastRange;
  /** Null follows the present. */
  readonly window: TimeWindow | null;
}

/** Shorter windows show nothing more: the platform stores milliseconds. */
const SPAN_MIN = 100;
const SPAN_MAX = 20 * 365 * DAY;
/** The earliest start of a window. */
const TS_MIN = 0;
const TS_MAX = 8_640_000_000_000_000;
/** Share of the window that a key or a button moves. */
const STEP_SHARE = 0.5;
const ZOOM_FACTOR = 2;
/**
 * A window that ends within this share of the present follows the present again, because time has passed since it was
 * left.
 */
const NEAR_SHARE = 0.1;

export function presetMillis(preset: LastRange): number {
  return LAST_RANGES.find(({ value }) => value === preset)?.millis ?? HOUR;
}

export function windowOf({ preset, window }: TimeRange, now: number): TimeWindow {
  return window ?? { startTs: now - presetMillis(preset), endTs: now };
}

/** As the range of a view or a dashboard. */
export function runRangeOf({ preset, window }: TimeRange): Exclude<RunRange, { kind: "saved" }> {
  if (window !== null) return { kind: "between", from: window.startTs, to: window.endTs };
  return { kind: "last", text: preset, millis: presetMillis(preset) };
}

/** The range after a step of the chart; `now` is the present as the chart shows it. */
export function moved(range: TimeRange, move: TimeMove, now: number): TimeRange {
  if (move === "back") return { preset: range.preset, window: null };
  const { startTs, endTs } = windowOf(range, now);
  const span = endTs - startTs;
  const by = STEP_SHARE * span;
  switch (move) {
    case "earlier":
      return { ...range, window: bounded(startTs - by, endTs - by) };
    case "later":
      // Steps into the future lead to the present, and follow it.
      return endTs + by >= now - NEAR_SHARE * span && span === presetMillis(range.preset)
        ? { preset: range.preset, window: null }
        : { ...range, window: bounded(startTs + by, endTs + by) };
    case "closer":
      return { ...range, window: aroundMiddle(startTs, endTs, span / ZOOM_FACTOR) };
    case "wider":
      return { ...range, window: aroundMiddle(startTs, endTs, span * ZOOM_FACTOR) };
  }
}

/** The range as long as it is, with this moment just before its end. */
export function endingAt(range: TimeRange, ts: number, now: number): TimeRange {
  const { startTs, endTs } = windowEndingAt(windowOf(range, now), ts);
  return { ...range, window: bounded(startTs, endTs) };
}

/** A window with whole milliseconds and a span that can be shown. */
export function bounded(startTs: number, endTs: number): TimeWindow {
  const start = Math.min(Math.max(TS_MIN, Math.round(startTs)), TS_MAX - SPAN_MIN);
  const span = Math.min(Math.max(SPAN_MIN, Math.round(endTs - startTs)), SPAN_MAX);
  return { startTs: start, endTs: Math.min(start + span, TS_MAX) };
}

function aroundMiddle(startTs: number, endTs: number, span: number): TimeWindow {
  const middle = (startTs + endTs) / 2;
  return bounded(middle - span / 2, middle + span / 2);
}
