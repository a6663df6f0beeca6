// Backups of the data folder: those of the command, for which the platform holds a moment, those that it makes by
// itself, and the changes that it keeps with the newest of these.
import type { Clock } from "../../lib/clock.ts";
import type { Metrics } from "../../lib/counters.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Config } from "../config.ts";
import type { ShutdownStack } from "../shutdown-stack.ts";
import type { BackupSource, Storage } from "../storage.ts";
import { BackupSchedule } from "./backup-schedule.ts";
import { ChangeKeeper } from "./change-keeper.ts";
import { ControlSocket } from "./control-socket.ts";
import { holdMoment, type FolderMoment } from "./folder-moment.ts";
import { GrowingFiles } from "./growing-files.ts";
import { absoluteAddress, backupPlace } from "./place.ts";

export interface ChangesDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly shutdown: ShutdownStack;
  readonly storage: Storage;
}

export interface BackupsDeps extends ChangesDeps {
  readonly metrics: Metrics;
  readonly source: BackupSource;
  readonly changes: ChangeKeeper | undefined;
}

/** Undefined if no changes are to be kept with backups. */
export async function startChanges(
  config: Config,
  { clock, log, shutdown, storage }: ChangesDeps,
): Promise<ChangeKeeper | undefined> {
  const { to, changesMillis } = config.backup;
  const { backups: source, folder, scratchFolder } = storage;
  if (to === undefined || changesMillis === 0 || source === undefined) return undefined;
  // A slow line needs its time for an object.
  const place = await backupPlace(to, { config, clock, triesOnce: true });
  const files = new GrowingFiles({ source, folder, scratchFolder, clock });
  const changes = new ChangeKeeper({ files, place, clock, log }, changesMillis);
  await shutdown.start(changes);
  return changes;
}

export async function startBackups(config: Config, deps: BackupsDeps): Promise<void> {
  const { changes, clock, log, metrics, shutdown, source, storage } = deps;
  const { folder, scratchFolder } = storage;
  const holdCheckpoints = (look: () => void): ReturnType<BackupSource["holdCheckpoints"]> =>
    source.holdCheckpoints(config.backup.holdMillis, look);
  const hold = (): Promise<FolderMoment> => holdMoment({ clock, folder, scratchFolder, holdCheckpoints });
  await shutdown.start(new ControlSocket({ folder, log, hold: () => changes?.hold(hold) ?? hold() }));
  const { to, everyMinutes, keepDays, passphrase } = config.backup;
  if (to === undefined || passphrase === undefined) return;
  const place = await backupPlace(to, { config, clock, isLook: true });
  const options = { to: absoluteAddress(to), variables: config.backup.variables, everyMinutes, keepDays, passphrase };
  await shutdown.start(new BackupSchedule({ folder, place, changes, clock, log, metrics }, options));
}
