// Tables in memory with what the log has behind the position of the lake, and the relations `points` and `expiry`, which
// add it to the lake. All rows carry the position of their frame, so that they count only while the lake that a
// transaction sees does not have them.
import { BIGINT } from "@duckdb/node-api";
import type { DuckDBAppender } from "@duckdb/node-api";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { PointBatch } from "../../../core/telemetry/point-batch.ts";
import type { DeleteQuery } from "../../../core/telemetry/telemetry.ts";
import { TS_ABS_MAX } from "../../../core/telemetry/telemetry.ts";
import { DomainError } from "../../../core/errors.ts";
import type { DuckdbSession } from "../duckdb-session.ts";
import { sqlInteger } from "../literals.ts";
import { closeAppender, PointAppender } from "../point-appender.ts";
import { lastWritings } from "../point-expiry.ts";
import { lastOfEach, withoutRows } from "../point-tables.ts";
import { readState } from "./lake-tables.ts";

/** A batch of the log. */
export interface TailFrame {
  readonly position: number;
  readonly batch: PointBatch;
  /** The rows that may have replaced earlier ones (see `LatestPoints.admit`). */
  readonly late: readonly number[];
}

/**
 * `tail` and `tail_expiry` have at most one row for each series and time. `hidden` has those of late rows: the lake may
 * have them too. `removed` has the deletions.
 */
const TABLES = {
  tail: "series INTEGER, ts BIGINT, kind UTINYINT, num DOUBLE, text VARCHAR, position BIGINT",
  tail_expiry: "series INTEGER, ts BIGINT, expires_at BIGINT, position BIGINT",
  hidden: "series INTEGER, ts BIGINT, position BIGINT",
  removed: "series INTEGER, from_ts BIGINT, to_ts BIGINT, position BIGINT",
};

/** One row: what was dropped, what the tables have, and whether `hidden` or `removed` has rows. */
const PLACE = "place (dropped BIGINT, applied BIGINT, is_hiding BOOLEAN)";

/** The first read of a transaction: it fixes the tables in memory, while none of them is being replaced. */
export const LOOK_AT_TAIL = "FROM telemetry.main.place LIMIT 0";

/** A variable of each session: the position of the lake that its transaction sees. */
const LAKE_POSITION = "lake_position";

/** Whoever reads without having fixed the position gets an error. */
const BEHIND = `position > coalesce(getvariable('${LAKE_POSITION}')::BIGINT, error('no position of the lake')::BIGINT)`;

/** Joins with empty tables cost little, but keep the engine from counting rows without reading them. */
const SHOWN = `ANTI JOIN (SELECT series, ts FROM telemetry.main.hidden WHERE ${BEHIND}) hidden USING (series, ts)
  ANTI JOIN (SELECT series, from_ts, to_ts FROM telemetry.main.removed WHERE ${BEHIND}) removed
    ON stored.series = removed.series AND stored.ts >= removed.from_ts AND stored.ts < removed.to_ts`;

/** Those in `plain` are for transactions for which nothing is hidden or removed. */
const RELATIONS = [
  ["main", SHOWN],
  ["plain", ""],
].flatMap(([schema = "", shown = ""]) => [
  `CREATE OR REPLACE VIEW telemetry.${schema}.points AS
     SELECT series, ts, kind, num, text FROM telemetry.main.tail WHERE ${BEHIND}
     UNION ALL SELECT series, ts, kind, num, text FROM lake.points stored ${shown}`,
  `CREATE OR REPLACE VIEW telemetry.${schema}.expiry AS
     SELECT series, ts, expires_at FROM telemetry.main.tail_expiry WHERE ${BEHIND}
     UNION ALL SELECT series, ts, expires_at FROM lake.expiry stored ${shown}`,
]);

/**
 * Fixes which lake a transaction sees, of which the tail is fixed: so the lake does not lack what the tail has dropped. Returns
 * the position of the lake and that of the tail. Throws `unavailable` if the catalog was restored from a copy that lacks it.
 */
export async function pinLake(session: DuckdbSession): Promise<{ readonly lake: number; readonly tail: number }> {
  const [row] = await session.query("SELECT dropped, applied FROM telemetry.main.place");
  const { position } = await readState(session);
  if (position < Number(row?.[0])) throw new DomainError("unavailable", "the lake is older than it was");
  await session.run(`SET VARIABLE ${LAKE_POSITION} = ${sqlInteger(position)}`);
  return { lake: position, tail: Number(row?.[1]) };
}

/** Makes the cheapest relations that are right those that the session means. */
export async function chooseRelations(session: DuckdbSession): Promise<void> {
  const [row] = await session.query("SELECT is_hiding FROM telemetry.main.place");
  await session.run(`USE telemetry.${row?.[0] === false ? "plain" : "main"}`);
}

export class TailTables {
  readonly #writer: DuckdbSession;
  #points: PointAppender | undefined;
  #late: PointAppender | undefined;
  #expiry: DuckDBAppender | undefined;

  private constructor(writer: DuckdbSession) {
    this.#writer = writer;
  }

  /** Makes them again, empty, outside a transaction, while nobody reads. */
  static async open(writer: DuckdbSession): Promise<TailTables> {
    await writer.run(`CREATE OR REPLACE TEMP TABLE late (${TABLES.tail})`);
    await writer.run("CREATE SCHEMA IF NOT EXISTS telemetry.plain");
    for (const [name, columns] of Object.entries(TABLES))
      await writer.run(`CREATE OR REPLACE TABLE telemetry.main.${name} (${columns})`);
    await writer.run(`CREATE OR REPLACE TABLE telemetry.main.${PLACE}`);
    await writer.run("INSERT INTO telemetry.main.place VALUES (0, 0, false)");
    for (const view of RELATIONS) await writer.run(view);
    const tables = new TailTables(writer);
    await tables.openAppenders();
    return tables;
  }

  /** Reads that find an older lake are refused: the tables have nothing up to this position. */
  async begin(position: number): Promise<void> {
    await this.#writer.run(`UPDATE place SET dropped = ${sqlInteger(position)}`);
  }

  close(): void {
    this.#points?.close();
    this.#late?.close();
    if (this.#expiry !== undefined) closeAppender(this.#expiry);
    this.#points = undefined;
    this.#late = undefined;
    this.#expiry = undefined;
  }

  /** Adds frames of ascending positions. Only the first one with late rows may come behind points with their own time to live. */
  async write(frames: readonly TailFrame[]): Promise<void> {
    for (const { batch, late, position } of frames)
      if (late.length < batch.count) this.#points?.gather(withoutRows(batch, late), position);
    // Late rows may replace some of these.
    this.#points?.flush();
    await this.#replace(frames);
    await this.#writer.run(`UPDATE place SET applied = ${sqlInteger(frames.at(-1)?.position ?? 0)}`);
    for (const { batch, position } of frames)
      if (batch.expiring.length > 0)
        for (const { series, ts, expiresAt } of lastWritings(batch)) this.#addExpiry(series, ts, expiresAt, position);
    this.#expiry?.flushSync();
  }

  #addExpiry(series: number, ts: number, expiresAt: number, position: number): void {
    this.#expiry?.appendInteger(series);
    for (const value of [ts, expiresAt, position]) this.#expiry?.appendBigInt(BigInt(value));
    this.#expiry?.endRow();
  }

  async #replace(frames: readonly TailFrame[]): Promise<void> {
    const late = new PointBatch();
    const from: number[] = [];
    for (const { batch, late: rows, position } of frames) {
      if (rows.length === 0) continue;
      late.append(batch.pick(rows));
      from.length += rows.length;
      from.fill(position, -rows.length);
    }
    if (late.count === 0) return;
    const last = lastOfEach(
      late,
      Array.from(from, (_, row) => row),
    );
    this.#late?.append(
      late.pick(last),
      Float64Array.from(last, (row) => from[row] ?? 0),
    );
    await this.#writer.run("DELETE FROM tail USING late WHERE tail.series = late.series AND tail.ts = late.ts");
    await this.#writer.run(
      "DELETE FROM tail_expiry USING late WHERE tail_expiry.series = late.series AND tail_expiry.ts = late.ts",
    );
    await this.#writer.run("INSERT INTO tail SELECT * FROM late");
    await this.#writer.run("INSERT INTO hidden SELECT series, ts, position FROM late");
    await this.#writer.run("DELETE FROM late");
    await this.#writer.run("UPDATE place SET is_hiding = true");
  }

  async remove(series: readonly SeriesNumber[], { window }: DeleteQuery, position: number): Promise<void> {
    const from = sqlInteger(window?.startTs ?? -TS_ABS_MAX);
    const to = sqlInteger(window?.endTs ?? TS_ABS_MAX + 1);
    const where = `series IN (${series.join(",")}) AND ts >= ${from} AND ts < ${to}`;
    await this.#writer.run(`DELETE FROM tail WHERE ${where}`);
    await this.#writer.run(`DELETE FROM tail_expiry WHERE ${where}`);
    await this.#writer.run(
      `INSERT INTO removed SELECT unnest([${series.join(",")}]), ${from}, ${to}, ${sqlInteger(position)}`,
    );
    await this.#writer.run(`UPDATE place SET is_hiding = true, applied = ${sqlInteger(position)}`);
  }

  /** Deletes the points that the query names by series and ts. */
  async erase(points: string, position: number): Promise<void> {
    await this.#writer.run(`CREATE OR REPLACE TEMP TABLE erased AS ${points}`);
    for (const table of ["tail", "tail_expiry"])
      await this.#writer.run(
        `DELETE FROM ${table} USING erased WHERE ${table}.series = erased.series AND ${table}.ts = erased.ts`,
      );
    await this.#writer.run(`INSERT INTO hidden SELECT series, ts, ${sqlInteger(position)} FROM erased`);
    await this.#writer.run(`UPDATE place SET is_hiding = true, applied = ${sqlInteger(position)}`);
  }

  /**
   * Drops the rows that the lake has at this position, by making the tables again: only that frees memory. Transactions that
   * have begun go on with the old ones. Runs inside a transaction, before which the appenders are closed and after which they
   * are opened.
   */
  async drop(position: number): Promise<void> {
    for (const name of Object.keys(TABLES))
      await this.#writer.run(
        `CREATE OR REPLACE TABLE telemetry.main.${name} AS SELECT * FROM telemetry.main.${name} WHERE position > ${sqlInteger(position)}`,
      );
    await this.#writer.run(
      `UPDATE place SET dropped = ${sqlInteger(position)},
         is_hiding = EXISTS (SELECT 1 FROM hidden) OR EXISTS (SELECT 1 FROM removed)`,
    );
  }

  async openAppenders(): Promise<void> {
    this.#points = await PointAppender.open(this.#writer, "tail", BIGINT);
    this.#late = await PointAppender.open(this.#writer, "late", BIGINT);
    this.#expiry = await this.#writer.appender("tail_expiry");
  }
}
