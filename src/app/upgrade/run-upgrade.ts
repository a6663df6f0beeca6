// Upgrades the data folder like a start, checks whether it can be upgraded, or rolls back.
import { join } from "node:path";
import packageInfo from "../../../package.json" with { type: "json" };
import { countTelemetry } from "../../adapters/duckdb/telemetry-counts.ts";
import { readContent } from "../../adapters/sqlite/database-form.ts";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import { DomainError } from "../../core/errors.ts";
import { engineOptions } from "../engine-options.ts";
import { requireDatabase, takeDataFolder } from "../data-folder.ts";
import { TELEMETRY_FILE } from "../folder-parts.ts";
import { ShutdownStack } from "../shutdown-stack.ts";
import { openStorage } from "../open-storage.ts";
import { StorePair } from "../store-pair.ts";
import { findWayBack, planUpgrade } from "./folder-upgrade.ts";
import { bringBack, isBroughtBack, readNote, removeSnapshot } from "./snapshot.ts";
import type { CommandContext } from "../commands/command.ts";
import { mebibytes } from "../../lib/units.ts";

export interface UpgradeArguments {
  readonly check?: true;
  readonly withoutSnapshot?: true;
  readonly rollback?: true;
  readonly removeSnapshot?: true;
}

export async function runUpgrade(context: CommandContext, given: UpgradeArguments): Promise<void> {
  requireDatabase(context.config.dataDir);
  if (given.removeSnapshot === true) await remove(context);
  else if (given.rollback === true) await rollBack(context, given.check === true);
  else if (given.check === true) await check(context);
  else await upgrade(context, given.withoutSnapshot === true);
}

async function check({ config, clock, log, say }: CommandContext): Promise<void> {
  const taken = await takeDataFolder(config.dataDir);
  try {
    const folder = taken.path;
    const pair = new StorePair(
      { folder, entities: DATABASE_FILE, telemetry: TELEMETRY_FILE },
      { clock, log, acceptsLoss: false },
    );
    pair.requireFiles();
    const engine = engineOptions(config, folder);
    const found = await planUpgrade({ folder, pair, engine, clock, log, withoutSnapshot: false });
    if (found === undefined) {
      say(`${folder} is in the format of version ${packageInfo.version}: there is nothing to upgrade`);
      return;
    }
    const { from, to, devices, points, migrations, neededBytes, snapshotBytes, freeBytes } = found;
    const steps = `${String(migrations)} migration${migrations === 1 ? "" : "s"}`;
    say(`${folder} can be upgraded from version ${from} to ${to}, by ${steps}:`);
    say(`both databases are whole and belong together, with ${String(devices)} devices and ${String(points)} points;`);
    say(
      `it takes ${mebibytes(neededBytes)} of the disk, ${mebibytes(snapshotBytes)} of them for the snapshot, and ${mebibytes(freeBytes)} are free`,
    );
  } finally {
    taken.release();
  }
}

async function upgrade({ config, clock, log, say }: CommandContext, withoutSnapshot: boolean): Promise<void> {
  const shutdown = new ShutdownStack();
  try {
    const { folder } = await openStorage(config, { clock, log, shutdown, acceptsLoss: false, withoutSnapshot });
    say(`${folder} is in the format of version ${packageInfo.version}`);
    const snapshot = await findWayBack(folder);
    if (snapshot !== undefined) say(`the folder as version ${snapshot.from} left it is in ${snapshot.path}`);
  } finally {
    await shutdown.stop();
  }
}

async function rollBack(context: CommandContext, onlyLooks: boolean): Promise<void> {
  const { config, say } = context;
  const taken = await takeDataFolder(config.dataDir);
  try {
    const folder = taken.path;
    const snapshot = await findWayBack(folder);
    if (snapshot === undefined)
      throw new DomainError("not-found", `${folder} has no snapshot from before an upgrade: restore a backup`);
    const { from } = snapshot;
    const done = `${folder} is as version ${from} left it: start that version with it`;
    if (isBroughtBack(snapshot)) {
      // The rest of the snapshot may be incomplete, so its note is not read.
      await bringBack(folder, snapshot);
      say(done);
      return;
    }
    const { at, devices, points, parts } = await readNote(snapshot);
    if (parts.length === 0)
      throw new DomainError(
        "not-found",
        `the upgrade of ${folder} from version ${from} was begun without a snapshot: restore a backup, or start again to end it`,
      );
    const then = `${String(devices)} devices and ${String(points)} points`;
    const now = snapshot.stage === "rollback" ? undefined : await count(context, folder);
    say(`the snapshot is from ${at}, with ${then}; what was stored since is lost with a rollback`);
    if (now !== undefined) say(`now there are ${now}`);
    if (onlyLooks) return;
    await bringBack(folder, snapshot);
    say(done);
  } finally {
    taken.release();
  }
}

/** The folder's present contents, as far as they can be read: their damage may be the reason for the rollback. */
async function count({ config }: CommandContext, folder: string): Promise<string> {
  try {
    const { devices } = readContent(join(folder, DATABASE_FILE));
    const { points } = await countTelemetry(engineOptions(config, folder));
    return `${String(devices)} devices and ${String(points)} points`;
  } catch {
    return "devices and points that cannot be counted";
  }
}

async function remove({ config, say }: CommandContext): Promise<void> {
  const folder = config.dataDir;
  const snapshot = await findWayBack(folder);
  if (snapshot?.stage !== "kept")
    throw new DomainError("not-found", `${folder} has no snapshot from before an upgrade that is done`);
  await removeSnapshot(folder, snapshot);
  say(`the snapshot of version ${snapshot.from} is removed: to go back, restore a backup`);
}
