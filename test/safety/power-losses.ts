// Losses of power, again and again, on a disk that then forgets what was not synced: under full load, with checkpoints and backups, and
// while a folder of an earlier version is being brought up to date. For the soak: it needs a compiler.
import { cpSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Random } from "../../tools/simulator/random.ts";
import { runCommand, startCommand, type RunningCommand } from "../support/command-process.ts";
import { FaultyDisk } from "../support/faulty-disk/faulty-disk.ts";
import type { DiskOptions, PowerLoss } from "../support/faulty-disk/power-loss.ts";
import { changedAnswers, unpackFormerFolder, upgradedVersions } from "../support/former-folder.ts";
import type { KillableServers } from "../support/killable-server.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { killAgainAndAgain, type KillFigures, type KillOptions, type KillSurroundings } from "./kill-rounds.ts";

const PASSPHRASE = "the passphrase of a soak";
const SYNC_MICROS_MAX = 4_000;
/** One backup in so many rounds. */
const ROUNDS_A_BACKUP = 4;
/** Of one that is cut off, from the start of its process. */
const BACKUP_MILLIS = 1_500;

export interface LossFigures {
  losses: number;
  /** What was not synced at a loss of power, how much of it the disk forgot, and how much it kept by half. */
  unsynced: number;
  forgotten: number;
  torn: number;
}

export interface PowerOptions extends Omit<KillOptions, "surroundings"> {
  /** Whether the disk syncs; where it does not, promises must be found broken. */
  readonly syncs: boolean;
}

export interface PowerFigures extends KillFigures {
  readonly losses: LossFigures;
  readonly backupsMade: number;
  readonly backupsCut: number;
}

/** Throws at the first loss of power that leaves something broken. */
export async function losePowerAgainAndAgain(servers: KillableServers, options: PowerOptions): Promise<PowerFigures> {
  const power = new PowerRounds(options);
  try {
    const figures = await killAgainAndAgain(servers, { ...options, surroundings: power });
    return { ...figures, ...power.figures };
  } catch (error) {
    throw new Error(`after a loss of power (${power.kind})`, { cause: error });
  } finally {
    await servers.endAll();
    power.remove();
  }
}

class PowerRounds implements KillSurroundings {
  readonly folder: string;
  readonly figures = { losses: { losses: 0, unsynced: 0, forgotten: 0, torn: 0 }, backupsMade: 0, backupsCut: 0 };
  readonly #disk: FaultyDisk;
  readonly #random: Random;
  readonly #syncs: boolean;
  readonly #backups: string;
  #kind: DiskOptions | undefined;
  #backup: RunningCommand | undefined;
  /** The last one, where it was reported to be made before the loss of power. */
  #isMade = false;

  constructor({ seed, syncs }: PowerOptions) {
    this.#random = new Random(`${seed} power`);
    this.#disk = new FaultyDisk(Number(seed));
    this.#disk.setFaults({ syncMicrosMax: SYNC_MICROS_MAX });
    this.#syncs = syncs;
    this.folder = this.#disk.folder("data");
    this.#backups = join(this.#disk.root, "backups");
  }

  /** Of the last loss. */
  get kind(): string {
    return `names by ${this.#kind?.names ?? ""}, of what was not synced ${this.#kind?.unsynced ?? ""}`;
  }

  get environment(): Readonly<Record<string, string>> {
    return this.#disk.environment;
  }

  async loaded(round: number): Promise<void> {
    if (round % ROUNDS_A_BACKUP !== 0) return;
    this.#backup = startCommand(["backup", this.#backups], { ...this.environment, ...this.#settings });
    // Every other one is made before the power fails, and the rest are cut off.
    const after = pause(this.#random.between(0, BACKUP_MILLIS));
    await (round % (2 * ROUNDS_A_BACKUP) === 0 ? this.#backup.ended : after);
  }

  get #settings(): Readonly<Record<string, string>> {
    return { DATA_DIR: this.folder, BACKUP_PASSPHRASE: PASSPHRASE };
  }

  async killed(): Promise<void> {
    const backup = this.#backup;
    this.#backup = undefined;
    backup?.child.kill("SIGKILL");
    const { code } = (await backup?.ended) ?? { code: null };
    this.#isMade = code === 0;
    if (this.#isMade) this.figures.backupsMade++;
    else if (backup !== undefined) this.figures.backupsCut++;
    this.#kind = anyDisk(this.#random, this.#syncs);
    count(this.figures.losses, this.#disk.losePower(this.#kind));
  }

  async problems(): Promise<readonly string[]> {
    if (!this.#isMade) return [];
    const { code, error } = await runCommand(["verify", this.#backups], this.#settings);
    return code === 0 ? [] : [`the backup that was made before the loss of power: ${error}`];
  }

  remove(): void {
    this.#disk.remove();
  }
}

/** A disk of any kind: half of them keep names as a journal does. */
function anyDisk(random: Random, syncs: boolean): DiskOptions {
  const names = random.next() < 0.5 ? "folder" : "journal";
  const fate = random.next();
  return { random, names, unsynced: fate < 0.2 ? "nothing" : fate < 0.3 ? "all" : "some", syncs };
}

function count(figures: LossFigures, { unsynced, forgotten, torn }: PowerLoss): void {
  figures.losses++;
  figures.unsynced += unsynced;
  figures.forgotten += forgotten;
  figures.torn += torn;
}

export interface UpgradeOptions {
  readonly losses: number;
  readonly seed: string;
  readonly progress?: (line: string) => void;
}

/** Folders of the versions that upgrade, in turn, lose their power while the first start with this version brings them up to date; throws where the next start fails or answers otherwise than that version. */
export async function losePowerWhileUpgrading(
  servers: KillableServers,
  { losses, seed, progress }: UpgradeOptions,
): Promise<LossFigures> {
  const random = new Random(`${seed} upgrade`);
  const figures: LossFigures = { losses: 0, unsynced: 0, forgotten: 0, torn: 0 };
  let startMillis = 2_000;
  for (let loss = 1; loss <= losses; loss++) {
    const version = upgradedVersions[loss % upgradedVersions.length] ?? "";
    const former = await scratchFolder();
    const disk = new FaultyDisk(loss);
    try {
      disk.setFaults({ syncMicrosMax: SYNC_MICROS_MAX });
      await unpackFormerFolder(version, former);
      const folder = disk.folder("data", (made) => cpSync(former, made, { recursive: true }));
      const first = servers.launch(folder, disk.environment);
      await Promise.race([
        first.ready().then(() => pause(random.between(0, 200))),
        pause(random.between(0.3, 1) * startMillis),
      ]);
      await first.kill();
      const kind = anyDisk(random, true);
      count(figures, disk.losePower(kind));
      const server = await servers.start(folder, disk.environment);
      startMillis = server.startMillis;
      const changed = await changedAnswers(version, server.url);
      if (changed.length > 0)
        throw new Error(
          `seed ${seed}, upgrade ${String(loss)} of ${version} (${JSON.stringify({ ...kind, random: undefined })}): answers have changed: ${JSON.stringify(changed)}`,
        );
      await server.kill();
      progress?.(`upgrade ${String(loss)} of ${version} cut: start ${startMillis.toFixed(0)} ms`);
    } finally {
      await servers.endAll();
      disk.remove();
      await rm(former, { recursive: true, force: true });
    }
  }
  return figures;
}
