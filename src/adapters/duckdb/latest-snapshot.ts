// The latest points in the file: which rows hold them, and how a start brings them back.
import { BIGINT, DOUBLE, INTEGER, UTINYINT, VARCHAR, type DuckDBConnection, type DuckDBValue } from "@duckdb/node-api";
import { LatestPoints, NO_POINT, type LatestRow } from "./latest-points.ts";

export type LatestChange = Omit<LatestRow, "series" | "newest"> | undefined;

export class LatestSnapshot {
  readonly #connection: DuckDBConnection;
  /** Rows of `points` written from now on carry this number. */
  era: number;

  private constructor(connection: DuckDBConnection, era: number) {
    this.#connection = connection;
    this.era = era;
  }

  static async open(connection: DuckDBConnection): Promise<LatestSnapshot> {
    const rows = (await connection.runAndReadAll("SELECT era FROM snapshot")).getRows();
    return new LatestSnapshot(connection, Number(rows[0]?.[0] ?? 1));
  }

  /** The latest points as of the snapshot, and on top of them what the era that it opened has added. */
  async restore(connection: DuckDBConnection): Promise<LatestPoints> {
    const latest = new LatestPoints();
    await eachRow(connection, "SELECT series, newest, ts, kind, num, text FROM latest", (row) => {
      latest.restore(row);
    });
    // A struct, because arg_max passes over rows whose argument is null, and most texts are.
    await eachRow(
      connection,
      `SELECT series, ts, ts, point.kind, point.num, point.text FROM
         (SELECT series, max(ts) AS ts, arg_max({kind: kind, num: num, text: text}, ts) AS point
          FROM points WHERE era >= ${String(this.era)} GROUP BY series)`,
      (row) => {
        latest.restore(row);
      },
    );
    return latest;
  }

  /** Inside a transaction: replaces what has changed, `changes` included, and opens the next era. */
  async write(latest: LatestPoints, changes: ReadonlyMap<number, LatestChange>): Promise<void> {
    const rows = new Map(latest.dirtyRows().map((row) => [row.series, row]));
    for (const [series, change] of changes) {
      const base = { series, newest: latest.newest(series) };
      rows.set(
        series,
        change === undefined ? { ...base, ts: 0, kind: NO_POINT, num: 0, text: null } : { ...base, ...change },
      );
    }
    await this.#connection.run("CREATE OR REPLACE TEMP TABLE changed AS SELECT * FROM latest LIMIT 0");
    const appender = await this.#connection.createAppender("changed");
    try {
      for (const row of rows.values()) {
        if (!Number.isFinite(row.newest)) continue;
        appendAll(appender, row);
      }
      appender.flushSync();
    } finally {
      appender.closeSync();
    }
    await this.#connection.run("DELETE FROM latest USING changed WHERE latest.series = changed.series");
    await this.#connection.run("INSERT INTO latest SELECT * FROM changed");
    await this.#connection.run("DROP TABLE changed");
    await this.#connection.run(`UPDATE snapshot SET era = ${String(this.era + 1)}`);
  }

  committed(): void {
    this.era++;
  }
}

type Appender = Awaited<ReturnType<DuckDBConnection["createAppender"]>>;

function appendAll(appender: Appender, row: LatestRow): void {
  appender.appendValue(row.series, INTEGER);
  appender.appendValue(BigInt(row.newest), BIGINT);
  appender.appendValue(BigInt(row.ts), BIGINT);
  appender.appendValue(row.kind, UTINYINT);
  appender.appendValue(row.num, DOUBLE);
  appender.appendValue(row.text, VARCHAR);
  appender.endRow();
}

async function eachRow(connection: DuckDBConnection, sql: string, take: (row: LatestRow) => void): Promise<void> {
  const result = await connection.stream(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    for (const [series, newest, ts, kind, num, text] of chunk.getRows())
      take({
        series: Number(series),
        newest: Number(newest),
        ts: Number(ts),
        kind: Number(kind),
        num: Number(num),
        text: asText(text),
      });
  }
}

function asText(value: DuckDBValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
