// Reports give way to heavy telemetry and go on: what the engine is set to, moved by a clock in the hand. Source: decision 0036.
import { beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { EngineTuning, type Tuning } from "./engine-tuning.ts";
import { ReportPace } from "./report-pace.ts";

const SETTINGS = {
  heavyPoints: 100,
  threads: 2,
  queriesMax: 1,
  pauseAfterMillis: 20,
  pauseMaxMillis: 500,
  turnMillis: 100,
};
const CALM: Tuning = { threads: 4, mergesMax: 100 };
const PAUSED: Tuning = { threads: 1, mergesMax: 1 };
const SLOWED: Tuning = { threads: 3, mergesMax: 1 };

let clock: ManualClock;
let pace: ReportPace;
let tunings: Tuning[];

beforeEach(() => {
  clock = new ManualClock();
  tunings = [];
  pace = new ReportPace(SETTINGS, CALM.threads, clock);
  pace.start(
    new EngineTuning((tuning) => {
      tunings.push(tuning);
      return Promise.resolve();
    }),
  );
});

test("telemetry below the rate leaves reports all threads, and batches that wait stop no report", async () => {
  pace.reportBegins();
  store(SETTINGS.heavyPoints - 1);
  clock.advance(1_000);
  pace.batchBegins();
  clock.advance(10_000);

  expect(pace.isHeavy).toBe(false);
  expect(pace.counters.pauses).toBe(0);
  expect(await present()).toEqual(CALM);
});

test("telemetry is heavy as soon as a second has seen too much of it", () => {
  store(SETTINGS.heavyPoints - 1);
  expect(pace.isHeavy).toBe(false);
  store(1);
  expect(pace.isHeavy).toBe(true);
});

test("heavy telemetry has the engine to itself, and reports get the few threads of their own while they run", async () => {
  becomeHeavy();
  expect(await present()).toEqual(PAUSED);

  pace.reportBegins();
  expect(await present()).toEqual(SLOWED);

  pace.reportEnds();
  expect(await present()).toEqual(PAUSED);
});

test("it is heavy until it has been below the rate for five seconds", async () => {
  becomeHeavy();
  clock.advance(4_000);
  store(SETTINGS.heavyPoints);
  clock.advance(5_000);
  expect(pace.isHeavy).toBe(true);

  clock.advance(1_000);
  expect(pace.isHeavy).toBe(false);
  expect(await present()).toEqual(CALM);
});

test("reports pause while a batch has been waiting for long, and go on when it is stored", async () => {
  becomeHeavy();
  pace.reportBegins();
  pace.batchBegins();
  clock.advance(SETTINGS.pauseAfterMillis - 1);
  expect(await present()).toEqual(SLOWED);

  clock.advance(1);
  expect(await present()).toEqual(PAUSED);

  clock.advance(30);
  pace.batchEnds(1);
  clock.advance(5);
  expect(await present()).toEqual(SLOWED);
  expect(pace.counters).toEqual({ pauses: 1, pausedMillis: 35 });
});

test("a pause is bounded, and after it reports have their turn although telemetry still waits", async () => {
  becomeHeavy();
  pace.reportBegins();
  pace.batchBegins();
  clock.advance(SETTINGS.pauseAfterMillis + SETTINGS.pauseMaxMillis);
  expect(await present()).toEqual(SLOWED);

  clock.advance(SETTINGS.turnMillis - 10);
  await pace.checkpoint(() => Promise.resolve());
  expect(pace.counters.pauses).toBe(1);

  clock.advance(20);
  expect(await present()).toEqual(PAUSED);
});

test("a checkpoint begins when reports have paused, and they go on behind it", async () => {
  becomeHeavy();
  pace.reportBegins();
  await present();

  const during = await pace.checkpoint(async () => {
    const before = tunings.at(-1);
    clock.advance(200);
    await nextTurn();
    return [before, tunings.at(-1)];
  });

  expect(during).toEqual([PAUSED, PAUSED]);
  expect(await present()).toEqual(SLOWED);
});

test("a checkpoint that fails leaves no report paused", async () => {
  becomeHeavy();
  pace.reportBegins();

  await expect(pace.checkpoint(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");

  expect(await present()).toEqual(SLOWED);
});

test("what has stopped leaves no timers, and begins calm", async () => {
  becomeHeavy();
  pace.reportBegins();
  pace.stop();

  expect(clock.pendingTimers).toBe(0);
  expect(pace.isHeavy).toBe(false);
});

/** Without those that are being stored. */
function store(points: number): void {
  pace.batchBegins();
  pace.batchEnds(points);
}

function becomeHeavy(): void {
  store(SETTINGS.heavyPoints);
  clock.advance(1_000);
}

/** How the engine is by now; without any change it is as it was made. */
async function present(): Promise<Tuning> {
  await nextTurn();
  return tunings.at(-1) ?? CALM;
}
