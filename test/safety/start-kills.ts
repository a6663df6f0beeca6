// Kills the server while it starts for the first time, at random moments from one end of a start to the other, and demands
// that the next start makes an installation of it that somebody can use.
import { setTimeout as pause } from "node:timers/promises";
import { Random } from "../../tools/simulator/random.ts";
import type { KillableServers } from "../support/killable-server.ts";

/** Of a start that nobody disturbs; a little more than all of it, since starts differ. */
const KILLED_WITHIN = 1.2;

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
  // How long a start takes is up to the machine and to what else it does.
  const undisturbed = await servers.start(servers.folder());
  const spanMillis = KILLED_WITHIN * undisturbed.startMillis;
  await undisturbed.kill();
  for (let round = 1; round <= rounds; round++) {
    const folder = servers.folder();
    const unlucky = servers.launch(folder);
    // A moment of its own for each round, so that few rounds do not all come too late.
    const after = spanMillis * random.between((round - 1) / rounds, round / rounds);
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
