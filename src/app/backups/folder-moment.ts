// The state of a data folder at one moment, held while the parts that are about to change are copied. The entities are
// snapshotted right after the telemetry, without a telemetry commit in between, so they include every series that has
// points.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import { SqliteSnapshot } from "../../adapters/sqlite/sqlite-snapshot.ts";
import type { CheckpointHold, LogFile } from "../../core/backup/checkpoint-hold.ts";
import type { Clock } from "../../lib/clock.ts";

export interface FolderMoment {
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly logFiles: readonly LogFile[];
  readonly points: number;
  /**
   * Must be called when the telemetry file, and these files of its log up to these lengths, have been copied. Resolves
   * with the path of a copy of the entities, which exists until `close`. Rejects if the telemetry file has changed in
   * the meantime.
   */
  release(): Promise<string>;
  /** May be called at any time, and more than once. */
  close(): Promise<void>;
}

export interface MomentDeps {
  readonly clock: Clock;
  /** The data folder. */
  readonly folder: string;
  readonly scratchFolder: string;
  readonly holdCheckpoints: (look: () => void) => Promise<CheckpointHold>;
}

export async function holdMoment({ clock, folder, scratchFolder, holdCheckpoints }: MomentDeps): Promise<FolderMoment> {
  await mkdir(scratchFolder, { recursive: true });
  const copyFolder = await mkdtemp(join(scratchFolder, "backup-"));
  const copy = join(copyFolder, DATABASE_FILE);
  const snapshot = new SqliteSnapshot(join(folder, DATABASE_FILE));
  let at = 0;
  let copying: Promise<void> = Promise.resolve();
  const remove = async (): Promise<void> => {
    await copying.catch(() => undefined);
    snapshot.close();
    await rm(copyFolder, { recursive: true, force: true });
  };
  try {
    const hold = await holdCheckpoints(() => {
      snapshot.begin();
      at = clock.now();
    });
    copying = snapshot.copyTo(copy);
    // `release` reports the failure.
    copying.catch(() => undefined);
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      hold.release();
    };
    return {
      at,
      logFiles: hold.logFiles,
      points: hold.points,
      release: async () => {
        release();
        await copying;
        return copy;
      },
      close: async () => {
        try {
          release();
        } catch {
          // A caller that gives up does not need the error.
        }
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
