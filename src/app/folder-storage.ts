// The embedded stores: a locked data folder with one SQLite database and one DuckDB file. Opened first, closed last.
import { join } from "node:path";
import { DuckdbTelemetryStore } from "../adapters/duckdb/duckdb-telemetry-store.ts";
import { PackageFolder } from "../adapters/files/package-folder.ts";
import { ResultFolder } from "../adapters/files/result-folder.ts";
import { DATABASE_FILE, openSqlite } from "../adapters/sqlite/sqlite-database.ts";
import type { Config } from "./config.ts";
import { takeDataFolder } from "./data-folder.ts";
import { engineOptions } from "./engine-options.ts";
import { FolderFiles } from "./folder-files.ts";
import { PACKAGES_FOLDER, RESULTS_FOLDER, SCRATCH_FOLDER, TELEMETRY_FILE, TELEMETRY_LOG } from "./folder-parts.ts";
import type { Storage, StorageDeps } from "./storage.ts";
import { StorePair } from "./store-pair.ts";
import { telemetryOptions } from "./telemetry-options.ts";
import { FolderUpgrade } from "./upgrade/folder-upgrade.ts";

/** Most files named in one log record. */
const FILES_LOGGED_MAX = 10;

export async function openFolderStorage(
  config: Config,
  { clock, log, shutdown, acceptsLoss, withoutSnapshot = false }: StorageDeps,
): Promise<Storage> {
  const folder = await takeDataFolder(config.dataDir);
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
    get damage() {
      return telemetry.damage;
    },
    stores: sqlite.stores,
    get counts() {
      return sqlite.counts;
    },
    secrets: sqlite.direct.secrets,
    telemetry,
    packages: new PackageFolder(join(folder.path, PACKAGES_FOLDER)),
    results: new ResultFolder(join(folder.path, RESULTS_FOLDER)),
    joinBus: (local) => Promise.resolve(local),
    joinPeers: () => Promise.resolve(undefined),
    stream: undefined,
    tailBytes: undefined,
    lease: undefined,
    backups: {
      holdCheckpoints: (...hold) => telemetry.holdCheckpoints(...hold),
      copyEntityLog: (copies) => sqlite.copyLog(copies),
      lookAtLog: (look) => telemetry.lookAtLog(look),
      keepLogFrom: (name) => telemetry.keepLogFrom(name),
    },
    failed: sqlite.failed,
    telemetryFiles: [TELEMETRY_FILE, TELEMETRY_LOG],
    entityFiles: [DATABASE_FILE, `${DATABASE_FILE}-wal`],
    isHealthy,
  };
}
