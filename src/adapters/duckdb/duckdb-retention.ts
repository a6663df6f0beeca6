// Deletes points that are too old from the DuckDB file. Connections of readers find them while the writer goes
// on; the writer then deletes it in slices of time, for which the engine reads only the row groups of that time.
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import { DomainError } from "../../core/errors.ts";
import type { PointRetentionStore, RetentionSlice } from "../../core/telemetry/retention-ports.ts";
import type { TimeWindow } from "../../core/telemetry/telemetry.ts";
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import type { DuckdbDatabase } from "./duckdb-database.ts";
import type { LatestPoint, LatestPoints } from "./latest-points.ts";
import type { LatestChanges } from "./latest-snapshot.ts";

/** What a change of the table leaves behind. */
export interface PointChange {
  readonly latest: LatestChanges;
  readonly deleted: number;
}

/** The store, as far as deleting needs it. */
export interface ChangingStore {
  readonly latest: LatestPoints;
  /** Whether there are points with a time to live of their own. */
  readonly hasExpiring: boolean;
  /** Counts changes other than new points: rows that replaced others, and deletions. */
  readonly rewrites: number;
  /** Runs `work` inside a transaction, between two batches; answers how many points it has deleted. */
  change(work: (writer: DuckDBConnection) => Promise<PointChange>): Promise<number>;
  /** The last points with a time to live of their own may have gone. */
  checkExpiring(): Promise<void>;
}

/** In the memory of the engine, where every connection sees it and nothing is written to disk. */
const TERMS = "memory.main.retention_term";
/** Parts in which the time of what has to go is counted. */
const SLOTS = 4096;
/** Latest values that change in one transaction. */
const LATEST_PER_STEP = 10_000;

/** Left to their own time to live. */
const NOT_EXPIRING =
  "AND NOT EXISTS (SELECT 1 FROM expiry WHERE expiry.series = points.series AND expiry.ts = points.ts)";

type NewestPoints = ReadonlyMap<number, LatestPoint>;

export class DuckdbRetention implements PointRetentionStore {
  readonly #database: DuckdbDatabase;
  readonly #store: ChangingStore;
  readonly #clock: Clock;
  /** Of the run, by series: what is dated before has to go. */
  readonly #before = new Map<number, number>();
  /** The opening of the file in which the run has begun; its terms are gone with it. */
  #opening = 0;

  constructor(database: DuckdbDatabase, store: ChangingStore, clock: Clock) {
    this.#database = database;
    this.#store = store;
    this.#clock = clock;
  }

  async begin(): Promise<void> {
    this.#before.clear();
    this.#opening = this.#database.openings;
    await this.#read(`CREATE OR REPLACE TABLE ${TERMS} (series INTEGER NOT NULL, before BIGINT NOT NULL)`);
  }

  async add(series: readonly SeriesNumber[], before: EpochMillis): Promise<void> {
    for (const number of series) this.#before.set(number, before);
    await this.#read(`INSERT INTO ${TERMS} SELECT unnest([${series.join(",")}]), ${whole(before)}`);
  }

  async dropLatest(): Promise<number> {
    const old = [...this.#before.keys()].filter((series) => this.#isLatestOld(series));
    for (let from = 0; from < old.length; from += LATEST_PER_STEP)
      await this.#dropLatestOf(old.slice(from, from + LATEST_PER_STEP));
    return old.length;
  }

  async slices(pointsMax: number, from: EpochMillis | null): Promise<readonly RetentionSlice[]> {
    const after = from === null ? "" : `AND points.ts >= ${whole(from)}`;
    const found = `FROM points JOIN ${TERMS} AS term ON term.series = points.series
      WHERE points.ts < term.before AND points.ts < (SELECT max(before) FROM ${TERMS}) ${after} ${this.#exempt()}`;
    const [range] = await this.#read(`SELECT min(points.ts), max(points.ts), count(*) ${found}`);
    const points = Number(range?.[2] ?? 0);
    if (points === 0) return [];
    const [first, last] = [Number(range?.[0]), Number(range?.[1])];
    const width = points <= pointsMax ? last - first + 1 : Math.ceil((last - first + 1) / SLOTS);
    const slots = await this.#read(
      `SELECT (points.ts - ${whole(first)}) // ${whole(width)} AS slot, count(*) ${found} GROUP BY slot ORDER BY slot`,
    );
    return slicesOf(
      slots.map(([slot, count]) => ({ slot: Number(slot), points: Number(count) })),
      { first, width, pointsMax },
    );
  }

  async deleteSlice({ startTs, endTs }: TimeWindow): Promise<number> {
    const areTermsGone = (): boolean => this.#opening !== this.#database.openings;
    const count = await this.#store.change(async (writer) => {
      if (areTermsGone()) return { latest: new Map(), deleted: 0 };
      const deleted = await changed(
        writer,
        `DELETE FROM points USING ${TERMS} AS term WHERE points.series = term.series AND points.ts < term.before
           AND points.ts >= ${whole(startTs)} AND points.ts < ${whole(endTs)} ${this.#exempt()}`,
      );
      return { latest: new Map(), deleted };
    });
    if (areTermsGone())
      throw new DomainError("unavailable", "the telemetry file has been reopened since this run of deletions began");
    return count;
  }

  async end(): Promise<void> {
    this.#before.clear();
    await this.#read(`DROP TABLE IF EXISTS ${TERMS}`);
  }

  async deleteOutlived(now: EpochMillis, max: number): Promise<number> {
    if (!this.#store.hasExpiring) return 0;
    const outlived = `SELECT series, ts FROM expiry WHERE expires_at <= ${whole(now)} ORDER BY expires_at LIMIT ${whole(max)}`;
    const rewrites = this.#store.rewrites;
    const affected = this.#lostLatest(await this.#read(outlived));
    const read = `SELECT points.series, max(points.ts), arg_max({kind: kind, num: num, text: text}, points.ts) FROM points
      WHERE NOT EXISTS (SELECT 1 FROM expiry WHERE expiry.series = points.series AND expiry.ts = points.ts
        AND expires_at <= ${whole(now)})`;
    const newest = await this.#database.read((reader) => newestOf(reader, read, affected));
    const deleted = await this.#store.change(async (writer) => {
      await writer.run(`CREATE OR REPLACE TEMP TABLE outlived AS ${outlived}`);
      const lost = this.#lostLatest(await rowsOf(writer, "SELECT series, ts FROM outlived"));
      const isKnown = rewrites === this.#store.rewrites && lost.every((series) => affected.includes(series));
      const left = isKnown ? newest : await newestOf(writer, read, lost);
      const bounds = await rowsOf(writer, "SELECT min(ts), max(ts) FROM outlived WHERE ts IS NOT NULL");
      const [least, greatest] = bounds[0] ?? [];
      if (typeof least !== "bigint" || typeof greatest !== "bigint") return { latest: new Map(), deleted: 0 };
      // The bounds let the engine pass over row groups without reading them.
      await writer.run(
        `DELETE FROM points USING outlived WHERE points.series = outlived.series AND points.ts = outlived.ts
           AND points.ts BETWEEN ${String(least)} AND ${String(greatest)}`,
      );
      const count = await changed(
        writer,
        "DELETE FROM expiry USING outlived WHERE expiry.series = outlived.series AND expiry.ts = outlived.ts",
      );
      return { latest: new Map(lost.map((series) => [series, left.get(series)])), deleted: count };
    });
    await this.#store.checkExpiring();
    return deleted;
  }

  async #dropLatestOf(series: readonly number[]): Promise<void> {
    const rewrites = this.#store.rewrites;
    const read = `SELECT points.series, max(points.ts), arg_max({kind: kind, num: num, text: text}, points.ts) FROM points
      JOIN expiry ON expiry.series = points.series AND expiry.ts = points.ts
      WHERE expires_at > ${whole(this.#clock.now())}`;
    const isExempt = this.#store.hasExpiring;
    const newest = isExempt
      ? await this.#database.read((reader) => newestOf(reader, read, series))
      : new Map<number, LatestPoint>();
    await this.#store.change(async (writer) => {
      const old = series.filter((number) => this.#isLatestOld(number));
      const isKnown = rewrites === this.#store.rewrites && isExempt === this.#store.hasExpiring;
      const left = isKnown ? newest : await newestOf(writer, read, old);
      return { latest: new Map(old.map((number) => [number, left.get(number)])), deleted: 0 };
    });
  }

  #isLatestOld(series: number): boolean {
    const before = this.#before.get(series);
    const ts = this.#store.latest.latestTs(series);
    return before !== undefined && ts !== undefined && ts < before;
  }

  /** Series of which one of these points is the latest. */
  #lostLatest(points: readonly Row[]): readonly number[] {
    const { latest } = this.#store;
    return points.flatMap(([series, ts]) => (latest.latestTs(Number(series)) === Number(ts) ? [Number(series)] : []));
  }

  #exempt(): string {
    return this.#store.hasExpiring ? NOT_EXPIRING : "";
  }

  #read(sql: string): Promise<readonly Row[]> {
    return this.#database.read((reader) => rowsOf(reader, sql));
  }
}

type Row = readonly DuckDBValue[];

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly Row[]> {
  return (await connection.runAndReadAll(sql)).getRows();
}

/** Rows that a statement has changed. */
async function changed(connection: DuckDBConnection, sql: string): Promise<number> {
  return Number((await rowsOf(connection, sql))[0]?.[0] ?? 0);
}

/** The newest points of these series, as `read` finds them; a series without any is absent. */
async function newestOf(connection: DuckDBConnection, read: string, series: readonly number[]): Promise<NewestPoints> {
  const found = new Map<number, LatestPoint>();
  if (series.length === 0) return found;
  const sql = `SELECT series, ts, point.kind, point.num, point.text FROM
    (${read} AND points.series IN (${series.join(",")}) GROUP BY points.series) AS newest (series, ts, point)`;
  for (const [number, ts, kind, num, text] of await rowsOf(connection, sql))
    found.set(Number(number), {
      ts: Number(ts),
      kind: Number(kind),
      num: Number(num),
      text: typeof text === "string" ? text : null,
    });
  return found;
}

/** A number as SQL text: a whole one, whatever the caller computed. */
function whole(value: number): string {
  return BigInt(Math.trunc(value)).toString();
}

/** Points in an even part of the time; empty parts are left out. */
interface CountedSlot {
  readonly slot: number;
  readonly points: number;
}

/**
 * Cuts the time into slices of about as many points as one transaction deletes.
 * The first slot begins at `first`, each is `width` wide. Slots ascend. One that holds too much is a slice by itself.
 */
export function slicesOf(
  slots: readonly CountedSlot[],
  { first, width, pointsMax }: { readonly first: number; readonly width: number; readonly pointsMax: number },
): readonly RetentionSlice[] {
  const slices: RetentionSlice[] = [];
  let open: { startTs: number; endTs: number; points: number } | undefined;
  for (const { slot, points } of slots) {
    const startTs = first + slot * width;
    if (open !== undefined && open.points + points > pointsMax) {
      slices.push(open);
      open = undefined;
    }
    open ??= { startTs, endTs: startTs, points: 0 };
    open.endTs = startTs + width;
    open.points += points;
  }
  if (open !== undefined) slices.push(open);
  return slices;
}
