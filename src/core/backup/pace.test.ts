import { expect, test } from "vitest";
import { millis } from "../../lib/clock.ts";
import { Pace } from "./pace.ts";

function pacedWork({ isBusy }: { isBusy: boolean }): {
  pace: Pace;
  work: (millis: number) => Promise<void>;
  rests: number[];
} {
  const rests: number[] = [];
  let now = 1_000_000;
  const pace = new Pace({
    clock: { now: () => millis(now) },
    pause: (rest) => {
      rests.push(rest);
      now += rest;
      return Promise.resolve();
    },
    isPlatformBusy: () => Promise.resolve(isBusy),
  });
  const work = async (took: number): Promise<void> => {
    now += took;
    await pace.rest();
  };
  return { pace, work, rests };
}

test("beside a busy platform, a backup rests for as long as it has worked", async () => {
  const { pace, work, rests } = pacedWork({ isBusy: true });
  for (const took of [1, 1, 1, 1, 3, 3, 10]) await work(took);
  expect(rests).toEqual([4, 6, 10]);
  expect(pace.isGentle).toBe(true);
});

test("a turn that took long is followed by no longer rest", async () => {
  const { work, rests } = pacedWork({ isBusy: true });
  await work(60_000);
  expect(rests).toEqual([250]);
});

test("a backup that disturbs nobody does not rest", async () => {
  const { pace, work, rests } = pacedWork({ isBusy: false });
  for (const took of [10, 1_000, 10]) await work(took);
  expect(rests).toEqual([]);
  expect(pace.isGentle).toBe(false);
});

test("while the platform waits for the backup, it does not rest", async () => {
  const { pace, work, rests } = pacedWork({ isBusy: true });
  await work(5);
  pace.hurry();
  await work(1_000);
  expect(pace.isGentle).toBe(false);
  pace.calm();
  await work(7);
  expect(rests).toEqual([5, 7]);
});
