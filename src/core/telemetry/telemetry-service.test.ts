import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis } from "../../lib/clock.ts";
import { unobserved } from "../../lib/counters.ts";
import { silentLogger } from "../../lib/logger.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { DEFERRED, type AckTarget, type Refusal } from "../acknowledgement.ts";
import { newId, type TenantId } from "../ids.ts";
import type { KnownDevice, SeriesNumber } from "../devices/known-device.ts";
import { DomainError } from "../errors.ts";
import type { PointBatch } from "./point-batch.ts";
import { Readings } from "./readings.ts";
import { SeriesDirectory, type RegisteredSeries, type SeriesStore } from "./series-directory.ts";
import type { SeriesOwnerId } from "./series-owner.ts";
import { TelemetryService } from "./telemetry-service.ts";
import type { TelemetryStore } from "./telemetry-store.ts";

/** A store whose writes end when the test says so. */
class HeldStore implements TelemetryStore {
  readonly written: number[][] = [];
  readonly #pending: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #arrivals: (() => void)[] = [];

  note: (batch: PointBatch) => void = () => undefined;
  /** Until then it takes no batch. */
  takes = Promise.resolve();
  ready = () => this.takes;

  write(batch: PointBatch): Promise<void> {
    this.note(batch);
    this.written.push([...batch.num.subarray(0, batch.count)]);
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    this.#pending.push({
      resolve: () => {
        resolve(undefined);
      },
      reject,
    });
    for (const arrived of this.#arrivals.splice(0)) arrived();
    return promise;
  }

  /** Resolves when a write is waiting to be ended. */
  async arrival(): Promise<void> {
    if (this.#pending.length === 0) await new Promise<void>((resolve) => this.#arrivals.push(resolve));
  }

  async end(error?: Error): Promise<void> {
    await this.arrival();
    const write = this.#pending.shift();
    if (error === undefined) write?.resolve();
    else write?.reject(error);
  }

  latest = () => Promise.resolve([]);
  withPoints = () => Promise.resolve([]);
  range: TelemetryStore["range"] = () => Promise.resolve([]);
  aggregate = () => Promise.resolve([]);
  delete = () => Promise.resolve();
}

class CountingSeries implements SeriesStore {
  registered = 0;
  ofOwner = () => Promise.resolve([]);
  named = () => Promise.resolve([]);
  retired = () => Promise.resolve([]);
  purged = () => Promise.resolve();

  register(ownerIds: readonly SeriesOwnerId[]): Promise<RegisteredSeries> {
    return Promise.resolve({ numbers: ownerIds.map(() => this.registered++ as SeriesNumber), full: null });
  }
}

/** Remembers what it was settled with, in order. */
class Settlements implements AckTarget {
  readonly all: (readonly [ack: number, refusal: Refusal | undefined])[] = [];
  flushes = 0;
  #settled: (() => void) | undefined;

  settle(ack: number, refusal: Refusal | undefined): void {
    this.all.push([ack, refusal]);
  }

  flush(): void {
    this.flushes++;
    this.#settled?.();
  }

  async flushed(): Promise<void> {
    if (this.flushes === 0) await new Promise<void>((resolve) => (this.#settled = resolve));
  }
}

function device(tenantId = newId<TenantId>()): KnownDevice {
  return { id: "d", tenantId, name: "Device A", series: new Map(), deleted: false } as unknown as KnownDevice;
}

function readingsOf(of: KnownDevice, ...values: number[]): Readings {
  const readings = new Readings();
  readings.openEntry(of.name, of);
  for (const value of values) readings.add("temperature", of.series.get("temperature"), 1, value);
  readings.closeEntry();
  return readings;
}

/** A device with points under the key "k". */
function owner(name: string): KnownDevice {
  const series = new Map([["k", 1 as SeriesNumber]]);
  return { id: name, tenantId: newId<TenantId>(), name, series, deleted: false } as unknown as KnownDevice;
}

const WINDOW = { startTs: millis(0), endTs: millis(1), limit: 1, order: "DESC" } as const;

const TENANT_POINTS_MAX = 3;

function service(batchPointsMax = 1000, keysPerDeviceMax?: number) {
  const store = new HeldStore();
  const series = new CountingSeries();
  const telemetry = new TelemetryService(
    {
      store,
      series: new SeriesDirectory(series, keysPerDeviceMax),
      bus: new InProcessBus(silentLogger),
      latency: unobserved,
      clock: new ManualClock(),
      log: silentLogger,
    },
    { batchPointsMax, batchTextMax: 1000, tenantPointsMax: TENANT_POINTS_MAX, castStrings: false, readsMax: 2 },
  );
  return { store, series, telemetry, target: new Settlements(), device: device() };
}

describe("telemetry service", () => {
  test("an acknowledgement is settled only after the store has written its batch", async () => {
    const { store, telemetry, target, device } = service();
    await telemetry.record(readingsOf(device, 1), target, 7);
    await store.arrival();
    expect(target.all).toEqual([]);
    await store.end();
    await target.flushed();
    expect(target.all).toEqual([[7, undefined]]);
  });

  test("an entry that would give its device more keys than it may have is refused, the others are stored", async () => {
    const { store, telemetry, target, series, device: full } = service(1000, 2);
    const other = device();
    const add = (readings: Readings, of: KnownDevice, ...keys: string[]): void => {
      readings.openEntry(of.name, of);
      for (const key of keys) readings.add(key, of.series.get(key), 1, keys.length);
      readings.closeEntry();
    };
    const both = new Readings();
    add(both, full, "a", "b", "c");
    add(both, other, "a", "b");
    await telemetry.record(both, target, 0);
    const whole = new Readings();
    add(whole, other, "a", "b", "c");
    await telemetry.record(whole, target, 1);
    const known = new Readings();
    add(known, other, "b");
    await telemetry.record(known, target, 2);
    await store.end();
    await target.flushed();

    expect(store.written).toEqual([[2, 2, 1]]);
    expect(series.registered).toBe(2);
    expect(target.all).toMatchObject([
      [0, { partly: true, entries: [{ device: "Device A", error: { kind: "limit-exceeded" } }] }],
      [1, { partly: false, entries: [{ device: "Device A", error: { kind: "limit-exceeded" } }] }],
      [2, undefined],
    ]);
  });

  test("what comes while a batch is being stored gathers in the next one", async () => {
    const { store, telemetry, target, device } = service();
    await telemetry.record(readingsOf(device, 1), target, 0);
    await store.arrival();
    expect(telemetry.record(readingsOf(device, 2), target, 1)).toBe(DEFERRED);
    expect(telemetry.record(readingsOf(device, 3), target, 2)).toBe(DEFERRED);
    await store.end();
    await store.end();
    await telemetry.stop();
    expect(store.written).toEqual([[1], [2, 3]]);
    expect(target.all.map(([ack]) => ack)).toEqual([0, 1, 2]);
  });

  test("what comes before the store takes the next batch gathers in it", async () => {
    const { store, telemetry, target, device } = service();
    const { promise, resolve } = Promise.withResolvers<void>();
    store.takes = promise;
    for (const value of [1, 2]) await telemetry.record(readingsOf(device, value), target, value);
    await nextTurn();
    await nextTurn();
    await telemetry.record(readingsOf(device, 3), target, 3);
    expect(store.written).toEqual([]);
    resolve();
    await store.end();
    await telemetry.stop();
    expect(store.written).toEqual([[1, 2, 3]]);
  });

  test("a full batch leaves before the store wants it", async () => {
    const { store, telemetry, target, device } = service(2);
    store.takes = new Promise(() => undefined);
    for (const value of [1, 2]) await telemetry.record(readingsOf(device, value), target, value);
    await nextTurn();
    expect(store.written).toEqual([]);
    const third = telemetry.record(readingsOf(device, 3), target, 3);
    await store.end();
    await third;
    expect(store.written).toEqual([[1, 2]]);
  });

  test("a batch that cannot be stored refuses each of its messages, and the next batch is tried again", async () => {
    const { store, telemetry, target, device } = service();
    await telemetry.record(readingsOf(device, 1), target, 0);
    await store.end(new Error("disk"));
    await target.flushed();
    expect(target.all[0]?.[1]?.entries[0].error.kind).toBe("unavailable");
    await telemetry.record(readingsOf(device, 2), target, 1);
    await store.end();
    await telemetry.stop();
    expect(target.all[1]).toEqual([1, undefined]);
  });

  test("a refusal of some entries is what the ack is settled with once the others are stored", async () => {
    const { store, telemetry, target, device } = service();
    const refusal: Refusal = { entries: [{ device: "B", error: new DomainError("invalid", "no") }], partly: true };
    await telemetry.record(readingsOf(device, 1), target, 3, refusal);
    await store.end();
    await telemetry.stop();
    expect(target.all).toEqual([[3, refusal]]);
  });

  test("while others send, one tenant's points beyond its share of a batch wait for the next", async () => {
    const { store, telemetry, target, device: flooding } = service();
    const other = device();
    const send = (ack: number, of: KnownDevice, ...values: number[]) =>
      telemetry.record(readingsOf(of, ...values), target, ack);
    await send(0, other, 0);
    await send(1, flooding, 1);
    await store.arrival();
    expect(send(2, flooding, 2, 2)).toBe(DEFERRED);
    expect(send(3, flooding, 3, 3)).toBe(DEFERRED);
    const waiting = send(4, flooding, 4);
    expect(send(5, other, 5)).toBe(DEFERRED);
    await store.end();
    await waiting;
    await store.end();
    await store.end();
    await telemetry.stop();
    expect(store.written).toEqual([[0, 1], [2, 2, 3, 3, 5], [4]]);
  });

  test("a tenant that sends alone has all of a batch", async () => {
    const { store, telemetry, target, device } = service();
    await telemetry.record(readingsOf(device, 1), target, 0);
    await store.arrival();
    for (let ack = 1; ack <= 5; ack++) expect(telemetry.record(readingsOf(device, ack), target, ack)).toBe(DEFERRED);
    await store.end();
    await store.end();
    await telemetry.stop();
    expect(store.written).toEqual([[1], [1, 2, 3, 4, 5]]);
  });

  test("when the gathering batch is full, senders wait until it leaves and nothing is lost", async () => {
    const { store, telemetry, target, device } = service(2);
    await telemetry.record(readingsOf(device, 1), target, 0);
    await store.arrival();
    expect(telemetry.record(readingsOf(device, 2, 3), target, 1)).toBe(DEFERRED);
    const waiting = telemetry.record(readingsOf(device, 4), target, 2);
    expect(waiting).toBeInstanceOf(Promise);
    expect(telemetry.counters.waits).toBe(1);
    await store.end();
    await waiting;
    await store.end();
    await store.end();
    await telemetry.stop();
    expect(store.written.flat()).toEqual([1, 2, 3, 4]);
    expect(target.all.map(([ack]) => ack)).toEqual([0, 1, 2]);
  });

  test("a new key is registered once, whatever the number of its points", async () => {
    const { store, series, telemetry, target, device } = service();
    await telemetry.record(readingsOf(device, 1, 2, 3), target, 0);
    await store.end();
    await telemetry.stop();
    expect(series.registered).toBe(1);
    expect(store.written).toEqual([[1, 2, 3]]);
  });

  test("a message without points is acknowledged too", async () => {
    const { telemetry, target } = service();
    await telemetry.record(new Readings(), target, 5);
    await target.flushed();
    expect(target.all).toEqual([[5, undefined]]);
  });

  test("save resolves when durable and rejects with the reason otherwise", async () => {
    const { store, telemetry, device } = service();
    const saved = telemetry.save(device, [{ ts: millis(1), values: [["a", 1]] }]);
    await store.end();
    await saved;
    const failed = telemetry.save(device, [{ ts: millis(2), values: [["a", 2]] }]);
    await store.end(new Error("disk"));
    await expect(failed).rejects.toMatchObject({ kind: "unavailable" });
  });

  test("a stop waits for what was gathered, and for its end", async () => {
    const { store, telemetry, target, device } = service();
    await telemetry.record(readingsOf(device, 1), target, 0);
    let hasStopped = false;
    const stopped = telemetry.stop().then(() => (hasStopped = true));
    await store.arrival();
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasStopped).toBe(false);
    await store.end();
    await stopped;
    expect(target.all).toEqual([[0, undefined]]);
  });

  test("an end of points is that of their own message, not of those that were gathered before", async () => {
    const { store, telemetry, target, device } = service();
    const ends: unknown[] = [];
    store.note = (batch) => ends.push(batch.expiring.map(({ from, to, expiresAt }) => [from, to, expiresAt]));
    await telemetry.record(readingsOf(device, 1), target, 0);
    await store.arrival();
    await telemetry.record(readingsOf(device, 2, 3), target, 1);
    const lasting = readingsOf(device, 4);
    lasting.expiresAt = millis(9);
    await telemetry.record(lasting, target, 2);
    await store.end();
    await store.end();
    await telemetry.stop();
    expect(ends).toEqual([[], [[2, 3, 9]]]);
  });

  test("a deletion waits for what was gathered before it, not for what keeps coming", async () => {
    const { store, telemetry, target, device } = service();
    await telemetry.record(readingsOf(device, 1), target, 0);
    await store.arrival();
    await telemetry.record(readingsOf(device, 2), target, 1);
    let isDeleted = false;
    const deleted = telemetry
      .delete(device, ["k"], { window: undefined, deleteLatest: true, rewriteLatest: false })
      .then(() => (isDeleted = true));
    await store.end();
    await store.arrival();
    await telemetry.record(readingsOf(device, 3), target, 2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDeleted).toBe(false);
    await store.end();
    await deleted;
    expect(store.written.flat()).toContain(2);
    await store.end();
    await telemetry.stop();
  });

  test("reads of a tenant that wait in masses delay a read of another by one", async () => {
    const { store, telemetry } = service();
    const done: string[] = [];
    const busy = owner("busy");
    const other = owner("other");
    let running = 0;
    let most = 0;
    store.range = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return [];
    };
    const read = async (of: KnownDevice) => {
      await telemetry.range(of, ["k"], WINDOW);
      done.push(of.name);
    };
    await Promise.all([...Array.from({ length: 50 }, () => read(busy)), read(other)]);
    expect(done.indexOf("other")).toBeLessThan(5);
    expect(most).toBe(2);
  });

  test("a read that is given up while it waits never reaches the store", async () => {
    const { store, telemetry } = service();
    const given = new AbortController();
    let reads = 0;
    const held = Promise.withResolvers<undefined>();
    store.range = async () => {
      reads++;
      await held.promise;
      return [];
    };
    const running = [1, 2].map(() => telemetry.range(owner("busy"), ["k"], WINDOW));
    const waiting = telemetry.range(owner("busy"), ["k"], WINDOW, given.signal);
    given.abort(new DomainError("timeout", "the caller has gone"));
    await expect(waiting).rejects.toThrow("the caller has gone");
    held.resolve(undefined);
    await Promise.all(running);
    expect(reads).toBe(2);
  });
});
