import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/manual-clock.ts";
import type { TenantId } from "../../ids.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { createReportPools } from "./report-pools.ts";
import { type LimiterOptions, LimiterRefusal, ReportLimiter, type Slot } from "./report-limiter.ts";

const [X, Y] = ["x", "y"] as TenantId[] as [TenantId, TenantId];
const SETTINGS: LimiterOptions = {
  poolSize: 1,
  queueCapacity: 1,
  queueWaitMillis: 30_000,
  timeoutMillis: 60_000,
  stopMillis: 20_000,
};
const NEVER = new AbortController().signal;

function limiterWith(settings: Partial<LimiterOptions> = {}) {
  const clock = new ManualClock();
  return { clock, limiter: new ReportLimiter({ ...SETTINGS, ...settings }, clock) };
}

/** What has become of a call of `take`, as far as it is known. */
interface Seen {
  slot: Slot | undefined;
  error: unknown;
}

function watch(taken: Promise<Slot>): Seen {
  const seen: Seen = { slot: undefined, error: undefined };
  taken.then(
    (slot) => {
      seen.slot = slot;
    },
    (error: unknown) => {
      seen.error = error;
    },
  );
  return seen;
}

/** Lets promises that are settled run what waits for them. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : error;
}

test("AN §6.2: reports of a tenant that has gone are stopped, those that wait are refused, and others get their turn", async () => {
  const { limiter } = limiterWith({ poolSize: 1, queueCapacity: 3 });
  const running = watch(limiter.take(X, NEVER));
  const waiting = watch(limiter.take(X, NEVER));
  const other = watch(limiter.take(Y, NEVER));
  await settled();
  limiter.end(X, new AnalyticsError("VIEW_NOT_FOUND", "the tenant has gone"));
  await settled();

  expect(codeOf(running.slot?.signal.reason)).toBe("VIEW_NOT_FOUND");
  expect(codeOf(waiting.error)).toBe("VIEW_NOT_FOUND");
  expect(limiter.counts).toMatchObject({ running: 1, waiting: 1 });
  running.slot?.release();
  await settled();
  expect(other.slot?.signal.aborted).toBe(false);
  expect(limiter.counts).toMatchObject({ running: 1, waiting: 0 });
});

describe("AN §5 admission", () => {
  test("exactly as many are accepted at one moment as there are slots and places; all others are refused at once", async () => {
    const { limiter } = limiterWith({ poolSize: 3, queueCapacity: 4 });
    const seen = Array.from({ length: 20 }, () => watch(limiter.take(X, NEVER)));
    expect(limiter.counts).toMatchObject({ running: 3, waiting: 4, limitReached: 13 });
    await settled();

    expect(seen.filter(({ slot }) => slot !== undefined)).toHaveLength(3);
    expect(seen.filter(({ error }) => codeOf(error) === "LIMIT_REACHED")).toHaveLength(13);
  });

  test("a tenant leaves a slot for others, however long its reports run", async () => {
    const { ui } = createReportPools(
      {
        ...{
          threadPoolSize: 1,
          queueCapacity: 1,
          uiPoolSize: 3,
          uiQueueCapacity: 4,
          jobPoolSize: 1,
          jobQueueCapacity: 1,
        },
        ...{ queueWaitMillis: 30_000, timeoutMillis: 60_000, jobTimeoutMillis: 60_000, stopMillis: 1 },
      },
      new ManualClock(),
    );
    const ofX = Array.from({ length: 4 }, () => watch(ui.take(X, NEVER)));
    const ofY = watch(ui.take(Y, NEVER));
    await settled();
    expect(ofX.map(({ slot }) => slot !== undefined)).toEqual([true, true, false, false]);
    expect(ofY.slot).toBeDefined();
    for (const { slot } of [...ofX, ofY]) slot?.release();
    await settled();
    for (const { slot } of ofX) slot?.release();
    await ui.stop();
  });

  test("without places, whatever does not run at once is refused", async () => {
    const { limiter } = limiterWith({ queueCapacity: 0 });
    const [first, second] = [watch(limiter.take(X, NEVER)), watch(limiter.take(Y, NEVER))];
    await settled();
    expect(first.slot).toBeDefined();
    expect(codeOf(second.error)).toBe("LIMIT_REACHED");
    first.slot?.release();
    expect(await limiter.take(Y, NEVER)).toBeDefined();
  });

  test("a slot that is given back goes to who has waited longest, tenants in turn", async () => {
    const { limiter } = limiterWith({ queueCapacity: 5 });
    const running = await limiter.take(X, NEVER);
    const order: string[] = [];
    const go = async (name: string, tenant: TenantId): Promise<void> => {
      const slot = await limiter.take(tenant, NEVER);
      order.push(name);
      slot.release();
    };
    const all = [go("x1", X), go("x2", X), go("y1", Y), go("x3", X), go("y2", Y)];
    running.release();
    await Promise.all(all);
    expect(order).toEqual(["x1", "y1", "x2", "y2", "x3"]);
  });

  test("a slot released twice is free once", async () => {
    const { limiter } = limiterWith({ queueCapacity: 2 });
    const first = await limiter.take(X, NEVER);
    const [second, third] = [watch(limiter.take(X, NEVER)), watch(limiter.take(X, NEVER))];
    first.release();
    first.release();
    await settled();
    expect(second.slot).toBeDefined();
    expect(third.slot).toBeUndefined();
    expect(limiter.counts).toMatchObject({ running: 1, waiting: 1 });
  });

  test("with a full queue of one tenant, the first of another is taken and the newest of the one is refused", async () => {
    const { limiter } = limiterWith({ queueCapacity: 3 });
    const running = await limiter.take(X, NEVER);
    const ofX = [1, 2, 3].map(() => watch(limiter.take(X, NEVER)));
    const ofY = watch(limiter.take(Y, NEVER));
    await settled();

    expect(ofX.map(({ error }) => codeOf(error))).toEqual([undefined, undefined, "LIMIT_REACHED"]);
    expect(limiter.counts.waiting).toBe(3);
    running.release();
    await settled();
    expect(ofX[0]?.slot).toBeDefined();
    ofX[0]?.slot?.release();
    await settled();
    expect(ofY.slot).toBeDefined();
  });
});

describe("AN §5 waiting", () => {
  test("who has waited as long as allowed is refused with QUEUE_TIMEOUT, and its place is free", async () => {
    const { limiter, clock } = limiterWith();
    const running = await limiter.take(X, NEVER);
    const waiting = watch(limiter.take(X, NEVER));
    clock.advance(29_999);
    await settled();
    expect(waiting.error).toBeUndefined();
    clock.advance(1);
    await settled();
    expect(waiting.error).toBeInstanceOf(LimiterRefusal);
    expect(codeOf(waiting.error)).toBe("QUEUE_TIMEOUT");
    expect(limiter.counts).toMatchObject({ waiting: 0, queueTimeout: 1, running: 1 });
    running.release();
    expect(limiter.counts.running).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });

  test("without a limit of waiting no report is refused for it", async () => {
    const { limiter, clock } = limiterWith({ queueWaitMillis: null, timeoutMillis: 1e12 });
    const running = await limiter.take(X, NEVER);
    const waiting = watch(limiter.take(X, NEVER));
    clock.advance(1e9);
    running.release();
    await settled();
    expect(waiting.slot).toBeDefined();
  });

  test("a caller who goes away while waiting leaves its place at once, and never gets a slot", async () => {
    const { limiter, clock } = limiterWith();
    const running = await limiter.take(X, NEVER);
    const caller = new AbortController();
    const waiting = watch(limiter.take(X, caller.signal));
    caller.abort(new Error("gone"));
    expect(limiter.counts.waiting).toBe(0);
    const other = watch(limiter.take(Y, NEVER));
    running.release();
    await settled();
    expect(waiting).toMatchObject({ slot: undefined, error: { message: "gone" } });
    expect(other.slot).toBeDefined();
    expect(limiter.counts.callersGone).toBe(1);
    other.slot?.release();
    expect(clock.pendingTimers).toBe(0);
  });

  test("a caller who has gone before is not let in", async () => {
    const { limiter } = limiterWith();
    await expect(limiter.take(X, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    expect(limiter.counts).toMatchObject({ running: 0, waiting: 0, admitted: 0 });
  });

  test("the time of waiting is counted", async () => {
    const { limiter, clock } = limiterWith();
    const running = await limiter.take(X, NEVER);
    const waiting = watch(limiter.take(X, NEVER));
    clock.advance(700);
    running.release();
    await settled();
    expect(limiter.counts).toMatchObject({ waitedMillis: 700, heldMillis: 700, admitted: 2 });
    waiting.slot?.release();
  });
});

describe("AN §5 Retry-After", () => {
  test("is (waiting + 1) times the mean duration by the slots, in whole seconds from 1 to 60", async () => {
    const { limiter, clock } = limiterWith({ poolSize: 2, queueCapacity: 3 });
    expect(limiter.retryAfterSeconds).toBe(1);
    for (const millis of [2_000, 4_000]) {
      const slot = await limiter.take(X, NEVER);
      clock.advance(millis);
      slot.release();
    }
    // A mean of 3 s and 2 slots.
    expect(limiter.retryAfterSeconds).toBe(2);
    const slots = [await limiter.take(X, NEVER), await limiter.take(X, NEVER)];
    const waiting = [1, 2, 3].map(() => watch(limiter.take(X, NEVER)));
    expect(limiter.retryAfterSeconds).toBe(6);
    await expect(limiter.take(X, NEVER)).rejects.toMatchObject({
      running: 2,
      waiting: 3,
      details: { retryAfterSeconds: 6 },
    });
    clock.advance(29_000);
    for (const slot of slots) slot.release();
    await settled();
    for (const { slot } of waiting) slot?.release();
    await settled();
    for (const { slot } of waiting) slot?.release();
    expect(limiter.counts).toMatchObject({ running: 0, waiting: 0 });
  });

  test("never says more than a minute", async () => {
    const { limiter, clock } = limiterWith({ timeoutMillis: 1e9 });
    const slot = await limiter.take(X, NEVER);
    clock.advance(10_000_000);
    slot.release();
    expect(limiter.retryAfterSeconds).toBe(60);
  });
});

describe("AN §5 time limit", () => {
  test("counts from when the slot is taken, and stops the work with REPORT_TIMEOUT", async () => {
    const { limiter, clock } = limiterWith({ queueWaitMillis: null });
    const first = await limiter.take(X, NEVER);
    const second = watch(limiter.take(X, NEVER));
    clock.advance(50_000);
    first.release();
    await settled();
    clock.advance(59_999);
    expect(second.slot?.signal.aborted).toBe(false);
    clock.advance(1);
    expect(second.slot?.signal.reason).toMatchObject({ code: "REPORT_TIMEOUT", kind: "timeout" });
    // The work was asked to stop; the slot is taken until it has.
    expect(limiter.counts).toMatchObject({ running: 1, timedOut: 1 });
    second.slot?.release();
    expect(limiter.counts.running).toBe(0);
  });

  test("can be another one for a report, which counts from the same moment", async () => {
    const { limiter, clock } = limiterWith();
    const slot = await limiter.take(X, NEVER);
    clock.advance(900);
    slot.limitTo(1_000);
    clock.advance(99);
    expect(slot.signal.aborted).toBe(false);
    clock.advance(1);
    expect(slot.signal.reason).toMatchObject({ message: "the report was not done within 1000 ms" });
    slot.release();
  });

  test("is over with the slot", async () => {
    const { limiter, clock } = limiterWith();
    const slot = await limiter.take(X, NEVER);
    slot.release();
    slot.limitTo(1);
    expect(clock.pendingTimers).toBe(0);
    clock.advance(100_000);
    expect([slot.signal.aborted, limiter.counts.timedOut]).toEqual([false, 0]);
  });

  test("does not hold for handing on what has been computed", async () => {
    const { limiter, clock } = limiterWith();
    const slot = await limiter.take(X, NEVER);
    slot.done();
    slot.limitTo(1);
    clock.advance(100_000);
    expect([slot.signal.aborted, limiter.counts.running]).toEqual([false, 1]);
    slot.release();
  });

  test("a caller who goes away stops the work", async () => {
    const { limiter } = limiterWith();
    const caller = new AbortController();
    const slot = await limiter.take(X, caller.signal);
    caller.abort(new Error("gone"));
    expect(slot.signal.reason).toMatchObject({ message: "gone" });
    slot.release();
  });
});

describe("AN §5 shutdown", () => {
  test("refuses who waits and who comes with `unavailable`, and lets running work end", async () => {
    const { limiter, clock } = limiterWith();
    const running = await limiter.take(X, NEVER);
    const waiting = watch(limiter.take(X, NEVER));
    let stopped = false;
    const stop = limiter.stop().then(() => {
      stopped = true;
    });
    await settled();
    expect(waiting.error).toMatchObject({ kind: "unavailable", code: "ENGINE_UNAVAILABLE" });
    await expect(limiter.take(Y, NEVER)).rejects.toMatchObject({ kind: "unavailable" });
    clock.advance(19_999);
    await settled();
    expect([stopped, running.signal.aborted]).toEqual([false, false]);
    running.release();
    await stop;
    expect(clock.pendingTimers).toBe(0);
  });

  test("stops work that takes longer than it may, and waits until it has ended", async () => {
    const { limiter, clock } = limiterWith();
    const running = await limiter.take(X, NEVER);
    const stop = limiter.stop();
    clock.advance(20_000);
    expect(running.signal.reason).toMatchObject({ kind: "unavailable" });
    running.release();
    await stop;
  });

  test("with nothing running it is done at once, and may be asked for twice", async () => {
    const { limiter } = limiterWith();
    await limiter.stop();
    await limiter.stop();
  });
});

test("AN §5 whatever callers do, no more run and wait than may, and in the end all is free", async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("take" as const), tenant: fc.constantFrom(X, Y) }),
    fc.record({ kind: fc.constantFrom("release" as const, "leave" as const), which: fc.nat(20) }),
    fc.record({ kind: fc.constant("wait" as const), millis: fc.nat(40_000) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.nat(3),
      fc.array(step, { maxLength: 40 }),
      async (pool, queue, steps) => {
        const { limiter, clock } = limiterWith({ poolSize: pool, queueCapacity: queue });
        const calls: { readonly seen: Seen; readonly caller: AbortController }[] = [];
        for (const each of steps) {
          if (each.kind === "take") {
            const caller = new AbortController();
            calls.push({ seen: watch(limiter.take(each.tenant, caller.signal)), caller });
          } else if (each.kind === "wait") clock.advance(each.millis);
          else if (each.kind === "release") calls[each.which]?.seen.slot?.release();
          else calls[each.which]?.caller.abort(new Error("gone"));
          const { running, waiting } = limiter.counts;
          expect([running <= pool, waiting <= queue, waiting === 0 || running === pool]).toEqual([true, true, true]);
          await settled();
        }
        const stop = limiter.stop();
        await settled();
        for (const { seen } of calls) seen.slot?.release();
        await stop;
        await settled();
        for (const { seen } of calls) expect(seen.slot ?? seen.error).toBeDefined();
        expect(limiter.counts).toMatchObject({ running: 0, waiting: 0 });
        expect(clock.pendingTimers).toBe(0);
      },
    ),
  );
});
