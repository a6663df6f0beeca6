// The earlier period that a report is compared with, and which of its buckets stands beside which.
// Source: analytics contract 2.10, 3.6.
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { Compare } from "../view/table-view.ts";
import { type Calendar, DAY, startOfMonth, monthOf } from "./calendar.ts";
import { addMonths } from "./moments.ts";
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
 * calendar, that is the one in which the shifted start of the bucket lies, each for the first that falls into it (a
 * repeated hour has no second partner in a week without one); by elapsed time, the one of the same number.
 */
export function partnerBuckets(
  edges: readonly number[],
  compared: readonly number[],
  window: TimeWindow,
  shift: Shift,
  calendar: Calendar,
): Int32Array {
  const partners = new Int32Array(edges.length - 1).fill(-1);
  const isElapsed = shift.months === 0 && shift.days === 0;
  let at = 0;
  let taken = -1;
  for (let index = 0; index < partners.length; index++) {
    if (isElapsed) {
      partners[index] = index < compared.length - 1 ? index : -1;
      continue;
    }
    const start = shifted(Math.max(edges[index] ?? 0, window.startTs), shift, calendar);
    while (at < compared.length - 2 && (compared[at + 1] ?? Infinity) <= start) at++;
    const isInside = start >= (compared[at] ?? Infinity) && start < (compared[at + 1] ?? -Infinity);
    if (!isInside || at === taken) continue;
    partners[index] = at;
    taken = at;
  }
  return partners;
}

function shifted(ts: number, { months, days, millis }: Shift, { zone }: Calendar): number {
  if (months === 0 && days === 0) return ts - millis;
  return zone.instantOf(addMonths(zone.toLocal(ts), -months) - days * DAY) - millis;
}
