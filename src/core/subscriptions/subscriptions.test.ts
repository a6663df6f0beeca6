import { describe, expect, test } from "vitest";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import type { KnownDevice, SeriesNumber } from "../devices/known-device.ts";
import type { DomainError } from "../errors.ts";
import { newId, type CustomerId, type DeviceId } from "../ids.ts";
import type { Value } from "../values.ts";
import type { ReadAttribute, Sample, Update, SubscriptionRequest } from "./subscription.ts";
import { Subscriptions } from "./subscriptions.ts";

const MINE: CustomerId = newId();
const THEIRS: CustomerId = newId();

interface MutableSample {
  ts: number;
  value: Value | null;
}

/** Values that change when the test says so, in two steps as in life: the store has them, and then they are published. */
class World {
  readonly bus: MessageBus = new InProcessBus(silentLogger);
  readonly clock = new ManualClock();
  readonly device: KnownDevice = newDevice();
  readonly latest = new Map<string, MutableSample>();
  readonly attributes: ReadAttribute[] = [];
  watchesTelemetry = false;
  watchesAttributes = false;
  /** What is stored and not published yet. */
  readonly #unpublished: (() => void)[] = [];
  #waiting: (() => void)[] = [];
  /** Given, reads wait for it. */
  hold: Promise<void> | undefined;
  refreshing: Promise<void> | undefined;
  readonly subscriptions: Subscriptions;

  constructor(heldValuesMax = 100) {
    this.subscriptions = new Subscriptions(
      {
        telemetry: {
          watch: async () => {
            this.watchesTelemetry = true;
            await Promise.resolve();
          },
          unwatch: () => {
            this.watchesTelemetry = false;
          },
          latest: async () => {
            await this.hold;
            return new Map([...this.latest].map(([key, sample]) => [key, { ...sample }]));
          },
          settled: () => this.#settled(),
        },
        attributes: {
          watch: () => {
            this.watchesAttributes = true;
          },
          unwatch: () => {
            this.watchesAttributes = false;
          },
          readInTurns: async (_owner, { scope }) => {
            await this.hold;
            return this.attributes.filter((each) => scope === "all" || each.scope === scope);
          },
          settled: () => this.#settled(),
        },
        devices: { refreshed: () => this.refreshing ?? Promise.resolve() },
        bus: this.bus,
        clock: this.clock,
        log: silentLogger,
      },
      { heldValuesMax },
    );
    this.subscriptions.start();
  }

  /** The store holds the point; no subscriber has been notified. */
  store(key: string, ts: number, value: Value): void {
    const latest = this.latest.get(key);
    if (latest === undefined || ts >= latest.ts) this.latest.set(key, { ts, value });
    const watched = this.watchesTelemetry;
    this.#unpublished.push(() => {
      if (watched || this.watchesTelemetry)
        this.bus.publish({
          kind: "telemetry-stored",
          ownerId: this.device.id,
          keys: [key],
          ts: [ts],
          values: [value],
        });
    });
  }

  publish(): void {
    for (const publish of this.#unpublished.splice(0)) publish();
    for (const wake of this.#waiting.splice(0)) wake();
  }

  save(key: string, ts: number, value: Value): void {
    this.store(key, ts, value);
    this.publish();
  }

  async #settled(): Promise<void> {
    if (this.#unpublished.length > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  changed(): void {
    this.bus.publish({
      kind: "device-changed",
      tenantId: this.device.tenantId,
      deviceId: this.device.id,
      oldName: null,
    });
  }
}

function newDevice(): KnownDevice {
  return {
    id: newId<DeviceId>(),
    tenantId: newId(),
    name: "device",
    profileId: newId(),
    customerId: MINE,
    isGateway: false,
    overwriteActivityTime: false,
    connectsOnUplink: false,
    deleted: false,
    route: null,
    disconnectedBy: [],
    sentThrough: null,
    lastActivityAt: 0,
    active: false,
    series: new Map<string, SeriesNumber>(),
  } as unknown as KnownDevice;
}

class Listener {
  readonly received: (readonly [string, number, Value | null])[][] = [];
  end: DomainError | undefined;
  readonly #mine: CustomerId;

  constructor(mine = MINE) {
    this.#mine = mine;
  }

  mayRead(device: KnownDevice): boolean {
    return device.customerId === this.#mine;
  }

  updated(update: Update): void {
    this.received.push(
      [...update].flatMap(([key, samples]) => samples.map(({ ts, value }) => [key, ts, value] as const)),
    );
  }

  ended(reason: DomainError): void {
    this.end = reason;
  }
}

const LATEST: SubscriptionRequest = { kind: "latest", keys: ["a"] };

function watch(world: World, listener: Listener, request: SubscriptionRequest = LATEST) {
  return world.subscriptions.subscribe({ kind: "device", device: world.device }, request, listener);
}

async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

describe("subscriptions", () => {
  test("what is stored while the present values are being read is reported after them, once", async () => {
    const world = new World();
    const hold = Promise.withResolvers<void>();
    world.hold = hold.promise;
    world.save("a", 1, 1);
    const listener = new Listener();
    const subscribing = watch(world, listener);
    await turns();
    world.save("a", 2, 2);
    hold.resolve();
    await subscribing;
    world.save("a", 3, 3);
    world.save("a", 2, 2);

    expect(listener.received).toEqual([[["a", 2, 2]], [["a", 3, 3]]]);
  });

  test("a value that the reading saw before it was published comes once", async () => {
    const world = new World();
    world.save("a", 1, 1);
    world.store("a", 2, 2);
    const listener = new Listener();
    const subscribing = watch(world, listener);
    await turns();
    world.publish();
    await subscribing;

    expect(listener.received).toEqual([[["a", 2, 2]]]);
  });

  test("what was read before it was published does not turn into the past when it is reported", async () => {
    const world = new World();
    world.store("a", 1, "first");
    world.store("a", 1, "second");
    const listener = new Listener();
    const subscribing = watch(world, listener);
    await turns();
    world.publish();
    await subscribing;
    await turns();

    expect(listener.received).toEqual([[["a", 1, "second"]]]);
  });

  test("points of a window that were read and published twice come once, and in the end as they were stored last", async () => {
    const world = new World();
    const hold = Promise.withResolvers<void>();
    const read = new Map([["a", [{ ts: 2, value: 22 } satisfies Sample, { ts: 1, value: 1 } satisfies Sample]]]);
    const listener = new Listener();
    const subscribing = watch(world, listener, {
      kind: "points-from",
      keys: "all",
      startTs: 1,
      read: async () => {
        await hold.promise;
        return read;
      },
    });
    await turns();
    world.save("a", 2, 2);
    world.save("a", 2, 22);
    world.save("a", 1, 1);
    world.save("a", 0, 0);
    world.save("b", 5, 5);
    hold.resolve();
    await subscribing;

    expect(listener.received).toEqual([
      [
        ["a", 2, 22],
        ["a", 1, 1],
      ],
      [["b", 5, 5]],
    ]);
  });

  test("a late subscriber gets the present state, and then the same as all others", async () => {
    const world = new World();
    const [first, second] = [new Listener(), new Listener()];
    await watch(world, first);
    world.save("a", 1, 1);
    await watch(world, second);
    world.save("a", 2, 2);

    expect(first.received.slice(1)).toEqual([[["a", 1, 1]], [["a", 2, 2]]]);
    expect(second.received).toEqual([[["a", 1, 1]], [["a", 2, 2]]]);
  });

  test("values are watched while somebody wants them, and no longer", async () => {
    const world = new World();
    expect(world.watchesTelemetry).toBe(false);
    const [one, other] = [await watch(world, new Listener()), await watch(world, new Listener())];
    const third = await watch(world, new Listener(), { kind: "attributes", scope: "any", keys: "all" });
    expect([world.watchesTelemetry, world.watchesAttributes]).toEqual([true, true]);
    one.cancel();
    one.cancel();
    third.cancel();
    expect([world.watchesTelemetry, world.watchesAttributes]).toEqual([true, false]);
    expect(world.subscriptions.counts).toEqual({ subscriptions: 1, owners: 1 });
    other.cancel();

    expect(world.watchesTelemetry).toBe(false);
    expect(world.subscriptions.counts).toEqual({ subscriptions: 0, owners: 0 });
  });

  test("between a change of the device and knowing its new customer no subscriber gets anything", async () => {
    const world = new World();
    const [former, next] = [new Listener(MINE), new Listener(THEIRS)];
    await watch(world, former);
    await expect(watch(world, next)).rejects.toMatchObject({ kind: "forbidden" });
    const refreshing = Promise.withResolvers<void>();
    world.refreshing = refreshing.promise;
    world.changed();
    world.save("a", 1, 1);
    const joining = watch(world, next);
    await turns();
    expect(former.received.length).toBe(1);

    world.device.customerId = THEIRS;
    refreshing.resolve();
    await joining;
    world.save("a", 2, 2);

    expect([former.received.length, former.end?.kind]).toEqual([1, "forbidden"]);
    expect(next.received.at(-1)).toEqual([["a", 2, 2]]);
    expect(next.received.flat().map(([, ts]) => ts)).toContain(1);
  });

  test("a change of owner while the present values are read refuses those who wait for them", async () => {
    const world = new World();
    const hold = Promise.withResolvers<void>();
    world.hold = hold.promise;
    const listener = new Listener();
    const subscribing = watch(world, listener);
    await turns();
    const refreshing = Promise.withResolvers<void>();
    world.refreshing = refreshing.promise;
    world.changed();
    hold.resolve();
    await turns();
    world.device.customerId = THEIRS;
    refreshing.resolve();

    await expect(subscribing).rejects.toMatchObject({ kind: "forbidden" });
    expect([listener.received, listener.end]).toEqual([[], undefined]);
    expect(world.subscriptions.counts).toEqual({ subscriptions: 0, owners: 0 });
  });

  test("what a check held back is reported in order when nothing has changed", async () => {
    const world = new World();
    const listener = new Listener();
    await watch(world, listener);
    const refreshing = Promise.withResolvers<void>();
    world.refreshing = refreshing.promise;
    world.changed();
    world.save("a", 1, 1);
    world.changed();
    world.save("a", 2, 2);
    await turns();
    expect(listener.received.length).toBe(1);
    refreshing.resolve();
    await turns();
    world.save("a", 3, 3);

    expect(listener.received.slice(1)).toEqual([[["a", 1, 1]], [["a", 2, 2]], [["a", 3, 3]]]);
  });

  test("a deleted device ends its subscriptions, those that are only coming too", async () => {
    const world = new World();
    const listener = new Listener();
    await watch(world, listener);
    const hold = Promise.withResolvers<void>();
    world.hold = hold.promise;
    const coming = watch(world, new Listener(), { kind: "latest", keys: "all" });
    await turns();
    world.device.deleted = true;
    const { tenantId, id: deviceId, name } = world.device;
    world.bus.publish({ kind: "device-deleted", tenantId, deviceId, name });

    expect(listener.end?.kind).toBe("not-found");
    await expect(coming).rejects.toMatchObject({ kind: "not-found" });
    await expect(watch(world, new Listener())).rejects.toMatchObject({ kind: "not-found" });
    expect(world.subscriptions.counts).toEqual({ subscriptions: 0, owners: 0 });
    hold.resolve();
  });

  test("more changes than may wait refuse the subscription, and the next one is free to try", async () => {
    const world = new World(3);
    const hold = Promise.withResolvers<void>();
    world.hold = hold.promise;
    const subscribing = watch(world, new Listener());
    const refused = expect(subscribing).rejects.toMatchObject({ kind: "unavailable" });
    await turns();
    for (let ts = 1; ts <= 4; ts++) world.save("a", ts, ts);
    await refused;
    hold.resolve();
    const listener = new Listener();
    await watch(world, listener);

    expect(listener.received).toEqual([[["a", 4, 4]]]);
  });

  test("a reading that fails refuses all who wait for it with its error", async () => {
    const world = new World();
    world.hold = Promise.reject(new Error("the disk is gone"));
    const both = [watch(world, new Listener()), watch(world, new Listener())];

    for (const each of both) await expect(each).rejects.toMatchObject({ kind: "unavailable" });
    world.hold = undefined;
    await watch(world, new Listener());
  });

  test("a tenant that is deleted takes the subscriptions of its devices along", async () => {
    const world = new World();
    const listener = new Listener();
    await watch(world, listener);
    world.bus.publish({ kind: "tenant-deleted", tenantId: world.device.tenantId });

    expect(listener.end?.kind).toBe("not-found");
  });

  test("whatever the order of storing, publishing and reading, the last word is the store's, and no update is reported twice", async () => {
    const seed = 20_251;
    let state = seed;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
    for (let round = 0; round < 300; round++) {
      const world = new World(1_000);
      const listeners: Listener[] = [];
      const coming: Promise<unknown>[] = [];
      for (let step = 0; step < 40; step++) {
        const hold = Promise.withResolvers<void>();
        switch (random(5)) {
          case 0: {
            const listener = new Listener();
            listeners.push(listener);
            world.hold = random(2) === 0 ? hold.promise : undefined;
            coming.push(watch(world, listener));
            break;
          }
          case 1:
            world.store("a", random(12), random(3));
            break;
          case 2:
            world.publish();
            break;
          case 3:
            world.changed();
            break;
          default:
        }
        await turns(random(8));
        hold.resolve();
      }
      world.publish();
      await Promise.all(coming);
      for (const listener of listeners) {
        const samples = listener.received.flat().filter(([, , value]) => value !== null);
        const last = world.latest.get("a");
        const context = `seed ${String(seed)}, round ${String(round)}`;
        expect(samples.at(-1)?.slice(1), context).toEqual(last === undefined ? undefined : [last.ts, last.value]);
        // Times never go back, and a time comes again only with another value.
        samples.forEach(([, ts, value], index) => {
          const [, earlierTs, earlierValue] = samples[index - 1] ?? ["", -1, null];
          expect(ts > earlierTs || (ts === earlierTs && value !== earlierValue), context).toBe(true);
        });
      }
    }
  });
});

describe("changes that were missed", () => {
  const READ = { kind: "points-from", keys: ["a"], startTs: 0, read: () => Promise.resolve(new Map()) } as const;
  const ATTRIBUTES: SubscriptionRequest = { kind: "attributes", scope: "any", keys: "all" };

  test("are read again: subscribers get what is different, and then what comes", async () => {
    const world = new World();
    const listener = new Listener();
    for (const key of ["a", "b", "c"]) world.save(key, 1, 1);
    await watch(world, listener, { kind: "latest", keys: "all" });
    world.latest.set("a", { ts: 2, value: 2 });
    world.latest.delete("c");
    const hold = Promise.withResolvers<void>();
    world.hold = hold.promise;
    world.bus.publish({ kind: "points-missed" });
    await turns();
    world.save("b", 3, 3);
    const later = new Listener();
    const joining = watch(world, later, { kind: "latest", keys: "all" });
    hold.resolve();
    await joining;
    world.save("b", 4, 4);

    expect(listener.received.slice(1)).toEqual([
      [
        ["a", 2, 2],
        ["b", 3, 3],
        ["c", 1, null],
      ],
      [["b", 4, 4]],
    ]);
    expect(later.received).toEqual([
      [
        ["a", 2, 2],
        ["b", 3, 3],
      ],
      [["b", 4, 4]],
    ]);
  });

  test("end a subscription to every point of a window, which has to be made again", async () => {
    const world = new World();
    const listener = new Listener();
    await watch(world, listener, READ);
    world.bus.publish({ kind: "points-missed" });
    await turns();

    expect(listener.end).toMatchObject({ kind: "unavailable" });
    expect(world.watchesTelemetry).toBe(false);
  });

  test("while the present values are being read have them read once more", async () => {
    const world = new World();
    const hold = Promise.withResolvers<void>();
    world.hold = hold.promise;
    world.save("a", 1, 1);
    const listener = new Listener();
    const subscribing = watch(world, listener);
    await turns();
    world.bus.publish({ kind: "points-missed" });
    world.bus.publish({ kind: "points-missed" });
    hold.resolve();
    await subscribing;

    expect(listener.received).toEqual([[["a", 1, 1]]]);
  });

  test("of attributes are read again by themselves, and where that fails, subscribers keep what they have", async () => {
    const world = new World();
    const listener = new Listener();
    const scope = "SERVER_SCOPE" as const;
    world.attributes.push({ scope, key: "a", value: 1, lastUpdateTs: 1 });
    await watch(world, listener, ATTRIBUTES);
    world.attributes.splice(0, 1, { scope, key: "b", value: 2, lastUpdateTs: 2 });
    world.hold = Promise.reject(new Error("the database is away"));
    world.hold.catch(() => undefined);
    world.bus.publish({ kind: "changes-missed" });
    world.bus.publish({ kind: "points-missed" });
    await turns();
    expect(listener.received.slice(1)).toEqual([]);
    world.hold = undefined;
    world.bus.publish({ kind: "attributes-missed", ownerId: world.device.id });
    await turns();

    expect(listener.received.slice(1)).toEqual([
      [
        ["b", 2, 2],
        ["a", 1, null],
      ],
    ]);
    expect(listener.end).toBeUndefined();
  });

  test("of points that cannot be read again end the subscription", async () => {
    const world = new World();
    const listener = new Listener();
    await watch(world, listener);
    world.hold = Promise.reject(new Error("the log is away"));
    world.hold.catch(() => undefined);
    world.bus.publish({ kind: "points-missed" });
    await turns();

    expect(listener.end).toMatchObject({ kind: "unavailable" });
  });
});
