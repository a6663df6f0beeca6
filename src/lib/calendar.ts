// Where the weeks, months and quarters of a time zone begin, as instants. Daylight saving makes some of their days 23 or
// 25 hours long, so a boundary is found on the zone's own clock and then turned into an instant.

/** `WEEK` begins on Sunday, `WEEK_ISO` on Monday. */
export type CalendarUnit = "WEEK" | "WEEK_ISO" | "MONTH" | "QUARTER";

/** The calendar of ECMAScript begins and ends so many milliseconds from the epoch. */
const CALENDAR_END = 8.64e15;

export class TimeZone {
  readonly #format: Intl.DateTimeFormat;

  private constructor(format: Intl.DateTimeFormat) {
    this.#format = format;
  }

  /** The zone of an IANA id such as `Europe/Kyiv` or an offset such as `+02:00`; undefined where there is no such zone. */
  static find(id: string): TimeZone | undefined {
    try {
      return new TimeZone(
        new Intl.DateTimeFormat("en-US", {
          timeZone: id,
          calendar: "gregory",
          numberingSystem: "latn",
          hourCycle: "h23",
          era: "short",
          year: "numeric",
          month: "2-digit",
          day: "2-digit",
          hour: "2-digit",
          minute: "2-digit",
          second: "2-digit",
        }),
      );
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** The first beginning of a `unit` after the instant `ts`, in milliseconds since the epoch. */
  nextBoundary(ts: number, unit: CalendarUnit): number {
    const local = new Date(this.#toLocal(ts));
    const year = local.getUTCFullYear();
    const month = local.getUTCMonth();
    const midnight = utcMidnight(year, ...monthAndDay(local, month, unit));
    // Beyond the end of the calendar there is none.
    return Number.isNaN(midnight) ? Infinity : Math.max(this.#toInstant(midnight), ts + 1);
  }

  /** What the zone's clock shows, as if that were UTC. Milliseconds are left out, which no boundary has. */
  #toLocal(ts: number): number {
    const shown = new Map<string, string>();
    for (const { type, value } of this.#format.formatToParts(ts)) shown.set(type, value);
    const read = (part: string): number => Number(shown.get(part));
    const year = shown.get("era") === "BC" ? 1 - read("year") : read("year");
    const local =
      utcMidnight(year, read("month") - 1, read("day")) +
      ((read("hour") * 60 + read("minute")) * 60 + read("second")) * 1000;
    // On the first and the last day of the calendar the zone's clock may show a day that is none.
    return Number.isNaN(local) ? ts : local;
  }

  /** The instant at which the zone's clock shows `local`; where it skips that, the instant of the skip or soon after. */
  #toInstant(local: number): number {
    const guess = local - this.#offsetAt(local);
    return local - this.#offsetAt(guess);
  }

  #offsetAt(ts: number): number {
    const instant = Math.min(Math.max(ts, -CALENDAR_END), CALENDAR_END);
    return this.#toLocal(instant) - Math.floor(instant / 1000) * 1000;
  }
}

function monthAndDay(local: Date, month: number, unit: CalendarUnit): [month: number, day: number] {
  const day = local.getUTCDate();
  switch (unit) {
    case "WEEK":
      return [month, day + 7 - local.getUTCDay()];
    case "WEEK_ISO":
      return [month, day + 7 - ((local.getUTCDay() + 6) % 7)];
    case "MONTH":
      return [month + 1, 1];
    case "QUARTER":
      return [(Math.floor(month / 3) + 1) * 3, 1];
  }
}

/** Unlike `Date.UTC`, takes years below 100 for what they are. */
function utcMidnight(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}
