// Kills the upgrade of a data folder of a former version, and the rollback behind it, at random moments, and demands that the
// next one ends what was begun: all that the former version answered is there, and after the rollback every byte of its folder.
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { configOf } from "../../src/app/config.ts";
import { startPlatform } from "../../src/app/platform.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { Random } from "../../tools/simulator/random.ts";
import { startCommand } from "../support/command-process.ts";
import { callCommand } from "../support/command-call.ts";
import { changedAnswers, unpackFormerFolder } from "../support/former-folder.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { TEST_SETTINGS } from "../support/platform.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { digestsOf } from "./folder-digests.ts";

/** Of what nobody disturbs; a little more than all of it, since no two take the same time. */
const KILLED_WITHIN = 1.2;
/** Between two looks at the folder. */
const LOOK_MILLIS = 1;

export interface UpgradeKillOptions {
  readonly version: string;
  readonly rounds: number;
  readonly seed: string;
}

/** How often a kill has left the folder like this: `none` is before or after, the others are stages of the snapshot. */
export type KillFigures = Record<"upgrades" | "rollbacks", Map<string, number>>;

export async function killWhileUpgrading({ version, rounds, seed }: UpgradeKillOptions): Promise<KillFigures> {
  const random = new Random(seed);
  const figures: KillFigures = { upgrades: new Map(), rollbacks: new Map() };
  const spans = { upgrade: 0, rollback: 0 };
  for (let round = 0; round <= rounds; round++) {
    const folder = await scratchFolder();
    await unpackFormerFolder(version, folder);
    const before = await digestsOf(folder);
    // The first round is left alone, to see how long things take. A moment of its own for each of the others.
    const share = round === 0 ? undefined : random.between((round - 1) / rounds, round / rounds);
    const upgrade = new Interruption(share, spans.upgrade);
    const rollback = new Interruption(share, spans.rollback);
    try {
      await upgrade.of(["upgrade"], folder, { before: "none", after: "kept" });
      const platform = await startPlatform(configOf({ ...TEST_SETTINGS, dataDir: folder }), {
        clock: new ManualClock(),
        log: silentLogger,
      });
      let changed: readonly unknown[];
      try {
        changed = await changedAnswers(version, platform.http);
      } finally {
        await platform.stop();
      }
      if (changed.length > 0) throw new Error(`answers have changed: ${JSON.stringify(changed)}`);

      await rollback.of(["upgrade", "--rollback"], folder, { before: "kept", after: "none" });
      if (stageOf(folder) !== "none") await callCommand(["upgrade", "--rollback"], { dataDir: folder });
      const after = await digestsOf(folder);
      if (JSON.stringify(after) !== JSON.stringify(before))
        throw new Error(`the folder is not as it was: ${JSON.stringify({ before, after })}`);
      // A machine that has less to do than in the first round is quicker.
      if (upgrade.left === "kept") spans.upgrade = upgrade.tookMillis;
      if (rollback.left === "none") spans.rollback = rollback.tookMillis;
      if (share !== undefined) {
        count(figures.upgrades, upgrade.left);
        count(figures.rollbacks, rollback.left);
      }
    } catch (error) {
      throw new Error(`seed ${seed}, round ${String(round)}: upgrade ${upgrade.said}, rollback ${rollback.said}`, {
        cause: error,
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return figures;
}

class Interruption {
  readonly #share: number | undefined;
  readonly #span: number;
  said = "not reached";
  /** From its first trace in the folder to its last one. */
  tookMillis = 0;
  /** The stage in which it has left the folder. */
  left = "";

  /** Kills after this share of the time that it takes; without one lets it end. */
  constructor(share: number | undefined, span: number) {
    this.#share = share;
    this.#span = span;
  }

  async of(args: readonly string[], folder: string, stages: { before: string; after: string }): Promise<void> {
    const { child, ended } = startCommand(args, { DATA_DIR: folder });
    const state = { ended: false };
    void ended.then(() => (state.ended = true));
    while (stageOf(folder) === stages.before && !state.ended) await pause(LOOK_MILLIS);
    const begunAt = performance.now();
    const millis = this.#share === undefined ? Infinity : KILLED_WITHIN * this.#span * this.#share;
    this.said = `killed after ${millis.toFixed(1)} of ${this.#span.toFixed(1)} ms`;
    while (stageOf(folder) !== stages.after && !state.ended && performance.now() - begunAt < millis)
      await pause(LOOK_MILLIS);
    this.tookMillis = performance.now() - begunAt;
    if (this.#share !== undefined) child.kill("SIGKILL");
    const { code, error } = await ended;
    this.left = stageOf(folder);
    if (code !== null && code !== 0) throw new Error(error);
  }
}

function stageOf(folder: string): string {
  const name = readdirSync(folder).find((found) => found.startsWith("upgrade-from-"));
  if (name === undefined) return "none";
  return /\.(copying|upgrading|rollback)$/.exec(name)?.[1] ?? "kept";
}

function count(figures: Map<string, number>, stage: string): void {
  figures.set(stage, (figures.get(stage) ?? 0) + 1);
}
