// Divides the window of an aggregating read into buckets, by length or by the calendar of a time zone. Source: REST
// contract 9.2.
import { invalid } from "../../core/errors.ts";
import type { TimeWindow } from "../../core/telemetry/telemetry.ts";
import type { CalendarUnit, TimeZone } from "../../lib/time-zone.ts";

/** Shorter intervals are raised to this, so that bounding the number of buckets also bounds the work. */
const INTERVAL_MIN_MILLIS = 1_000;

/**
 * The ends of buckets of `intervalMillis`. The first begins at the start of the window; the last is cut at its end.
 * Throws `invalid` for more than `bucketsMax`.
 */
export function evenBounds(window: TimeWindow, intervalMillis: number, bucketsMax: number): number[] {
  const step = Math.max(intervalMillis, INTERVAL_MIN_MILLIS);
  const buckets = Math.floor((window.endTs - window.startTs) / step);
  if (buckets > bucketsMax) throw tooMany(buckets, bucketsMax);
  const bounds: number[] = [];
  for (let bound = window.startTs; bound < window.endTs; bound += step) bounds.push(bound);
  bounds.push(window.endTs);
  return bounds;
}

/** Likewise with buckets that end at a calendar unit of the zone. */
export function calendarBounds(window: TimeWindow, unit: CalendarUnit, zone: TimeZone, bucketsMax: number): number[] {
  const bounds: number[] = [];
  for (let bound = window.startTs; bound < window.endTs; bound = zone.nextBoundary(bound, unit)) {
    if (bounds.length >= bucketsMax) throw tooMany(undefined, bucketsMax);
    bounds.push(bound);
  }
  bounds.push(window.endTs);
  return bounds;
}

/** The time that represents a bucket: its middle. */
export function middleOf(bounds: readonly number[], index: number): number {
  const start = bounds[index] ?? 0;
  const end = bounds[index + 1] ?? start;
  return start + Math.floor((end - start) / 2);
}

function tooMany(buckets: number | undefined, bucketsMax: number): Error {
  const found = buckets === undefined ? "more" : String(buckets);
  return invalid(
    `the window may be cut into ${String(bucketsMax)} intervals, got ${found}; take a longer interval or a shorter window`,
  );
}
