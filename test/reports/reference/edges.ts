// Buckets of a range and calendar parts, straight from the rules. Source: analytics contract 2.5, 3.3.
import type { BucketUnit, TimeBucketSource, TimePart, WeekStart } from "../../../src/core/analytics/view/table-view.ts";
import type { LocalTime } from "./local-time.ts";
import { dayNumber, monthNumber, startOfDate, startOfMonth, weekday } from "./local-time.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Months since year 0 of January 2001, and the days since 1970 of its first day, from which multiples are counted. */
const ANCHOR_MONTH = 2001 * 12;
const ANCHOR_DAY = Date.UTC(2001, 0, 1) / DAY;

export interface LocalCalendar {
  readonly time: LocalTime;
  readonly weekStart: WeekStart;
  readonly fiscalStartMonth: number;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

type Width = readonly [unit: BucketUnit, amount: number];

const AUTO: readonly Width[] = [
  ["second", 1],
  ["second", 5],
  ["second", 15],
  ["minute", 1],
  ["minute", 5],
  ["minute", 15],
  ["minute", 30],
  ["hour", 1],
  ["hour", 3],
  ["hour", 6],
  ["hour", 12],
  ["day", 1],
  ["week", 1],
  ["month", 1],
  ["quarter", 1],
  ["year", 1],
];
const SHORTEST: ReadonlyMap<BucketUnit, number> = new Map([
  ["second", SECOND],
  ["minute", 60 * SECOND],
  ["hour", HOUR],
  ["day", DAY],
  ["week", 7 * DAY],
  ["month", 28 * DAY],
  ["quarter", 89 * DAY],
  ["year", 365 * DAY],
]);

/** Bucket i lasts from `edges[i]` to `edges[i + 1]`; all of those that the range touches, whole. */
export function edgesOf(
  { bucket, amount }: TimeBucketSource,
  range: Range,
  calendar: LocalCalendar,
): readonly number[] {
  return edgesOfWidth([bucket, amount], range, calendar);
}

/** With the width that `auto` takes for a range. */
export function settledBucket(source: TimeBucketSource, range: Range, calendar: LocalCalendar): TimeBucketSource {
  if (source.bucket !== "auto") return source;
  for (const width of AUTO) {
    const most = (range.end - range.start) / ((SHORTEST.get(width[0]) ?? DAY) * width[1]);
    if (most > 2 * source.maxBuckets + 10) continue;
    const edges = edgesOfWidth(width, range, calendar);
    if (edges.length - 1 <= source.maxBuckets) return { ...source, bucket: width[0], amount: width[1] };
  }
  return { ...source, bucket: "year", amount: 1 };
}

function edgesOfWidth([unit, amount]: Width, range: Range, calendar: LocalCalendar): readonly number[] {
  const isFine = unit === "second" || unit === "minute" || (unit === "hour" && amount === 1);
  const all = isFine ? fineEdges(unit, amount, range, calendar.time) : wallEdges(unit, amount, range, calendar);
  const first = all.findLastIndex((edge) => edge <= range.start);
  const last = all.findIndex((edge) => edge >= range.end);
  return all.slice(first, last + 1);
}

/** A grid on the local clock in each stretch without change; each change begins a bucket. */
function fineEdges(unit: BucketUnit, amount: number, range: Range, time: LocalTime): readonly number[] {
  const width = amount * (unit === "second" ? SECOND : unit === "minute" ? 60 * SECOND : HOUR);
  const edges = new Set<number>();
  const stretches = [
    range.start - 2 * HOUR,
    ...time.changes(range.start - 2 * HOUR, range.end + 2 * HOUR),
    range.end + 2 * HOUR,
  ];
  for (const [index, begin] of stretches.entries()) {
    const end = stretches[index + 1];
    if (end === undefined) break;
    if (index > 0) edges.add(begin);
    const wall = time.wall(begin);
    for (let edge = begin + (Math.ceil(wall / width) * width - wall); edge < end; edge += width) edges.add(edge);
  }
  return [...edges].sort((left, right) => left - right);
}

/** Wall times at which buckets begin, then their first instants. */
function wallEdges(unit: BucketUnit, amount: number, range: Range, calendar: LocalCalendar): readonly number[] {
  const { time } = calendar;
  const edges = new Set<number>();
  let wall = startOf(unit, amount, time.wall(range.start) - DAY, calendar);
  // The unit before, as clocks may have been turned back to it.
  for (;;) {
    const edge = time.instant(wall);
    edges.add(edge);
    if (edge >= range.end && edges.size > 1) break;
    wall = nextOf(unit, amount, wall, calendar);
  }
  return [...edges].sort((left, right) => left - right);
}

/** Start of the unit, or of the run of units, in which a wall time lies. */
export function startOf(unit: BucketUnit, amount: number, wall: number, calendar: LocalCalendar): number {
  const date = startOfDate(wall);
  switch (unit) {
    case "hour":
      return date + Math.floor((wall - date) / (amount * HOUR)) * amount * HOUR;
    case "day":
      return (ANCHOR_DAY + floorTo(dayNumber(wall) - ANCHOR_DAY, amount)) * DAY;
    case "week": {
      const anchor = ANCHOR_DAY - daysIntoWeek(ANCHOR_DAY * DAY, calendar.weekStart);
      return (anchor + floorTo(dayNumber(wall) - anchor, 7 * amount)) * DAY;
    }
    case "month":
      return startOfMonth(ANCHOR_MONTH + floorTo(monthNumber(wall) - ANCHOR_MONTH, amount));
    case "quarter":
    case "year": {
      const months = unit === "quarter" ? 3 : 12;
      const anchor = unitStart(ANCHOR_MONTH, months, calendar);
      return startOfMonth(anchor + floorTo(monthNumber(wall) - anchor, months * amount));
    }
    default:
      throw new Error(`no calendar unit: ${unit}`);
  }
}

export function nextOf(unit: BucketUnit, amount: number, start: number, { weekStart }: LocalCalendar): number {
  switch (unit) {
    case "hour":
      return start + amount * HOUR;
    case "day":
      return start + amount * DAY;
    case "week":
      return start + amount * 7 * DAY - daysIntoWeek(start, weekStart) * DAY;
    case "month":
      return startOfMonth(monthNumber(start) + amount);
    case "quarter":
      return startOfMonth(monthNumber(start) + 3 * amount);
    case "year":
      return startOfMonth(monthNumber(start) + 12 * amount);
    default:
      throw new Error(`no calendar unit: ${unit}`);
  }
}

function floorTo(count: number, step: number): number {
  return Math.floor(count / step) * step;
}

/** Of the fiscal quarter or year that holds a month. */
function unitStart(month: number, months: number, { fiscalStartMonth }: LocalCalendar): number {
  return month - ((((month - (fiscalStartMonth - 1)) % months) + months) % months);
}

function daysIntoWeek(wall: number, weekStart: WeekStart): number {
  const first = weekStart === "monday" ? 1 : weekStart === "saturday" ? 6 : 7;
  return (weekday(wall) - first + 7) % 7;
}

/** A calendar part of a wall time. */
export function partAt(part: TimePart, wall: number, calendar: LocalCalendar): number {
  const date = new Date(wall);
  switch (part) {
    case "minuteOfHour":
      return date.getUTCMinutes();
    case "hourOfDay":
      return date.getUTCHours();
    case "dayOfWeek":
      return weekday(wall);
    case "dayOfMonth":
      return date.getUTCDate();
    case "weekOfMonth": {
      let week = 1;
      for (let day = startOfMonth(monthNumber(wall)) + DAY; day <= wall; day += DAY)
        if (daysIntoWeek(day, calendar.weekStart) === 0) week++;
      return week;
    }
    case "weekOfYear": {
      const thursday = startOfDate(wall) + (4 - weekday(wall)) * DAY;
      const newYear = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
      return Math.floor((thursday - newYear) / (7 * DAY)) + 1;
    }
    case "monthOfYear":
      return date.getUTCMonth() + 1;
    case "quarterOfYear":
      return Math.floor((monthNumber(wall) - unitStart(monthNumber(wall), 12, calendar)) / 3) + 1;
    case "year":
      return Math.floor(unitStart(monthNumber(wall), 12, calendar) / 12);
    case "isWeekend":
      return weekday(wall) >= 6 ? 1 : 0;
  }
}
