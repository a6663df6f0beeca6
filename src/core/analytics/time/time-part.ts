// Calendar parts of a wall time, such as hour of day or week of year. Source: analytics contract 2.5, 3.3.
import type { TimePart, WeekStart } from "../view/table-view.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

export interface PartRules {
  readonly weekStart: WeekStart;
  /** 1 to 12. */
  readonly fiscalStartMonth: number;
}

/** The values that a calendar part can have; null for years, which have no limit. */
export const PART_RANGES: Readonly<Record<TimePart, readonly [from: number, to: number] | null>> = {
  minuteOfHour: [0, 59],
  hourOfDay: [0, 23],
  dayOfWeek: [1, 7],
  dayOfMonth: [1, 31],
  weekOfMonth: [1, 6],
  weekOfYear: [1, 53],
  monthOfYear: [1, 12],
  quarterOfYear: [1, 4],
  year: null,
  isWeekend: [0, 1],
};

export function isTimePart(name: string): name is TimePart {
  return Object.hasOwn(PART_RANGES, name);
}

/** Monday is 1, as in ISO 8601. */
const FIRST_WEEKDAY: Readonly<Record<WeekStart, number>> = { monday: 1, saturday: 6, sunday: 7 };

/**
 * A part of the wall time `local` (milliseconds, as if it were UTC). `isWeekend` is 1 on Saturday and Sunday, otherwise
 * 0; `weekOfYear` follows ISO 8601; the first week of a month is the one that contains its first day. Quarter and year
 * are fiscal; a fiscal year has the number of the calendar year in which it begins.
 */
export function partOf(part: TimePart, local: number, rules: PartRules): number {
  const date = new Date(local);
  switch (part) {
    case "minuteOfHour":
      return Math.floor(modulo(local, HOUR) / MINUTE);
    case "hourOfDay":
      return Math.floor(modulo(local, DAY) / HOUR);
    case "dayOfWeek":
      return weekdayOf(local);
    case "isWeekend":
      return weekdayOf(local) >= 6 ? 1 : 0;
    case "dayOfMonth":
      return date.getUTCDate();
    case "weekOfMonth":
      return weekOfMonth(local, date, rules.weekStart);
    case "weekOfYear":
      return weekOfYear(local);
    case "monthOfYear":
      return date.getUTCMonth() + 1;
    case "quarterOfYear":
      return Math.floor(modulo(date.getUTCMonth() + 1 - rules.fiscalStartMonth, 12) / 3) + 1;
    case "year":
      return date.getUTCFullYear() - (date.getUTCMonth() + 1 < rules.fiscalStartMonth ? 1 : 0);
  }
}

/** 1 for Monday to 7 for Sunday. */
function weekdayOf(local: number): number {
  // 1970-01-01 was a Thursday.
  return modulo(Math.floor(local / DAY) + 3, 7) + 1;
}

function weekOfMonth(local: number, date: Date, weekStart: WeekStart): number {
  const day = date.getUTCDate();
  const firstWeekday = weekdayOf(local - (day - 1) * DAY);
  const before = modulo(firstWeekday - FIRST_WEEKDAY[weekStart], 7);
  return Math.floor((day - 1 + before) / 7) + 1;
}

/** A week belongs to the year that contains its Thursday. */
function weekOfYear(local: number): number {
  const thursday = new Date(local + (4 - weekdayOf(local)) * DAY);
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return Math.floor((thursday.getTime() - newYear) / (7 * DAY)) + 1;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
