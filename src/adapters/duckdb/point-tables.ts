// The tables of points, as the one writer fills them inside its transactions: points, their expiry, and the snapshot of the latest.
import type { PointBatch } from "../../core/telemetry/point-batch.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import type { LatestPoints } from "./latest-points.ts";
import { LatestSnapshot } from "./latest-snapshot.ts";
import { sqlInteger } from "./literals.ts";
import { PointAppender } from "./point-appender.ts";
import { PointExpiry } from "./point-expiry.ts";

export class PointTables {
  readonly expiry: PointExpiry;
  readonly snapshot: LatestSnapshot;
  readonly #writer: DuckdbSession;
  readonly #points: PointAppender;
  readonly #late: PointAppender;

  private constructor(
    writer: DuckdbSession,
    parts: { points: PointAppender; late: PointAppender; expiry: PointExpiry; snapshot: LatestSnapshot },
  ) {
    this.#writer = writer;
    this.#points = parts.points;
    this.#late = parts.late;
    this.expiry = parts.expiry;
    this.snapshot = parts.snapshot;
  }

  static async open(writer: DuckdbSession): Promise<PointTables> {
    await writer.run("CREATE OR REPLACE TEMP TABLE late AS SELECT * FROM points LIMIT 0");
    return new PointTables(writer, {
      points: await PointAppender.open(writer, "points"),
      late: await PointAppender.open(writer, "late"),
      expiry: await PointExpiry.open(writer),
      snapshot: await LatestSnapshot.open(writer),
    });
  }

  close(): void {
    this.#points.close();
    this.#late.close();
    this.expiry.close();
    this.snapshot.close();
  }

  /** Stores a batch; answers whether rows of it may have replaced others. */
  async write(batch: PointBatch, latest: LatestPoints): Promise<boolean> {
    const late = latest.admit(batch);
    if (late.length < batch.count) this.#points.append(withoutRows(batch, late), this.snapshot.era);
    if (late.length > 0) await this.#replace(batch.pick(lastOfEach(batch, late)));
    this.expiry.write(batch);
    return late.length > 0;
  }

  /** Points that may collide with stored ones, late arrivals and repetitions, replace what has their series and ts. */
  async #replace(late: PointBatch): Promise<void> {
    this.#late.append(late, this.snapshot.era);
    // The bounds let the engine pass over row groups without reading them.
    await this.#writer.run(
      `DELETE FROM points USING late WHERE points.series = late.series AND points.ts = late.ts
         AND points.ts BETWEEN ${bounds(late.ts, late.count)} AND points.series BETWEEN ${bounds(late.series, late.count)}`,
    );
    // What they replace may have had a time to live of its own, which ends with it.
    if (this.expiry.isUsed)
      await this.#writer.run("DELETE FROM expiry USING late WHERE expiry.series = late.series AND expiry.ts = late.ts");
    await this.#writer.run("INSERT INTO points SELECT * FROM late");
    await this.#writer.run("DELETE FROM late");
  }
}

/** The batch without these rows, which ascend. */
function withoutRows(batch: PointBatch, rows: readonly number[]): PointBatch {
  if (rows.length === 0) return batch;
  const kept: number[] = [];
  let next = 0;
  for (let row = 0; row < batch.count; row++) {
    if (rows[next] === row) next++;
    else kept.push(row);
  }
  return batch.pick(kept);
}

/** The rows without those that a later one of the same series and ts replaces. */
function lastOfEach({ series, ts }: PointBatch, rows: readonly number[]): readonly number[] {
  const lastBySeries = new Map<number, Map<number, number>>();
  let count = 0;
  for (const row of rows) {
    const number = series[row] ?? 0;
    let last = lastBySeries.get(number);
    if (last === undefined) lastBySeries.set(number, (last = new Map()));
    const known = last.size;
    last.set(ts[row] ?? 0, row);
    count += last.size - known;
  }
  if (count === rows.length) return rows;
  return rows.filter((row) => lastBySeries.get(series[row] ?? 0)?.get(ts[row] ?? 0) === row);
}

function bounds(column: Int32Array | Float64Array, count: number): string {
  let least = Infinity;
  let greatest = -Infinity;
  for (let row = 0; row < count; row++) {
    const value = column[row] ?? 0;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return `${sqlInteger(least)} AND ${sqlInteger(greatest)}`;
}
