// Calendar months in UTC, in which use is counted.
import { millis, type EpochMillis } from "../../lib/clock.ts";
import type { Month } from "./usage-store.ts";

export interface MonthSpan {
  readonly month: Month;
  readonly startsAt: EpochMillis;
  /** The first moment of the next one. */
  readonly endsAt: EpochMillis;
}

/** The month that a moment lies in. */
export function monthOf(time: EpochMillis): MonthSpan {
  const date = new Date(time);
  const [year, index] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    month: year * 100 + index + 1,
    startsAt: millis(Date.UTC(year, index, 1)),
    endsAt: millis(Date.UTC(year, index + 1, 1)),
  };
}

/** The month that lies `count` months before. */
export function monthsBefore(month: Month, count: number): Month {
  const index = Math.floor(month / 100) * 12 + (month % 100) - 1 - count;
  return Math.floor(index / 12) * 100 + (index % 12) + 1;
}
