// Where units of time begin in a zone: seconds to hours by the clock, days to years by the calendar. Multiples are
// counted from 2001-01-01. Source: analytics contract 2.9, 3.3.
import type { BucketUnit, WeekStart } from "../view/table-view.ts";
import type { Zone } from "./zone.ts";

/** Defines units of time: the zone's clock, and where weeks, quarters and years begin. */
export interface Calendar {
  readonly zone: Zone;
  readonly weekStart: WeekStart;
  /** 1 to 12. */
  readonly fiscalStartMonth: number;
}

export interface BucketWidth {
  readonly bucket: Exclude<BucketUnit, "auto">;
  readonly amount: number;
}

/** A numbered grid of the wall times at which units begin. Wall times are milliseconds as if they were UTC. */
export interface LocalGrid {
  /** Index of the unit that contains a wall time. */
  indexOf(local: number): number;
  localAt(index: number): number;
}

export const HOUR = 3_600_000;
export const DAY = 86_400_000;
const CLOCK_MILLIS = { second: 1_000, minute: 60_000, hour: HOUR } as const;
/** 2001-01-01 is a Monday and the first day of a month, a quarter and a year. */
const ANCHOR = Date.UTC(2001, 0, 1);
const ANCHOR_MONTH = 2001 * 12;
/** Days from the start of the week to 2001-01-01. */
const DAYS_INTO_WEEK: Readonly<Record<WeekStart, number>> = { monday: 0, sunday: 1, saturday: 2 };

/** The length of a width that follows the clock rather than the calendar; undefined for days and longer. */
export function clockMillis({ bucket, amount }: BucketWidth): number | undefined {
  if (bucket !== "second" && bucket !== "minute" && bucket !== "hour") return undefined;
  const length = CLOCK_MILLIS[bucket] * amount;
  return length < DAY ? length : undefined;
}

/**
 * Whether the width is at most an hour. Such widths follow the clock within each stretch of constant offset, and
 * restart at each offset change.
 */
export function isWithinHour(width: BucketWidth): boolean {
  return (clockMillis(width) ?? Infinity) <= HOUR;
}

/** The grid for widths above an hour. Multiples are counted from the unit that contains 2001-01-01. */
export function localGrid(width: BucketWidth, calendar: Calendar): LocalGrid {
  const { bucket, amount } = width;
  switch (bucket) {
    case "second":
    case "minute":
    case "hour":
      return evenGrid(0, CLOCK_MILLIS[bucket] * amount);
    case "day":
      return evenGrid(ANCHOR, amount * DAY);
    case "week":
      return evenGrid(ANCHOR - DAYS_INTO_WEEK[calendar.weekStart] * DAY, amount * 7 * DAY);
    case "month":
      return monthGrid(ANCHOR_MONTH, amount);
    case "quarter":
      return monthGrid(ANCHOR_MONTH - ((13 - calendar.fiscalStartMonth) % 3), amount * 3);
    case "year":
      return monthGrid(ANCHOR_MONTH - ((13 - calendar.fiscalStartMonth) % 12), amount * 12);
  }
}

/** The first instant of the unit that contains `ts`. */
export function startOf(ts: number, width: BucketWidth, calendar: Calendar): number {
  if (isWithinHour(width)) return clockCell(ts, width, calendar.zone).startTs;
  const grid = localGrid(width, calendar);
  return instantAt(unitAt(ts, grid, calendar.zone), grid, calendar.zone);
}

/** The first instant of the unit after the one that contains `ts`. */
export function nextStart(ts: number, width: BucketWidth, calendar: Calendar): number {
  if (isWithinHour(width)) return clockCell(ts, width, calendar.zone).endTs;
  const grid = localGrid(width, calendar);
  // A unit that the zone skips begins at the same instant as the next one.
  let index = unitAt(ts, grid, calendar.zone) + 1;
  while (instantAt(index, grid, calendar.zone) <= ts) index++;
  return instantAt(index, grid, calendar.zone);
}

/**
 * The last unit that has begun at `ts`. It differs from the unit of the wall time if the clock is put back past
 * midnight.
 */
export function unitAt(ts: number, grid: LocalGrid, zone: Zone): number {
  let index = grid.indexOf(zone.toLocal(ts));
  while (instantAt(index, grid, zone) > ts) index--;
  while (instantAt(index + 1, grid, zone) <= ts) index++;
  return index;
}

export function instantAt(index: number, grid: LocalGrid, zone: Zone): number {
  return zone.instantOf(grid.localAt(index));
}

function clockCell(ts: number, width: BucketWidth, zone: Zone): { readonly startTs: number; readonly endTs: number } {
  const length = clockMillis(width) ?? HOUR;
  const stretch = zone.stretches({ startTs: ts - HOUR, endTs: ts + HOUR }).findLast(({ fromTs }) => fromTs <= ts);
  const offset = stretch?.offsetMillis ?? 0;
  const start = Math.floor((ts + offset) / length) * length - offset;
  return {
    startTs: Math.max(start, stretch?.fromTs ?? start),
    endTs: Math.min(start + length, stretch?.toTs ?? Infinity),
  };
}

function evenGrid(anchor: number, length: number): LocalGrid {
  return {
    indexOf: (local) => Math.floor((local - anchor) / length),
    localAt: (index) => anchor + index * length,
  };
}

function monthGrid(anchorMonth: number, months: number): LocalGrid {
  return {
    indexOf: (local) => Math.floor((monthOf(local) - anchorMonth) / months),
    localAt: (index) => startOfMonth(anchorMonth + index * months),
  };
}

/** Months since the year 0. */
export function monthOf(local: number): number {
  const date = new Date(local);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export function startOfMonth(month: number): number {
  const year = Math.floor(month / 12);
  return Date.UTC(year, month - year * 12, 1);
}
