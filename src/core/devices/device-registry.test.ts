import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis, type EpochMillis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { addDevice, NOW, type DeviceStoresUnderTest } from "../../../test/contracts/device-samples.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { sqliteDeviceStores } from "../../../test/support/device-stores.ts";
import type { BusEvent, Published } from "../bus/events.ts";
import { DomainError } from "../errors.ts";
import { newId, type DeviceId, type TenantId } from "../ids.ts";
import { parseProfileName } from "./device.ts";
import { DeviceRegistry } from "./device-registry.ts";
import type { KnownDevice } from "./known-device.ts";
import type { RegistryStore } from "./registry-store.ts";
import { NO_DEVICE_REFERENCES } from "./references.ts";

let stores: DeviceStoresUnderTest;
let tenantId: TenantId;
let bus: InProcessBus;
let registry: DeviceRegistry;
let gateway: KnownDevice;
let events: BusEvent[];
let maxDevices: number;
let calls: string[];

beforeAll(async () => {
  stores = await sqliteDeviceStores();
});
afterAll(() => stores[Symbol.asyncDispose]());
let newestSession: EpochMillis;

beforeEach(async () => {
  tenantId = await stores.addTenant();
  maxDevices = 0;
  newestSession = millis(0);
  await open(1_000);
});

async function open(cacheMax: number): Promise<void> {
  bus = new InProcessBus(silentLogger);
  events = [];
  for (const kind of ["device-created", "device-profile-changed", "route-changed"] as const)
    bus.subscribe(kind, ({ nodeId: _, ...event }) => {
      events.push(event);
    });
  calls = [];
  const limit = { maxDevices: () => Promise.resolve(maxDevices) };
  registry = new DeviceRegistry(
    { ...deps(bus), store: recording(stores.registry), limit, newestSession: () => newestSession },
    { cacheMax, connectOnUplink: false },
  );
  registry.start();
  gateway = await known((await addDevice(stores.devices, tenantId, { additionalInfo: { gateway: true } })).id);
  calls = [];
}

function recording(store: RegistryStore): RegistryStore {
  const record =
    <Args extends unknown[], Result>(name: string, call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> => {
      calls.push(name);
      return call(...args);
    };
  return {
    findByNames: record("findByNames", (...args) => store.findByNames(...args)),
    findById: record("findById", (...args) => store.findById(...args)),
    // Not recorded: profiles are read once, next to their devices.
    findProfile: (id) => store.findProfile(id),
    findRoutedThrough: record("findRoutedThrough", (...args) => store.findRoutedThrough(...args)),
    findIdsRoutedThrough: record("findIdsRoutedThrough", (...args) => store.findIdsRoutedThrough(...args)),
    findOrCreate: record("findOrCreate", (...args) => store.findOrCreate(...args)),
    connectRoutes: record("connectRoutes", (...args) => store.connectRoutes(...args)),
    disconnectRoute: record("disconnectRoute", (...args) => store.disconnectRoute(...args)),
  };
}

async function known(id: DeviceId): Promise<KnownDevice> {
  const device = await registry.loadById(id);
  if (device === undefined) throw new Error("the device is not stored");
  return device;
}

test("a device that is not known is found only after it has been loaded, and is always the same object", async () => {
  const { id } = await addDevice(stores.devices, tenantId, { name: "Device A" });
  expect(registry.find(tenantId, "Device A")).toBeUndefined();
  const loaded = await registry.load(tenantId, "Device A");
  expect(loaded).toMatchObject({
    id,
    tenantId,
    name: "Device A",
    isGateway: false,
    deleted: false,
    route: null,
    active: false,
    lastActivityAt: 0,
  });
  expect(registry.find(tenantId, "Device A")).toBe(loaded);
  expect(registry.inMemory(id)).toBe(loaded);
  expect(await registry.loadById(id)).toBe(loaded);
  expect(registry.find(newId<TenantId>(), "Device A")).toBeUndefined();
});

test("that a device does not exist is not remembered", async () => {
  expect(await registry.load(tenantId, "Device A")).toBeUndefined();
  await addDevice(stores.devices, tenantId, { name: "Device A" });
  expect(await registry.load(tenantId, "Device A")).toMatchObject({ name: "Device A" });
});

test("findOrCreate creates once, publishes after the commit, and finds without the store from then on", async () => {
  const device = await registry.findOrCreate(gateway, "Device A");
  expect(events).toEqual([{ kind: "device-created", tenantId, deviceId: device.id, gatewayId: gateway.id }]);
  expect(await stores.devices.find(tenantId, device.id)).toMatchObject({ type: "default" });
  calls = [];
  expect(await registry.findOrCreate(gateway, "Device A")).toBe(device);
  expect(calls).toEqual([]);
});

test("n concurrent messages for one new name create one device with one store call", async () => {
  const devices = await Promise.all(Array.from({ length: 50 }, () => registry.findOrCreate(gateway, "Device A")));
  expect(new Set(devices).size).toBe(1);
  expect(calls).toEqual(["findByNames", "findOrCreate"]);
  expect(events).toHaveLength(1);
});

test("findOrCreateAll answers in the order of the names, a bad name and a refused one with their errors", async () => {
  await registry.findOrCreate(gateway, "Device A");
  maxDevices = 3;
  const found = await registry.findOrCreateAll(gateway, [
    "Device B",
    "",
    "Device A",
    "x".repeat(256),
    "Device C",
    "Device B",
  ]);
  expect(found.map((outcome) => (outcome instanceof DomainError ? outcome.kind : outcome.name))).toEqual([
    "Device B",
    "invalid",
    "Device A",
    "invalid",
    "limit-exceeded",
    "Device B",
  ]);
  expect(found[4]).toMatchObject({ details: { limit: { name: "maxDevices", value: 3 }, entityType: "DEVICE" } });
  expect(found[0]).toBe(found[5]);
  expect(calls.filter((call) => call === "findOrCreate")).toHaveLength(2);
});

test("names that only look like something else are names", async () => {
  const names = ["__proto__", "constructor", "toString", " x "];
  const found = await registry.findOrCreateAll(gateway, names);
  expect(found.map((outcome) => (outcome instanceof DomainError ? outcome.message : outcome.name))).toEqual(names);
});

test("a missing profile is created for a device that is known already", async () => {
  const device = await registry.findOrCreate(gateway, "Device A");
  events = [];
  expect(await registry.findOrCreate(gateway, "Device A", parseProfileName("Sensor A"))).toBe(device);
  expect(events).toMatchObject([{ kind: "device-profile-changed", tenantId }]);
});

test("connect creates device, profile and route with one store call, and tells of each", async () => {
  const device = await registry.connect(gateway, "Device A", parseProfileName("Sensor A"), NOW);
  expect(device.route).toEqual({ gatewayId: gateway.id, connectedAt: NOW });
  expect(calls).toEqual(["findOrCreate"]);
  expect(events.map(({ kind }) => kind)).toEqual(["device-profile-changed", "device-created", "route-changed"]);
  expect([...registry.routedThrough(gateway.id)]).toEqual([device]);
});

test("a repeated connect gives the route a new object, by which callers see that the device was connected again", async () => {
  const device = await registry.connect(gateway, "Device A", undefined, NOW);
  const before = device.route;
  await registry.connect(gateway, "Device A", undefined, NOW);
  expect(device.route).not.toBe(before);
  expect([...registry.routedThrough(gateway.id)]).toEqual([device]);
});

test("a gateway that connects or disconnects itself is answered and nothing changes", async () => {
  expect(await registry.connect(gateway, gateway.name, undefined, NOW)).toBe(gateway);
  await registry.connectRoutes(gateway, [gateway], NOW);
  expect(await registry.disconnectRoute(gateway, gateway)).toBe(false);
  expect(await registry.connect(gateway, gateway.name, parseProfileName("Sensor A"), NOW)).toBe(gateway);
  expect(gateway.route).toBeNull();
  expect(events.filter(({ kind }) => kind === "route-changed")).toEqual([]);
});

test("the last connect wins, and the first gateway's later disconnect cuts nothing", async () => {
  const second = await known((await addDevice(stores.devices, tenantId, { additionalInfo: { gateway: true } })).id);
  const device = await registry.connect(gateway, "Device A", undefined, NOW);
  await registry.connect(second, "Device A", undefined, millis(NOW + 1));
  expect(device.route?.gatewayId).toBe(second.id);
  expect([...registry.routedThrough(gateway.id)]).toEqual([]);
  expect(await registry.disconnectRoute(gateway, device)).toBe(false);
  expect(device.route?.gatewayId).toBe(second.id);
  expect(await registry.disconnectRoute(second, device)).toBe(true);
  expect(device.route).toBeNull();
});

test.each([
  ["a device without a route", false],
  ["a device whose gateway only connects it again", true],
])(
  "nodes that hear of each other's routes in another order than they were stored in have the stored one: %s",
  async (_, isAgain) => {
    const second = await known((await addDevice(stores.devices, tenantId, { additionalInfo: { gateway: true } })).id);
    const otherBus = new InProcessBus(silentLogger);
    const stored = Promise.withResolvers<undefined>();
    const answers = Promise.withResolvers<undefined>();
    const late: RegistryStore = {
      ...recording(stores.registry),
      async findOrCreate(order) {
        const outcome = await stores.registry.findOrCreate(order);
        stored.resolve(undefined);
        await answers.promise;
        return outcome;
      },
    };
    const limit = { maxDevices: () => Promise.resolve(0) };
    const other = new DeviceRegistry(
      { ...deps(otherBus), store: late, limit },
      { cacheMax: 10, connectOnUplink: false },
    );
    other.start();
    const heard: Published<BusEvent>[] = [];
    otherBus.subscribe("route-changed", (event) => heard.push(event));
    bus.subscribe("route-changed", (event) => otherBus.deliver(event));

    const device = await registry.findOrCreate(gateway, "Device A");
    const there = await other.loadById(device.id);
    if (isAgain) await registry.connect(second, "Device A", undefined, NOW);
    // Stored first, and answered after the other node's connect message was stored, answered and heard of.
    const connecting = other.connect(gateway, "Device A", undefined, NOW);
    await stored.promise;
    await registry.connect(second, "Device A", undefined, NOW);
    answers.resolve(undefined);
    await connecting;
    expect(there?.route?.gatewayId).toBe(second.id);
    for (const event of heard.filter(({ nodeId }) => nodeId === otherBus.nodeId)) bus.deliver(event);
    await bus.settled();
    expect(device.route?.gatewayId).toBe(second.id);
    await other.stop();
  },
);

test("connectRoutes routes a known device", async () => {
  const device = await registry.findOrCreate(gateway, "Device A");
  await registry.connectRoutes(gateway, [device], NOW);
  expect(device.route).toEqual({ gatewayId: gateway.id, connectedAt: NOW });
  expect((await stores.registry.findById(device.id))?.route).toEqual(device.route);
});

test("a connect message is never earlier than the device's own session before it, although a clock on the way is behind", async () => {
  const [a, b] = [await registry.findOrCreate(gateway, "Device A"), await registry.findOrCreate(gateway, "Device B")];
  newestSession = millis(NOW + 60_000);
  await registry.connect(gateway, a.name, undefined, NOW);
  await registry.connectRoutes(gateway, [b], NOW);
  for (const { route } of [a, b]) expect(route).toEqual({ gatewayId: gateway.id, connectedAt: newestSession });
});

test("after a restart the routes of a gateway are loaded", async () => {
  const { id } = await registry.connect(gateway, "Device A", undefined, NOW);
  await open(1_000);
  const routed = await registry.loadRoutedThrough(
    (await stores.registry.findById(id))?.route?.gatewayId ?? newId<DeviceId>(),
  );
  expect(routed).toMatchObject([{ id, name: "Device A", route: { connectedAt: NOW } }]);
});

test("of routed devices that are all in memory, only the ids are read", async () => {
  const { id } = await registry.connect(gateway, "Device A", undefined, NOW);
  await registry.connect(gateway, "Device B", undefined, NOW);
  const before = gateway;
  await open(1_000);
  await registry.loadRoutedThrough(before.id);
  calls = [];
  expect((await registry.loadRoutedThrough(before.id)).map(({ name }) => name).sort()).toEqual([
    "Device A",
    "Device B",
  ]);
  expect(calls).toEqual(["findIdsRoutedThrough"]);

  const device = await known(id);
  expect(await registry.disconnectRoute(before, device)).toBe(true);
  expect((await registry.loadRoutedThrough(before.id)).map(({ name }) => name)).toEqual(["Device B"]);
});

test("a change of the device shows in the object that everybody holds", async () => {
  const device = await registry.connect(gateway, "Device A", undefined, NOW);
  const { route } = device;
  const customerId = await stores.addCustomer(tenantId, "c");
  const stored = await stores.devices.find(tenantId, device.id);
  if (stored === undefined) throw new Error("not stored");
  await stores.devices.update(
    {
      tenantId,
      id: device.id,
      expectedVersion: null,
      conflict: { policy: "fail" },
      credentials: null,
      editorCustomerId: null,
      fields: {
        name: "Device Z",
        label: null,
        customerId,
        profile: { kind: "id", id: stored.profileId },
        deviceData: null,
        additionalInfo: { gateway: true, overwriteActivityTime: true },
        ...NO_DEVICE_REFERENCES,
      },
    },
    NOW,
  );
  bus.publish({ kind: "device-changed", tenantId, deviceId: device.id, oldName: "Device A" });
  await registry.stop();
  expect(device).toMatchObject({ name: "Device Z", customerId, isGateway: true, overwriteActivityTime: true });
  expect(device.route).toBe(route);
  expect(registry.find(tenantId, "Device A")).toBeUndefined();
  expect(registry.find(tenantId, "Device Z")).toBe(device);
});

async function rename(device: KnownDevice, name: string): Promise<void> {
  const stored = await stores.devices.find(tenantId, device.id);
  if (stored === undefined) throw new Error("not stored");
  await stores.devices.update(
    {
      tenantId,
      id: device.id,
      fields: { ...stored, name, profile: { kind: "id", id: stored.profileId } },
      expectedVersion: null,
      conflict: { policy: "fail" },
      credentials: null,
      editorCustomerId: null,
    },
    NOW,
  );
}

test("two devices that swap their names are found by the right one", async () => {
  const a = await registry.findOrCreate(gateway, "a");
  const b = await registry.findOrCreate(gateway, "b");
  for (const [device, name] of [
    [a, "c"],
    [b, "a"],
    [a, "b"],
  ] as const) {
    await rename(device, name);
  }
  for (const device of [b, a]) bus.publish({ kind: "device-changed", tenantId, deviceId: device.id, oldName: null });
  await registry.stop();
  expect(registry.find(tenantId, "a")).toBe(b);
  expect(registry.find(tenantId, "b")).toBe(a);
});

test("a deleted device is marked, is no longer found, and is created again by the next message", async () => {
  const device = await registry.connect(gateway, "Device A", undefined, NOW);
  await stores.devices.delete(tenantId, device.id);
  bus.publish({ kind: "device-deleted", tenantId, deviceId: device.id, name: "Device A" });
  expect(device).toMatchObject({ deleted: true, route: null });
  expect(registry.find(tenantId, "Device A")).toBeUndefined();
  expect([...registry.routedThrough(gateway.id)]).toEqual([]);
  const again = await registry.findOrCreate(gateway, "Device A");
  expect(again.id).not.toBe(device.id);
  expect(again.deleted).toBe(false);
});

test("a deleted gateway takes its routes with it, and creates nothing any more", async () => {
  const device = await registry.connect(gateway, "Device A", undefined, NOW);
  await stores.devices.delete(tenantId, gateway.id);
  bus.publish({ kind: "device-deleted", tenantId, deviceId: gateway.id, name: gateway.name });
  expect(device.route).toBeNull();
  await expect(registry.findOrCreate(gateway, "Device B")).rejects.toMatchObject({ kind: "not-found" });
});

test("a device that was deleted while it was being read does not come back", async () => {
  const { id } = await addDevice(stores.devices, tenantId, { name: "Device A" });
  const loading = registry.load(tenantId, "Device A");
  await stores.devices.delete(tenantId, id);
  bus.publish({ kind: "device-deleted", tenantId, deviceId: id, name: "Device A" });
  await loading;
  expect(await registry.load(tenantId, "Device A")).toBeUndefined();
});

test("the devices of a deleted tenant are marked", async () => {
  const device = await registry.findOrCreate(gateway, "Device A");
  bus.publish({ kind: "tenant-deleted", tenantId });
  expect([device.deleted, gateway.deleted]).toEqual([true, true]);
  expect(registry.counts.cached).toBe(0);
});

test("where changes may have been missed, known devices are read again: what has gone is announced, what has another name is found by it", async () => {
  const [gone, renamed, same] = [
    await registry.connect(gateway, "gone", undefined, NOW),
    await registry.findOrCreate(gateway, "renamed"),
    await registry.findOrCreate(gateway, "same"),
  ];
  await stores.devices.delete(tenantId, gone.id);
  await rename(renamed, "other");
  const deleted: string[] = [];
  bus.subscribe("device-deleted", ({ deviceId, name }) => deleted.push(`${deviceId} ${name}`));
  bus.publish({ kind: "changes-missed" });
  await expect.poll(() => registry.find(tenantId, "other")).toBe(renamed);
  await registry.stop();
  expect(deleted).toEqual([`${gone.id} gone`]);
  expect(gone).toMatchObject({ deleted: true, route: null });
  expect(registry.find(tenantId, "gone")).toBeUndefined();
  expect(registry.find(tenantId, "renamed")).toBeUndefined();
  expect(registry.find(tenantId, "same")).toBe(same);
});

test("the cache is bounded; a device that has left comes back as the same object while somebody holds it", async () => {
  await open(10);
  const held = await registry.connect(gateway, "held", undefined, NOW);
  held.series.set("temperature", 7 as never);
  for (let index = 0; index < 50; index++) await registry.findOrCreate(gateway, `d${String(index)}`);
  expect(registry.counts.cached).toBe(10);
  expect(registry.counts.evicted).toBeGreaterThan(0);
  expect(registry.find(tenantId, "held")).toBeUndefined();
  bus.publish({ kind: "route-changed", deviceId: held.id, gatewayId: gateway.id, connectedAt: millis(NOW + 9) });
  expect(held.route?.connectedAt).toBe(NOW + 9);
  expect(await registry.load(tenantId, "held")).toBe(held);
  expect(held.series.size).toBe(1);
});

test("devices that are asked for stay in the cache, those that are not leave", async () => {
  await open(10);
  await registry.findOrCreate(gateway, "wanted");
  for (let index = 0; index < 100; index++) {
    await registry.findOrCreate(gateway, `d${String(index)}`);
    expect(registry.find(tenantId, "wanted")?.name).toBe("wanted");
  }
});

test("a change that cannot be read is not passed over: the device is refused until the store serves, and fresh then", async () => {
  let failing = false;
  const served = <Result>(read: () => Promise<Result>): Promise<Result> =>
    failing ? Promise.reject(new DomainError("unavailable", "the disk is out of reach")) : read();
  const faulty: RegistryStore = {
    ...recording(stores.registry),
    findById: (id) => served(() => stores.registry.findById(id)),
    findByNames: (tenant, names) => served(() => stores.registry.findByNames(tenant, names)),
  };
  const limit = { maxDevices: () => Promise.resolve(0) };
  const node = new InProcessBus(silentLogger);
  registry = new DeviceRegistry({ ...deps(node), store: faulty, limit }, { cacheMax: 1000, connectOnUplink: false });
  registry.start();
  const { id, name } = await addDevice(stores.devices, tenantId, { name: "Device A" });
  const device = await known(id);
  const customerId = await stores.addCustomer(tenantId, "c");
  await stores.devices.update(
    {
      tenantId,
      id,
      expectedVersion: null,
      conflict: { policy: "fail" },
      credentials: null,
      editorCustomerId: null,
      fields: {
        name,
        label: null,
        customerId,
        profile: { kind: "id", id: device.profileId },
        deviceData: null,
        additionalInfo: {},
        ...NO_DEVICE_REFERENCES,
      },
    },
    NOW,
  );
  failing = true;
  node.publish({ kind: "device-changed", tenantId, deviceId: id, oldName: null });

  const unavailable = { kind: "unavailable" };
  await expect(registry.refreshed(id)).rejects.toMatchObject(unavailable);
  expect(registry.find(tenantId, name)).toBeUndefined();
  await expect(registry.loadById(id)).rejects.toMatchObject(unavailable);
  await expect(registry.load(tenantId, name)).rejects.toMatchObject(unavailable);
  await expect(registry.loadAll(tenantId, [name])).rejects.toMatchObject(unavailable);
  await expect(registry.findOrCreate(gateway, name)).rejects.toMatchObject(unavailable);
  // Sessions go on with the object that they hold.
  expect(registry.inMemory(id)).toBe(device);

  failing = false;
  await registry.refreshed(id);
  expect(device.customerId).toBe(customerId);
  expect(registry.find(tenantId, name)).toBe(device);
  await registry.stop();
});

test("when the store fails, no message is left waiting and the next message tries again", async () => {
  let failing = true;
  const broken: RegistryStore = {
    ...recording(stores.registry),
    findOrCreate: (order) =>
      failing
        ? Promise.reject(new DomainError("unavailable", "the disk is full"))
        : stores.registry.findOrCreate(order),
  };
  const limit = { maxDevices: () => Promise.resolve(0) };
  registry = new DeviceRegistry({ ...deps(bus), store: broken, limit }, { cacheMax: 1000, connectOnUplink: false });
  const outcomes = await Promise.allSettled([
    registry.findOrCreate(gateway, "Device A"),
    registry.findOrCreate(gateway, "Device A"),
  ]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
  failing = false;
  expect(await registry.findOrCreate(gateway, "Device A")).toMatchObject({ name: "Device A" });
});

function deps(bus: InProcessBus) {
  return { bus, nodeId: bus.nodeId, clock: new ManualClock(), log: silentLogger };
}
