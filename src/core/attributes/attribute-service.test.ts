import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { RecordingLiveSession, ScratchDevices, TestNode } from "../../../test/support/device-world.ts";
import { unobserved } from "../../lib/counters.ts";
import { silentLogger } from "../../lib/logger.ts";
import { DEFERRED, refusedWhole, type AckTarget, type Refusal } from "../acknowledgement.ts";
import { LocalDeviceChannel } from "../devices/device-channel.ts";
import { LiveSessions } from "../devices/live-sessions.ts";
import { DomainError, invalid } from "../errors.ts";
import type { AttributeColumns, RefusedAttribute } from "./attribute.ts";
import { AttributeService, type AttributeDeps, type AttributeOptions } from "./attribute-service.ts";
import type { AttributeStore } from "./attribute-store.ts";

const LIMITS: AttributeOptions = {
  batchValuesMax: 1000,
  batchTextMax: 100_000,
  tenantValuesMax: 1_000,
  answerTextMax: 100_000,
};

let devices: ScratchDevices;
beforeAll(async () => {
  devices = await ScratchDevices.open();
});
afterAll(() => devices[Symbol.asyncDispose]());

/** A store that counts its calls and ends each when the test says so. */
class HeldStore implements AttributeStore {
  readonly calls: AttributeColumns[] = [];
  readonly #pending: PromiseWithResolvers<readonly RefusedAttribute[]>[] = [];
  #arrived: (() => void) | undefined;

  saveOfDevices(_scope: unknown, columns: AttributeColumns): Promise<readonly RefusedAttribute[]> {
    this.calls.push(columns);
    const pending = Promise.withResolvers<readonly RefusedAttribute[]>();
    this.#pending.push(pending);
    this.#arrived?.();
    return pending.promise;
  }

  async end(error?: Error): Promise<void> {
    if (this.#pending.length === 0)
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    this.#arrived = undefined;
    const pending = this.#pending.shift();
    if (error === undefined) pending?.resolve([]);
    else pending?.reject(error);
  }

  saveOfDevice = async (scope: unknown, columns: AttributeColumns): Promise<void> => {
    await this.saveOfDevices(scope, columns);
  };
  saveOfDeviceIfOther = () => Promise.resolve(true);
  saveOfOthers = () => Promise.resolve();
  delete = () => Promise.resolve();
  read = () => Promise.resolve([]);
  keys = () => Promise.resolve([]);
}

class Settlements implements AckTarget {
  readonly all: (readonly [number, string | undefined])[] = [];
  flushes = 0;

  settle(ack: number, refusal: Refusal | undefined): void {
    this.all.push([ack, refusal?.entries[0].error.kind]);
  }

  flush(): void {
    this.flushes++;
  }
}

const NO_CHANNEL: AttributeDeps["channel"] = { deliver: () => Promise.resolve({ kind: "unreachable" }) };

function service(
  store: AttributeStore,
  node: TestNode,
  limits: Partial<AttributeOptions> = {},
  channel = NO_CHANNEL,
): AttributeService {
  return new AttributeService(
    { store, channel, bus: node.bus, latency: unobserved, clock: new ManualClock(), log: silentLogger },
    { ...LIMITS, ...limits },
  );
}

describe("what devices write", () => {
  test("MQTT 4.4: many devices in one call; stored in client scope when it resolves; no session is notified", async () => {
    const node = new TestNode(devices);
    const attributes = service(devices.stores.attributes, node);
    const events = node.events("attributes-saved");
    const [a, b] = [await node.device(), await node.device()];
    await attributes.saveFromDevice(
      [
        {
          device: a,
          values: [
            ["fw", "1.0"],
            ["battery", 87],
          ],
        },
        { device: b, values: [["battery", 92]] },
      ],
      node.clock.now(),
    );
    expect(await attributes.read(a.id, "CLIENT_SCOPE", "all")).toEqual([
      { scope: "CLIENT_SCOPE", key: "battery", value: 87, lastUpdateTs: node.clock.now() },
      { scope: "CLIENT_SCOPE", key: "fw", value: "1.0", lastUpdateTs: node.clock.now() },
    ]);
    expect(await attributes.keys(b.id, "CLIENT_SCOPE")).toEqual(["battery"]);
    expect(events).toEqual([]);
  });

  test("what comes while a commit runs is one commit more, however many messages it is", async () => {
    const node = new TestNode(devices);
    const store = new HeldStore();
    const attributes = service(store, node);
    const device = await node.device();
    const target = new Settlements();
    const write = (ack: number, refusal?: Refusal) =>
      attributes.saveFromDeviceDeferred([{ device, values: [["k", ack]] }], node.clock.now(), target, ack, refusal);
    expect([write(1), write(2)]).toEqual([DEFERRED, DEFERRED]);
    await store.end();
    void write(3, refusedWhole(invalid("another entry")));
    const waiting = attributes.saveFromDevice([{ device, values: [["k", 4]] }], node.clock.now());
    void write(5);
    await store.end();
    await waiting;
    await attributes.stop();
    expect(store.calls.map(({ values }) => values)).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    expect(target.all).toEqual([
      [1, undefined],
      [2, undefined],
      [3, "invalid"],
      [5, undefined],
    ]);
    // Once after each run of its acks: the answer to the fourth write stands between two of them.
    expect(target.flushes).toBe(3);
    expect(attributes.counters).toMatchObject({ stored: 5, batches: 2, waits: 0 });
  });

  test("a store that fails refuses every message of the batch, and the next batch is tried again", async () => {
    const node = new TestNode(devices);
    const store = new HeldStore();
    const attributes = service(store, node);
    const device = await node.device();
    const target = new Settlements();
    const writes = [{ device, values: [["k", 1]] as const }];
    void attributes.saveFromDeviceDeferred(writes, node.clock.now(), target, 1);
    const waiting = attributes.saveFromDevice(writes, node.clock.now());
    const failure = expect(waiting).rejects.toMatchObject({ kind: "unavailable" });
    await store.end(new Error("disk"));
    await failure;
    void attributes.saveFromDeviceDeferred(writes, node.clock.now(), target, 2);
    await store.end();
    await attributes.stop();
    expect(target.all).toEqual([
      [1, "unavailable"],
      [2, undefined],
    ]);
    expect(attributes.counters.failedBatches).toBe(1);
  });

  test("a full batch makes senders wait until the next one gathers", async () => {
    const node = new TestNode(devices);
    const store = new HeldStore();
    const attributes = service(store, node, { batchValuesMax: 2 });
    const device = await node.device();
    const target = new Settlements();
    const write = (ack: number) =>
      attributes.saveFromDeviceDeferred(
        [
          {
            device,
            values: [
              ["a", ack],
              ["b", ack],
            ],
          },
        ],
        node.clock.now(),
        target,
        ack,
      );
    expect(write(1)).toBe(DEFERRED);
    const second = write(2);
    expect(second).not.toBe(DEFERRED);
    await store.end();
    expect(await second).toBe(DEFERRED);
    await store.end();
    await attributes.stop();
    expect(target.all.map(([ack]) => ack)).toEqual([1, 2]);
    expect(attributes.counters.waits).toBe(1);
  });

  test("MQTT 4.4: a device without members is acknowledged, and nothing is stored for it", async () => {
    const node = new TestNode(devices);
    const store = new HeldStore();
    const attributes = service(store, node);
    await attributes.saveFromDevice([{ device: await node.device(), values: [] }], node.clock.now());
    expect(store.calls).toEqual([]);
  });
});

describe("what the platform side writes", () => {
  test("is stored, and then published; a deletion names its keys, also those that were not there", async () => {
    const node = new TestNode(devices);
    const attributes = service(devices.stores.attributes, node);
    const { id: deviceId, tenantId } = await node.device();
    const [saved, deleted] = [node.events("attributes-saved"), node.events("attributes-deleted")];
    await attributes.save({ id: deviceId, tenantId }, "SHARED_SCOPE", [["target", 21.5]], node.clock.now());
    await attributes.delete({ id: deviceId, tenantId }, "SHARED_SCOPE", ["target", "never"]);
    expect(saved).toEqual([
      {
        kind: "attributes-saved",
        tenantId,
        deviceId,
        scope: "SHARED_SCOPE",
        values: [["target", 21.5]],
        ts: node.clock.now(),
      },
    ]);
    expect(deleted).toEqual([
      { kind: "attributes-deleted", tenantId, deviceId, scope: "SHARED_SCOPE", keys: ["target", "never"] },
    ]);
    expect(await attributes.read(deviceId, "SHARED_SCOPE", "all")).toEqual([]);
  });

  test.each([
    ["MQTT 5.3: a shared attribute named deleted", "SHARED_SCOPE", "deleted", /"deleted"/],
    ["a blank key", "SHARED_SCOPE", " ", /blank/],
    ["a key of 256 characters", "SERVER_SCOPE", "k".repeat(256), /255/],
    ["MQTT 10.3: a server attribute that the platform keeps", "SERVER_SCOPE", "lastActivityTime", /lastActivityTime/],
  ] as const)("refused: %s", async (_what, scope, key, message) => {
    const node = new TestNode(devices);
    const attributes = service(devices.stores.attributes, node);
    const device = await node.device();
    const refusal = attributes.save(
      device,
      scope,
      [
        ["fine", 1],
        [key, 1],
      ],
      node.clock.now(),
    );
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toMatchObject({ kind: "invalid" });
    expect(await attributes.read(device.id, scope, ["fine"])).toEqual([]);
  });

  test("refused: nothing to save, nothing to delete, and the deletion of what the platform keeps", async () => {
    const node = new TestNode(devices);
    const attributes = service(devices.stores.attributes, node);
    const device = await node.device();
    await expect(attributes.save(device, "SHARED_SCOPE", [], node.clock.now())).rejects.toMatchObject({
      kind: "invalid",
    });
    await expect(attributes.delete(device, "SHARED_SCOPE", [])).rejects.toMatchObject({ kind: "invalid" });
    await expect(attributes.delete(device, "SERVER_SCOPE", ["active"])).rejects.toMatchObject({ kind: "invalid" });
    await attributes.save(
      device,
      "SERVER_SCOPE",
      [
        ["deleted", 1],
        ["inactivityTimeout", 5],
      ],
      node.clock.now(),
    );
  });

  test("tenants, customers and users have server attributes, which the bus does not hear of", async () => {
    const node = new TestNode(devices);
    const attributes = service(devices.stores.attributes, node);
    const events = node.events("attributes-saved");
    const tenant = await devices.addTenant();
    await attributes.saveOfOther(tenant, [["plan", "gold"]], node.clock.now());
    expect((await attributes.read(tenant, "SERVER_SCOPE", ["plan"])).map(({ value }) => value)).toEqual(["gold"]);
    await attributes.deleteOfOther(tenant, "SERVER_SCOPE", ["plan"]);
    expect(await attributes.keys(tenant, "all")).toEqual([]);
    expect(events).toEqual([]);
  });
});

describe("notifications of shared attributes (MQTT 8)", () => {
  async function world() {
    const node = new TestNode(devices);
    const witness = { sessionOpened() {}, lastSessionClosed() {}, sessionReplaced() {} };
    const sessions = new LiveSessions(
      { bus: node.bus, clock: node.clock, witness, log: silentLogger },
      { sessionsMax: () => 1 },
    );
    const channel = new LocalDeviceChannel(sessions, node.registry, silentLogger);
    sessions.start();
    const attributes = service(devices.stores.attributes, node, {}, channel);
    const [gateway, device] = [await node.device({ isGateway: true }), await node.device()];
    await node.registry.connectRoutes(gateway, [device], node.clock.now());
    const session = new RecordingLiveSession(gateway, node.clock.now(), "attributes");
    sessions.open(session);
    return { node, attributes, channel, device, session, sessions };
  }

  test("every accepted write and deletion is one message, in the order of the commits, equal values too", async () => {
    const { attributes, device, session, node } = await world();
    await Promise.all([
      attributes.save(
        device,
        "SHARED_SCOPE",
        [
          ["a", 1],
          ["b", 2],
        ],
        node.clock.now(),
      ),
      attributes.save(device, "SHARED_SCOPE", [["a", 1]], node.clock.now()),
      attributes.delete(device, "SHARED_SCOPE", ["a", "none"]),
      attributes.save(device, "SHARED_SCOPE", [["a", 3]], node.clock.now()),
    ]);
    expect(session.downlinks).toMatchObject([
      {
        kind: "attributes-updated",
        device,
        values: [
          ["a", 1],
          ["b", 2],
        ],
      },
      { kind: "attributes-updated", device, values: [["a", 1]] },
      { kind: "attributes-deleted", device, keys: ["a", "none"] },
      { kind: "attributes-updated", device, values: [["a", 3]] },
    ]);
  });

  test("other scopes, unsubscribed sessions and unrouted devices hear nothing", async () => {
    const { attributes, device, session, node } = await world();
    await attributes.save(device, "SERVER_SCOPE", [["a", 1]], node.clock.now());
    await attributes.saveFromDevice([{ device, values: [["a", 1]] }], node.clock.now());
    await attributes.save(await node.device(), "SHARED_SCOPE", [["a", 1]], node.clock.now());
    session.subscriptions.clear();
    await attributes.save(device, "SHARED_SCOPE", [["a", 1]], node.clock.now());
    expect(session.downlinks).toEqual([]);
  });

  test("changes of a device that has to be loaded first keep their order", async () => {
    const { node, channel, session, device } = await world();
    const deviceId = devices.add();
    await devices.stores.registry.connectRoutes(device.tenantId, session.device.id, [deviceId], node.clock.now());
    for (const n of [1, 2, 3])
      void channel.deliver(deviceId, { kind: "attributes-updated", values: [["n", n]] }, new AbortController().signal);
    expect(session.downlinks).toEqual([]);
    await node.idle();
    expect(session.downlinks.map((downlink) => downlink.kind === "attributes-updated" && downlink.values)).toEqual([
      [["n", 1]],
      [["n", 2]],
      [["n", 3]],
    ]);
  });
});

test("a store's own refusal reaches the caller as it is", async () => {
  const node = new TestNode(devices);
  const store = new HeldStore();
  const attributes = service(store, node);
  const device = await node.device();
  const waiting = attributes.saveFromDevice([{ device, values: [["k", 1]] }], node.clock.now());
  const failure = expect(waiting).rejects.toMatchObject({ kind: "unavailable", message: "behind" });
  await store.end(new DomainError("unavailable", "behind"));
  await failure;
});

test("a read of more text than an answer may hold is refused, one of fewer keys is not", async () => {
  const node = new TestNode(devices);
  const device = await node.device();
  const attributes = service(devices.stores.attributes, node, { answerTextMax: 1_000 });
  const text = "x".repeat(600);
  await attributes.saveFromDevice(
    [
      {
        device,
        values: [
          ["a", text],
          ["b", text],
        ],
      },
    ],
    node.clock.now(),
  );
  await expect(attributes.read(device.id, "CLIENT_SCOPE", "all")).rejects.toMatchObject({ kind: "invalid" });
  await expect(attributes.read(device.id, "CLIENT_SCOPE", ["b"])).resolves.toMatchObject([{ key: "b" }]);
});

describe("a read of thousands", () => {
  const KEYS = Array.from({ length: 3_500 }, (_, index) => String(10_000 + index));

  async function withMany(answerTextMax = 1_000_000) {
    const node = new TestNode(devices);
    const device = await node.device();
    const attributes = service(devices.stores.attributes, node, { answerTextMax });
    const values = KEYS.map((key) => [key, 1] as const);
    await attributes.saveFromDevice([{ device, values }], node.clock.now());
    return { attributes, device };
  }

  /** How often the event loop has gone around meanwhile, and what was read. */
  async function turnsOf<Result>(work: Promise<Result>): Promise<{ readonly turns: number; readonly result: Result }> {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const result = await work;
    isOver = true;
    return { turns, result };
  }

  test.each(["all", "CLIENT_SCOPE"] as const)("takes turns, and gives all of %s in their order", async (scope) => {
    const { attributes, device } = await withMany();
    const { turns, result } = await turnsOf(attributes.readInTurns(device, { scope, keys: "all" }));
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(result.filter((each) => each.scope === "CLIENT_SCOPE").map(({ key }) => key)).toEqual(KEYS);
    const named = await attributes.readInTurns(device, { scope, keys: [...KEYS.slice(500)].reverse() });
    expect(named.map(({ key }) => key)).toEqual(KEYS.slice(500));
  });

  test("is refused where all turns together find more text than an answer may hold", async () => {
    const { attributes, device } = await withMany(KEYS.length * 5 - 1);
    const all = { scope: "CLIENT_SCOPE", keys: "all" } as const;
    await expect(attributes.readInTurns(device, all)).rejects.toMatchObject({ kind: "invalid" });
    await expect(attributes.readInTurns(device, { ...all, keys: KEYS.slice(1) })).resolves.toHaveLength(3_499);
  });

  test("is one of its tenant at a time, and ends when its caller has left", async () => {
    const { attributes, device } = await withMany();
    const all = { scope: "CLIENT_SCOPE", keys: "all" } as const;
    const order: string[] = [];
    const read = async (name: string, signal?: AbortSignal): Promise<void> => {
      const { length } = await attributes.readInTurns(device, all, signal);
      order.push(`${name} ${String(length)}`);
    };
    await Promise.all([read("first"), read("left", AbortSignal.abort()), read("last")]);
    expect(order).toEqual(["first 3500", "left 0", "last 3500"]);
  });
});
