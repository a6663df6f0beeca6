import { beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/manual-clock.ts";
import { sampleColumn, sampleReport } from "../../../../test/support/sample-report.ts";
import { InProcessBus } from "../../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../../lib/logger.ts";
import { DomainError } from "../../errors.ts";
import { newId, type CustomerId, type TenantId, type UserId, type ViewId } from "../../ids.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { ReportLimiter } from "../limiter/report-limiter.ts";
import type { Reader } from "../reader.ts";
import type { Cell } from "../report/report-engine.ts";
import type { ReportMeta } from "../report/report.ts";
import type { FieldId } from "../view/table-view.ts";
import { SAVED_REQUEST } from "../../../../test/support/saved-request.ts";
import { LiveChannels, type LiveOptions } from "./live-channels.ts";
import { LiveViews } from "./live-views.ts";

const SETTINGS: LiveOptions = {
  subscribersMax: 3,
  perTenantMax: 2,
  heldCharsMax: 1_500,
  everyMillis: 2_000,
  quietMillis: 30_000,
};
const VIEW = newId<ViewId>();
const WANTED = { viewId: VIEW, request: SAVED_REQUEST, requestText: "" };
const READER: Reader = { tenantId: newId<TenantId>(), customerId: null, userId: newId<UserId>() };

let clock: ManualClock;
let bus: InProcessBus;
let live: LiveChannels;
let views: LiveViews;
let rows: readonly (readonly Cell[])[];
let samples: number;
let runs: number;
let timezone: string;
let tookMillis: number;
let failure: Error | undefined;
/** Whether the view has gone. */
let isGone: boolean;
/** While it is set, reports end with it. */
let held: Promise<void> | undefined;
let owner: UserId;
let meta: Partial<ReportMeta>;
let more: Pick<Parameters<typeof sampleReport>[3] & object, "filled">;

beforeEach(() => {
  clock = new ManualClock();
  bus = new InProcessBus(silentLogger);
  [rows, samples, runs, timezone, tookMillis, failure] = [[["a", 1]], 0, 0, "UTC", 0, undefined];
  [owner, meta, more] = [newId<UserId>(), {}, {}];
  [isGone, held] = [false, undefined];
  const options = { timeoutMs: null };
  const view = () => ({ id: VIEW, owner: { userId: owner }, timeRange: { timezone }, fields: [], options }) as never;
  live = new LiveChannels(
    {
      limiter: new ReportLimiter(
        { poolSize: 1, queueCapacity: 10, queueWaitMillis: null, timeoutMillis: 60_000, stopMillis: 0 },
        clock,
      ),
      samplesStored: () => samples,
      bus,
      clock,
      log: silentLogger,
    },
    SETTINGS,
  );
  views = new LiveViews({
    views: {
      get: () => Promise.resolve(view()),
      runnable: () =>
        isGone
          ? Promise.reject(new AnalyticsError("VIEW_NOT_FOUND", "the view does not exist"))
          : Promise.resolve(view()),
    },
    reports: {
      run: async () => {
        runs++;
        await held;
        clock.advance(tookMillis);
        if (failure !== undefined) throw failure;
        return sampleReport([sampleColumn("n", "text"), sampleColumn("t", "number")], rows, meta, more);
      },
    },
    channels: live,
    clock,
  });
  live.start();
});

/** What a subscriber gets, as `event data`. */
async function watch(reader: Reader = READER) {
  const received: string[] = [];
  const subscription = await views.subscribe(WANTED, reader, {
    updated: (updates) => {
      for (const { kind, pieces } of updates)
        received.push(`${kind === "whole" ? "result" : "rows"} ${[...pieces].join("").slice(0, 400)}`);
    },
    ended: (reason) => received.push(`end ${reason.message}`),
  });
  await settled();
  return {
    received,
    cancel: () => {
      subscription.cancel();
    },
  };
}

/** Lets what has been started come to its end. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

async function pass(millis: number): Promise<void> {
  clock.advance(millis);
  await settled();
}

test("AN §7.5: the whole result comes first, then changed rows, and nothing while nothing has changed", async () => {
  const { received } = await watch();
  expect(received.map((text) => text.split(" ", 1)[0])).toEqual(["result"]);
  rows = [["a", 2]];
  samples++;
  await pass(2_000);
  expect(received[1]).toContain('"rows":[[0,["a",2]]]');
  samples++;
  await pass(2_000);
  expect([runs, received.length]).toEqual([3, 2]);
});

test.each([
  ["is cut", { truncated: { reason: "rows", limit: 1 } } as const, {}],
  ["has another warning", { warnings: [{ code: "SKIPPED_VALUES", message: "…", values: {}, field: null }] }, {}],
  ["ends in a bucket that is cut", { partialBuckets: ["last"] } as const, {}],
  ["has buckets of another width", { bucketWidth: { bucket: "hour", amount: 1 } } as const, {}],
  ["has another newest value", { silent: new Map([["c1" as FieldId, 5]]) }, {}],
  ["has a filled cell", {}, { filled: [[0, 1]] } as const],
])(
  "AN §7.1: a watched report that %s now is reported as a whole, although no row has changed",
  async (_what, then, marks) => {
    const { received } = await watch();
    [meta, more] = [then, marks];
    samples++;
    await pass(2_000);
    expect(received.map((text) => text.split(" ", 1)[0])).toEqual(["result", "result"]);
  },
);

test("AN §7.5: without new samples nothing is computed, until ranges may have moved", async () => {
  await watch();
  await pass(28_000);
  expect(runs).toBe(1);
  await pass(2_000);
  expect(runs).toBe(2);
});

test("AN §7.5: one computation for all who would see the same, another for those who would not", async () => {
  await watch();
  await watch({ ...READER, userId: newId<UserId>() });
  expect([runs, live.counts]).toEqual([1, expect.objectContaining({ subscribers: 2, computations: 1 })]);
  await watch({ ...READER, tenantId: newId<TenantId>(), customerId: newId<CustomerId>() });
  expect(live.counts).toMatchObject({ subscribers: 3, computations: 2 });
});

test("AN §7.5: a view in the zone of its reader is computed for each reader", async () => {
  timezone = "viewer";
  await watch();
  await watch({ ...READER, userId: newId<UserId>() });
  expect(live.counts.computations).toBe(2);
});

test("AN §7.5: a computation takes a fifth of the time at most", async () => {
  tookMillis = 1_000;
  await watch();
  samples++;
  await pass(3_999);
  expect(runs).toBe(1);
  await pass(1);
  expect(runs).toBe(2);
});

test("AN §7.5: when the last has gone nothing is computed, and no timer is left", async () => {
  const { cancel } = await watch();
  cancel();
  samples++;
  await pass(60_000);
  expect([runs, clock.pendingTimers, live.counts]).toEqual([1, 0, { subscribers: 0, computations: 0, heldChars: 0 }]);
});

test("AN §7.5: subscribers are bounded, of a tenant and of all", async () => {
  const [first] = [await watch(), await watch()];
  await expect(watch()).rejects.toMatchObject({ code: "LIVE_MAX", kind: "rate-limited" });
  await watch({ ...READER, tenantId: newId<TenantId>() });
  await expect(watch({ ...READER, tenantId: newId<TenantId>() })).rejects.toMatchObject({ code: "LIVE_MAX" });
  first.cancel();
  await watch();
});

test("AN §7.5: bearers of links watch half of what a tenant may, so that they leave room for its users", async () => {
  const shared = {
    lockedFilters: new Map(),
    linkId: newId(),
    target: { kind: "view", id: VIEW },
    expiresAt: 0,
  } as never;
  const bearer = await watch({ ...READER, shared });
  await expect(watch({ ...READER, shared })).rejects.toMatchObject({
    code: "LIVE_MAX",
    message: "Through links, 1 watch views and dashboards live, which is all there may be",
  });
  const user = await watch();
  user.cancel();
  bearer.cancel();
  await watch({ ...READER, shared });
});

test("AN §7.5: a busy platform makes watchers wait, and a view that cannot be run ends for them", async () => {
  const { received } = await watch();
  failure = new DomainError("rate-limited", "busy");
  samples++;
  await pass(2_000);
  expect(received).toHaveLength(1);
  failure = new AnalyticsError("VIEW_NOT_FOUND", "gone");
  bus.publish({ kind: "view-changed", tenantId: READER.tenantId, viewId: VIEW });
  await pass(2_000);
  expect(received[1]).toBe("end gone");
  expect(live.counts.subscribers).toBe(0);
});

test("AN §7.5: a stop is reported", async () => {
  const { received } = await watch();
  live.stop();
  live.stop();
  expect(received[1]).toBe("end the platform is stopping");
  expect(clock.pendingTimers).toBe(0);
});

test("AN §7.5: answers are kept up to a bound for all views together; one that does not fit ends for who watches it", async () => {
  const first = await watch();
  const { heldChars } = live.counts;
  expect(heldChars).toBeGreaterThan(0);
  rows = [["x".repeat(SETTINGS.heldCharsMax - heldChars), 1]];
  const second = await watch({ ...READER, tenantId: newId<TenantId>() });
  expect(second.received).toEqual([
    expect.stringContaining("end The answers of all watched views may have 1500 characters"),
  ]);
  expect(live.counts).toEqual({ subscribers: 1, computations: 1, heldChars });
  first.cancel();
  expect(live.counts.heldChars).toBe(0);
});

test("AN §7.5: a view that goes while it is computed, or between two computations, ends at once and gives no figures", async () => {
  const gone = "end the view does not exist";
  const computation = Promise.withResolvers<undefined>();
  held = computation.promise;
  const during = await watch();
  isGone = true;
  bus.publish({ kind: "view-changed", tenantId: READER.tenantId, viewId: VIEW });
  await settled();
  computation.resolve(undefined);
  await settled();
  expect(during.received).toEqual([gone]);

  [isGone, held] = [false, undefined];
  const between = await watch();
  bus.publish({ kind: "view-changed", tenantId: READER.tenantId, viewId: VIEW });
  await settled();
  expect(between.received).toHaveLength(1);
  isGone = true;
  bus.publish({ kind: "view-changed", tenantId: READER.tenantId, viewId: VIEW });
  await settled();
  expect(between.received.slice(1)).toEqual([gone]);
  expect(live.counts).toEqual({ subscribers: 0, computations: 0, heldChars: 0 });
});
