// Changes of the engine while it runs: one at a time, and none that is no longer wanted.
import { expect, test } from "vitest";
import { EngineTuning } from "./engine-tuning.ts";

const of = (threads: number): { threads: number; mergesMax: number } => ({ threads, mergesMax: 1 });

test("what was wanted while a change was under way follows it, and only the last of it", async () => {
  const changes: number[] = [];
  const gates: (() => void)[] = [];
  const tuning = new EngineTuning(({ threads }) => {
    changes.push(threads);
    return new Promise((resolve) => gates.push(resolve));
  });

  const settings = [tuning.set(of(1)), tuning.set(of(2)), tuning.set(of(3))];
  gates[0]?.();
  await expect.poll(() => changes).toEqual([1, 3]);
  gates[1]?.();

  await Promise.all(settings);
  await tuning.settled();
  expect(changes).toEqual([1, 3]);
});

test("asking for what is set already changes nothing", async () => {
  const changes: number[] = [];
  const tuning = new EngineTuning(({ threads }) => {
    changes.push(threads);
    return Promise.resolve();
  });

  await tuning.set(of(2));
  await tuning.set(of(2));

  expect(changes).toEqual([2]);
});

test("a change that fails does no harm, and the next one is tried again", async () => {
  const changes: number[] = [];
  const tuning = new EngineTuning(({ threads }) => {
    changes.push(threads);
    return changes.length === 1 ? Promise.reject(new Error("closed")) : Promise.resolve();
  });

  await tuning.set(of(2));
  await tuning.set(of(2));

  expect(changes).toEqual([2, 2]);
});
