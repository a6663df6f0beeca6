// Resolves a view's time range to two instants, with the single "now" of a run. Source: analytics contract 2.9, 3.2.
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { Preset, RangeForm, TimeRange } from "../view/table-view.ts";
import { type BucketWidth, type Calendar, DAY, HOUR, nextStart, startOf } from "./calendar.ts";
import { momentOf, stepBy, unitWidth } from "./moments.ts";
import type { Zone } from "./zone.ts";

/** Instants of a request that override the saved ones; null keeps the saved one. */
export interface RangeBounds {
  readonly startTs: number | null;
  readonly endTs: number | null;
}

const DATE: BucketWidth = { bucket: "day", amount: 1 };
const NO_BOUNDS: RangeBounds = { startTs: null, endTs: null };
/** Upper limit of bounds: the start of 2100. */
export const BOUND_MAX = 4_102_444_800_000;

/** The calendar in which a range is resolved and divided into buckets; `zone` is the one named by its `timezone`. */
export function calendarOf(range: TimeRange, zone: Zone): Calendar {
  return { zone, weekStart: range.weekStart, fiscalStartMonth: range.fiscalStartMonth };
}

/**
 * The instants of a range; the end is exclusive. Anything before 1970 or after 2100 is cut off. Bounds of a request
 * take precedence, each independently. Throws `RANGE_INVALID` for bounds that are not integers from 0 to 4102444800000,
 * and for a range that does not end after its start.
 */
export function resolveRange(range: TimeRange, now: number, zone: Zone, bounds: RangeBounds = NO_BOUNDS): TimeWindow {
  const saved = savedWindow(range, now - range.delayMs, calendarOf(range, zone));
  const startTs = boundOf(bounds.startTs, "rangeStartTs") ?? cut(saved.startTs);
  const endTs = boundOf(bounds.endTs, "rangeEndTs") ?? cut(saved.endTs);
  if (startTs >= endTs)
    throw rangeInvalid(
      bounds.endTs === null && bounds.startTs !== null ? "/rangeStartTs" : "/rangeEndTs",
      `The range must end after its start ${String(startTs)}, but ends at ${String(endTs)}.`,
    );
  return { startTs, endTs };
}

function cut(ts: number): number {
  return Math.min(Math.max(ts, 0), BOUND_MAX);
}

function boundOf(ts: number | null, name: string): number | null {
  if (ts === null || (Number.isInteger(ts) && ts >= 0 && ts <= BOUND_MAX)) return ts;
  throw rangeInvalid(`/${name}`, `"${name}" must be an integer from 0 to ${String(BOUND_MAX)}, got ${String(ts)}.`);
}

function rangeInvalid(pointer: string, message: string): AnalyticsError {
  return new AnalyticsError("RANGE_INVALID", message, [{ pointer, code: "RANGE_INVALID", message }]);
}

function savedWindow(range: RangeForm, now: number, calendar: Calendar): TimeWindow {
  switch (range.type) {
    case "preset":
      return presetWindow(range.preset, now, calendar);
    case "rolling": {
      const endTs = stepBy(now, -range.offset, range.unit, calendar);
      const startTs = stepBy(now, -(range.offset + range.amount), range.unit, calendar);
      if (range.align === null) return { startTs, endTs };
      const width = unitWidth(range.align);
      return { startTs: startOf(startTs, width, calendar), endTs: startOf(endTs, width, calendar) };
    }
    case "absolute":
      if ("startTs" in range) return { startTs: range.startTs, endTs: range.endTs };
      return { startTs: dateStart(range.startDate, calendar), endTs: dateStart(range.endDate, calendar) };
    case "expression":
      return { startTs: momentOf(range.from, "from", now, calendar), endTs: momentOf(range.to, "to", now, calendar) };
  }
}

function dateStart(date: string, { zone }: Calendar): number {
  return zone.instantOf(Date.parse(`${date}T00:00:00Z`));
}

const MINUTE = 60_000;

function presetWindow(preset: Preset, now: number, calendar: Calendar): TimeWindow {
  const unit = (name: BucketWidth["bucket"], back: 0 | 1 = 0): TimeWindow => wholeUnit(now, name, back, calendar);
  switch (preset) {
    case "last5Minutes":
      return { startTs: now - 5 * MINUTE, endTs: now };
    case "last15Minutes":
      return { startTs: now - 15 * MINUTE, endTs: now };
    case "last30Minutes":
      return { startTs: now - 30 * MINUTE, endTs: now };
    case "lastHour":
      return { startTs: now - HOUR, endTs: now };
    case "last6Hours":
      return { startTs: now - 6 * HOUR, endTs: now };
    case "last12Hours":
      return { startTs: now - 12 * HOUR, endTs: now };
    case "last24Hours":
      return { startTs: now - 24 * HOUR, endTs: now };
    case "last7Days":
      return { startTs: stepBy(now, -7, "d", calendar), endTs: now };
    case "last14Days":
      return { startTs: stepBy(now, -14, "d", calendar), endTs: now };
    case "last30Days":
      return { startTs: stepBy(now, -30, "d", calendar), endTs: now };
    case "last90Days":
      return { startTs: stepBy(now, -90, "d", calendar), endTs: now };
    case "last365Days":
      return { startTs: stepBy(now, -365, "d", calendar), endTs: now };
    case "today":
      return unit("day");
    case "yesterday":
      return unit("day", 1);
    case "thisWeek":
      return unit("week");
    case "thisMonth":
      return unit("month");
    case "thisQuarter":
      return unit("quarter");
    case "thisYear":
      return unit("year");
    case "weekToDate":
      return { startTs: unit("week").startTs, endTs: now };
    case "monthToDate":
      return { startTs: unit("month").startTs, endTs: now };
    case "quarterToDate":
      return { startTs: unit("quarter").startTs, endTs: now };
    case "yearToDate":
      return { startTs: unit("year").startTs, endTs: now };
    case "lastWeek":
      return unit("week", 1);
    case "lastMonth":
      return unit("month", 1);
    case "lastQuarter":
      return unit("quarter", 1);
    case "lastYear":
      return unit("year", 1);
    case "previous7Days":
      return daysBefore(now, 7, calendar);
    case "previous30Days":
      return daysBefore(now, 30, calendar);
    case "allTime":
      return { startTs: 0, endTs: now };
  }
}

/** The unit that contains now, or the one before it. */
function wholeUnit(now: number, bucket: BucketWidth["bucket"], back: 0 | 1, calendar: Calendar): TimeWindow {
  const width = { bucket, amount: 1 };
  const start = startOf(now, width, calendar);
  if (back === 0) return { startTs: start, endTs: nextStart(now, width, calendar) };
  return { startTs: startOf(start - 1, width, calendar), endTs: start };
}

function daysBefore(now: number, days: number, calendar: Calendar): TimeWindow {
  const today = startOf(now, DATE, calendar);
  const date = Math.floor(calendar.zone.toLocal(today) / DAY);
  return { startTs: calendar.zone.instantOf((date - days) * DAY), endTs: today };
}
