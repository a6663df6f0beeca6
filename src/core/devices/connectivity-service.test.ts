import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScratchDevices, TestNode } from "../../../test/support/device-world.ts";
import { unobserved } from "../../lib/counters.ts";
import { silentLogger } from "../../lib/logger.ts";
import { attributesOf } from "../attributes/attribute.ts";
import { AttributeService } from "../attributes/attribute-service.ts";
import { DomainError } from "../errors.ts";
import { ConnectivityService, type ConnectivityOptions } from "./connectivity-service.ts";
import type { ConnectivityStore } from "./connectivity-store.ts";
import type { KnownDevice } from "./known-device.ts";

const SECOND = 1000;
const TIMEOUT = 600 * SECOND;
const OPTIONS: ConnectivityOptions = {
  inactivityTimeoutMillis: TIMEOUT,
  flushMillis: 10 * SECOND,
  sweepMillis: 60 * SECOND,
  batchMax: 100,
  eventsMax: 3,
  eventsMillis: 3600 * SECOND,
};

let devices: ScratchDevices;
beforeAll(async () => {
  devices = await ScratchDevices.open();
});
afterAll(() => devices[Symbol.asyncDispose]());

/** Fails as long as the test says so. */
class FailingStore implements ConnectivityStore {
  readonly #store: ConnectivityStore;
  failing = false;
  saves = 0;

  constructor(store: ConnectivityStore) {
    this.#store = store;
  }

  forgotten: number[] = [];

  save: ConnectivityStore["save"] = (changes, now, eventsMax) => {
    this.saves++;
    return this.failing
      ? Promise.reject(new DomainError("unavailable", "disk"))
      : this.#store.save(changes, now, eventsMax);
  };
  deactivateSilent: ConnectivityStore["deactivateSilent"] = (now, timeout, limit, eventsMax) =>
    this.#store.deactivateSilent(now, timeout, limit, eventsMax);
  forgetEvents: ConnectivityStore["forgetEvents"] = (before, limit) => {
    this.forgotten.push(before);
    return this.#store.forgetEvents(before, limit);
  };
  read: ConnectivityStore["read"] = (id) => this.#store.read(id);
}

function startService(
  node: TestNode,
  store: ConnectivityStore = devices.stores.connectivity,
  options: Partial<ConnectivityOptions> = {},
  lease?: { readonly isHeld: boolean },
) {
  const service = new ConnectivityService(
    { store, devices: node.registry, bus: node.bus, lease, clock: node.clock, log: silentLogger },
    { ...OPTIONS, ...options },
  );
  service.start();
  return service;
}

function world(store: ConnectivityStore = devices.stores.connectivity, options: Partial<ConnectivityOptions> = {}) {
  const node = new TestNode(devices);
  const service = startService(node, store, options);
  const attributes = new AttributeService(
    {
      store: devices.stores.attributes,
      channel: { deliver: () => Promise.resolve({ kind: "unreachable" }) },
      bus: node.bus,
      latency: unobserved,
      clock: node.clock,
      log: silentLogger,
    },
    { batchValuesMax: 100, batchTextMax: 1000, tenantValuesMax: 1_000, answerTextMax: 1000 },
  );
  const advance = async (span: number): Promise<void> => {
    node.clock.advance(span);
    await node.idle();
  };
  return { node, clock: node.clock, service, attributes, advance };
}

async function valuesOf({ id }: Pick<KnownDevice, "id">): Promise<Record<string, unknown>> {
  const found = attributesOf(await devices.stores.attributes.read(id, "SERVER_SCOPE", "all"));
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
}

describe("activity", () => {
  test("MQTT 10.3: the first sign of life makes a device active at once", async () => {
    const { node, clock, service } = world();
    const device = await node.device();
    expect(await valuesOf(device)).toEqual({ active: false });
    service.touch(device, clock.now());
    await node.idle();
    expect(await valuesOf(device)).toEqual({ active: true, inactivityAlarmTime: 0, lastActivityTime: clock.now() });
  });

  test("MQTT 10.3: later signs are stored within the flush period, the latest of them, in one call for all", async () => {
    const store = new FailingStore(devices.stores.connectivity);
    const { node, clock, service, advance } = world(store);
    const [a, b] = [await node.device(), await node.device()];
    service.touch(a, clock.now());
    service.touch(b, clock.now());
    await node.idle();
    expect(store.saves).toBe(1);
    const first = clock.now();
    await advance(3 * SECOND);
    service.touch(a, clock.now());
    await advance(3 * SECOND);
    service.touch(a, clock.now());
    service.touch(b, clock.now());
    const last = clock.now();
    expect((await valuesOf(a))["lastActivityTime"]).toBe(first);
    await advance(4 * SECOND);
    expect((await valuesOf(a))["lastActivityTime"]).toBe(last);
    expect((await valuesOf(b))["lastActivityTime"]).toBe(last);
    expect(store.saves).toBe(2);
    await advance(10 * SECOND);
    expect(store.saves).toBe(2);
  });

  test("a device touched in every flush period is stored in each", async () => {
    const { node, clock, service, advance } = world();
    const device = await node.device();
    for (let period = 0; period < 4; period++) {
      service.touch(device, clock.now());
      const touched = clock.now();
      await advance(10 * SECOND);
      expect((await valuesOf(device))["lastActivityTime"]).toBe(touched);
    }
  });

  test("MQTT 10.3: lastActivityTime is monotonic", async () => {
    const { node, clock, service } = world();
    const device = await node.device();
    const now = clock.now();
    clock.advance(50);
    service.touch(device, clock.now());
    service.touch(device, now);
    await service.flush();
    expect((await valuesOf(device))["lastActivityTime"]).toBe(now + 50);
  });

  test("MQTT 10.4: a gateway with overwriteActivityTime speaks for the devices behind it, another does not", async () => {
    const { node, clock, service } = world();
    const [speaking, silent, behind, other] = [
      await node.device({ isGateway: true, overwriteActivityTime: true }),
      await node.device({ isGateway: true }),
      await node.device(),
      await node.device(),
    ];
    service.touchGateway(speaking, [behind], clock.now());
    service.touchGateway(silent, [other], clock.now());
    await service.flush();
    expect([speaking.active, silent.active, behind.active, other.active]).toEqual([true, true, true, false]);
  });

  test("a gateway speaks for the devices behind it once a second, however much it sends", async () => {
    const { node, service, clock } = world();
    const gateway = await node.device({ isGateway: true, overwriteActivityTime: true });
    const device = await node.device();
    let asked = 0;
    const routed = {
      *[Symbol.iterator]() {
        asked++;
        yield device;
      },
    };
    for (let packet = 0; packet < 100; packet++) {
      service.touchGateway(gateway, routed, clock.now());
      clock.advance(100);
    }
    expect(asked).toBe(10);
    await service.stop();
  });

  test("the bus hears of what was stored", async () => {
    const { node, clock, service } = world();
    const device = await node.device();
    const events = node.events("attributes-saved");
    service.touch(device, clock.now());
    await service.flush();
    expect(events).toEqual([
      {
        kind: "attributes-saved",
        tenantId: device.tenantId,
        deviceId: device.id,
        scope: "SERVER_SCOPE",
        values: [
          ["active", true],
          ["inactivityAlarmTime", 0],
          ["lastActivityTime", clock.now()],
        ],
        ts: clock.now(),
      },
    ]);
  });

  test("what could not be stored is stored with the next flush", async () => {
    const store = new FailingStore(devices.stores.connectivity);
    const { node, clock, service, advance } = world(store);
    const device = await node.device();
    store.failing = true;
    service.touch(device, clock.now());
    service.sessionOpened(device, clock.now());
    const opened = clock.now();
    await node.idle();
    store.failing = false;
    await advance(10 * SECOND);
    expect(await valuesOf(device)).toMatchObject({
      active: true,
      lastActivityTime: opened,
      lastConnectTime: opened,
    });
  });

  test("what came while a write failed is newer than what could not be written", async () => {
    const store = new FailingStore(devices.stores.connectivity);
    const { node, clock, service, advance } = world(store);
    const device = await node.device();
    store.failing = true;
    service.sessionOpened(device, clock.now());
    const fail = store.save;
    store.save = (...call) => {
      // While this is on its way to the disk.
      clock.advance(SECOND);
      service.sessionOpened(device, clock.now());
      store.save = fail;
      return fail(...call);
    };
    await node.idle();
    const newest = clock.now();
    store.failing = false;
    await advance(10 * SECOND);
    expect((await valuesOf(device))["lastConnectTime"]).toBe(newest);
  });

  test("more devices than fit one commit take several", async () => {
    const store = new FailingStore(devices.stores.connectivity);
    const { node, clock, service } = world(store, { batchMax: 2 });
    const all = await Promise.all(Array.from({ length: 5 }, () => node.device()));
    for (const device of all) service.touch(device, clock.now());
    await service.flush();
    expect(store.saves).toBe(3);
    for (const device of all) expect((await valuesOf(device))["active"]).toBe(true);
  });

  test("a stop stores what is known and leaves no timer", async () => {
    const { node, clock, service } = world();
    const device = await node.device();
    service.touch(device, clock.now());
    await node.idle();
    clock.advance(5 * SECOND);
    service.touch(device, clock.now());
    await service.stop();
    await service.stop();
    expect((await valuesOf(device))["lastActivityTime"]).toBe(clock.now());
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("silence", () => {
  test("MQTT 10.3: after the timeout the next sweep makes the device inactive; the next sign of life makes it active again", async () => {
    const { node, clock, service, advance } = world();
    const device = await node.device();
    service.touch(device, clock.now());
    await advance(TIMEOUT - SECOND);
    expect((await valuesOf(device))["active"]).toBe(true);
    await advance(60 * SECOND);
    expect(device.active).toBe(false);
    const alarm = Number((await valuesOf(device))["inactivityAlarmTime"]);
    expect(await valuesOf(device)).toMatchObject({ active: false });
    expect(alarm).toBeGreaterThanOrEqual(clock.now() - 60 * SECOND);
    service.touch(device, clock.now());
    await node.idle();
    expect(await valuesOf(device)).toMatchObject({
      active: true,
      inactivityAlarmTime: 0,
      lastActivityTime: clock.now(),
    });
  });

  test("a device that keeps talking stays active", async () => {
    const { node, clock, service, advance } = world();
    const device = await node.device();
    const events = node.events("attributes-saved");
    for (let minute = 0; minute < 15; minute++) {
      service.touch(device, clock.now());
      await advance(60 * SECOND);
    }
    expect((await valuesOf(device))["active"]).toBe(true);
    expect(events.filter(({ values }) => values.some(([key, value]) => key === "active" && value === false))).toEqual(
      [],
    );
  });

  test("MQTT 10.3: a device's own timeout goes before the default, at once where it makes the device active again", async () => {
    const { node, clock, service, attributes, advance } = world();
    const [quick, slow] = [await node.device(), await node.device()];
    await attributes.save(quick, "SERVER_SCOPE", [["inactivityTimeout", 30 * SECOND]], clock.now());
    service.touch(quick, clock.now());
    service.touch(slow, clock.now());
    await advance(60 * SECOND);
    expect([quick.active, slow.active]).toEqual([false, true]);
    await attributes.save(quick, "SERVER_SCOPE", [["inactivityTimeout", 3600 * SECOND]], clock.now());
    await node.idle();
    expect(await valuesOf(quick)).toMatchObject({ active: true, inactivityAlarmTime: 0 });
    await advance(TIMEOUT);
    expect([quick.active, slow.active]).toEqual([true, false]);
    await attributes.delete(quick, "SERVER_SCOPE", ["inactivityTimeout"]);
    await advance(60 * SECOND);
    expect(quick.active).toBe(false);
  });

  test("a longer timeout does not wake a device that was never heard of", async () => {
    const { node, clock, attributes } = world();
    const device = await node.device();
    await attributes.save(device, "SERVER_SCOPE", [["inactivityTimeout", 8.64e15]], clock.now());
    await node.idle();
    expect((await valuesOf(device))["active"]).toBe(false);
  });

  test("devices that were active before a restart fall silent without being heard of again", async () => {
    const before = world();
    const { id } = await before.node.device();
    const first = await before.node.registry.loadById(id);
    if (first === undefined) throw new Error("no device");
    before.service.touch(first, before.clock.now());
    await before.service.stop();
    const after = world();
    await after.advance(TIMEOUT + 60 * SECOND);
    expect(await valuesOf({ id })).toMatchObject({ active: false });
    await after.service.stop();
  });

  test("a device that has left the cache falls silent as well, and its next sign of life makes it active again", async () => {
    const node = new TestNode(devices, { cacheMax: 1 });
    const service = startService(node);
    // As a session holds it.
    const device = await node.device();
    service.touch(device, node.clock.now());
    await node.idle();
    await node.device();
    await node.device();
    expect(node.registry.find(device.tenantId, device.name)).toBeUndefined();
    node.clock.advance(TIMEOUT);
    await service.sweep();
    expect(device.active).toBe(false);
    node.clock.advance(1);
    service.touch(device, node.clock.now());
    await node.idle();
    expect(await valuesOf(device)).toMatchObject({ active: true, inactivityAlarmTime: 0 });
    await service.stop();
  });

  test("a device that another node has turned inactive is turned back by its next sign of life here", async () => {
    const { node, clock, service } = world();
    const other = new TestNode(devices);
    const device = await node.device();
    service.touch(device, clock.now());
    await service.flush();
    other.clock.advance(TIMEOUT);
    const otherService = startService(other);
    other.bus.subscribe("attributes-saved", (event) => {
      node.publish(event);
    });
    await otherService.sweep();
    expect(device.active).toBe(false);
    clock.advance(1);
    service.touch(device, clock.now());
    await node.idle();
    expect((await valuesOf(device))["active"]).toBe(true);
  });
});

describe("connections", () => {
  test("MQTT 10.3: a direct session sets the times of connect and disconnect, and does not make the device active", async () => {
    const { node, clock, service } = world();
    const device = await node.device();
    service.sessionOpened(device, clock.now());
    const opened = clock.now();
    await node.idle();
    expect(await valuesOf(device)).toEqual({ active: false, lastConnectTime: opened });
    clock.advance(SECOND);
    service.lastSessionClosed(device, clock.now());
    await node.idle();
    expect(await valuesOf(device)).toEqual({
      active: false,
      lastConnectTime: opened,
      lastDisconnectTime: clock.now(),
    });
  });

  test("old events are forgotten once an hour, those that are older than they are kept", async () => {
    const store = new FailingStore(devices.stores.connectivity);
    const { clock, service, advance } = world(store);
    const first = clock.now();
    for (let minute = 0; minute < 90; minute++) await advance(60 * SECOND);
    expect(store.forgotten).toHaveLength(2);
    expect(store.forgotten[0]).toBe(first + 60 * SECOND - OPTIONS.eventsMillis);
    await service.stop();
  });

  test("the history says why a device behind a gateway was disconnected", async () => {
    const { node, clock, service } = world();
    const [gateway, routed] = [await node.device({ isGateway: true }), await node.device()];
    const stored: (string | null)[] = [];
    const save = devices.stores.connectivity.save.bind(devices.stores.connectivity);
    const noting = new FailingStore({
      ...devices.stores.connectivity,
      save: (changes, now, max) => {
        for (const { deviceId, events = [] } of changes)
          if (deviceId === routed.id) stored.push(...events.map(({ end }) => end));
        return save(changes, now, max);
      },
    });
    await service.stop();
    const noted = startService(node, noting);
    await node.registry.connectRoutes(gateway, [routed], clock.now());
    noted.lastSessionClosed(gateway, clock.now());
    await node.idle();
    await noted.stop();
    noted.routeDisconnected(routed, clock.now(), gateway);
    await node.idle();
    expect(stored).toEqual(["GATEWAY_GONE", "GATEWAY_SAID_SO"]);
  });

  test("MQTT 10.3: connect and disconnect messages set the times of a proxied device", async () => {
    const { node, clock, service } = world();
    const device = await node.device();
    service.routeConnected(device, clock.now());
    service.routeDisconnected(device, clock.now(), device);
    await node.idle();
    expect(await valuesOf(device)).toEqual({
      active: false,
      lastConnectTime: clock.now(),
      lastDisconnectTime: clock.now(),
    });
  });

  test("MQTT 10.3: a gateway's session coming and going counts for the devices routed through it, and keeps the routes", async () => {
    const { node, clock, service } = world();
    const [gateway, routed, unrouted] = [
      await node.device({ isGateway: true }),
      await node.device(),
      await node.device(),
    ];
    await node.registry.connectRoutes(gateway, [routed], clock.now());
    service.sessionOpened(gateway, clock.now());
    const opened = clock.now();
    await node.idle();
    clock.advance(SECOND);
    service.lastSessionClosed(gateway, clock.now());
    await node.idle();
    for (const device of [gateway, routed])
      expect(await valuesOf(device)).toEqual({
        active: false,
        lastConnectTime: opened,
        lastDisconnectTime: clock.now(),
      });
    expect(await valuesOf(unrouted)).toEqual({ active: false });
    expect(routed.route?.gatewayId).toBe(gateway.id);
  });

  test("a deleted device is left out", async () => {
    const { node, clock, service } = world();
    const [gone, stays] = [await node.device(), await node.device()];
    service.touch(gone, clock.now());
    service.touch(stays, clock.now());
    devices.delete(gone.id);
    node.publish({ kind: "device-deleted", tenantId: gone.tenantId, deviceId: gone.id, name: gone.name });
    await service.flush();
    expect(await valuesOf(gone)).toEqual({});
    expect((await valuesOf(stays))["active"]).toBe(true);
  });
});

describe("two nodes on one store", () => {
  /** What the first tells, the second hears, as on the bus of a cluster. */
  function twoNodes(lease = { isHeld: true }) {
    const [one, two] = [new TestNode(devices), new TestNode(devices)];
    one.bus.subscribe("device-silent", (event) => two.bus.deliver(event));
    const services = [
      startService(one, undefined, {}, lease),
      startService(two, undefined, {}, { isHeld: false }),
    ] as const;
    const advance = async (span: number): Promise<void> => {
      for (const { clock } of [one, two]) clock.advance(span);
      await one.idle();
      await two.idle();
    };
    return { one, two, services, advance };
  }

  test("a device that one node turns inactive, and another has heard of meanwhile, is active again at once", async () => {
    const { one, two, services, advance } = twoNodes();
    const device = await two.device();
    services[1].touch(device, two.clock.now());
    await two.idle();
    // The first has the device in memory as well.
    await one.registry.loadById(device.id);
    await advance(TIMEOUT - 1);
    services[1].touch(device, two.clock.now());
    for (const { clock } of [one, two]) clock.advance(1);
    await services[0].sweep();
    await one.idle();
    await two.idle();
    expect(await valuesOf(device)).toMatchObject({ active: true, inactivityAlarmTime: 0 });
    for (const service of services) await service.stop();
  });

  test("a device that is silent on all nodes turns inactive, and active when any of them hears of it", async () => {
    const { two, services, advance } = twoNodes();
    const device = await two.device();
    services[1].touch(device, two.clock.now());
    await two.idle();
    await advance(TIMEOUT + 60 * SECOND);
    expect(await valuesOf(device)).toMatchObject({ active: false });
    services[1].touch(device, two.clock.now());
    await two.idle();
    expect(await valuesOf(device)).toMatchObject({ active: true, inactivityAlarmTime: 0 });
    for (const service of services) await service.stop();
  });

  test("only the node with the lease looks for silent devices", async () => {
    const { two, services, advance } = twoNodes({ isHeld: false });
    const device = await two.device();
    services[1].touch(device, two.clock.now());
    await two.idle();
    await advance(TIMEOUT + 120 * SECOND);
    expect(await valuesOf(device)).toMatchObject({ active: true });
    for (const service of services) await service.stop();
  });
});
