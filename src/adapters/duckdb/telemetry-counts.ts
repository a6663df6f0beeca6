// What a telemetry file holds, read without the platform: for a backup of a folder that is not in use, and to tell whether a restored
// one is whole.
import type { TelemetryMark } from "../../core/installation/store-marks.ts";
import { openEngineForReading, type EngineOptions } from "./open-engine.ts";

export interface TelemetryCounts {
  readonly points: number;
  /** Undefined where the file was never marked. */
  readonly mark: TelemetryMark | undefined;
}

/** The file with its log, neither of which is changed. */
export async function countTelemetry(options: EngineOptions): Promise<TelemetryCounts> {
  return await read(options, "SELECT count(*) FROM points");
}

/** The same, by reading every value, so that a block that is damaged is found. */
export async function countAllTelemetry(options: EngineOptions): Promise<TelemetryCounts> {
  return await read(options, "SELECT count(*) FROM points WHERE hash(series, ts, kind, num, text, era) IS NOT NULL");
}

async function read(options: EngineOptions, count: string): Promise<TelemetryCounts> {
  const { instance, connection } = await openEngineForReading(options);
  try {
    const first = async (sql: string): Promise<readonly unknown[] | undefined> =>
      (await connection.runAndReadAll(sql)).getRows()[0];
    // A file of a former version may lack tables, and one whose first start was cut off all of them.
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
