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

/** A variable of each session: the position of the lake that its transaction sees. */
const LAKE_POSITION = "lake_position";

/** Whoever reads without having fixed the position gets an error. */
const BEHIND = `position > coalesce(getvariable('${LAKE_POSITION}')::BIGINT, error('no position of the lake')::BIGINT)`;

/**
 * Fixes what a transaction that has begun sees: first the tail, then the lake, so that the lake does not lack what the tail has
 * dropped. Returns the position of the lake. Throws `unavailable` if its catalog was restored from a copy that lacks it.
 */
export async function pinLake(session: DuckdbSession): Promise<number> {
  const [row] = await session.query("SELECT position FROM telemetry.dropped");
  const { position } = await readState(session);
  if (position < Number(row?.[0])) throw new DomainError("unavailable", "the lake is older than it was");
  await session.run(`SET VARIABLE ${LAKE_POSITION} = ${sqlInteger(position)}`);
  return position;
}

function viewsOf(isHiding: boolean): readonly string[] {
  // A join with an empty table costs little, but keeps the engine from counting rows without reading them.
  const shown = isHiding
    ? `ANTI JOIN (SELECT series, ts FROM telemetry.hidden WHERE ${BEHIND}) hidden USING (series, ts)
       ANTI JOIN (SELECT series, from_ts, to_ts FROM telemetry.removed WHERE ${BEHIND}) removed
         ON stored.series = removed.series AND stored.ts >= removed.from_ts AND stored.ts < removed.to_ts`
    : "";
  return [
    `CREATE OR REPLACE VIEW telemetry.points AS
       SELECT series, ts, kind, num, text FROM telemetry.tail WHERE ${BEHIND}
       UNION ALL SELECT series, ts, kind, num, text FROM lake.points stored ${shown}`,
    `CREATE OR REPLACE VIEW telemetry.expiry AS
       SELECT series, ts, expires_at FROM telemetry.tail_expiry WHERE ${BEHIND}
       UNION ALL SELECT series, ts, expires_at FROM lake.expiry stored ${shown}`,
  ];
}

export class TailTables {
  readonly #writer: DuckdbSession;
  #points: PointAppender | undefined;
  #late: PointAppender | undefined;
  #expiry: DuckDBAppender | undefined;
  /** Whether rows of the lake may be hidden or removed; undefined before there are relations. */
  #isHiding: boolean | undefined;

  private constructor(writer: DuckdbSession) {
    this.#writer = writer;
  }

  static async open(writer: DuckdbSession): Promise<TailTables> {
    const tables = new TailTables(writer);
    await writer.run(`CREATE OR REPLACE TEMP TABLE late (${TABLES.tail})`);
    await tables.clear();
    return tables;
  }

  close(): void {
    this.#points?.close();
    this.#late?.close();
    if (this.#expiry !== undefined) closeAppender(this.#expiry);
    this.#points = undefined;
    this.#late = undefined;
    this.#expiry = undefined;
  }

  /** Runs outside a transaction. */
  async clear(): Promise<void> {
    this.close();
    for (const [name, columns] of Object.entries(TABLES))
      await this.#writer.run(`CREATE OR REPLACE TABLE telemetry.${name} (${columns})`);
    await this.#show(false, 0);
    await this.#openAppenders();
  }

  /** Adds frames of ascending positions. Only the first one with late rows may come behind points with their own time to live. */
  async write(frames: readonly TailFrame[]): Promise<void> {
    for (const { batch, late, position } of frames)
      if (late.length < batch.count) this.#points?.append(withoutRows(batch, late), position);
    await this.#replace(frames);
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
      for (let row = 0; row < rows.length; row++) from.push(position);
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
    await this.#hide();
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
    await this.#hide();
  }

  /**
   * Drops the rows that the lake has at this position, by making the tables anew: only that frees memory. Transactions that
   * have begun go on with the old ones. Runs outside a transaction.
   */
  async drop(position: number): Promise<void> {
    this.close();
    await this.#writer.run(`UPDATE telemetry.dropped SET position = ${sqlInteger(position)}`);
    for (const name of Object.keys(TABLES))
      await this.#writer.run(
        `CREATE OR REPLACE TABLE telemetry.${name} AS SELECT * FROM telemetry.${name} WHERE position > ${sqlInteger(position)}`,
      );
    const [row] = await this.#writer.query("SELECT 1 FROM hidden UNION ALL SELECT 1 FROM removed LIMIT 1");
    await this.#show(row !== undefined, position);
    await this.#openAppenders();
  }

  async #openAppenders(): Promise<void> {
    this.#points = await PointAppender.open(this.#writer, "tail", BIGINT);
    this.#late = await PointAppender.open(this.#writer, "late", BIGINT);
    this.#expiry = await this.#writer.appender("tail_expiry");
  }

  async #hide(): Promise<void> {
    if (this.#isHiding === true) return;
    for (const view of viewsOf(true)) await this.#writer.run(view);
    this.#isHiding = true;
  }

  async #show(isHiding: boolean, dropped: number): Promise<void> {
    await this.#writer.run(
      `CREATE OR REPLACE TABLE telemetry.dropped AS SELECT ${sqlInteger(dropped)}::BIGINT AS position`,
    );
    for (const view of viewsOf(isHiding)) await this.#writer.run(view);
    this.#isHiding = isHiding;
  }
}
