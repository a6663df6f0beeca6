// Local time of a zone, found by asking the runtime's own calendar for one quarter of an hour after the other. Slow, and
// nothing like the arithmetic that reports use; offsets change on quarters of an hour. Source: analytics contract 3.2, 3.3.
const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
/** Local clocks are at most this far from UTC. */
const OFFSET_MOST_MS = 15 * 3_600_000;

export class LocalTime {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      era: "short",
    });
  }

  /** Wall time of an instant, as if it were UTC. */
  wall(ts: number): number {
    return ts + this.#offset(ts);
  }

  /** The first instant at which the clock shows `wall` or more; where the clock jumps over it, the instant of the jump. */
  instant(wall: number): number {
    let quarter = Math.floor((wall - OFFSET_MOST_MS) / QUARTER_MS) * QUARTER_MS;
    for (;;) {
      const shown = this.wall(quarter);
      if (shown >= wall) return quarter;
      if (shown + QUARTER_MS > wall) return quarter + (wall - shown);
      quarter += QUARTER_MS;
    }
  }

  /** Every instant at which the clock shows `wall`: none where it is skipped, two where it is repeated. */
  instants(wall: number): readonly number[] {
    const first = this.instant(wall);
    const instants: number[] = [];
    for (let instant = first; instant <= first + 4 * QUARTER_MS * 4; instant += QUARTER_MS)
      if (this.wall(instant) === wall) instants.push(instant);
    return instants;
  }

  /** Instants after `from` and before `to` at which the offset changes. */
  changes(from: number, to: number): readonly number[] {
    const changes: number[] = [];
    for (let quarter = Math.floor(from / QUARTER_MS) * QUARTER_MS + QUARTER_MS; quarter < to; quarter += QUARTER_MS)
      if (this.#offset(quarter) !== this.#offset(quarter - QUARTER_MS)) changes.push(quarter);
    return changes;
  }

  #offset(ts: number): number {
    const quarter = Math.floor(ts / QUARTER_MS) * QUARTER_MS;
    const known = this.#offsets.get(quarter);
    if (known !== undefined) return known;
    const parts = new Map(this.#format.formatToParts(quarter).map(({ type, value }) => [type, value]));
    const read = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
    const shown = Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"), read("second"));
    const offset = shown - quarter;
    this.#offsets.set(quarter, offset);
    return offset;
  }
}

// --- Wall times, in milliseconds as if they were UTC ---

export function startOfDate(wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS;
}

/** Days since 1970-01-01. */
export function dayNumber(wall: number): number {
  return Math.floor(wall / DAY_MS);
}

/** 1 for Monday to 7 for Sunday; 1970-01-01 was a Thursday. */
export function weekday(wall: number): number {
  return ((((dayNumber(wall) + 3) % 7) + 7) % 7) + 1;
}

/** Months since year 0. */
export function monthNumber(wall: number): number {
  const date = new Date(wall);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first day of a month. */
export function startOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);
}

/** Keeps the time of day; a day that the month does not have becomes its last. */
export function addMonths(wall: number, months: number): number {
  const target = monthNumber(wall) + months;
  const first = startOfMonth(target);
  const days = (startOfMonth(target + 1) - first) / DAY_MS;
  const day = Math.min(new Date(wall).getUTCDate(), days);
  return first + (day - 1) * DAY_MS + (wall - startOfDate(wall));
}
