// The latest points in the file: which rows hold them, and how a start brings them back.
import type { DuckDBConnection } from "@duckdb/node-api";
import { LatestPoints, NO_POINT, type LatestPoint } from "./latest-points.ts";
import { PointAppender, type PointColumns } from "./point-appender.ts";

/** Latest points that change outside the usual course; undefined for a series that is left without one. */
export type LatestChanges = ReadonlyMap<number, LatestPoint | undefined>;

export class LatestSnapshot {
  readonly #connection: DuckDBConnection;
  readonly #appender: PointAppender;
  /** Rows of `points` written from now on carry this number. */
  era: number;

  private constructor(connection: DuckDBConnection, appender: PointAppender, era: number) {
    this.#connection = connection;
    this.#appender = appender;
    this.era = era;
  }

  static async open(connection: DuckDBConnection): Promise<LatestSnapshot> {
    await connection.run("CREATE OR REPLACE TEMP TABLE changed AS SELECT * FROM latest LIMIT 0");
    const rows = (await connection.runAndReadAll("SELECT era FROM snapshot")).getRows();
    return new LatestSnapshot(connection, await PointAppender.open(connection, "changed"), Number(rows[0]?.[0] ?? 1));
  }

  close(): void {
    this.#appender.close();
  }

  /** The latest points as of the snapshot, and on top of them what the era that it opened has added. */
  async restore(): Promise<LatestPoints> {
    const latest = new LatestPoints();
    await restoreFrom(this.#connection, latest, "SELECT series, ts, kind, num, text FROM latest");
    // A struct, because arg_max passes over rows whose argument is null, and most texts are.
    await restoreFrom(
      this.#connection,
      latest,
      `SELECT series, ts, point.kind, point.num, point.text FROM
         (SELECT series, max(ts) AS ts, arg_max({kind: kind, num: num, text: text}, ts) AS point
          FROM points WHERE era >= ${String(this.era)} GROUP BY series)`,
    );
    return latest;
  }

  /** Inside a transaction: replaces what has changed, `changes` included, and opens the next era. */
  async write(latest: LatestPoints, changes: LatestChanges): Promise<void> {
    this.#appender.append(snapshotColumns(latest, changes), this.era + 1);
    await this.#connection.run(
      "DELETE FROM latest USING (SELECT DISTINCT series FROM changed) AS changed WHERE latest.series = changed.series",
    );
    await this.#connection.run("INSERT INTO latest SELECT * FROM changed");
    await this.#connection.run("DELETE FROM changed");
    await this.#connection.run(`UPDATE snapshot SET era = ${String(this.era + 1)}`);
  }

  committed(): void {
    this.era++;
  }
}

/** A row for each point, and one more where the series once had a greater ts, as after a deletion. */
function snapshotColumns(latest: LatestPoints, changes: LatestChanges): PointColumns {
  const series = new Set([...latest.dirty, ...changes.keys()]);
  const columns = {
    count: 0,
    series: new Int32Array(series.size * 2),
    ts: new Float64Array(series.size * 2),
    kind: new Uint8Array(series.size * 2),
    num: new Float64Array(series.size * 2),
    textRows: [] as number[],
    texts: [] as string[],
  };
  const add = (number: number, { ts, kind, num, text }: LatestPoint): void => {
    const row = columns.count++;
    columns.series[row] = number;
    columns.ts[row] = ts;
    columns.kind[row] = kind;
    columns.num[row] = num;
    if (text === null) return;
    columns.textRows.push(row);
    columns.texts.push(text);
  };
  for (const number of series) {
    const point = changes.has(number) ? changes.get(number) : latest.point(number);
    const newest = latest.newest(number);
    if (point !== undefined) add(number, point);
    if (Number.isFinite(newest) && (point === undefined || newest > point.ts))
      add(number, { ts: newest, kind: NO_POINT, num: 0, text: null });
  }
  return columns;
}

async function restoreFrom(connection: DuckDBConnection, latest: LatestPoints, sql: string): Promise<void> {
  // Not as a stream, which ends without an error where reading fails in the middle of it.
  const result = await connection.run(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    for (const [series, ts, kind, num, text] of chunk.getRows())
      latest.restore(Number(series), {
        ts: Number(ts),
        kind: Number(kind),
        num: Number(num),
        text: typeof text === "string" ? text : null,
      });
  }
}
