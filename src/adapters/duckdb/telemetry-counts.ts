// Reads the contents of a telemetry file without the platform: for a backup of a folder that is not in use, and to
// check that a restored one is complete.
import type { TelemetryMark } from "../../core/installation/store-marks.ts";
import { openEngineForReading, type EngineOptions } from "./open-engine.ts";

export interface TelemetryCounts {
  readonly points: number;
  /** Undefined if the file was never marked. */
  readonly mark: TelemetryMark | undefined;
}

/** Counts the points of the file and its log; changes neither. */
export async function countTelemetry(options: EngineOptions): Promise<TelemetryCounts> {
  return await read(options, "SELECT count(*) FROM points");
}

/** The same, but reads every value, so that damaged blocks are found. */
export async function countAllTelemetry(options: EngineOptions): Promise<TelemetryCounts> {
  return await read(options, "SELECT count(*) FROM points WHERE hash(series, ts, kind, num, text, era) IS NOT NULL");
}

async function read(options: EngineOptions, count: string): Promise<TelemetryCounts> {
  const { instance, connection } = await openEngineForReading(options);
  try {
    const first = async (sql: string): Promise<readonly unknown[] | undefined> =>
      (await connection.runAndReadAll(sql)).getRows()[0];
    // A file of an older version may lack tables, and one whose first start was interrupted may lack all.
    const has = async (table: string): Promise<boolean> =>
      (await first(`SELECT 1 FROM duckdb_tables() WHERE database_name = 'telemetry' AND table_name = '${table}'`)) !==
      undefined;
    const mark = (await has("mark"))
      ? await first("SELECT installation, generation, (SELECT coalesce(max(series), 0) FROM points) FROM mark")
      : undefined;
    return {
      points: (await has("points")) ? Number((await first(count))?.[0]) : 0,
      mark:
        mark === undefined
          ? undefined
          : { installation: String(mark[0]), generation: Number(mark[1]), seriesMax: Number(mark[2]) },
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
