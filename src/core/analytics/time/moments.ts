// Instants relative to now: steps by the clock or the calendar, and the grammar of range expressions such as
// `now-1d/d`. Source: analytics contract 2.9, 3.2.
import type { RollingUnit } from "../view/table-view.ts";
import { type BucketWidth, type Calendar, DAY, HOUR, monthOf, nextStart, startOf, startOfMonth } from "./calendar.ts";

/**
 * Steps stop here, well outside the instants that a range may have, so that zone rules are never looked up further
 * away.
 */
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

const EARLIEST_MONTH = 1900 * 12;
const LATEST_MONTH = 2200 * 12;

const ELAPSED_MILLIS = { s: 1_000, m: 60_000, h: HOUR } as const;
const UNIT_DAYS = { d: 1, w: 7 } as const;
const UNIT_MONTHS = { M: 1, Q: 3, y: 12 } as const;
const BUCKET_OF_UNIT: Readonly<Record<RollingUnit, BucketWidth["bucket"]>> = {
  s: "second",
  m: "minute",
  h: "hour",
  d: "day",
  w: "week",
  M: "month",
  Q: "quarter",
  y: "year",
};

export function unitWidth(unit: RollingUnit): BucketWidth {
  return { bucket: BUCKET_OF_UNIT[unit], amount: 1 };
}

/**
 * Moves `ts` by `count` units: seconds to hours are elapsed time; days to years keep the wall time, using the last day
 * of a month that has no such day.
 */
export function stepBy(ts: number, count: number, unit: RollingUnit, { zone }: Calendar): number {
  if (count === 0) return ts;
  switch (unit) {
    case "s":
    case "m":
    case "h":
      return withinSteps(ts + count * ELAPSED_MILLIS[unit]);
    case "d":
    case "w":
      return zone.instantOf(withinSteps(zone.toLocal(ts) + count * UNIT_DAYS[unit] * DAY));
    case "M":
    case "Q":
    case "y":
      return zone.instantOf(withinSteps(addMonths(zone.toLocal(ts), count * UNIT_MONTHS[unit])));
  }
}

/** Moves a wall time by months, using the last day of a month that has no such day. */
export function addMonths(local: number, months: number): number {
  const month = Math.min(Math.max(monthOf(local) + months, EARLIEST_MONTH), LATEST_MONTH);
  const dayAndTime = local - startOfMonth(monthOf(local));
  const start = startOfMonth(month);
  const days = Math.floor(dayAndTime / DAY);
  const lastDay = Math.round((startOfMonth(month + 1) - start) / DAY) - 1;
  return start + Math.min(days, lastDay) * DAY + (dayAndTime - days * DAY);
}

/** Clamps an instant to the limits of steps. */
export function withinSteps(ts: number): number {
  return Math.min(Math.max(ts, EARLIEST), LATEST);
}

/**
 * Evaluates the checked text of an expression range: `now`, steps, and optionally a unit. With a unit, `from` is the
 * start of that unit and `to` the start of the next one.
 */
export function momentOf(text: string, end: "from" | "to", now: number, calendar: Calendar): number {
  const [moment = "", unit] = text.split("/");
  let ts = now;
  for (const [, sign, count, step] of moment.matchAll(/([+-])([0-9]+)([smhdwMQy])/g))
    ts = stepBy(ts, Number(`${sign ?? ""}${count ?? ""}`), unitOf(step), calendar);
  if (unit === undefined) return ts;
  const width = unitWidth(unitOf(unit));
  return end === "from" ? startOf(ts, width, calendar) : nextStart(ts, width, calendar);
}

const UNITS = new Map<string, RollingUnit>(
  (["s", "m", "h", "d", "w", "M", "Q", "y"] as const).map((unit) => [unit, unit]),
);

function unitOf(letter: string | undefined): RollingUnit {
  return UNITS.get(letter ?? "") ?? "s";
}
