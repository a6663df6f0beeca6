import { beforeEach, expect, test } from "vitest";
import { LogRecorder } from "../../../test/support/log-recorder.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { settle } from "../../../test/support/session-nodes.ts";
import { ShortWait } from "./short-wait.ts";

const MILLIS_MAX = 1_000;

let clock: ManualClock;
let log: LogRecorder;
let wait: ShortWait;
/** What was begun, in order. */
let works: PromiseWithResolvers<void>[];
/** Callers that go on. */
let gone: number;

beforeEach(() => {
  clock = new ManualClock();
  log = new LogRecorder();
  wait = new ShortWait({ clock, log }, { millisMax: MILLIS_MAX, givenUp: "nobody waits" });
  works = [];
  gone = 0;
});

async function call(): Promise<void> {
  const work = (): Promise<void> => {
    const each = Promise.withResolvers<void>();
    works.push(each);
    return each.promise;
  };
  void wait.until(work).then(() => gone++);
  await settle();
}

test("each caller waits until its own work is over, and no timer is left", async () => {
  await call();
  await call();
  works[1]?.resolve();
  await settle();
  expect([works.length, gone]).toEqual([2, 1]);
  works[0]?.resolve();
  await settle();
  expect([gone, clock.pendingTimers, log.events]).toEqual([2, 0, []]);
});

test("after what is not over in time nobody waits, and nothing is begun, until all of it is over", async () => {
  await call();
  clock.advance(1);
  await call();
  clock.advance(MILLIS_MAX);
  await settle();
  expect(gone).toBe(2);
  for (let calls = 0; calls < 100; calls++) await call();
  expect([gone, works.length, clock.pendingTimers]).toEqual([102, 2, 0]);

  works[0]?.resolve();
  await call();
  expect([gone, works.length]).toEqual([103, 2]);
  works[1]?.resolve();
  await settle();
  await call();
  expect([gone, works.length]).toEqual([103, 3]);
  works[2]?.resolve();
  await settle();
  expect([gone, log.events]).toEqual([104, ["nobody waits"]]);
});

test("after a failure one caller at a time tries, without waiting, until it succeeds", async () => {
  const failure = new Error("away");
  await call();
  works[0]?.reject(failure);
  await settle();
  expect(gone).toBe(1);
  await call();
  await call();
  expect([gone, works.length]).toEqual([3, 2]);
  works[1]?.reject(failure);
  await settle();
  await call();
  works[2]?.resolve();
  await settle();
  expect([gone, works.length]).toEqual([4, 3]);
  await call();
  expect([gone, works.length]).toEqual([4, 4]);
  works[3]?.resolve();
  await settle();
  expect(log.records).toMatchObject([{ level: "warn", event: "nobody waits", fields: { error: failure.stack } }]);
});
