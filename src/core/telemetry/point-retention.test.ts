import { beforeEach, describe, expect, test } from "vitest";
import { MANUAL_CLOCK_START, ManualClock } from "../../../test/support/manual-clock.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import type { TenantId } from "../ids.ts";
import { PointRetention } from "./point-retention.ts";
import type {
  OwnedSeries,
  PointRetentionStore,
  RetentionDirectory,
  RetentionSlice,
  StorageTerm,
} from "./retention-ports.ts";
import type { TimeWindow } from "./telemetry.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const TENANT = "tenant" as TenantId;
const OTHER = "other" as TenantId;

/** Two tenants whose series take turns. */
class Directory implements RetentionDirectory {
  terms: StorageTerm[] = [];
  series = 5;
  reads = 0;

  storageTerms(): Promise<readonly StorageTerm[]> {
    return Promise.resolve(this.terms);
  }

  seriesAfter(after: number, max: number): Promise<OwnedSeries> {
    this.reads++;
    const numbers: SeriesNumber[] = [];
    for (let number = after + 1; number <= this.series && numbers.length < max; number++)
      numbers.push(number as SeriesNumber);
    return Promise.resolve({ numbers, tenantIds: numbers.map((number) => (number % 2 === 0 ? OTHER : TENANT)) });
  }
}

/** Records its calls; what it finds and how long it takes is up to the test. */
class Store implements PointRetentionStore {
  readonly received: unknown[] = [];
  found: RetentionSlice[] = [];
  outlived = 0;
  fault: Error | undefined;
  onSlice: () => void = () => undefined;

  begin(): Promise<void> {
    if (this.fault !== undefined) return Promise.reject(this.fault);
    this.received.push("begin");
    return Promise.resolve();
  }

  add(series: readonly SeriesNumber[], before: EpochMillis): Promise<void> {
    this.received.push(["add", series.length > 5 ? series.length : series, before]);
    return Promise.resolve();
  }

  dropLatest(): Promise<number> {
    this.received.push("dropLatest");
    return Promise.resolve(7);
  }

  slices(pointsMax: number, from: EpochMillis | null): Promise<readonly RetentionSlice[]> {
    this.received.push(["slices", pointsMax, from]);
    return Promise.resolve(this.found);
  }

  deleteSlice({ startTs, endTs }: TimeWindow): Promise<number> {
    this.received.push(["slice", startTs, endTs]);
    this.onSlice();
    const inside = this.found.filter((slice) => slice.startTs >= startTs && slice.endTs <= endTs);
    return Promise.resolve(inside.reduce((sum, { points }) => sum + points, 0));
  }

  end(): Promise<void> {
    this.received.push("end");
    return Promise.resolve();
  }

  deleteOutlived(_now: EpochMillis, max: number): Promise<number> {
    const deleted = Math.min(max, this.outlived);
    this.outlived -= deleted;
    return Promise.resolve(deleted);
  }
}

let directory: Directory;
let store: Store;
let clock: ManualClock;
let retention: PointRetention;

beforeEach(() => {
  directory = new Directory();
  store = new Store();
  clock = new ManualClock();
  const settings = { sweepMillis: HOUR, fullSweepMillis: 3 * HOUR, pointsPerStep: 100 };
  retention = new PointRetention({ directory, store, clock, log: silentLogger }, settings);
  retention.start();
});

describe("retention", () => {
  test("without anybody who wants it asks for the terms and does nothing else", async () => {
    await pass(60_000);
    expect([store.received, directory.reads]).toEqual([[], 0]);
  });

  test("deletes what is older than each tenant keeps it, a minute after the start and then every hour", async () => {
    directory.terms = [{ tenantId: TENANT, days: 30 }];
    store.found = [slice(5, 40), slice(50, 60)];
    await pass(60_000);
    expect(store.received).toEqual([
      "begin",
      ["add", [1, 3, 5], MANUAL_CLOCK_START + 60_000 - 30 * DAY],
      "dropLatest",
      ["slices", 100, null],
      ["slice", 5, 6],
      ["slice", 50, 51],
      "end",
    ]);
    expect(retention.counters).toEqual({ deleted: 100, failedRuns: 0 });
    store.received.length = 0;
    await pass(HOUR);
    expect(store.received).toHaveLength(7);
  });

  test("looks only at what has grown too old since, until everything is due again or a term is new", async () => {
    directory.terms = [{ tenantId: TENANT, days: 30 }];
    const from = (): unknown =>
      (store.received.findLast((each) => Array.isArray(each) && each[0] === "slices") as unknown[])[2];
    await pass(60_000);
    await pass(HOUR);
    expect(from()).toBe(MANUAL_CLOCK_START + 60_000 - 30 * DAY);
    directory.terms.push({ tenantId: OTHER, days: 1 });
    await pass(HOUR);
    expect(from()).toBeNull();
    // A shorter time makes more of it too old: it begins where the last run ended.
    directory.terms = [
      { tenantId: TENANT, days: 10 },
      { tenantId: OTHER, days: 1 },
    ];
    await pass(HOUR);
    expect(from()).toBe(MANUAL_CLOCK_START + 60_000 + 2 * HOUR - 30 * DAY);
    await pass(HOUR);
    await pass(HOUR);
    expect(from()).toBeNull();
  });

  test("walks through many series some at a time", async () => {
    directory.terms = [{ tenantId: TENANT, days: 1 }];
    directory.series = 5000;
    await pass(60_000);
    expect(directory.reads).toBe(3);
    const added = store.received.filter((each) => Array.isArray(each) && each[0] === "add");
    expect(added.map((each) => (each as unknown[])[1])).toEqual([1000, 1000, 500]);
  });

  test("deletes points whose own time is over, step by step", async () => {
    store.outlived = 250;
    await pass(60_000);
    expect([store.outlived, retention.counters.deleted]).toEqual([0, 250]);
  });

  test("deletes more at once while that is quick, and less when it is not", async () => {
    directory.terms = [{ tenantId: TENANT, days: 1 }];
    store.found = Array.from({ length: 12 }, (_, index) => slice(index, 10));
    await pass(60_000);
    expect(spans()).toEqual([1, 2, 4, 5]);
    store.received.length = 0;
    store.onSlice = () => {
      if (spans().at(-1) === 4) clock.advance(51);
    };
    await pass(HOUR);
    await pass(1000);
    expect(spans()).toEqual([1, 2, 4, 2, 3]);
    expect(retention.counters.deleted).toBe(240);
  });

  test("rests after a step for three times as long as it took", async () => {
    directory.terms = [{ tenantId: TENANT, days: 1 }];
    store.found = [slice(0, 10), slice(1, 10)];
    store.onSlice = () => {
      clock.advance(20);
    };
    await pass(60_000);
    expect(slicesDone()).toBe(1);
    await pass(59);
    expect(slicesDone()).toBe(1);
    await pass(1);
    expect(slicesDone()).toBe(2);
  });

  test("a fault ends the run, and the next one takes over from the beginning", async () => {
    directory.terms = [{ tenantId: TENANT, days: 1 }];
    store.fault = new Error("no disk");
    await pass(60_000);
    expect(retention.counters.failedRuns).toBe(1);
    store.fault = undefined;
    await pass(HOUR);
    expect(store.received).toContainEqual(["slices", 100, null]);
  });

  test("ends after the step that runs, and leaves no timer", async () => {
    directory.terms = [{ tenantId: TENANT, days: 1 }];
    store.found = [slice(0, 10), slice(1, 10)];
    store.onSlice = () => {
      clock.advance(20);
    };
    await pass(60_000);
    await retention.stop();
    expect([slicesDone(), clock.pendingTimers]).toEqual([1, 0]);
  });
});

function slice(startTs: number, points: number): RetentionSlice {
  return { startTs, endTs: startTs + 1, points };
}

function slicesDone(): number {
  return store.received.filter((each) => Array.isArray(each) && each[0] === "slice").length;
}

/** How many slices were deleted together, each time. */
function spans(): number[] {
  return store.received.flatMap((each) =>
    Array.isArray(each) && each[0] === "slice" ? [Number(each[2]) - Number(each[1])] : [],
  );
}

/** Lets time pass, and everything that this sets in motion get done. */
async function pass(span: number): Promise<void> {
  clock.advance(span);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
