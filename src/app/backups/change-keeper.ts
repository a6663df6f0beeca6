// Keeps with the newest backup what changes after it, every few seconds, so that the moments until the next backup can
// be restored. From the moment of a backup on, the data folder keeps what is not written yet. Changes never go beyond a
// stop: after a start they begin with a new backup.
import type { BackupPlace } from "../../core/backup/backup-place.ts";
import { hasManifest } from "../../core/backup/manifest.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import { MEBIBYTE, MINUTE_MILLIS, SECOND_MILLIS } from "../../lib/units.ts";
import { ChangeWriter } from "./change-writer.ts";
import type { FolderMoment } from "./folder-moment.ts";
import type { ChangeBase, GrowingFiles, Look } from "./growing-files.ts";

/** While the place cannot be written to, the data folder keeps at most about this much for it. */
const UNWRITTEN_BYTES_MAX = 1024 * MEBIBYTE;
/** The same, where a write to the place does not even end. */
const STEP_MILLIS_MAX = 10 * MINUTE_MILLIS;
/** How long a stop waits for the last changes to be written. */
const STOP_MILLIS = 2 * SECOND_MILLIS;

export interface ChangeKeeperDeps {
  readonly files: GrowingFiles;
  readonly place: BackupPlace;
  readonly clock: Clock;
  readonly log: Logger;
}

export class ChangeKeeper {
  readonly #deps: ChangeKeeperDeps;
  readonly #rounds: Rounds;
  /** Backups that are being made, by their moment. */
  readonly #bases = new Map<number, ChangeBase>();
  #isExpecting = false;
  #writer: ChangeWriter | undefined;
  #look: Look | undefined;
  /** When the step that runs began. */
  #stepAt: number | undefined;
  #isFailing = false;
  #lost: () => void = () => undefined;
  #watch: Timer | undefined;

  constructor(deps: ChangeKeeperDeps, everyMillis: number) {
    this.#deps = deps;
    this.#rounds = new Rounds(deps.clock, everyMillis, {
      run: () => this.#step(),
      failed: (error) => void this.#orWarn(this.#failed(error)),
    });
  }

  start(): void {
    this.#rounds.start();
    this.#watch = this.#deps.clock.every(MINUTE_MILLIS, () => void this.#orWarn(this.#watchStep()));
  }

  /** `lost` is called when changes are no longer kept, until the next backup. */
  whenLost(lost: () => void): void {
    this.#lost = lost;
  }

  /** Writes what there is, if that takes no longer than a stop may wait. */
  async stop(): Promise<void> {
    this.#watch?.cancel();
    const { clock, log } = this.#deps;
    const last = this.#rounds.stop().then(() => this.#step());
    const given = Promise.withResolvers<"late">();
    const timer = clock.after(STOP_MILLIS, () => given.resolve("late"));
    try {
      if ((await Promise.race([last, given.promise])) === "late")
        log.warn("the last changes before the stop are not kept with the backup: writing them takes too long");
    } catch (error) {
      log.warn("the last changes before the stop are not kept with the backup", { error });
    } finally {
      timer.cancel();
    }
  }

  /** Whether changes since a backup are kept. */
  get isKeeping(): boolean {
    return this.#writer !== undefined;
  }

  /** The newest moment that can be restored, in milliseconds since the epoch; 0 if changes are not kept. */
  get savedAt(): number {
    return this.#writer?.savedAt ?? 0;
  }

  /** Changes since the moments of backups that are made from now on can be kept. */
  expectBackup(): void {
    this.#isExpecting = true;
  }

  /** Passes on the moment of a backup that begins. */
  async hold(hold: () => Promise<FolderMoment>): Promise<FolderMoment> {
    if (!this.#isExpecting) return await hold();
    const { moment, base } = await this.#deps.files.beginBackup(hold);
    this.#bases.set(moment.at, base);
    await this.#keepNeeded();
    return moment;
  }

  /**
   * Changes go from now on with the backup that was expected, if it is among those that are complete, by their moments. It need not
   * be the newest: the clock may have been set back.
   */
  async backupEnded(complete: readonly number[]): Promise<void> {
    this.#isExpecting = false;
    const base = [...this.#bases.values()].findLast(({ moment }) => complete.includes(moment));
    this.#bases.clear();
    if (base !== undefined) this.#writer = new ChangeWriter(this.#deps.place, base);
    await this.#keepNeeded();
  }

  async #step(): Promise<void> {
    const writer = this.#writer;
    if (writer === undefined) return;
    this.#stepAt = this.#deps.clock.now();
    try {
      const look = await this.#deps.files.look();
      const gone = writer.goneIn(look);
      if (look.era !== writer.era || gone !== undefined) {
        const reason = "copying the log of the database had to start over";
        await this.#lose(gone === undefined ? reason : `${gone} was removed or cut off`);
        return;
      }
      this.#look = look;
      await writer.write(look);
      this.#isFailing = false;
      await this.#keepNeeded();
    } catch (error) {
      // Otherwise a newer backup has taken its place meanwhile, and the folder does not keep its files any more.
      if (writer === this.#writer) throw error;
    } finally {
      this.#stepAt = undefined;
    }
  }

  async #failed(error: unknown): Promise<void> {
    const unwritten = this.#look === undefined ? 0 : (this.#writer?.unwritten(this.#look) ?? 0);
    if (unwritten > UNWRITTEN_BYTES_MAX)
      await this.#lose(`${String(Math.round(unwritten / MEBIBYTE))} MiB could not be written`);
    else if (!this.#isFailing)
      this.#deps.log.warn("changes since the backup cannot be kept at the moment, and are tried again", {
        error,
      });
    this.#isFailing = true;
  }

  async #watchStep(): Promise<void> {
    await this.#requireBackup();
    if (this.#stepAt === undefined) return;
    if (this.#deps.clock.now() - this.#stepAt > STEP_MILLIS_MAX) await this.#lose("a write to its place did not end");
    // A long step must not keep the database from storing its log.
    else await this.#deps.files.copyEntities();
  }

  /** Whoever removes a backup makes what follows it useless. */
  async #requireBackup(): Promise<void> {
    const writer = this.#writer;
    if (writer === undefined || (await hasManifest(this.#deps.place, writer.backup))) return;
    if (writer === this.#writer) await this.#lose("the backup that they go with was removed");
  }

  /** The data folder keeps nothing for changes any more. */
  async #lose(reason: string): Promise<void> {
    if (this.#writer === undefined) return;
    this.#deps.log.error("changes since the backup are no longer kept, until the next backup", { reason });
    this.#writer = undefined;
    this.#lost();
    await this.#keepNeeded();
  }

  async #orWarn(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#deps.log.warn("the data folder may keep more than changes since the backup need", { error });
    }
  }

  async #keepNeeded(): Promise<void> {
    const bases = [...this.#bases.values()].map(({ places }) => places);
    await this.#deps.files.keep(this.#writer === undefined ? bases : [this.#writer.places, ...bases]);
  }
}
