// Reads the contents of a telemetry file without the platform: for a backup of a folder that is not in use, before an
// upgrade, and to check that a restored file is complete.
import type { TelemetryMark } from "../../core/installation/store-marks.ts";
import { systemClock } from "../../lib/clock.ts";
import { DuckdbDatabase } from "./duckdb-database.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import { logFolderOf } from "./log/segment.ts";
import type { EngineOptions } from "./open-engine.ts";
import { PointEngine } from "./point-engine.ts";

export interface TelemetryCounts {
  readonly points: number;
  /** Undefined if the file was never marked. */
  readonly mark: TelemetryMark | undefined;
}

/**
 * Counts the points of the file and its log, and stores nothing: what the log has is only in memory, as no checkpoint
 * follows. Completes a checkpoint that a crash interrupted. Throws `LostData` if a part of the log is missing, and
 * `DomainError` if it is damaged or of another file.
 */
export async function countTelemetry(options: EngineOptions): Promise<TelemetryCounts> {
  return await read(options, "SELECT count(*) FROM points");
}

/** The same, but reads every value, so that damaged blocks are found. */
export async function countAllTelemetry(options: EngineOptions): Promise<TelemetryCounts> {
  return await read(options, "SELECT count(*) FROM points WHERE hash(series, ts, kind, num, text, era) IS NOT NULL");
}

async function read(options: EngineOptions, count: string): Promise<TelemetryCounts> {
  const database = new DuckdbDatabase({ ...options, writeReserveMebibytes: 0, readersMax: 1 }, systemClock);
  // Nothing else uses this engine.
  database.raiseMemory();
  const engine = new PointEngine(database, logFolderOf(options.file));
  try {
    // A file of a version without a log is read with that version's tables, and so is what the engine's own log has.
    await database.openForReading();
    if (await hasLog(await database.openSession())) {
      await database.openForWriting();
      await engine.restore({ last: Infinity, written: 0 });
    }
    return await countIn(await database.openSession(), count);
  } finally {
    engine.close();
    await database.close();
  }
}

async function hasLog(session: DuckdbSession): Promise<boolean> {
  return (await has(session, "folded")) && (await session.query("SELECT 1 FROM folded")).length > 0;
}

/** A file of an older version may lack tables, and one whose first start was interrupted may lack all. */
async function has(session: DuckdbSession, table: string): Promise<boolean> {
  const sql = "SELECT 1 FROM duckdb_tables() WHERE database_name = 'telemetry' AND table_name = $1";
  return (await session.query(sql, [table])).length > 0;
}

async function countIn(session: DuckdbSession, count: string): Promise<TelemetryCounts> {
  const [mark] = (await has(session, "mark"))
    ? await session.query("SELECT installation, generation, (SELECT coalesce(max(series), 0) FROM points) FROM mark")
    : [];
  return {
    points: (await has(session, "points")) ? Number((await session.query(count))[0]?.[0]) : 0,
    mark:
      mark === undefined
        ? undefined
        : { installation: String(mark[0]), generation: Number(mark[1]), seriesMax: Number(mark[2]) },
  };
}
