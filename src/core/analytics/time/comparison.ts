// Computes the earlier period that a report is compared with, and which buckets of the two periods correspond. Source:
// analytics contract 2.10, 3.6.
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { Compare } from "../view/table-view.ts";
import { type Calendar, DAY, startOfMonth, monthOf } from "./calendar.ts";
import { addMonths, withinSteps } from "./moments.ts";
import type { Zone } from "./zone.ts";
import { AnalyticsError } from "../analytics-error.ts";

/**
 * How far back the compared period lies. For `previousPeriod` it is the length of the window, in months, days or
 * elapsed time.
 */
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
    case "previousPeriod":
      return lengthOf(window, zone);
  }
}

/**
 * In months if both ends are the start of a month, in days if both are the start of a date or have the same time of
 * day.
 */
function lengthOf({ startTs, endTs }: TimeWindow, zone: Zone): Shift {
  const [start, end] = [zone.toLocal(startTs), zone.toLocal(endTs)];
  // A date can begin later than midnight.
  const begins = (ts: number, local: number): boolean => zone.instantOf(local) === ts;
  const [startMonth, endMonth] = [monthOf(start), monthOf(end)];
  if (begins(startTs, startOfMonth(startMonth)) && begins(endTs, startOfMonth(endMonth)))
    return { months: endMonth - startMonth, days: 0, millis: 0 };
  const [startDate, endDate] = [Math.floor(start / DAY), Math.floor(end / DAY)];
  const days = endDate - startDate;
  const areDates = begins(startTs, startDate * DAY) && begins(endTs, endDate * DAY);
  if (days > 0 && (areDates || end - start === days * DAY)) return { months: 0, days, millis: 0 };
  return { months: 0, days: 0, millis: endTs - startTs };
}

/** The compared window; null if it is empty, such as 29 to 31 March shifted to February. */
export function shiftedWindow(window: TimeWindow, shift: Shift, calendar: Calendar): TimeWindow | null {
  const startTs = shifted(window.startTs, shift, calendar);
  const endTs = shifted(window.endTs, shift, calendar);
  return startTs < endTs ? { startTs, endTs } : null;
}

/** The bucket edges of a report and of its compared period; `window` is the report's. */
export interface ComparedEdges {
  readonly edges: readonly number[];
  readonly compared: readonly number[];
  readonly window: TimeWindow;
}

/**
 * For each bucket of the report, the matching bucket of the compared period; -1 if there is none. A shift of elapsed
 * time alone matches buckets by number. A calendar shift matches the bucket that contains the shifted start; the second
 * of two repeated hours matches the second such hour there, or none. If several buckets match the same one, those whose
 * wall time exists there take precedence, then the first one (so an hour that the compared day skips has no match).
 */
export function partnerBuckets(cut: ComparedEdges, shift: Shift, calendar: Calendar): Int32Array {
  const { edges, compared } = cut;
  const partners = new Int32Array(Math.max(edges.length - 1, 0)).fill(-1);
  if (isElapsed(shift)) {
    const common = Math.min(partners.length, compared.length - 1);
    for (let bucket = 0; bucket < common; bucket++) partners[bucket] = bucket;
    return partners;
  }
  const taken = new Set<number>();
  const claims = claimsOf(cut, shift, calendar);
  for (const exact of [true, false])
    for (const { bucket, partner, isExact } of claims) {
      if (isExact !== exact || taken.has(partner)) continue;
      taken.add(partner);
      partners[bucket] = partner;
    }
  return partners;
}

/** A bucket whose shifted start lies in a compared bucket. */
interface Claim {
  readonly bucket: number;
  readonly partner: number;
  /** Whether the shifted wall time exists. */
  readonly isExact: boolean;
}

function claimsOf({ edges, compared, window }: ComparedEdges, shift: Shift, calendar: Calendar): Claim[] {
  const claims: Claim[] = [];
  const shown = new Map<number, number>();
  for (let bucket = 0; bucket < edges.length - 1; bucket++) {
    // The first bucket counts from the start of the window.
    const begin = Math.max(edges[bucket] ?? 0, window.startTs);
    const local = calendar.zone.toLocal(begin);
    const repeats = shown.get(local) ?? 0;
    shown.set(local, repeats + 1);
    const { start, isExact } = placeOf(shiftedLocal(local, shift), repeats, calendar);
    const partner = start === undefined ? -1 : bucketAt(start - shift.millis, compared);
    if (partner >= 0) claims.push({ bucket, partner, isExact });
  }
  return claims;
}

/** The instant of a wall time. `repeats`: how often it has occurred before, for a wall time that the clock repeats. */
function placeOf(
  local: number,
  repeats: number,
  { zone }: Calendar,
): { readonly start: number | undefined; readonly isExact: boolean } {
  const first = zone.instantOf(local);
  if (repeats === 0) return { start: first, isExact: zone.toLocal(first) === local };
  return { start: zone.instantsOf(local)[repeats], isExact: true };
}

/** Index of the bucket that contains `ts`; -1 if there is none. */
function bucketAt(ts: number, edges: readonly number[]): number {
  let [low, high] = [0, edges.length - 1];
  if (ts < (edges[0] ?? Infinity) || ts >= (edges[high] ?? -Infinity)) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? Infinity) <= ts) low = middle;
    else high = middle;
  }
  return low;
}

function isElapsed({ months, days }: Shift): boolean {
  return months === 0 && days === 0;
}

/** The start of a date is moved to the start of a date, even if one of them begins later than midnight. */
function shifted(ts: number, shift: Shift, { zone }: Calendar): number {
  if (isElapsed(shift)) return ts - shift.millis;
  const local = zone.toLocal(ts);
  const midnight = Math.floor(local / DAY) * DAY;
  return zone.instantOf(shiftedLocal(zone.instantOf(midnight) === ts ? midnight : local, shift)) - shift.millis;
}

function shiftedLocal(local: number, { months, days }: Shift): number {
  return withinSteps(addMonths(local, -months) - days * DAY);
}

/** How far back a compared period lies: first by the calendar, keeping the wall time, then by elapsed time. */
export interface Shift {
  readonly months: number;
  readonly days: number;
  readonly millis: number;
}

const DURATION =
  /^P(?:([0-9]{1,3})Y)?(?:([0-9]{1,4})M)?(?:([0-9]{1,4})W)?(?:([0-9]{1,5})D)?(?:T(?=[0-9])(?:([0-9]{1,6})H)?(?:([0-9]{1,7})M)?(?:([0-9]{1,8})S)?)?$/;

/**
 * Parses an ISO 8601 duration such as `P7D`, `P1M` or `PT6H`. Undefined unless the text is a duration above zero in
 * whole units.
 */
export function readDuration(text: string): Shift | undefined {
  const found = DURATION.exec(text);
  if (found === null) return undefined;
  const part = (index: number): number => Number(found[index] ?? 0);
  const shift = {
    months: part(1) * 12 + part(2),
    days: part(3) * 7 + part(4),
    millis: (part(5) * 3_600 + part(6) * 60 + part(7)) * 1_000,
  };
  return shift.months + shift.days + shift.millis > 0 ? shift : undefined;
}

/** Throws `VIEW_INVALID` for a text that `readDuration` does not accept. */
function parseDuration(text: string): Shift {
  const shift = readDuration(text);
  if (shift !== undefined) return shift;
  const message = `"${text.slice(0, 100)}" is no duration above zero; write one as "P7D", "P1M" or "PT6H".`;
  throw new AnalyticsError("VIEW_INVALID", message, [{ pointer: "/compare/shift", code: "COMPARE_INVALID", message }]);
}
