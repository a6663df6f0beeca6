import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import type { CustomerId, DeviceId, TenantId, UserId } from "../ids.ts";
import { PointPurge } from "./point-purge.ts";

const DELAY_SECONDS = 1;
const DELAY = DELAY_SECONDS * 1000;

/** Series of deleted owners, and deletions of their points that end when the test says so. */
function purgeOf(...retired: number[]) {
  const clock = new ManualClock();
  const bus = new InProcessBus(silentLogger);
  const deletions: { readonly series: readonly SeriesNumber[]; readonly end: (error?: Error) => Promise<void> }[] = [];
  const left = new Set(retired as SeriesNumber[]);
  const series = {
    retired: (max: number) => Promise.resolve([...left].slice(0, max)),
    purged: (purged: readonly SeriesNumber[]) => {
      for (const number of purged) left.delete(number);
      return Promise.resolve();
    },
  };
  const points = {
    delete: (deleted: readonly SeriesNumber[]) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const end = async (error?: Error): Promise<void> => {
        if (error === undefined) resolve();
        else reject(error);
        await turn();
      };
      deletions.push({ series: deleted, end });
      return promise;
    },
  };
  const settings = { seriesPerRun: 2, delaySeconds: DELAY_SECONDS };
  const purge = new PointPurge({ series, points, bus, clock, log: silentLogger }, settings);
  const pass = async (millis: number): Promise<void> => {
    clock.advance(millis);
    await turn();
  };
  const deleteDevice = (): void => {
    bus.publish({ kind: "device-deleted", tenantId: "t" as TenantId, deviceId: "d" as DeviceId, name: "d" });
  };
  return { purge, bus, clock, deletions, left, pass, deleteDevice };
}

async function turn(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}

test("what the last stop left is deleted, a bounded number of series at a time", async () => {
  const { purge, deletions, left, pass } = purgeOf(1, 2, 3);
  purge.start();

  await pass(DELAY);
  await deletions[0]?.end();
  await pass(DELAY);
  await deletions[1]?.end();

  expect(deletions.map(({ series }) => series)).toEqual([[1, 2], [3]]);
  expect([...left]).toEqual([]);
});

test("points of a deleted owner go after the delay, in one transaction with what is deleted meanwhile", async () => {
  const { purge, bus, deletions, left, pass } = purgeOf();
  purge.start();
  await pass(DELAY);
  const [tenantId, customerId, userId] = ["t" as TenantId, "c" as CustomerId, "u" as UserId];
  for (const event of [
    { kind: "customer-deleted", tenantId, customerId },
    { kind: "user-deleted", userId },
    { kind: "tenant-deleted", tenantId },
  ] as const) {
    const before = deletions.length;
    left.add(before as SeriesNumber);
    bus.publish(event);
    await pass(DELAY - 1);
    left.add((before + 100) as SeriesNumber);
    expect(deletions, event.kind).toHaveLength(before);
    await pass(1);
    expect(deletions.at(-1)?.series, event.kind).toEqual([before, before + 100]);
    await deletions.at(-1)?.end();
    await pass(DELAY);
  }
});

test("what could not be deleted is tried again", async () => {
  const { purge, deletions, pass } = purgeOf(1);
  purge.start();

  await pass(DELAY);
  await deletions[0]?.end(new Error("disk full"));
  await pass(DELAY);

  expect(deletions.map(({ series }) => series)).toEqual([[1], [1]]);
});

test("a device that is deleted while points are being deleted waits for the end of that", async () => {
  const { purge, deletions, pass, deleteDevice } = purgeOf(1, 2, 3);
  purge.start();
  await pass(DELAY);

  deleteDevice();
  await pass(DELAY);
  expect(deletions).toHaveLength(1);

  await deletions[0]?.end();
  expect(deletions.map(({ series }) => series)).toEqual([[1, 2], [3]]);
});

test("a stop waits for the deletion that runs, and begins no other", async () => {
  const { purge, clock, deletions, pass, deleteDevice } = purgeOf(1, 2, 3);
  purge.start();
  await pass(DELAY);
  deleteDevice();
  await pass(DELAY);
  let hasStopped = false;

  const stopped = purge.stop().then(() => (hasStopped = true));
  await turn();
  expect(hasStopped).toBe(false);

  await deletions[0]?.end();
  await stopped;
  expect(deletions).toHaveLength(1);
  expect(clock.pendingTimers).toBe(0);
});
