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

/** Whatever waits for the event loop and not for time has come. */
async function aroundTwice(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** A tenant at work on a long message of `steps` steps, each of which takes long. */
function longWork(turns: ThreadTurns, clock: ManualClock, steps: number) {
  const progress = { steps: 0 };
  const ended = turns.runSteps("tenant", () => {
    clock.advance(LONG_MILLIS);
    return ++progress.steps < steps;
  });
  return { progress, ended };
}

test("while others are active, a step ends its turn, and the next one comes when it has rested four times as long", async () => {
  const clock = new ManualClock();
  const turns = new ThreadTurns(clock);
  turns.took("other", clock.now());
  const { progress, ended } = longWork(turns, clock, 3);

  expect(progress.steps).toBe(0);
  for (let step = 1; step < 3; step++) {
    while (progress.steps < step) await nextTurn();
    expect(turns.isOver("tenant")).toBe(true);
    turns.took("other", clock.now());
    await aroundTwice();
    clock.advance(4 * LONG_MILLIS - 1);
    await aroundTwice();
    expect(progress.steps).toBe(step);
    clock.advance(1);
  }
  await ended;
  expect(progress.steps).toBe(3);
});

test("of two long messages of a tenant one is done before the other begins, and short ones come in between", async () => {
  const clock = new ManualClock();
  const turns = new ThreadTurns(clock);
  const done: string[] = [];
  const step = (what: string): boolean => {
    clock.advance(LONG_MILLIS);
    done.push(what);
    return done.filter((each) => each === what).length < 2;
  };
  const both = [turns.runSteps("tenant", () => step("first")), turns.runSteps("tenant", () => step("second"))];
  while (done.length === 0) await nextTurn();
  const short = turns.run("tenant", () => done.push("short"));

  await Promise.all([...both, short]);

  expect(done.filter((what) => what !== "short")).toEqual(["first", "first", "second", "second"]);
  expect(done.indexOf("short")).toBeLessThan(done.lastIndexOf("second"));
});

test("an error of a step reaches the caller, and the next long message of the tenant goes on", async () => {
  const turns = new ThreadTurns(new ManualClock());
  const failed = turns.runSteps("tenant", () => {
    throw new Error("broken");
  });
  const next = turns.runSteps("tenant", () => false);
  await expect(failed).rejects.toThrow("broken");
  await next;
});
