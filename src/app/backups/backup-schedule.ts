// Scheduled backups: runs the backup command in a separate process, and counts the results. The next one is due
// depending on the newest existing backup, so a restart neither skips nor repeats one.
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

const MAIN = join(import.meta.dirname, "../../main.ts");

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
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export class BackupSchedule {
  readonly #deps: BackupScheduleDeps;
  readonly #options: BackupScheduleOptions;
  readonly #rounds: Rounds;
  /** Time of the newest existing backup; 0 if there is none. */
  #newestAt = 0;
  #durationMillis = 0;
  #failed = 0;

  constructor(deps: BackupScheduleDeps, options: BackupScheduleOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#rounds = new Rounds(deps.clock, options.everyMinutes * MINUTE_MILLIS, {
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
    const dueAt = this.#newestAt + this.#options.everyMinutes * MINUTE_MILLIS;
    this.#rounds.start(Math.max(0, dueAt - this.#deps.clock.now()));
  }

  /** Also stops a running backup. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  async #make(signal: AbortSignal): Promise<void> {
    const { to, variables, keepDays, passphrase } = this.#options;
    const { folder, clock, log } = this.#deps;
    const startedAt = clock.now();
    await requireFolder(to);
    const keep = keepDays === undefined ? [] : ["--keep-days", String(keepDays)];
    const running = promisify(execFile)(process.execPath, [MAIN, "backup", to, ...keep], {
      cwd: folder,
      env: { ...variables, DATA_DIR: folder, BACKUP_PASSPHRASE: passphrase },
      signal,
      windowsHide: true,
    });
    try {
      const { stdout } = await running;
      this.#durationMillis = clock.now() - startedAt;
      log.info("backup made", { said: stdout.trim() });
      await this.#look();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #look(): Promise<void> {
    const newest = (await listManifests(this.#deps.place)).at(-1);
    this.#newestAt = newest === undefined ? 0 : momentOf(newest);
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
