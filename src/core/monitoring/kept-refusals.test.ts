import { beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { refusedMessage, refusedWhole, type Refusal } from "../acknowledgement.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import { DomainError, invalid } from "../errors.ts";
import { newId, type DeviceId, type TenantId } from "../ids.ts";
import { KeptRefusals, type KeptRefusalsOptions } from "./kept-refusals.ts";
import type { KeptRefusal } from "./refusal-store.ts";

const OPTIONS: KeptRefusalsOptions = { keptMax: 5, waitingMax: 8, flushMillis: 1_000 };
const BAD = refusedMessage(invalid("bad"), Buffer.from("{"), "boiler");

let clock: ManualClock;
let stored: KeptRefusal[];
let failure: Error | undefined;
let writes: PromiseWithResolvers<void>[];
let isHeld: boolean;
beforeEach(() => {
  clock = new ManualClock();
  stored = [];
  failure = undefined;
  writes = [];
  isHeld = false;
});

function keeper(options: Partial<KeptRefusalsOptions> = {}): KeptRefusals {
  const store = {
    append: async (refusals: readonly KeptRefusal[]) => {
      const write = Promise.withResolvers<void>();
      writes.push(write);
      if (isHeld) await write.promise;
      if (failure !== undefined) throw failure;
      stored.push(...refusals);
    },
  };
  const kept = new KeptRefusals({ store, clock, log: silentLogger }, { ...OPTIONS, ...options });
  kept.start();
  return kept;
}

function gateway(): KnownDevice {
  return { id: newId<DeviceId>(), tenantId: newId<TenantId>() } as KnownDevice;
}

const passed = async (millis: number): Promise<void> => {
  clock.advance(millis);
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
};
const topics = (): readonly string[] => stored.map(({ topic }) => topic);

describe("a refused message", () => {
  test("is stored after a second, with its reason, device and payload", async () => {
    const [kept, from] = [keeper(), gateway()];
    kept.keep(from, "v1/gateway/telemetry", BAD);
    await passed(999);
    expect(stored).toEqual([]);
    const { id: gatewayId, tenantId } = from;
    await passed(1);
    expect(stored).toEqual([
      {
        ...{ tenantId, gatewayId, at: clock.now() - 1_000, topic: "v1/gateway/telemetry", reason: "invalid" },
        ...{ partly: false, entries: [{ device: "boiler", reason: "invalid", message: "bad" }], entriesTotal: 1 },
        ...{ bytes: 1, payload: "{", cut: false },
      },
    ]);
    expect(kept.counters).toEqual({ stored: 1, dropped: 0 });
  });

  test("is stored at a stop, and none after it", async () => {
    const kept = keeper();
    kept.keep(gateway(), "1", BAD);
    await kept.stop();
    expect(topics()).toEqual(["1"]);
    kept.keep(gateway(), "2", BAD);
    expect(clock.pendingTimers).toBe(0);
    await kept.stop();
    expect(topics()).toEqual(["1", "2"]);
  });

  test("has no payload if the payload was not to blame", async () => {
    const kept = keeper();
    kept.keep(gateway(), "t", refusedWhole(new DomainError("unavailable", "disk full")));
    await kept.stop();
    expect(stored).toMatchObject([{ reason: "unavailable", bytes: null, payload: null }]);
  });

  test("is kept in a bounded form, however many parts and long names it has", async () => {
    const kept = keeper();
    const entries = Array.from({ length: 1_000 }, () => ({
      device: "d".repeat(9_999),
      error: invalid("m".repeat(9_999)),
    }));
    kept.keep(gateway(), "t".repeat(9_999), { entries: entries as unknown as Refusal["entries"], partly: true });
    await kept.stop();
    const [refusal] = stored;
    expect(refusal).toMatchObject({ entriesTotal: 1_000, partly: true });
    expect(refusal?.entries).toHaveLength(10);
    expect(JSON.stringify(refusal).length).toBeLessThan(8_000);
  });
});

describe("a flood", () => {
  test("of one gateway leaves its newest refusals, and all of the others", async () => {
    const kept = keeper();
    const [hostile, other] = [gateway(), gateway()];
    kept.keep(other, "other", BAD);
    for (let count = 1; count <= 1_000; count++) kept.keep(hostile, String(count), BAD);
    await passed(1_000);
    expect(topics()).toEqual(["other", "996", "997", "998", "999", "1000"]);
    expect(kept.counters).toEqual({ stored: 6, dropped: 995 });
  });

  test("of many gateways leaves each an equal share", async () => {
    const kept = keeper();
    for (const from of Array.from({ length: 4 }, gateway))
      for (let count = 1; count <= 4; count++) kept.keep(from, String(count), BAD);
    await passed(1_000);
    expect(topics()).toEqual(["3", "4", "3", "4", "3", "4", "3", "4"]);
  });

  test("of more gateways than may wait leaves the newest", async () => {
    const kept = keeper();
    for (let count = 1; count <= 20; count++) kept.keep(gateway(), String(count), BAD);
    await passed(1_000);
    expect(topics()).toEqual(["13", "14", "15", "16", "17", "18", "19", "20"]);
  });

  test("is written no faster than 100 refusals a second", async () => {
    const kept = keeper({ keptMax: 500, waitingMax: 500 });
    const from = gateway();
    for (let second = 1; second <= 20; second++) {
      for (let count = 0; count < 1_000; count++) kept.keep(from, String(second), BAD);
      await passed(1_000);
    }
    expect(stored.length).toBeLessThanOrEqual(500 + 20 * 100);
    expect(stored.length).toBeGreaterThanOrEqual(1_500);
    await kept.stop();
    expect(topics().at(-1)).toBe("20");
  });

  test("gathers while a slow store writes, one write at a time", async () => {
    isHeld = true;
    const kept = keeper();
    const from = gateway();
    kept.keep(from, "1", BAD);
    await passed(1_000);
    for (let count = 2; count <= 20; count++) kept.keep(from, String(count), BAD);
    await passed(60_000);
    expect(writes).toHaveLength(1);
    isHeld = false;
    writes[0]?.resolve();
    await passed(0);
    await passed(1_000);
    expect(topics()).toEqual(["1", "16", "17", "18", "19", "20"]);
  });
});

test("what a store refuses is written with the next, in the order of receipt", async () => {
  const kept = keeper();
  const from = gateway();
  failure = new Error("away");
  kept.keep(from, "1", BAD);
  await passed(1_000);
  kept.keep(from, "2", BAD);
  failure = undefined;
  await passed(1_000);
  expect(topics()).toEqual(["1", "2"]);
});
