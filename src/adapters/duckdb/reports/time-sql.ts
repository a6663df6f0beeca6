// Time in SQL: the local wall time of an instant, its calendar parts, and the interval that it falls into. The engine
// only compares and divides integers; time zones were resolved before. Source: analytics contract 3.3.
import { BIGINT, INTEGER } from "@duckdb/node-api";
import type { WallClock, ZoneOffsets } from "../../../core/analytics/report/report-engine.ts";
import type { TimePart, WeekStart } from "../../../core/analytics/view/table-view.ts";
import type { ReportSession } from "./report-session.ts";
import { sqlInteger } from "../literals.ts";

/** Days from Monday to the first day of a week. */
const DAYS_FROM_MONDAY: Readonly<Record<WeekStart, number>> = { monday: 0, saturday: 5, sunday: 6 };

/** Wall time of the instant `ts`, in milliseconds as if it were UTC. */
export function localSql(offsets: ZoneOffsets, ts: string): string {
  const offsetAt = (from: number, to: number): string => {
    if (to - from <= 1) return sqlInteger(offsets.offsetMillis[from] ?? 0);
    const middle = (from + to) >> 1;
    const boundary = sqlInteger(offsets.fromTs[middle] ?? 0);
    return `CASE WHEN ${ts} < ${boundary} THEN ${offsetAt(from, middle)} ELSE ${offsetAt(middle, to)} END`;
  };
  return `(${ts} + ${offsetAt(0, offsets.fromTs.length)})`;
}

/**
 * A calendar part of a wall time, as an integer; 1 for a weekend. Equivalent to `partOf`
 * (core/analytics/time/time-part.ts).
 */
export function partSql(part: TimePart, local: string, clock: WallClock): string {
  return `(${PARTS[part](`make_timestamp_ms(${local})`, clock)})::INTEGER`;
}

const PARTS: Readonly<Record<TimePart, (date: string, clock: WallClock) => string>> = {
  minuteOfHour: (date) => `minute(${date})`,
  hourOfDay: (date) => `hour(${date})`,
  dayOfWeek: (date) => `isodow(${date})`,
  isWeekend: (date) => `isodow(${date}) >= 6`,
  dayOfMonth: (date) => `day(${date})`,
  weekOfMonth: (date, { weekStart }) =>
    `(day(${date}) - 1 + (isodow(date_trunc('month', ${date})) - 1 + ${String(7 - DAYS_FROM_MONDAY[weekStart])}) % 7) // 7 + 1`,
  weekOfYear: (date) => `week(${date})`,
  monthOfYear: (date) => `month(${date})`,
  quarterOfYear: (date, { fiscalStartMonth }) => `(month(${date}) + ${String(12 - fiscalStartMonth)}) % 12 // 3 + 1`,
  year: (date, { fiscalStartMonth }) => `year(${date}) - (month(${date}) < ${String(fiscalStartMonth)})::INTEGER`,
};

/** If the lookup table would have more slots than this, instants are searched for among the edges instead. */
const SLOTS_MAX = 1_048_576;

/** Finds the interval of an instant; interval i goes from `edges[i]` to `edges[i + 1]`. */
export class EdgeIndex {
  readonly #session: ReportSession;
  readonly #edges: readonly number[];
  #lookup: Lookup | undefined;

  constructor(session: ReportSession, edges: readonly number[]) {
    this.#session = session;
    this.#edges = edges;
  }

  /**
   * The relation with the interval number as a further column. The instants must lie between the first and the last
   * edge.
   */
  async withIndex(relation: string, column: string, instant = "ts"): Promise<string> {
    const lookup = (this.#lookup ??= await this.#build());
    switch (lookup.kind) {
      case "one":
        return `SELECT *, 0::INTEGER AS ${column} FROM (${relation})`;
      case "even":
        return `SELECT *, ((${instant} - ${sqlInteger(lookup.origin)}) // ${sqlInteger(lookup.width)})::INTEGER AS ${column} FROM (${relation})`;
      case "slots":
        return `SELECT i.*, (slots.base + (i.${instant} >= slots.edge)::INTEGER)::INTEGER AS ${column} FROM (${relation}) i
          JOIN ${lookup.table} slots ON slots.slot = ((i.${instant} - ${sqlInteger(lookup.origin)}) // ${sqlInteger(lookup.width)})::INTEGER`;
      case "sought":
        return `SELECT i.*, sought.idx AS ${column} FROM (${relation}) i ASOF JOIN ${lookup.table} sought ON i.${instant} >= sought.edge`;
    }
  }

  async #build(): Promise<Lookup> {
    const edges = this.#edges;
    const count = edges.length - 1;
    if (count <= 1) return { kind: "one" };
    const [first = 0, second = 0] = edges;
    // The first and last interval may be shorter, which does not matter for instants inside them.
    const width = count === 2 ? Math.max(second - first, (edges[2] ?? 0) - second) : (edges[2] ?? 0) - second;
    const isEven =
      second - first <= width &&
      edges.every(
        (edge, index) =>
          index === 0 ||
          edge === second + (index - 1) * width ||
          (index === count && edge < second + (index - 1) * width),
      );
    if (isEven) return { kind: "even", origin: second - width, width };
    return await this.#buildTable();
  }

  /** Slots are as wide as the shortest interval, so at most one edge lies in each. */
  async #buildTable(): Promise<Lookup> {
    const edges = this.#edges;
    const first = edges[0] ?? 0;
    const last = edges.at(-1) ?? first;
    let width = Infinity;
    for (let index = 1; index < edges.length; index++)
      width = Math.min(width, (edges[index] ?? 0) - (edges[index - 1] ?? 0));
    const slots = Math.ceil((last - first) / width);
    if (slots > SLOTS_MAX) {
      const rows = edges.slice(0, -1).map((edge, index) => [index, BigInt(edge)]);
      const table = await this.#session.createTable("edges", { idx: INTEGER, edge: BIGINT }, rows);
      return { kind: "sought", table };
    }
    const rows: (number | bigint)[][] = [];
    let interval = 0;
    for (let slot = 0; slot < slots; slot++) {
      const start = first + slot * width;
      while ((edges[interval + 1] ?? Infinity) <= start) interval++;
      rows.push([slot, interval, BigInt(edges[interval + 1] ?? last)]);
    }
    const table = await this.#session.createTable("slots", { slot: INTEGER, base: INTEGER, edge: BIGINT }, rows);
    return { kind: "slots", table, origin: first, width };
  }
}

type Lookup =
  | { readonly kind: "one" }
  | { readonly kind: "even"; readonly origin: number; readonly width: number }
  | { readonly kind: "slots"; readonly table: string; readonly origin: number; readonly width: number }
  | { readonly kind: "sought"; readonly table: string };
