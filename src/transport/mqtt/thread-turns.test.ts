import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { ThreadTurns } from "./thread-turns.ts";

const LONG_MILLIS = 50;

test("work runs at once, and its time counts: the next work of the same tenant waits, others do not", async () => {
  const clock = new ManualClock();
  const turns = new ThreadTurns(clock);
  const done: string[] = [];
  const run = (key: string, what: string): Promise<void> =>
    turns.run(key, () => {
      clock.advance(LONG_MILLIS);
      done.push(what);
    });

  const first = run("tenant", "first");
  const second = run("tenant", "second");
  const other = run("other", "other");

  expect(done).toEqual(["first", "other"]);
  await Promise.all([first, other]);
  while (!done.includes("second")) {
    await nextTurn();
    clock.advance(LONG_MILLIS);
  }
  await second;
});

test("what waits for a turn runs one after the other, each in a turn of its own where it takes long", async () => {
  const clock = new ManualClock();
  const turns = new ThreadTurns(clock);
  let runs = 0;
  const work = (): void => {
    clock.advance(LONG_MILLIS);
    runs++;
  };
  const running = Array.from({ length: 5 }, () => turns.run("tenant", work));

  while (runs < 5) {
    const before = runs;
    await nextTurn();
    expect(runs - before).toBeLessThanOrEqual(1);
  }
  await Promise.all(running);
});

test("an error of the work reaches the caller, and the tenant goes on", async () => {
  const turns = new ThreadTurns(new ManualClock());
  const failed = turns.run("tenant", () => {
    throw new Error("broken");
  });
  await expect(failed).rejects.toThrow("broken");
  await turns.run("tenant", () => undefined);
});
