// Locks a data folder on which no platform runs while it is copied. Refuses everything that a start would refuse,
// because such a backup would be useless.
import { join } from "node:path";
import { listLogFiles } from "../../adapters/duckdb/log/segment.ts";
import { countTelemetry } from "../../adapters/duckdb/telemetry-counts.ts";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import type { Clock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { Config } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { engineOptions } from "../engine-options.ts";
import { SCRATCH_FOLDER, TELEMETRY_FILE, TELEMETRY_LOG } from "../folder-parts.ts";
import { StorePair } from "../store-pair.ts";
import { requireUpgraded } from "../upgrade/folder-upgrade.ts";
import { holdMoment, type FolderMoment } from "./folder-moment.ts";

/** Throws `conflict` if a platform runs on it after all. */
export async function holdStoppedFolder(config: Config, clock: Clock): Promise<FolderMoment> {
  const taken = openDataFolder(config.dataDir);
  try {
    const folder = taken.path;
    const pair = new StorePair(
      { folder, entities: DATABASE_FILE, telemetry: TELEMETRY_FILE },
      { clock, log: silentLogger, acceptsLoss: false },
    );
    pair.requireFiles();
    await requireUpgraded(folder);
    const scratchFolder = join(folder, SCRATCH_FOLDER);
    const moment = await holdMoment({
      clock,
      folder,
      scratchFolder,
      holdCheckpoints: async (look) => {
        look();
        const { points } = await countTelemetry(engineOptions(config, folder));
        return { logFiles: await listLogFiles(join(folder, TELEMETRY_LOG)), points, release: () => undefined };
      },
    });
    return {
      ...moment,
      close: async () => {
        await moment.close();
        taken.release();
      },
    };
  } catch (error) {
    taken.release();
    throw error;
  }
}
