// Stores in the telemetry file what its log has, without the platform: for a log that is longer than a start should read.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../lib/clock.ts";
import { DuckdbDatabase } from "./duckdb-database.ts";
import { listLogFiles, logFolderOf } from "./log/segment.ts";
import type { EngineOptions } from "./open-engine.ts";
import { PointEngine } from "./point-engine.ts";

/**
 * Removes the files of the log that are not needed any more, but not the newest, which may go on. Throws as a start
 * does where the log is damaged or incomplete.
 */
export async function foldLog(options: EngineOptions): Promise<void> {
  const folder = logFolderOf(options.file);
  const database = new DuckdbDatabase({ ...options, writeReserveMebibytes: 0, readersMax: 1 }, systemClock);
  // Nothing else uses this engine.
  database.raiseMemory();
  const engine = new PointEngine(database, folder);
  try {
    await database.openForWriting();
    const { id } = await engine.restore({ last: Infinity, written: 0 });
    if (id !== undefined) await engine.checkpoint(id, "CHECKPOINT");
  } finally {
    engine.close();
    await database.close();
  }
  for (const { name } of (await listLogFiles(folder)).slice(0, -1)) await rm(join(folder, name));
}
