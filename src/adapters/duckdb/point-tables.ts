// The tables of points that the writer fills inside its transactions: points, their expiry, and the snapshot of the
// latest points.
import type { PointBatch } from "../../core/telemetry/point-batch.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import type { EraTimes } from "./era-times.ts";
import { LatestSnapshot } from "./latest-snapshot.ts";
import { sqlInteger } from "./literals.ts";
import { PointAppender } from "./point-appender.ts";
import type { PendingPoints } from "./pending-points.ts";
import { PointExpiry } from "./point-expiry.ts";

/** The log that the file belongs to, and the position up to which it has the changes of that log. */
export interface Folded {
  /** Undefined before the first log. */
  readonly id: string | undefined;
  readonly position: number;
}

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
    const opened: { close(): void }[] = [];
    const noted = <Part extends { close(): void }>(part: Part): Part => {
      opened.push(part);
      return part;
    };
    try {
      return new PointTables(writer, {
        points: noted(await PointAppender.open(writer, "points")),
        late: noted(await PointAppender.open(writer, "late")),
        expiry: noted(await PointExpiry.open(writer)),
        snapshot: noted(await LatestSnapshot.open(writer)),
      });
    } catch (error) {
      // An appender left open would keep the engine from closing.
      for (const part of opened) part.close();
      throw error;
    }
  }

  close(): void {
    this.#points.close();
    this.#late.close();
    this.expiry.close();
    this.snapshot.close();
  }

  /**
   * Stores points. With `keepsEqual`, a point that is stored with the same value stays, as the engine keeps memory for each group of
   * rows that has lost one. There may be hundreds of thousands, so messages are served between the parts of the work.
   */
  async write(
    { batch, late }: PendingPoints,
    eraTimes: EraTimes,
    how: { readonly keepsEqual: boolean },
  ): Promise<void> {
    const { era } = this.snapshot;
    if (late.length < batch.count) {
      const fresh = withoutRows(batch, late);
      if (late.length > 0) await nextTurn();
      await this.#points.appendInTurns(fresh, era);
      eraTimes.add(era, fresh);
    }
    if (late.length > 0) {
      await nextTurn();
      const rows = lastOfEach(batch, late);
      await nextTurn();
      const replacing = batch.pick(rows);
      await this.#replace(replacing, eraTimes, how);
      eraTimes.add(era, replacing);
    }
    this.expiry.write(batch);
  }

  /** Notes that the file has the changes of the log up to this position. */
  async noteFolded(log: string, position: number): Promise<void> {
    await this.#writer.run("DELETE FROM folded");
    await this.#writer.run("INSERT INTO folded VALUES ($1, $2)", [log, BigInt(position)]);
  }

  async readFolded(): Promise<Folded> {
    const [row] = await this.#writer.query("SELECT log, position FROM folded");
    return { id: row === undefined ? undefined : String(row[0]), position: Number(row?.[1] ?? 0) };
  }

  /**
   * Stores rows that may collide with stored ones (late arrivals and repetitions), replacing points with the same
   * series and ts.
   */
  async #replace(
    late: PointBatch,
    eraTimes: EraTimes,
    { keepsEqual }: { readonly keepsEqual: boolean },
  ): Promise<void> {
    await this.#late.appendInTurns(late, this.snapshot.era);
    // A replaced point may have had its own time to live, which ends with it.
    if (this.expiry.isUsed)
      await this.#writer.run("DELETE FROM expiry USING late WHERE expiry.series = late.series AND expiry.ts = late.ts");
    // The bounds let the engine skip row groups without reading them. It does not skip for several ranges in one statement.
    for (const eras of eraTimes.erasOf(late)) {
      const isStored = `points.series = late.series AND points.ts = late.ts
        AND points.ts BETWEEN ${bounds(late.ts, late.count)} AND points.series BETWEEN ${bounds(late.series, late.count)}
        AND points.era BETWEEN ${sqlInteger(eras.from)} AND ${sqlInteger(eras.to)}`;
      if (keepsEqual)
        await this.#writer.run(
          `DELETE FROM late USING points WHERE ${isStored} AND points.kind = late.kind AND points.num = late.num
             AND points.text IS NOT DISTINCT FROM late.text`,
        );
      await this.#writer.run(`DELETE FROM points USING late WHERE ${isStored}`);
    }
    await this.#writer.run("INSERT INTO points SELECT * FROM late");
    await this.#writer.run("DELETE FROM late");
  }
}

/** The batch without these rows, which must be in ascending order. */
export function withoutRows(batch: PointBatch, rows: readonly number[]): PointBatch {
  if (rows.length === 0) return batch;
  const kept: number[] = [];
  let next = 0;
  for (let row = 0; row < batch.count; row++) {
    if (rows[next] === row) next++;
    else kept.push(row);
  }
  return batch.pick(kept);
}

/** The rows, without those that a later row of the same series and ts replaces. */
export function lastOfEach({ series, ts }: PointBatch, rows: readonly number[]): readonly number[] {
  const capacity = 2 ** Math.ceil(Math.log2(rows.length * 2 + 1));
  // Open addressing, many times as fast as a Map: each place holds the position of the last such row in `rows`, plus
  // one.
  const table = new Int32Array(capacity);
  const isReplaced = new Uint8Array(rows.length);
  for (let position = 0; position < rows.length; position++) {
    const row = rows[position] ?? 0;
    let place = hash(series[row] ?? 0, ts[row] ?? 0) & (capacity - 1);
    for (; table[place] !== 0; place = (place + 1) & (capacity - 1)) {
      const earlier = (table[place] ?? 0) - 1;
      const other = rows[earlier] ?? 0;
      if (series[other] !== series[row] || ts[other] !== ts[row]) continue;
      isReplaced[earlier] = 1;
      break;
    }
    table[place] = position + 1;
  }
  return rows.filter((_row, position) => isReplaced[position] === 0);
}

const TWO_POW_32 = 4_294_967_296;

function hash(series: number, ts: number): number {
  const high = Math.floor(ts / TWO_POW_32);
  const mixed = Math.imul(series, 0x9e3779b1) ^ Math.imul((ts - high * TWO_POW_32) | 0, 0x85ebca6b) ^ high;
  return mixed ^ (mixed >>> 15);
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
