// Scheduled backups: runs the backup command in a separate process, and counts the results. The next one is due
// depending on the newest existing backup, so a restart neither skips nor repeats one. If changes are kept with the
// newest backup, one is also made soon after a start, as they do not go beyond a stop, and wherever they have ended.
import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isUrl } from "../../adapters/s3/bucket-address.ts";
import type { BackupPlace } from "../../core/backup/backup-place.ts";
import { listManifests, momentOf } from "../../core/backup/manifest.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Metrics } from "../../lib/counters.ts";
import type { Logger } from "../../lib/logger.ts";
import { isMissing } from "../../lib/missing-file.ts";
import { Rounds } from "../../lib/rounds.ts";
import { MINUTE_MILLIS, SECOND_MILLIS } from "../../lib/units.ts";
import type { ChangeKeeper } from "./change-keeper.ts";

const MAIN = join(import.meta.dirname, "../../main.ts");

/** When the first backup begins after a start, so that a platform that crashes again and again makes none. */
const AFTER_START_MILLIS = MINUTE_MILLIS;
/** When the next backup begins where changes are not kept. */
const AFTER_LOSS_MILLIS = 10 * MINUTE_MILLIS;

export interface BackupScheduleOptions {
  /** The absolute address of the place, independent of the working folder. */
  readonly to: string;
  /** Environment variables that a bucket needs. */
  readonly variables: Readonly<Record<string, string>>;
  readonly everyMinutes: number;
  readonly keepDays: number | undefined;
  readonly passphrase: string;
}

export interface BackupScheduleDeps {
  /** Absolute path of the data folder. */
  readonly folder: string;
  readonly place: BackupPlace;
  /** Undefined if only the moments of backups can be restored. */
  readonly changes: ChangeKeeper | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export class BackupSchedule {
  readonly #deps: BackupScheduleDeps;
  readonly #options: BackupScheduleOptions;
  readonly #rounds: Rounds;
  /** Time of the newest backup up to now; 0 if there is none. */
  #newestAt = 0;
  #durationMillis = 0;
  #failed = 0;
  #isMaking = false;
  #isStopped = false;

  constructor(deps: BackupScheduleDeps, options: BackupScheduleOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#rounds = new Rounds(deps.clock, () => this.#pauseMillis, {
      run: (signal) => this.#make(signal),
      failed: (error) => {
        this.#failed++;
        deps.log.error("backup failed", { to: options.to, error: reasonOf(error) });
      },
    });
    const { metrics } = deps;
    metrics.gauge(
      "bridgehead_backup_newest_timestamp_seconds",
      "When the newest backup was made, in seconds since 1970; 0 for none.",
      () => this.#newestAt / SECOND_MILLIS,
    );
    metrics.gauge(
      "bridgehead_backup_restorable_timestamp_seconds",
      "The newest moment that can be restored, in seconds since 1970; 0 for none.",
      () => Math.max(this.#newestAt, deps.changes?.savedAt ?? 0) / SECOND_MILLIS,
    );
    metrics.gauge(
      "bridgehead_backup_duration_seconds",
      "How long the last backup took.",
      () => this.#durationMillis / SECOND_MILLIS,
    );
    metrics.total("bridgehead_backups_failed_total", "Backups that could not be made.", () => this.#failed);
  }

  async start(): Promise<void> {
    await this.#look().catch((error: unknown) => {
      this.#deps.log.warn("backups cannot be listed", { to: this.#options.to, error });
    });
    const { changes, clock } = this.#deps;
    const dueMillis = this.#newestAt + this.#everyMillis - clock.now();
    this.#rounds.start(Math.max(0, changes === undefined ? dueMillis : Math.min(dueMillis, AFTER_START_MILLIS)));
    changes?.whenLost(() => {
      // Changes go on with the backup that is being made.
      if (this.#isMaking) return;
      // The period is that after a loss.
      void this.#rounds.stop().then(() => {
        if (!this.#isStopped) this.#rounds.start();
      });
    });
  }

  get #everyMillis(): number {
    return this.#options.everyMinutes * MINUTE_MILLIS;
  }

  get #pauseMillis(): number {
    const isWithoutChanges = this.#deps.changes?.isKeeping === false;
    return isWithoutChanges ? Math.min(AFTER_LOSS_MILLIS, this.#everyMillis) : this.#everyMillis;
  }

  /** Also stops a running backup. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#rounds.stop();
  }

  async #make(signal: AbortSignal): Promise<void> {
    const { to, variables, keepDays, passphrase } = this.#options;
    const { changes, folder, clock, log } = this.#deps;
    const startedAt = clock.now();
    await requireFolder(to);
    const keep = keepDays === undefined ? [] : ["--keep-days", String(keepDays)];
    this.#isMaking = true;
    changes?.expectBackup();
    const running = promisify(execFile)(process.execPath, [MAIN, "backup", to, ...keep], {
      cwd: folder,
      env: { ...variables, DATA_DIR: folder, BACKUP_PASSPHRASE: passphrase },
      signal,
      windowsHide: true,
    });
    let complete: readonly number[] = [];
    try {
      const { stdout } = await running;
      this.#durationMillis = clock.now() - startedAt;
      log.info("backup made", { said: stdout.trim() });
      complete = await this.#look();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#isMaking = false;
      await changes?.backupEnded(complete);
    }
  }

  /** The moments of all backups. One of the future, made when the clock was wrong, is not the newest state. */
  async #look(): Promise<readonly number[]> {
    const { place, clock, log } = this.#deps;
    const names = await listManifests(place);
    const moments = names.map(momentOf);
    const newest = moments.findLastIndex((moment) => moment <= clock.now());
    this.#newestAt = moments[newest] ?? 0;
    if (newest < moments.length - 1)
      log.warn(
        "there is a backup of the future: the clock of this machine is wrong, or was; a restore takes it for the newest",
        {
          name: names.at(-1),
          place: place.name,
        },
      );
    return moments;
  }
}

/**
 * A mount point has no such folder while its disk is not mounted; making it would fill the disk below. Whatever else
 * keeps the folder from being used, the backup itself says.
 */
async function requireFolder(to: string): Promise<void> {
  if (isUrl(to)) return;
  await stat(to).catch((error: unknown) => {
    if (isMissing(error))
      throw new Error(`the folder ${to} does not exist: mount its disk, or create it before the first backup`);
  });
}

/** What the command printed to standard error, if anything. */
function reasonOf(error: unknown): unknown {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return said === "" ? error : said;
}
