// Points that may collide with stored ones: late arrivals and repetitions. They replace what has their series and ts, in
// the transaction that stores the rest of the batch.
import type { DuckDBConnection } from "@duckdb/node-api";
import { PointAppender, type PointColumns } from "./point-appender.ts";

export class LatePoints {
  readonly #connection: DuckDBConnection;
  readonly #appender: PointAppender;

  private constructor(connection: DuckDBConnection, appender: PointAppender) {
    this.#connection = connection;
    this.#appender = appender;
  }

  static async open(connection: DuckDBConnection): Promise<LatePoints> {
    await connection.run("CREATE OR REPLACE TEMP TABLE late AS SELECT * FROM points LIMIT 0");
    return new LatePoints(connection, await PointAppender.open(connection, "late"));
  }

  close(): void {
    this.#appender.close();
  }

  /**
   * `rows` are the numbers of the late ones; of several with one series and ts the last one wins. `hasExpiring` says that
   * what they replace may have had a time to live of its own, which ends with it.
   */
  async write(columns: PointColumns, rows: readonly number[], era: number, hasExpiring: boolean): Promise<void> {
    const late = pickRows(columns, lastOfEach(columns, rows));
    this.#appender.append(late, era);
    // The bounds let the engine pass over row groups without reading them.
    await this.#connection.run(
      `DELETE FROM points USING late WHERE points.series = late.series AND points.ts = late.ts
         AND points.ts BETWEEN $1 AND $2 AND points.series BETWEEN $3 AND $4`,
      [...bounds(late.ts, late.count), ...bounds(late.series, late.count)].map((bound, index) =>
        index < 2 ? BigInt(bound) : bound,
      ),
    );
    if (hasExpiring)
      await this.#connection.run(
        "DELETE FROM expiry USING late WHERE expiry.series = late.series AND expiry.ts = late.ts",
      );
    await this.#connection.run("INSERT INTO points SELECT * FROM late");
    await this.#connection.run("DELETE FROM late");
  }
}

/** The columns without these rows, which ascend. */
export function dropRows(columns: PointColumns, rows: readonly number[]): PointColumns {
  const kept: number[] = [];
  let next = 0;
  for (let row = 0; row < columns.count; row++) {
    if (rows[next] === row) next++;
    else kept.push(row);
  }
  return pickRows(columns, kept);
}

/** The rows without those that a later one of the same series and ts replaces; ascending, as the texts are found by it. */
function lastOfEach(columns: PointColumns, rows: readonly number[]): readonly number[] {
  const { series, ts } = columns;
  const capacity = 2 ** Math.ceil(Math.log2(rows.length * 2 + 1));
  // Open addressing: a place holds the position among `rows` of the last such row, plus one.
  const table = new Int32Array(capacity);
  let replaced: Uint8Array | undefined;
  for (let position = 0; position < rows.length; position++) {
    const row = rows[position] ?? 0;
    let place = hash(series[row] ?? 0, ts[row] ?? 0) & (capacity - 1);
    for (;;) {
      const earlier = (table[place] ?? 0) - 1;
      if (earlier < 0) break;
      const other = rows[earlier] ?? 0;
      if (series[other] === series[row] && ts[other] === ts[row]) {
        replaced ??= new Uint8Array(rows.length);
        replaced[earlier] = 1;
        break;
      }
      place = (place + 1) & (capacity - 1);
    }
    table[place] = position + 1;
  }
  return replaced === undefined ? rows : rows.filter((_row, position) => replaced[position] === 0);
}

const TWO_POW_32 = 4_294_967_296;

function hash(series: number, ts: number): number {
  const high = Math.floor(ts / TWO_POW_32);
  let mixed = Math.imul(series, 0x9e3779b1) ^ Math.imul((ts - high * TWO_POW_32) | 0, 0x85ebca6b) ^ high;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

/** The columns of these rows, which ascend; the columns themselves where that is all of them. */
function pickRows(columns: PointColumns, rows: readonly number[]): PointColumns {
  const count = rows.length;
  if (count === columns.count) return columns;
  const picked = {
    count,
    series: new Int32Array(count),
    ts: new Float64Array(count),
    kind: new Uint8Array(count),
    num: new Float64Array(count),
    textRows: [] as number[],
    texts: [] as string[],
  };
  let nextText = 0;
  for (let index = 0; index < count; index++) {
    const row = rows[index] ?? 0;
    picked.series[index] = columns.series[row] ?? 0;
    picked.ts[index] = columns.ts[row] ?? 0;
    picked.kind[index] = columns.kind[row] ?? 0;
    picked.num[index] = columns.num[row] ?? 0;
    while ((columns.textRows[nextText] ?? Infinity) < row) nextText++;
    if (columns.textRows[nextText] !== row) continue;
    picked.textRows.push(index);
    picked.texts.push(columns.texts[nextText] ?? "");
  }
  return picked;
}

function bounds(column: Int32Array | Float64Array, count: number): [number, number] {
  let least = Infinity;
  let greatest = -Infinity;
  for (let row = 0; row < count; row++) {
    const value = column[row] ?? 0;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}
