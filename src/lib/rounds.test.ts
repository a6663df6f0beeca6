import { expect, test } from "vitest";
import { ManualClock } from "../../test/support/manual-clock.ts";
import { Rounds } from "./rounds.ts";

const SECOND = 1000;

/** Rounds that end when the test says so. */
function heldRounds() {
  const clock = new ManualClock();
  const held: PromiseWithResolvers<void>[] = [];
  const signals: AbortSignal[] = [];
  const failures: unknown[] = [];
  const rounds = new Rounds(clock, SECOND, {
    run: (signal) => {
      signals.push(signal);
      const round = Promise.withResolvers<void>();
      held.push(round);
      return round.promise;
    },
    failed: (error) => failures.push(error),
  });
  return { clock, rounds, held, signals, failures };
}

/** Lets those that wait for a settled promise go on. */
async function turn(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}

test("the next round is due some time after the last has ended, however long that took", async () => {
  const { clock, rounds, held } = heldRounds();
  rounds.start();

  clock.advance(10 * SECOND);
  expect(held).toHaveLength(1);

  held[0]?.resolve();
  await turn();
  clock.advance(SECOND - 1);
  expect(held).toHaveLength(1);

  clock.advance(1);
  expect(held).toHaveLength(2);
});

test("the first round may come sooner than the others", async () => {
  const { clock, rounds, held } = heldRounds();
  rounds.start(10);

  clock.advance(10);
  expect(held).toHaveLength(1);

  held[0]?.resolve();
  await turn();
  clock.advance(10);
  expect(held).toHaveLength(1);
});

test("a round that fails is reported, and the next one comes", async () => {
  const { clock, rounds, held, failures } = heldRounds();
  rounds.start();
  clock.advance(SECOND);

  held[0]?.reject(new Error("disk full"));
  await turn();
  clock.advance(SECOND);

  expect(failures).toEqual([new Error("disk full")]);
  expect(held).toHaveLength(2);
});

test("a stop tells the round that runs, waits for it, and leaves no timer", async () => {
  const { clock, rounds, held, signals } = heldRounds();
  rounds.start();
  clock.advance(SECOND);
  let hasStopped = false;

  const stopped = rounds.stop().then(() => (hasStopped = true));
  await turn();
  expect(hasStopped).toBe(false);
  expect(signals[0]?.aborted).toBe(true);

  held[0]?.resolve();
  await stopped;
  await rounds.stop();
  clock.advance(10 * SECOND);
  expect(held).toHaveLength(1);
  expect(clock.pendingTimers).toBe(0);
});

test("started twice, they come round once", () => {
  const { clock, rounds } = heldRounds();

  rounds.start();
  rounds.start();

  expect(clock.pendingTimers).toBe(1);
});
