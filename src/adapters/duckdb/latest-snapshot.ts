// The latest points in the file: which rows hold them, and how a start restores them.
import { PointBatch } from "../../core/telemetry/point-batch.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import { LatestPoints, latestPoint, NO_POINT, type LatestPoint } from "./latest-points.ts";
import { PointAppender } from "./point-appender.ts";

/** Latest points that change other than by newer points; undefined for a series that is left without one. */
export type LatestChanges = ReadonlyMap<number, LatestPoint | undefined>;

export interface RestoredLatest {
  readonly latest: LatestPoints;
  /** Whether no row was written since the snapshot. */
  readonly isEraEmpty: boolean;
}

export class LatestSnapshot {
  readonly #writer: DuckdbSession;
  readonly #appender: PointAppender;
  /** Rows of `points` written from now on carry this number. */
  era: number;

  private constructor(writer: DuckdbSession, appender: PointAppender, era: number) {
    this.#writer = writer;
    this.#appender = appender;
    this.era = era;
  }

  static async open(writer: DuckdbSession): Promise<LatestSnapshot> {
    await writer.run("CREATE OR REPLACE TEMP TABLE changed AS SELECT * FROM latest LIMIT 0");
    const [row] = await writer.query("SELECT era FROM snapshot");
    return new LatestSnapshot(writer, await PointAppender.open(writer, "changed"), Number(row?.[0] ?? 1));
  }

  close(): void {
    this.#appender.close();
  }

  /** Restores the latest points from the snapshot, then applies the rows of the era that it began, if there are any. */
  async restore(): Promise<RestoredLatest> {
    return await readLatest(this.#writer, this.era);
  }

  /** Runs inside a transaction: replaces the rows of changed series, including `changes`, and begins the next era. */
  async write(latest: LatestPoints, changes: LatestChanges): Promise<void> {
    this.#appender.append(rowsOf(latest, new Set([...latest.dirty, ...changes.keys()]), changes), this.era + 1);
    // In the same turn, as points may be added while the transaction runs.
    latest.markClean();
    await this.#writer.run(
      "DELETE FROM latest USING (SELECT DISTINCT series FROM changed) AS changed WHERE latest.series = changed.series",
    );
    await this.#writer.run("INSERT INTO latest SELECT * FROM changed");
    await this.#writer.run("DELETE FROM changed");
    await this.#writer.run(`UPDATE snapshot SET era = ${String(this.era + 1)}`);
  }

  committed(): void {
    this.era++;
  }
}

/** The latest points of the tables in `schema`: of the snapshot, and of the rows of the era that it began. */
export async function readLatest(session: DuckdbSession, era: number, schema?: string): Promise<RestoredLatest> {
  const prefix = schema === undefined ? "" : `${schema}.`;
  const latest = new LatestPoints();
  await session.eachRow(`SELECT series, ts, kind, num, text FROM ${prefix}latest`, ([series, ...point]) =>
    latest.restore(Number(series), latestPoint(point)),
  );
  // A struct, because arg_max skips rows whose argument is null, and most texts are null.
  await session.eachRow(
    `SELECT series, ts, point.kind, point.num, point.text FROM
       (SELECT series, max(ts) AS ts, arg_max({kind: kind, num: num, text: text}, ts) AS point
        FROM ${prefix}points WHERE era >= ${String(era)} GROUP BY series)`,
    ([series, ...point]) => latest.restoreStored(Number(series), latestPoint(point)),
  );
  return { latest, isEraEmpty: latest.dirty.length === 0 };
}

/** The rows of all series. */
export function allRows(latest: LatestPoints): PointBatch {
  const { seriesMax } = latest;
  return rowsOf(latest, new Set(Array.from({ length: seriesMax + 1 }, (_, series) => series)), new Map());
}

/** One row for each point, and one more if the series once had a greater ts, as after a deletion. */
function rowsOf(latest: LatestPoints, series: ReadonlySet<number>, changes: LatestChanges): PointBatch {
  const rows = new PointBatch(series.size * 2);
  const add = (number: number, { ts, kind, num, text }: LatestPoint): void => {
    rows.add(number, ts, kind, num);
    if (text !== null) rows.addText(text);
  };
  for (const number of series) {
    const point = changes.has(number) ? changes.get(number) : latest.point(number);
    const newest = latest.newest(number);
    if (point !== undefined) add(number, point);
    if (Number.isFinite(newest) && (point === undefined || newest > point.ts))
      add(number, { ts: newest, kind: NO_POINT, num: 0, text: null });
  }
  return rows;
}
