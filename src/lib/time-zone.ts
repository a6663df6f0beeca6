// Time zones by the rules of the Temporal library, which is loaded with the first zone used, so that a platform without
// reports does not need its 8 MiB.
import type * as Library from "temporal-polyfill";

type Temporal = typeof Library.Temporal;

/** `WEEK` begins on Sunday, `WEEK_ISO` on Monday. */
export type CalendarUnit = "WEEK" | "WEEK_ISO" | "MONTH" | "QUARTER";

/** Accepts an IANA id such as `Europe/Kyiv`, or an offset such as `+02:00`. */
export function isTimeZone(id: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: id });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export class TimeZone {
  /** The id in its usual spelling. */
  readonly id: string;
  readonly #temporal: Temporal;

  private constructor(temporal: Temporal, id: string) {
    this.#temporal = temporal;
    this.id = temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(id).timeZoneId;
  }

  /** Undefined if there is no such zone. */
  static async find(id: string): Promise<TimeZone | undefined> {
    if (!isTimeZone(id)) return undefined;
    const { Temporal } = await import("temporal-polyfill");
    return new TimeZone(Temporal, id);
  }

  /** Milliseconds to add to an instant to get the wall time. */
  offsetAt(ts: number): number {
    return this.#at(ts).offsetNanoseconds / 1e6;
  }

  /** The first instant after `ts` at which the offset changes; null if it never does. */
  nextChange(ts: number): number | null {
    return this.#at(ts).getTimeZoneTransition("next")?.epochMilliseconds ?? null;
  }

  /** The first start of a `unit` after the instant `ts`; Infinity after the end of the calendar. */
  nextBoundary(ts: number, unit: CalendarUnit): number {
    for (const id of [this.id, "UTC"])
      try {
        const start = nextStart(this.#at(ts, id).toPlainDate(), unit).toZonedDateTime(id);
        return Math.max(start.epochMilliseconds, ts + 1);
      } catch (error) {
        // On the first and last days of the calendar, the zone's local date may be outside the calendar.
        if (!(error instanceof RangeError)) throw error;
      }
    return Infinity;
  }

  #at(ts: number, id = this.id): Library.Temporal.ZonedDateTime {
    return this.#temporal.Instant.fromEpochMilliseconds(ts).toZonedDateTimeISO(id);
  }
}

function nextStart(day: Library.Temporal.PlainDate, unit: CalendarUnit): Library.Temporal.PlainDate {
  switch (unit) {
    case "WEEK":
      return day.add({ days: 7 - (day.dayOfWeek % 7) });
    case "WEEK_ISO":
      return day.add({ days: 8 - day.dayOfWeek });
    case "MONTH":
      return day.add({ months: 1 }).with({ day: 1 });
    case "QUARTER":
      return day.add({ months: 3 - ((day.month - 1) % 3) }).with({ day: 1 });
  }
}
