// Kills a start that upgrades a data folder of a former version, and the rollback behind it, at random moments, and demands that the
// next one ends what was begun: all that the former version answered is there, and after the rollback every byte of its folder.
import { existsSync, readdirSync } from "node:fs";
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { configOf } from "../../src/app/config.ts";
import { startPlatform } from "../../src/app/platform.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { Random } from "../../tools/simulator/random.ts";
import { startCommand } from "../support/command-process.ts";
import { callCommand } from "../support/command-call.ts";
import { changedAnswers, unpackFormerFolder } from "../support/former-folder.ts";
import type { KillableServers } from "../support/killable-server.ts";
import { TEST_SETTINGS } from "../support/platform.ts";
import { digestsOf } from "./folder-digests.ts";

/** Of what nobody disturbs; a little more than all of it, since no two take the same time. */
const KILLED_WITHIN = 1.2;

export interface UpgradeKillOptions {
  readonly version: string;
  readonly rounds: number;
  readonly seed: string;
}

/** How often a kill has left the folder like this: `none` is before or after, the others are stages of the snapshot. */
export type KillFigures = Record<"upgrades" | "rollbacks", Map<string, number>>;

export async function killWhileUpgrading(
  servers: KillableServers,
  { version, rounds, seed }: UpgradeKillOptions,
): Promise<KillFigures> {
  const random = new Random(seed);
  const figures: KillFigures = { upgrades: new Map(), rollbacks: new Map() };
  const spans = { upgrade: 0, rollback: 0 };
  for (let round = 0; round <= rounds; round++) {
    const folder = servers.folder();
    await unpackFormerFolder(version, folder);
    const before = await digestsOf(folder);
    // The first round is left alone, to see how long things take. A moment of its own for each of the others.
    const share = round === 0 ? undefined : random.between((round - 1) / rounds, round / rounds);
    let at = "";
    try {
      at = `upgrade, ${await interrupted(() => startUpgrade(servers, folder), { share, spans, what: "upgrade", isBegun: () => stageOf(folder) !== "none" })}`;
      count(figures.upgrades, stageOf(folder), share);
      const platform = await startPlatform(configOf({ ...TEST_SETTINGS, dataDir: folder }), {
        clock: systemClock,
        log: silentLogger,
      });
      const changed = await changedAnswers(version, platform.http).finally(() => platform.stop());
      if (changed.length > 0) throw new Error(`answers have changed: ${JSON.stringify(changed)}`);

      at = `rollback, ${await interrupted(() => startRollback(folder), { share, spans, what: "rollback", isBegun: () => stageOf(folder) !== "kept" })}`;
      count(figures.rollbacks, stageOf(folder), share);
      if (stageOf(folder) !== "none") await callCommand(["upgrade", "--rollback"], { dataDir: folder });
      const after = await digestsOf(folder);
      if (JSON.stringify(after) !== JSON.stringify(before))
        throw new Error(`the folder is not as it was: ${JSON.stringify({ before, after })}`);
    } catch (error) {
      throw new Error(`seed ${seed}, round ${String(round)}, ${at}`, { cause: error });
    }
  }
  return figures;
}

interface Interruptible {
  readonly ended: Promise<unknown>;
  readonly kill: () => Promise<unknown>;
}

function startUpgrade(servers: KillableServers, folder: string): Interruptible {
  const server = servers.launch(folder);
  return { ended: server.ready(), kill: () => server.kill() };
}

function startRollback(folder: string): Interruptible {
  const { child, ended } = startCommand(["upgrade", "--rollback"], { DATA_DIR: folder });
  return {
    ended,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

interface Interruption {
  /** Of the time that it takes; undefined lets it end, and measures that. */
  readonly share: number | undefined;
  readonly spans: Record<"upgrade" | "rollback", number>;
  readonly what: "upgrade" | "rollback";
  readonly isBegun: () => boolean;
}

/** Gives what it has done. */
async function interrupted(begin: () => Interruptible, { share, spans, what, isBegun }: Interruption): Promise<string> {
  const process = begin();
  const state = { ended: false };
  const note = (): void => void (state.ended = true);
  process.ended.then(note, note);
  while (!isBegun() && !state.ended) await setImmediate();
  const begunAt = performance.now();
  if (share === undefined) {
    await process.ended;
    spans[what] = performance.now() - begunAt;
    await process.kill();
    return "left alone";
  }
  const millis = KILLED_WITHIN * spans[what] * share;
  await Promise.race([pause(millis), process.ended.catch(() => undefined)]);
  await process.kill();
  return `killed after ${millis.toFixed(1)} of ${spans[what].toFixed(1)} ms`;
}

function stageOf(folder: string): string {
  if (!existsSync(folder)) return "none";
  const name = readdirSync(folder).find((found) => found.startsWith("upgrade-from-"));
  if (name === undefined) return "none";
  return /\.(copying|upgrading|rollback)$/.exec(name)?.[1] ?? "kept";
}

function count(figures: Map<string, number>, stage: string, share: number | undefined): void {
  if (share !== undefined) figures.set(stage, (figures.get(stage) ?? 0) + 1);
}
