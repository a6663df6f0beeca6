// The two instants of a time range, and the earlier range that a comparison looks at. Source: analytics contract 2.9, 2.10,
// 3.2.
import type { BucketUnit, Compare, RollingUnit, TimeRange } from "../../../src/core/analytics/view/table-view.ts";
import type { LocalCalendar, Range } from "./edges.ts";
import { edgesOf } from "./edges.ts";
import { addMonths, dayNumber, monthNumber, startOfDate, startOfMonth } from "./local-time.ts";

const DAY = 86_400_000;
const ELAPSED: ReadonlyMap<RollingUnit, number> = new Map([
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
]);
const UNITS: ReadonlyMap<RollingUnit, BucketUnit> = new Map<RollingUnit, BucketUnit>([
  ["s", "second"],
  ["m", "minute"],
  ["h", "hour"],
  ["d", "day"],
  ["w", "week"],
  ["M", "month"],
  ["Q", "quarter"],
  ["y", "year"],
]);
const ROLLING_PRESETS: ReadonlyMap<string, readonly [amount: number, unit: RollingUnit]> = new Map<
  string,
  readonly [number, RollingUnit]
>([
  ["last5Minutes", [5, "m"]],
  ["last15Minutes", [15, "m"]],
  ["last30Minutes", [30, "m"]],
  ["lastHour", [1, "h"]],
  ["last6Hours", [6, "h"]],
  ["last12Hours", [12, "h"]],
  ["last24Hours", [24, "h"]],
  ["last7Days", [7, "d"]],
  ["last14Days", [14, "d"]],
  ["last30Days", [30, "d"]],
  ["last90Days", [90, "d"]],
  ["last365Days", [365, "d"]],
]);
const UNIT_PRESETS: ReadonlyMap<string, RollingUnit> = new Map<string, RollingUnit>([
  ["Week", "w"],
  ["Month", "M"],
  ["Quarter", "Q"],
  ["Year", "y"],
]);

/** `now` is the instant of the run, before the range's own delay. */
export function rangeOf(range: TimeRange, instant: number, calendar: LocalCalendar): Range {
  const now = instant - range.delayMs;
  const { time } = calendar;
  switch (range.type) {
    case "absolute":
      if ("startTs" in range) return { start: range.startTs, end: range.endTs };
      return {
        start: time.instant(Date.parse(`${range.startDate}T00:00:00Z`)),
        end: time.instant(Date.parse(`${range.endDate}T00:00:00Z`)),
      };
    case "rolling": {
      const { amount, unit, align, offset } = range;
      const moments = [offset + amount, offset].map((steps) => {
        const moment = step(now, -steps, unit, calendar);
        return align === null ? moment : floor(moment, align, calendar);
      });
      return { start: moments[0] ?? now, end: moments[1] ?? now };
    }
    case "expression":
      return { start: momentOf(range.from, now, false, calendar), end: momentOf(range.to, now, true, calendar) };
    case "preset":
      return presetRange(range.preset, now, calendar);
  }
}

function presetRange(preset: string, now: number, calendar: LocalCalendar): Range {
  const rolling = ROLLING_PRESETS.get(preset);
  if (rolling !== undefined) return { start: step(now, -rolling[0], rolling[1], calendar), end: now };
  const today = startOfDate(calendar.time.wall(now));
  const dates = (from: number, to: number): Range => ({
    start: calendar.time.instant(today + from * DAY),
    end: calendar.time.instant(today + to * DAY),
  });
  if (preset === "today") return { start: floor(now, "d", calendar), end: ceiling(now, "d", calendar) };
  // The last date that the zone has had.
  if (preset === "yesterday")
    return { start: floor(floor(now, "d", calendar) - 1, "d", calendar), end: floor(now, "d", calendar) };
  if (preset === "previous7Days") return dates(-7, 0);
  if (preset === "previous30Days") return dates(-30, 0);
  if (preset === "allTime") return { start: 0, end: now };
  const unit = UNIT_PRESETS.get(
    preset.replace(/^this|^last|ToDate$/, "").replace(/^[a-z]/, (letter) => letter.toUpperCase()),
  );
  if (unit === undefined) throw new Error(`no preset ${preset}`);
  const start = floor(now, unit, calendar);
  if (preset.endsWith("ToDate")) return { start, end: now };
  if (preset.startsWith("this")) return { start, end: ceiling(now, unit, calendar) };
  return { start: floor(start - 1, unit, calendar), end: start };
}

function momentOf(text: string, now: number, isEnd: boolean, calendar: LocalCalendar): number {
  let moment = now;
  for (const [, sign = "+", count = "0", unit = "s"] of text.matchAll(/([+-])([0-9]+)([smhdwMQy])/g))
    moment = step(moment, Number(`${sign}${count}`), unitOf(unit), calendar);
  const rounding = /\/([smhdwMQy])$/.exec(text)?.[1];
  if (rounding === undefined) return moment;
  return (isEnd ? ceiling : floor)(moment, unitOf(rounding), calendar);
}

function unitOf(text: string): RollingUnit {
  const unit = [...UNITS.keys()].find((known) => known === text);
  if (unit === undefined) throw new Error(`no unit ${text}`);
  return unit;
}

/** Elapsed time for s, m, h; else the wall time is kept. */
function step(moment: number, count: number, unit: RollingUnit, { time }: LocalCalendar): number {
  const elapsed = ELAPSED.get(unit);
  if (elapsed !== undefined) return moment + count * elapsed;
  if (count === 0) return moment;
  const wall = time.wall(moment);
  if (unit === "d" || unit === "w") return time.instant(wall + count * (unit === "d" ? DAY : 7 * DAY));
  return time.instant(addMonths(wall, count * (unit === "M" ? 1 : unit === "Q" ? 3 : 12)));
}

/** A unit is the bucket that holds a moment: a change of the clock begins one, too. */
function floor(moment: number, unit: RollingUnit, calendar: LocalCalendar): number {
  return unitAt(moment, unit, calendar)[0] ?? moment;
}

function ceiling(moment: number, unit: RollingUnit, calendar: LocalCalendar): number {
  return unitAt(moment, unit, calendar)[1] ?? moment;
}

function unitAt(moment: number, unit: RollingUnit, calendar: LocalCalendar): readonly number[] {
  const bucket = UNITS.get(unit) ?? "day";
  const source = { type: "timeBucket", bucket, amount: 1, labelAt: "start", maxBuckets: 1 } as const;
  return edgesOf(source, { start: moment, end: moment + 1 }, calendar);
}

// --- Comparison ---

/** Calendar and elapsed parts of a shift back in time. */
export interface Shift {
  readonly months: number;
  readonly days: number;
  readonly elapsedMs: number;
}

/** What the range of a comparison moves back by; the period before is as long as the range, by the calendar if it can be. */
export function shiftOf(compare: Compare, range: Range, { time }: LocalCalendar): Shift {
  const calendar = (months: number, days: number): Shift => ({ months, days, elapsedMs: 0 });
  switch (compare.to) {
    case "previousPeriod": {
      const [start, end] = [time.wall(range.start), time.wall(range.end)];
      const isMonthStart = (moment: number, wall: number): boolean =>
        moment === time.instant(startOfMonth(monthNumber(wall)));
      if (isMonthStart(range.start, start) && isMonthStart(range.end, end))
        return calendar(monthNumber(end) - monthNumber(start), 0);
      const days = dayNumber(end) - dayNumber(start);
      const isDateStart = (moment: number, wall: number): boolean => moment === time.instant(startOfDate(wall));
      const isDates = isDateStart(range.start, start) && isDateStart(range.end, end);
      if (days > 0 && (isDates || end - start === days * DAY)) return calendar(0, days);
      return { months: 0, days: 0, elapsedMs: range.end - range.start };
    }
    case "previousDay":
      return calendar(0, 1);
    case "previousWeek":
      return calendar(0, 7);
    case "previousMonth":
      return calendar(1, 0);
    case "previousYear":
      return calendar(12, 0);
    case "shift": {
      const [date = "", clock = ""] = (compare.shift ?? "").slice(1).split("T");
      const read = (text: string, unit: string): number => Number(new RegExp(`([0-9]+)${unit}`).exec(text)?.[1] ?? 0);
      return {
        months: read(date, "Y") * 12 + read(date, "M"),
        days: read(date, "W") * 7 + read(date, "D"),
        elapsedMs: read(clock, "H") * 3_600_000 + read(clock, "M") * 60_000 + read(clock, "S") * 1_000,
      };
    }
  }
}

export function isByCalendar({ months, days }: Shift): boolean {
  return months !== 0 || days !== 0;
}

export function shiftedRange(range: Range, shift: Shift, { time }: LocalCalendar): Range {
  const move = (moment: number): number => {
    if (!isByCalendar(shift)) return moment - shift.elapsedMs;
    const wall = time.wall(moment);
    // A date that starts at 01:00 moves to the start of a date.
    const isDate = moment === time.instant(startOfDate(wall));
    return time.instant(shiftedWall(isDate ? startOfDate(wall) : wall, shift)) - shift.elapsedMs;
  };
  return { start: move(range.start), end: move(range.end) };
}

export function shiftedWall(wall: number, { months, days }: Shift): number {
  return addMonths(wall, -months) - days * DAY;
}
