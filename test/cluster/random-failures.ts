// Breaks a cluster that is written to again and again, in ways that chance chooses, for a while that it chooses as well, and demands
// each time that it goes on by itself; after some failures, that every node has what was acknowledged, point by point.
import { setTimeout as pause } from "node:timers/promises";
import { Random } from "../../tools/simulator/random.ts";
import { FAILURES } from "./failures.ts";
import { WrittenCluster } from "./written-cluster.ts";

const FAILURE_MILLIS_MAX = 8_000;
/** Between two comparisons. */
const FAILURES_MAX = 5;
/** A failure may begin before the cluster has recovered from the one before. */
const AT_ONCE_SHARE = 0.3;
const PROBLEMS_SHOWN = 20;

export interface RandomFailureOptions {
  readonly faults: number;
  readonly seed: string;
  readonly folder: string;
  readonly progress: (line: string) => void;
}

export interface RandomFailureFigures {
  /** By what failed. */
  readonly failures: ReadonlyMap<string, number>;
  readonly comparisons: number;
  /** Points. */
  readonly acknowledged: number;
  /** Messages that were refused, or not answered, and sent again. */
  readonly refused: number;
  readonly unanswered: number;
  /** From the end of a failure until all writers and nodes went on. */
  readonly longestRecoveryMillis: number;
}

export async function failAtRandom(options: RandomFailureOptions): Promise<RandomFailureFigures> {
  const { faults, seed, folder, progress } = options;
  const random = new Random(seed);
  const failures = new Map<string, number>();
  let comparisons = 0;
  let longestRecoveryMillis = 0;
  const written = await WrittenCluster.start(folder);
  try {
    await written.goesOn();
    for (let fault = 1; fault <= faults; fault++) {
      const failure = FAILURES[Math.floor(random.next() * FAILURES.length)];
      if (failure === undefined) throw new Error("there are no failures");
      const [choice, millis, next] = [random.next(), random.between(0, FAILURE_MILLIS_MAX), random.next()];
      const where = `seed ${seed}, fault ${String(fault)}, ${failure.name}`;
      try {
        const { end } = await failure.begin(written.broken, choice);
        await pause(millis);
        await end();
        if (next >= AT_ONCE_SHARE || fault === faults) {
          const endedAt = performance.now();
          await written.recovers();
          longestRecoveryMillis = Math.max(longestRecoveryMillis, performance.now() - endedAt);
        }
      } catch (error) {
        throw new Error(`${where}: ${String(error)}`, { cause: error });
      }
      failures.set(failure.name, (failures.get(failure.name) ?? 0) + 1);
      if (fault % FAILURES_MAX !== 0 && fault !== faults) continue;
      await written.recovers();
      const problems = await written.contradictions();
      if (problems.length > 0) throw new Error(`${where}: ${problems.slice(0, PROBLEMS_SHOWN).join("\n  ")}`);
      comparisons++;
      progress(
        `cluster: ${String(fault)} faults, ${String(written.acknowledged)} points acknowledged and found on every node`,
      );
    }
    const { refused, unanswered } = written.outcomes;
    return { failures, comparisons, acknowledged: written.acknowledged, refused, unanswered, longestRecoveryMillis };
  } finally {
    await written.stop();
  }
}
