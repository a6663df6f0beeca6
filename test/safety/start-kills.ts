// Kills the server while it starts for the first time, at random moments, and demands that the next start makes an
// installation of it that somebody can use.
import { setTimeout as pause } from "node:timers/promises";
import { Random } from "../../tools/simulator/random.ts";
import type { KillableServers } from "../support/killable-server.ts";

const KILL_AFTER_MILLIS = { min: 100, max: 2_500 };

export interface StartKillOptions {
  readonly rounds: number;
  readonly seed: string;
}

export interface StartKillFigures {
  rounds: number;
  /** Kills before the ready line. */
  early: number;
}

export async function killWhileStarting(
  servers: KillableServers,
  { rounds, seed }: StartKillOptions,
): Promise<StartKillFigures> {
  const random = new Random(seed);
  const figures: StartKillFigures = { rounds: 0, early: 0 };
  for (let round = 1; round <= rounds; round++) {
    const folder = servers.folder();
    const unlucky = servers.launch(folder);
    const after = random.between(KILL_AFTER_MILLIS.min, KILL_AFTER_MILLIS.max);
    const wasReady = await Promise.race([unlucky.ready().then(() => true), pause(after, false)]);
    await unlucky.kill();
    if (!wasReady) figures.early++;
    try {
      const server = await servers.start(folder);
      let lastNumber = 0;
      const tenant = await server.tenant(() => ++lastNumber);
      await tenant.createGateway();
      await server.newTenant({}, () => ++lastNumber);
      await server.kill();
    } catch (error) {
      throw new Error(`seed ${seed}, round ${String(round)}, killed ${after.toFixed(0)} ms into its first start`, {
        cause: error,
      });
    }
    figures.rounds++;
  }
  return figures;
}
