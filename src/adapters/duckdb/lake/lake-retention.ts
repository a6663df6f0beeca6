// Finds points past their retention by reading, and deletes them by changes in the log.
import { INTEGER, BIGINT, DuckDBDataChunk } from "@duckdb/node-api";
import type { DuckDBValue } from "@duckdb/node-api";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { PointRetentionStore, RetentionSlice } from "../../../core/telemetry/retention-ports.ts";
import type { TimeWindow } from "../../../core/telemetry/telemetry.ts";
import type { Clock, EpochMillis } from "../../../lib/clock.ts";
import type { DuckdbDatabase } from "../duckdb-database.ts";
import { NOT_EXPIRING, SLOTS, slicesOf } from "../duckdb-retention.ts";
import type { DuckdbSession } from "../duckdb-session.ts";
import type { LatestPoints } from "../latest-points.ts";
import { sqlInteger } from "../literals.ts";
import { latestAfter } from "./erasures.ts";
import { LakeFrameKind, type Erasure, type LatestRetentionChange, type OutlivedChange } from "./lake-changes.ts";

/** Series in one change of the log. */
const SERIES_PER_CHANGE = 20_000;
const CHUNK_ROWS = 2048;

export interface LakeRetentionDeps {
  readonly database: DuckdbDatabase;
  readonly clock: Clock;
  /** With everything that was acknowledged before the call. */
  readonly latest: () => Promise<LatestPoints>;
  readonly append: (change: Erasure) => Promise<void>;
}

export class LakeRetention implements PointRetentionStore {
  readonly #deps: LakeRetentionDeps;
  /** The present run: by series, the time before which points are deleted. */
  readonly #before = new Map<SeriesNumber, number>();

  constructor(deps: LakeRetentionDeps) {
    this.#deps = deps;
  }

  begin(): Promise<void> {
    this.#before.clear();
    return Promise.resolve();
  }

  add(series: readonly SeriesNumber[], before: EpochMillis): Promise<void> {
    for (const number of series) this.#before.set(number, before);
    return Promise.resolve();
  }

  async dropLatest(): Promise<number> {
    const latest = await this.#deps.latest();
    const old = [...this.#before].filter(([series, before]) => (latest.latestTs(series) ?? Infinity) < before);
    const now = this.#deps.clock.now();
    for (const part of partsOf(old))
      await this.#appendAnswered({
        kind: LakeFrameKind.latestRetention,
        series: part.map(([series]) => series),
        before: part.map(([, before]) => before),
        now,
      });
    return old.length;
  }

  async slices(pointsMax: number, from: EpochMillis | null): Promise<readonly RetentionSlice[]> {
    const after = from === null ? "" : `AND points.ts >= ${sqlInteger(from)}`;
    return await this.#withTerms(async (session) => {
      const found = `FROM points JOIN term ON term.series = points.series
        WHERE points.ts < term.before AND points.ts < (SELECT max(before) FROM term) ${after} ${NOT_EXPIRING}`;
      const [range] = await session.query(`SELECT min(points.ts), max(points.ts), count(*) ${found}`);
      const points = Number(range?.[2] ?? 0);
      if (points === 0) return [];
      const [first, last] = [Number(range?.[0]), Number(range?.[1])];
      const width = points <= pointsMax ? last - first + 1 : Math.ceil((last - first + 1) / SLOTS);
      const slots = await session.query(
        `SELECT (points.ts - ${sqlInteger(first)}) // ${sqlInteger(width)} AS slot, count(*) ${found} GROUP BY slot ORDER BY slot`,
      );
      return slicesOf(
        slots.map(([slot, count]) => ({ slot: Number(slot), points: Number(count) })),
        { first, width, pointsMax },
      );
    });
  }

  async deleteSlice({ startTs, endTs }: TimeWindow): Promise<number> {
    const found = await this.#withTerms((session) =>
      session.query(
        `SELECT points.series, count(*) FROM points JOIN term ON term.series = points.series
         WHERE points.ts < term.before AND points.ts >= ${sqlInteger(startTs)} AND points.ts < ${sqlInteger(endTs)} ${NOT_EXPIRING}
         GROUP BY points.series`,
      ),
    );
    for (const part of partsOf(found)) {
      const series = part.map(([number]) => Number(number) as SeriesNumber);
      await this.#deps.append({
        kind: LakeFrameKind.retention,
        series,
        startTs: series.map(() => startTs),
        endTs: series.map((number) => Math.min(endTs, this.#before.get(number) ?? startTs)),
      });
    }
    return found.reduce((sum, [, count]) => sum + Number(count), 0);
  }

  end(): Promise<void> {
    this.#before.clear();
    return Promise.resolve();
  }

  async deleteOutlived(now: EpochMillis, max: number): Promise<number> {
    const [row] = await this.#deps.database.read((session) =>
      session.query(`SELECT count(*) FROM expiry WHERE expires_at <= ${sqlInteger(now)}`),
    );
    const count = Math.min(max, Number(row?.[0] ?? 0));
    if (count > 0) await this.#appendAnswered({ kind: LakeFrameKind.outlived, now, max });
    return count;
  }

  /**
   * All nodes look in the history for the points that become the latest ones, and none of them could go on while it is away: it is
   * asked first.
   */
  async #appendAnswered(change: LatestRetentionChange | OutlivedChange): Promise<void> {
    const latest = await this.#deps.latest();
    await this.#deps.database.read((session) => latestAfter(change, session, latest));
    await this.#deps.append(change);
  }

  /** The terms are in a table `term` while `work` reads. */
  async #withTerms<Result>(work: (session: DuckdbSession) => Promise<Result>): Promise<Result> {
    return await this.#deps.database.read(async (session) => {
      await session.run("CREATE OR REPLACE TEMP TABLE term (series INTEGER NOT NULL, before BIGINT NOT NULL)");
      const appender = await session.appender("term");
      try {
        const chunk = DuckDBDataChunk.create([INTEGER, BIGINT]);
        for (const part of partsOf([...this.#before], CHUNK_ROWS)) {
          chunk.reset();
          chunk.setColumns([part.map(([series]): DuckDBValue => series), part.map(([, before]) => BigInt(before))]);
          appender.appendDataChunk(chunk);
        }
        appender.flushSync();
      } finally {
        appender.closeSync();
      }
      return await work(session);
    });
  }
}

function* partsOf<Item>(items: readonly Item[], length = SERIES_PER_CHANGE): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += length) yield items.slice(from, from + length);
}
