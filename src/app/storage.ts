// The embedded stores: a locked data folder with one SQLite database and one DuckDB file. Opened first, closed last.
import { join } from "node:path";
import { DuckdbTelemetryStore } from "../adapters/duckdb/duckdb-telemetry-store.ts";
import { DATABASE_FILE, openSqlite, type SqliteDatabase } from "../adapters/sqlite/sqlite-database.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { Config } from "./config.ts";
import { openDataFolder } from "./data-folder.ts";
import { engineOptions } from "./engine-options.ts";
import { FolderFiles } from "./folder-files.ts";
import { SCRATCH_FOLDER, TELEMETRY_FILE, TELEMETRY_LOG } from "./folder-parts.ts";
import type { ShutdownStack } from "./shutdown-stack.ts";
import { StorePair } from "./store-pair.ts";
import { telemetryOptions } from "./telemetry-options.ts";
import { FolderUpgrade } from "./upgrade/folder-upgrade.ts";

/** Most files named in one log record. */
const FILES_LOGGED_MAX = 10;

export interface Storage {
  /** Absolute path of the data folder. */
  readonly folder: string;
  /** A folder inside it for files that need not outlive the process. */
  readonly scratchFolder: string;
  readonly sqlite: SqliteDatabase;
  readonly telemetry: DuckdbTelemetryStore;
  /** Files in the folder that other users can access and whose mode cannot be changed. */
  readonly openToOthers: readonly string[];
  /** Open files that were removed or replaced. */
  readonly gone: readonly string[];
  /** The files of each store in the folder. */
  readonly telemetryFiles: readonly string[];
  readonly entityFiles: readonly string[];
  /** Whether both stores can be written to; a rejection also means no. Concurrent calls share one check. */
  isHealthy(): Promise<boolean>;
}

export interface StorageDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly shutdown: ShutdownStack;
  readonly acceptsLoss: boolean;
  /** Whether a folder of an older version is upgraded without a snapshot for rollback. */
  readonly withoutSnapshot?: boolean;
}

export async function openStorage(
  config: Config,
  { clock, log, shutdown, acceptsLoss, withoutSnapshot = false }: StorageDeps,
): Promise<Storage> {
  const folder = openDataFolder(config.dataDir);
  shutdown.onStop(() => {
    folder.release();
  });
  if (folder.openToOthers.length > 0)
    log.warn("files of the data folder are open to other users", {
      files: folder.openToOthers.slice(0, FILES_LOGGED_MAX),
    });
  const pair = new StorePair(
    { folder: folder.path, entities: DATABASE_FILE, telemetry: TELEMETRY_FILE },
    { clock, log, acceptsLoss },
  );
  pair.requireFiles();
  const upgrade = await FolderUpgrade.begin({
    folder: folder.path,
    pair,
    engine: engineOptions(config, folder.path),
    clock,
    log,
    withoutSnapshot,
  });
  const open = new FolderFiles(
    folder.path,
    [DATABASE_FILE, `${DATABASE_FILE}-wal`, TELEMETRY_FILE, TELEMETRY_LOG],
    log,
  );
  const requireFiles = (): void => {
    open.require();
  };
  const sqlite = await openSqlite(folder.path, {
    clock,
    log,
    writer: config.sqlite,
    requireFiles,
  });
  shutdown.onStop(async () => {
    pair.endCleanly();
    await sqlite.close();
  });
  await pair.requireEntities(sqlite.stores.marks);
  const telemetry = new DuckdbTelemetryStore(
    { clock, log, requireFiles, orLose: (check) => pair.orLose(check) },
    telemetryOptions(config, folder.path),
  );
  await shutdown.start(telemetry);
  await pair.join(sqlite.stores.marks, telemetry);
  await upgrade.finish(sqlite.stores.marks);
  shutdown.onStop(() => pair.stop());
  let looking: Promise<boolean> | undefined;
  const isHealthy = (): Promise<boolean> => {
    looking ??= sqlite.stores.health
      .touch()
      .then(() => telemetry.isHealthy)
      .finally(() => (looking = undefined));
    return looking;
  };
  return {
    folder: folder.path,
    scratchFolder: join(folder.path, SCRATCH_FOLDER),
    openToOthers: folder.openToOthers,
    get gone() {
      return open.gone;
    },
    sqlite,
    telemetry,
    telemetryFiles: [TELEMETRY_FILE, TELEMETRY_LOG],
    entityFiles: [DATABASE_FILE, `${DATABASE_FILE}-wal`],
    isHealthy,
  };
}
