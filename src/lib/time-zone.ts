// Time zones by the rules of the Temporal library, which is loaded with the first zone that is needed: a platform that makes
// no reports does not carry its 8 MiB.
import type * as Library from "temporal-polyfill";

type Temporal = typeof Library.Temporal;

/** `WEEK` begins on Sunday, `WEEK_ISO` on Monday. */
export type CalendarUnit = "WEEK" | "WEEK_ISO" | "MONTH" | "QUARTER";

/** An IANA id such as `Europe/Kyiv`, or an offset such as `+02:00`. */
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
  /** As it is usually written. */
  readonly id: string;
  readonly #temporal: Temporal;

  private constructor(temporal: Temporal, id: string) {
    this.#temporal = temporal;
    this.id = temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(id).timeZoneId;
  }

  /** Undefined where there is no such zone. */
  static async find(id: string): Promise<TimeZone | undefined> {
    if (!isTimeZone(id)) return undefined;
    const { Temporal } = await import("temporal-polyfill");
    return new TimeZone(Temporal, id);
  }

  /** Milliseconds to add to an instant for the wall time. */
  offsetAt(ts: number): number {
    return this.#at(ts).offsetNanoseconds / 1e6;
  }

  /** The first instant after `ts` from which another offset holds; null for none. */
  nextChange(ts: number): number | null {
    return this.#at(ts).getTimeZoneTransition("next")?.epochMilliseconds ?? null;
  }

  /** The first beginning of a `unit` after the instant `ts`; Infinity beyond the end of the calendar. */
  nextBoundary(ts: number, unit: CalendarUnit): number {
    for (const id of [this.id, "UTC"])
      try {
        const start = nextStart(this.#at(ts, id).toPlainDate(), unit).toZonedDateTime(id);
        return Math.max(start.epochMilliseconds, ts + 1);
      } catch (error) {
        // On the first and the last day of the calendar the zone's clock may show a day that is none.
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
