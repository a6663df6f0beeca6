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
      [...bounds(late.ts), ...bounds(late.series)].map((bound, index) => (index < 2 ? BigInt(bound) : bound)),
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

function lastOfEach(columns: PointColumns, rows: readonly number[]): number[] {
  const last = new Map<string, number>();
  for (const row of rows) {
    const key = `${String(columns.series[row])}:${String(columns.ts[row])}`;
    // Setting anew would keep the first place in the order; rows must stay ascending for their texts to be found.
    last.delete(key);
    last.set(key, row);
  }
  return [...last.values()];
}

function pickRows(columns: PointColumns, rows: readonly number[]): PointColumns {
  const textOf = new Map(columns.textRows.map((row, index) => [row, columns.texts[index] ?? ""]));
  const textRows: number[] = [];
  const texts: string[] = [];
  rows.forEach((row, index) => {
    const text = textOf.get(row);
    if (text === undefined) return;
    textRows.push(index);
    texts.push(text);
  });
  return {
    count: rows.length,
    series: Int32Array.from(rows, (row) => columns.series[row] ?? 0),
    ts: Float64Array.from(rows, (row) => columns.ts[row] ?? 0),
    kind: Uint8Array.from(rows, (row) => columns.kind[row] ?? 0),
    num: Float64Array.from(rows, (row) => columns.num[row] ?? 0),
    textRows,
    texts,
  };
}

function bounds(column: Int32Array | Float64Array): [number, number] {
  let least = Infinity;
  let greatest = -Infinity;
  for (const value of column) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}
