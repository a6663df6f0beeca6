// Deletes points past their retention from the DuckDB file. Reader connections find them while the writer goes on; the
// writer then deletes them in slices of time, for which the engine reads only the row groups of that time.
import type { DuckDBValue } from "@duckdb/node-api";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import { DomainError } from "../../core/errors.ts";
import type { PointRetentionStore, RetentionSlice } from "../../core/telemetry/retention-ports.ts";
import type { TimeWindow } from "../../core/telemetry/telemetry.ts";
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import type { DuckdbDatabase } from "./duckdb-database.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import { latestPoint, type LatestPoint, type LatestPoints } from "./latest-points.ts";
import type { LatestChanges } from "./latest-snapshot.ts";
import { sqlInteger } from "./literals.ts";

/** The result of a change to the table. */
export interface PointChange {
  /** Undefined if the latest points need no snapshot because a start restores them correctly without one. */
  readonly latest: LatestChanges | undefined;
  readonly deleted: number;
}

/** The part of the store that deleting needs. */
export interface ChangingStore {
  latest(): LatestPoints;
  /** Whether any point has its own time to live. */
  hasExpiring(): boolean;
  /** Counts changes other than new points: rows that replaced others, and deletions. */
  rewrites(): number;
  /** Runs `work` inside a transaction, between two batches; returns the number of points it deleted. */
  change(work: (writer: DuckdbSession) => Promise<PointChange>): Promise<number>;
  /** The same for points that are not the latest ones of their series. */
  deleteOld(work: (writer: DuckdbSession) => Promise<number>): Promise<number>;
  /** Called when the last points with their own time to live may have gone. */
  checkExpiring(): Promise<void>;
}

/** A table in the engine's memory catalog: every connection sees it, and nothing is written to disk. */
const TERMS = "memory.main.retention_term";
/** Number of parts into which the time range is divided for counting. */
export const SLOTS = 4096;
/** Maximum number of latest values that change in one transaction. */
const LATEST_PER_STEP = 10_000;

/** Exempts points with their own time to live. */
export const NOT_EXPIRING =
  "AND NOT EXISTS (SELECT 1 FROM expiry WHERE expiry.series = points.series AND expiry.ts = points.ts)";

type NewestPoints = ReadonlyMap<number, LatestPoint>;

export class DuckdbRetention implements PointRetentionStore {
  readonly #database: DuckdbDatabase;
  readonly #store: ChangingStore;
  readonly #clock: Clock;
  /** The present run: by series, the time before which points are deleted. */
  readonly #before = new Map<number, number>();
  /** `DuckdbDatabase.openings` when the run began; reopening the file drops the run's terms. */
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
    await this.#read(`INSERT INTO ${TERMS} SELECT unnest([${series.join(",")}]), ${sqlInteger(before)}`);
  }

  async dropLatest(): Promise<number> {
    const old = [...this.#before.keys()].filter((series) => this.#isLatestOld(series));
    for (let from = 0; from < old.length; from += LATEST_PER_STEP)
      await this.#dropLatestOf(old.slice(from, from + LATEST_PER_STEP));
    return old.length;
  }

  async slices(pointsMax: number, from: EpochMillis | null): Promise<readonly RetentionSlice[]> {
    const after = from === null ? "" : `AND points.ts >= ${sqlInteger(from)}`;
    const found = `FROM points JOIN ${TERMS} AS term ON term.series = points.series
      WHERE points.ts < term.before AND points.ts < (SELECT max(before) FROM ${TERMS}) ${after} ${this.#exempt()}`;
    const [range] = await this.#read(`SELECT min(points.ts), max(points.ts), count(*) ${found}`);
    const points = Number(range?.[2] ?? 0);
    if (points === 0) return [];
    const [first, last] = [Number(range?.[0]), Number(range?.[1])];
    const width = points <= pointsMax ? last - first + 1 : Math.ceil((last - first + 1) / SLOTS);
    const slots = await this.#read(
      `SELECT (points.ts - ${sqlInteger(first)}) // ${sqlInteger(width)} AS slot, count(*) ${found} GROUP BY slot ORDER BY slot`,
    );
    return slicesOf(
      slots.map(([slot, count]) => ({ slot: Number(slot), points: Number(count) })),
      { first, width, pointsMax },
    );
  }

  async deleteSlice({ startTs, endTs }: TimeWindow): Promise<number> {
    const areTermsGone = (): boolean => this.#opening !== this.#database.openings;
    const count = await this.#store.deleteOld(async (writer) => {
      if (areTermsGone()) return 0;
      return await changed(
        writer,
        `DELETE FROM points USING ${TERMS} AS term WHERE points.series = term.series AND points.ts < term.before
           AND points.ts >= ${sqlInteger(startTs)} AND points.ts < ${sqlInteger(endTs)} ${this.#exempt()}`,
      );
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
    if (!this.#store.hasExpiring()) return 0;
    const outlived = `SELECT series, ts FROM expiry WHERE expires_at <= ${sqlInteger(now)} ORDER BY expires_at LIMIT ${sqlInteger(max)}`;
    const rewrites = this.#store.rewrites();
    const affected = this.#lostLatest(await this.#read(outlived));
    const read = `SELECT points.series, max(points.ts), arg_max({kind: kind, num: num, text: text}, points.ts) FROM points
      WHERE NOT EXISTS (SELECT 1 FROM expiry WHERE expiry.series = points.series AND expiry.ts = points.ts
        AND expires_at <= ${sqlInteger(now)})`;
    const newest = await this.#database.read((reader) => newestOf(reader, read, affected));
    const deleted = await this.#store.change(async (writer) => {
      await writer.run(`CREATE OR REPLACE TEMP TABLE outlived AS ${outlived}`);
      const lost = this.#lostLatest(await writer.query("SELECT series, ts FROM outlived"));
      const isKnown = rewrites === this.#store.rewrites() && lost.every((series) => affected.includes(series));
      const left = isKnown ? newest : await newestOf(writer, read, lost);
      const bounds = await writer.query("SELECT min(ts), max(ts) FROM outlived WHERE ts IS NOT NULL");
      const [least, greatest] = bounds[0] ?? [];
      if (typeof least !== "bigint" || typeof greatest !== "bigint") return { latest: undefined, deleted: 0 };
      // The bounds let the engine skip row groups without reading them.
      await writer.run(
        `DELETE FROM points USING outlived WHERE points.series = outlived.series AND points.ts = outlived.ts
           AND points.ts BETWEEN ${String(least)} AND ${String(greatest)}`,
      );
      const count = await changed(
        writer,
        "DELETE FROM expiry USING outlived WHERE expiry.series = outlived.series AND expiry.ts = outlived.ts",
      );
      return { latest: changesOf(lost, left), deleted: count };
    });
    await this.#store.checkExpiring();
    return deleted;
  }

  async #dropLatestOf(series: readonly number[]): Promise<void> {
    const rewrites = this.#store.rewrites();
    const read = `SELECT points.series, max(points.ts), arg_max({kind: kind, num: num, text: text}, points.ts) FROM points
      JOIN expiry ON expiry.series = points.series AND expiry.ts = points.ts
      WHERE expires_at > ${sqlInteger(this.#clock.now())}`;
    const isExempt = this.#store.hasExpiring();
    const newest = isExempt
      ? await this.#database.read((reader) => newestOf(reader, read, series))
      : new Map<number, LatestPoint>();
    await this.#store.change(async (writer) => {
      const old = series.filter((number) => this.#isLatestOld(number));
      const isKnown = rewrites === this.#store.rewrites() && isExempt === this.#store.hasExpiring();
      const left = isKnown ? newest : await newestOf(writer, read, old);
      return { latest: changesOf(old, left), deleted: 0 };
    });
  }

  #isLatestOld(series: number): boolean {
    const before = this.#before.get(series);
    const ts = this.#store.latest().latestTs(series);
    return before !== undefined && ts !== undefined && ts < before;
  }

  #lostLatest(points: readonly Row[]): readonly number[] {
    const latest = this.#store.latest();
    return points.flatMap(([series, ts]) => (latest.latestTs(Number(series)) === Number(ts) ? [Number(series)] : []));
  }

  #exempt(): string {
    return this.#store.hasExpiring() ? NOT_EXPIRING : "";
  }

  #read(sql: string): Promise<readonly Row[]> {
    return this.#database.read((reader) => reader.query(sql));
  }
}

type Row = readonly DuckDBValue[];

/** The number of rows that a statement has changed. */
async function changed(writer: DuckdbSession, sql: string): Promise<number> {
  const [row] = await writer.query(sql);
  return Number(row?.[0] ?? 0);
}

/** The newest point of each of these series, as found by `read`; a series without points is absent. */
export async function newestOf(session: DuckdbSession, read: string, series: readonly number[]): Promise<NewestPoints> {
  const found = new Map<number, LatestPoint>();
  if (series.length === 0) return found;
  const sql = `SELECT series, ts, point.kind, point.num, point.text FROM
    (${read} AND points.series IN (${series.join(",")}) GROUP BY points.series) AS newest (series, ts, point)`;
  for (const [number, ...point] of await session.query(sql)) found.set(Number(number), latestPoint(point));
  return found;
}

/** The changes for series whose latest points are deleted: the newest point that is left of each. */
function changesOf(series: readonly number[], left: NewestPoints): PointChange["latest"] {
  return series.length === 0 ? undefined : new Map(series.map((number) => [number, left.get(number)]));
}

/** The number of points in one of the equal parts of the time range; empty parts are left out. */
interface CountedSlot {
  readonly slot: number;
  readonly points: number;
}

/**
 * Cuts the time range into slices of about as many points as one transaction deletes. The first slot begins at `first`,
 * each is `width` milliseconds wide. Slots ascend. A slot with too many points is a slice of its own.
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
