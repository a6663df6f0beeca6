import { expect, test } from "vitest";
import { DimensionWorld } from "../../../../test/support/dimension-world.ts";
import { millis } from "../../../lib/clock.ts";
import type { Audience, DeviceRows, DimensionRowStore } from "./dimension-row-store.ts";
import { AccessSets } from "./access-sets.ts";

/** A store that counts how often devices are read. */
function counting(store: DimensionRowStore): { readonly store: DimensionRowStore; reads: number } {
  const counter = { reads: 0 };
  const devices = (...given: Parameters<DimensionRowStore["devices"]>): Promise<DeviceRows> => {
    counter.reads++;
    return store.devices(...given);
  };
  const proxy = new Proxy(store, {
    get: (port, name) => (name === "devices" ? devices : (Reflect.get(port, name) as unknown)),
  });
  return Object.assign(counter, { store: proxy });
}

const BOUNDS = { cacheMillis: 30_000, cachedDevicesMax: 10, devicesMax: 100 };

test("AN §6.2: a set is read once for all who ask at the same time, and again when it has aged", async () => {
  await using world = await DimensionWorld.open();
  world.add("a");
  const counter = counting(world.sources.store);
  const sets = new AccessSets({ store: counter.store, bus: world.bus, clock: world.clock }, BOUNDS);
  const timers = world.clock.pendingTimers;
  sets.start();
  const audience: Audience = { tenantId: world.tenantId, customerId: null };

  await Promise.all([sets.devices(audience, false), sets.devices(audience, false)]);
  world.clock.advance(29_999);
  await sets.devices(audience, false);
  expect(counter.reads).toBe(1);
  world.clock.advance(1);
  await sets.devices(audience, false);
  expect(counter.reads).toBe(2);
  sets.stop();
  expect(world.clock.pendingTimers).toBe(timers);
});

test("AN §6.2: a device that is created, changed or deleted shows at once, in its tenant only", async () => {
  await using world = await DimensionWorld.open();
  const other = { tenantId: await world.devices.addTenant(), customerId: null };
  const counter = counting(world.sources.store);
  const sets = new AccessSets({ store: counter.store, bus: world.bus, clock: world.clock }, BOUNDS);
  sets.start();
  const audience: Audience = { tenantId: world.tenantId, customerId: null };
  const namesNow = async () => (await sets.devices(audience, false)).names;
  expect(await namesNow()).toEqual([]);
  await sets.devices(other, false);

  const deviceId = world.add("a");
  const { tenantId } = world;
  world.bus.publish({ kind: "device-created", tenantId, deviceId, gatewayId: null });
  expect(await namesNow()).toEqual(["a"]);
  world.devices.delete(deviceId);
  world.bus.publish({ kind: "device-deleted", tenantId, deviceId, name: "a" });
  expect(await namesNow()).toEqual([]);
  expect(counter.reads).toBe(4);
  await sets.devices(other, false);
  expect(counter.reads).toBe(4);
  sets.stop();
});

test("AN §6.2: a device that is taken from a customer is gone from the customer's set at once", async () => {
  await using world = await DimensionWorld.open();
  const customerId = world.devices.addCustomer("North", world.tenantId);
  const deviceId = world.add("a", { customerId });
  const audience: Audience = { tenantId: world.tenantId, customerId };
  expect((await world.sets.devices(audience, false)).ids).toEqual([deviceId]);

  world.devices.assign(deviceId, null);
  world.bus.publish({ kind: "device-changed", tenantId: world.tenantId, deviceId, oldName: null });

  expect((await world.sets.devices(audience, false)).ids).toEqual([]);
});

test("AN §2.3: a changed route is looked at where gateways matter, and costs nothing elsewhere", async () => {
  await using world = await DimensionWorld.open();
  const deviceId = world.add("a");
  const counter = counting(world.sources.store);
  const sets = new AccessSets({ store: counter.store, bus: world.bus, clock: world.clock }, BOUNDS);
  sets.start();
  const audience: Audience = { tenantId: world.tenantId, customerId: null };
  await sets.devices(audience, true);
  for (let route = 0; route < 3; route++)
    world.bus.publish({ kind: "route-changed", deviceId, gatewayId: null, connectedAt: millis(1) });

  await sets.devices(audience, false);
  expect(counter.reads).toBe(1);
  await sets.devices(audience, true);
  await sets.devices(audience, true);
  expect(counter.reads).toBe(2);
  sets.stop();
});

test("AN §6.2: the sets that are kept have so many devices at most; the one used least lately goes", async () => {
  await using world = await DimensionWorld.open();
  const counter = counting(world.sources.store);
  const sets = new AccessSets(
    { store: counter.store, bus: world.bus, clock: world.clock },
    { ...BOUNDS, cachedDevicesMax: 3 },
  );
  const audiences = ["one", "two", "three"].map((title): Audience => {
    const customerId = world.devices.addCustomer(title, world.tenantId);
    world.add(`${title} a`, { customerId });
    return { tenantId: world.tenantId, customerId };
  });
  for (const audience of audiences) await sets.devices(audience, false);
  expect(counter.reads).toBe(3);
  await sets.devices(audiences[0] ?? fail(), false);
  expect(counter.reads).toBe(3);

  // All of the tenant's three devices leave no room for others.
  await sets.devices({ tenantId: world.tenantId, customerId: null }, false);
  await sets.devices({ tenantId: world.tenantId, customerId: null }, false);
  expect(counter.reads).toBe(4);
  await sets.devices(audiences[1] ?? fail(), false);
  expect(counter.reads).toBe(5);
  sets.stop();
});

test("AN §6.2: a read that fails is reported, and the next one tries again", async () => {
  await using world = await DimensionWorld.open();
  world.add("a");
  let isBroken = true;
  const store = new Proxy(world.sources.store, {
    get: (port, name) =>
      name === "devices" && isBroken ? () => Promise.reject(new Error("broken")) : (Reflect.get(port, name) as unknown),
  });
  const sets = new AccessSets({ store, bus: world.bus, clock: world.clock }, BOUNDS);
  const audience: Audience = { tenantId: world.tenantId, customerId: null };

  await expect(sets.devices(audience, false)).rejects.toThrow("broken");
  isBroken = false;
  expect((await sets.devices(audience, false)).names).toEqual(["a"]);
  sets.stop();
});

function fail(): never {
  throw new Error("there is no such audience");
}
