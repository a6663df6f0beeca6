// The earlier period that a report is compared with, and which of its buckets stands beside which.
// Source: analytics contract 2.10, 3.6.
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { Compare } from "../view/table-view.ts";
import { type Calendar, DAY, startOfMonth, monthOf } from "./calendar.ts";
import { addMonths, withinSteps } from "./moments.ts";
import { parseDuration, type Shift } from "./iso-duration.ts";

/** How far back the compared period lies. `previousPeriod` is as long as the window itself, in months, days or elapsed time. */
export function comparisonShift(compare: Pick<Compare, "to" | "shift">, window: TimeWindow, { zone }: Calendar): Shift {
  switch (compare.to) {
    case "previousDay":
      return { months: 0, days: 1, millis: 0 };
    case "previousWeek":
      return { months: 0, days: 7, millis: 0 };
    case "previousMonth":
      return { months: 1, days: 0, millis: 0 };
    case "previousYear":
      return { months: 12, days: 0, millis: 0 };
    case "shift":
      return parseDuration(compare.shift ?? "P0D");
    case "previousPeriod": {
      const [start, end] = [zone.toLocal(window.startTs), zone.toLocal(window.endTs)];
      if (isMonthStart(start) && isMonthStart(end))
        return { months: monthOf(end) - monthOf(start), days: 0, millis: 0 };
      const days = (end - start) / DAY;
      if (Number.isInteger(days) && days > 0) return { months: 0, days, millis: 0 };
      return { months: 0, days: 0, millis: window.endTs - window.startTs };
    }
  }
}

function isMonthStart(local: number): boolean {
  return local === startOfMonth(monthOf(local));
}

/** The compared window; null where nothing is left of it, as of 29 to 31 March in a February. */
export function shiftedWindow(window: TimeWindow, shift: Shift, calendar: Calendar): TimeWindow | null {
  const startTs = shifted(window.startTs, shift, calendar);
  const endTs = shifted(window.endTs, shift, calendar);
  return startTs < endTs ? { startTs, endTs } : null;
}

/**
 * For each bucket of the report the one of the compared period that stands beside it, -1 where there is none. By the
 * calendar, that is the bucket in which the shifted start of this one lies. One that several fall into goes to the first
 * (a repeated hour has no second partner in a week without one), and rather to one whose wall time exists there (the
 * hour that the compared day skips has no partner). By elapsed time, it is the bucket of the same number.
 */
export function partnerBuckets(
  edges: readonly number[],
  compared: readonly number[],
  window: TimeWindow,
  shift: Shift,
  calendar: Calendar,
): Int32Array {
  const partners = new Int32Array(Math.max(edges.length - 1, 0)).fill(-1);
  if (isElapsed(shift)) {
    const common = Math.min(partners.length, compared.length - 1);
    for (let bucket = 0; bucket < common; bucket++) partners[bucket] = bucket;
    return partners;
  }
  const taken = new Set<number>();
  const claims = claimsOf(edges, compared, window, shift, calendar);
  for (const exact of [true, false])
    for (const { bucket, partner, isExact } of claims) {
      if (isExact !== exact || taken.has(partner)) continue;
      taken.add(partner);
      partners[bucket] = partner;
    }
  return partners;
}

/** A bucket whose shifted start lies in a compared one. */
interface Claim {
  readonly bucket: number;
  readonly partner: number;
  /** The shifted wall time exists. */
  readonly isExact: boolean;
}

function claimsOf(
  edges: readonly number[],
  compared: readonly number[],
  window: TimeWindow,
  shift: Shift,
  calendar: Calendar,
): Claim[] {
  const claims: Claim[] = [];
  let partner = 0;
  for (let bucket = 0; bucket < edges.length - 1; bucket++) {
    // The part of the first bucket that counts begins with the window.
    const local = shiftedLocal(Math.max(edges[bucket] ?? 0, window.startTs), shift, calendar);
    const start = calendar.zone.instantOf(local);
    const position = start - shift.millis;
    while (partner < compared.length - 2 && (compared[partner + 1] ?? Infinity) <= position) partner++;
    if (position >= (compared[partner] ?? Infinity) && position < (compared[partner + 1] ?? -Infinity))
      claims.push({ bucket, partner, isExact: calendar.zone.toLocal(start) === local });
  }
  return claims;
}

function isElapsed({ months, days }: Shift): boolean {
  return months === 0 && days === 0;
}

function shifted(ts: number, shift: Shift, calendar: Calendar): number {
  if (isElapsed(shift)) return ts - shift.millis;
  return calendar.zone.instantOf(shiftedLocal(ts, shift, calendar)) - shift.millis;
}

function shiftedLocal(ts: number, { months, days }: Shift, { zone }: Calendar): number {
  return withinSteps(addMonths(zone.toLocal(ts), -months) - days * DAY);
}
