import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import { orderOf, type DeviceStoresUnderTest } from "../../../test/contracts/device-samples.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { sqliteDeviceStores } from "../../../test/support/device-stores.ts";
import type { BusEvent, BusEventKind } from "../bus/events.ts";
import { newId, type DeviceId, type TenantId } from "../ids.ts";
import { type DeviceNotices, DeviceService, type SentDeviceFields } from "./device-service.ts";
import { NO_DEVICE_REFERENCES } from "./references.ts";

const KINDS: readonly BusEventKind[] = [
  "device-created",
  "device-changed",
  "device-deleted",
  "credentials-changed",
  "route-changed",
  "device-profile-changed",
];

let stores: DeviceStoresUnderTest;
let tenantId: TenantId;
let service: DeviceService;
let clock: ManualClock;
let events: BusEvent[];
let maxDevices: number;
let received: string[];

beforeAll(async () => {
  stores = await sqliteDeviceStores();
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(async () => {
  tenantId = await stores.addTenant();
  clock = new ManualClock();
  const bus = new InProcessBus(silentLogger);
  events = [];
  for (const kind of KINDS)
    bus.subscribe(kind, ({ nodeId: _, ...event }) => {
      events.push(event);
    });
  maxDevices = 0;
  received = [];
  const notices: DeviceNotices = {
    async renamed({ name }, newName) {
      received.push(`${name} is ${newName}`);
    },
    async deleted({ name }) {
      received.push(`${name} is gone`);
    },
  };
  const { devices, credentials } = stores;
  const limit = { maxDevices: () => Promise.resolve(maxDevices) };
  service = new DeviceService({ devices, credentials, limit, notices, bus, clock, log: silentLogger });
});

const sent = (fields: Partial<SentDeviceFields> = {}): SentDeviceFields => ({
  name: "x",
  type: null,
  label: null,
  profileId: null,
  customerId: null,
  deviceData: null,
  additionalInfo: null,
  ...NO_DEVICE_REFERENCES,
  ...fields,
});

test("a new device has ACCESS_TOKEN credentials of 20 letters and digits, or those that were sent", async () => {
  const { device, credentials } = await service.create(tenantId, sent());
  expect(credentials).toMatchObject({ deviceId: device.id, kind: "ACCESS_TOKEN", credentialsValue: null, version: 1 });
  expect(credentials.credentialsId).toMatch(/^[A-Za-z0-9]{20}$/);
  const own = { kind: "ACCESS_TOKEN", credentialsId: `own ${tenantId}`, credentialsValue: null };
  expect((await service.create(tenantId, sent({ name: "y" }), { credentials: own })).credentials.credentialsId).toBe(
    `own ${tenantId}`,
  );
  expect(events.filter(({ kind }) => kind === "device-created")).toEqual([
    { kind: "device-created", tenantId, deviceId: device.id, gatewayId: null },
    expect.objectContaining({ kind: "device-created" }),
  ]);
});

test("a type that names no profile creates it, and says so", async () => {
  const { device } = await service.create(tenantId, sent({ type: "newtype" }));
  expect(device.type).toBe("newtype");
  expect(events).toContainEqual({ kind: "device-profile-changed", tenantId, profileId: device.profileId });
});

test("names, labels and types are checked before anything is stored", async () => {
  const bad: Partial<SentDeviceFields>[] = [
    { name: "" },
    { name: "x".repeat(256) },
    { name: "a\0" },
    { name: "<b>x</b>" },
    { name: "{{x}}" },
    { label: "<script>" },
    { label: "x".repeat(256) },
    { type: "x".repeat(256) },
  ];
  for (const fields of bad)
    await expect(service.create(tenantId, sent(fields))).rejects.toMatchObject({ kind: "invalid" });
  expect(await stores.devices.count(tenantId)).toBe(0);
});

test("the tenant's limit holds", async () => {
  maxDevices = 1;
  await service.create(tenantId, sent());
  await expect(service.create(tenantId, sent({ name: "y" }))).rejects.toMatchObject({
    kind: "limit-exceeded",
    details: { limit: { value: 1 } },
  });
});

test("events tell the id of new credentials that have a client id and a user name, and of no others", async () => {
  const basic = (value: object) => ({
    kind: "MQTT_BASIC",
    credentialsId: null,
    credentialsValue: JSON.stringify({ password: "p", ...value }),
  });
  const both = basic({ clientId: "c", userName: `u ${tenantId}` });
  const { device, credentials } = await service.create(tenantId, sent(), { credentials: both });
  const pair = credentials.credentialsId;
  await service.saveCredentials(tenantId, device.id, basic({ userName: `u ${tenantId}` }), null);
  await service.saveCredentials(tenantId, device.id, both, null);
  await service.update(tenantId, device.id, sent(), { expectedVersion: null, credentials: both });
  const change = { kind: "credentials-changed", deviceId: device.id };
  expect(events.filter(({ kind }) => kind === "device-created" || kind === "credentials-changed")).toEqual([
    { kind: "device-created", tenantId, deviceId: device.id, gatewayId: null, pair },
    change,
    { ...change, pair },
    { ...change, pair },
  ]);
});

test("an update tells of the old name where it has changed, and of changed credentials", async () => {
  const { device } = await service.create(tenantId, sent());
  events.length = 0;
  await service.update(tenantId, device.id, sent({ label: "L" }), { expectedVersion: 1 });
  await service.update(tenantId, device.id, sent({ name: "renamed" }), {
    expectedVersion: null,
    credentials: { kind: "ACCESS_TOKEN", credentialsId: null, credentialsValue: null },
  });
  const changed = { kind: "device-changed", tenantId, deviceId: device.id };
  expect(events).toEqual([
    { ...changed, oldName: null },
    { ...changed, oldName: "x" },
    { kind: "credentials-changed", deviceId: device.id },
  ]);
});

test("clearing the gateway flag tells of each route that ended", async () => {
  const { device } = await service.create(tenantId, sent({ additionalInfo: { gateway: true } }));
  const { devices } = await stores.registry.findOrCreate(orderOf(device, ["Device A"], { connects: true }));
  events.length = 0;
  await service.update(tenantId, device.id, sent(), { expectedVersion: null });
  expect(events[0]).toMatchObject({ kind: "route-changed", deviceId: devices[0]?.device.id, gatewayId: null });
});

test("assigning and taking back are reported; taking back twice is invalid, unassigning twice is not", async () => {
  const customerId = await stores.addCustomer(tenantId, "c");
  const { device } = await service.create(tenantId, sent());
  events.length = 0;
  expect((await service.assign(tenantId, device.id, customerId)).customerId).toBe(customerId);
  expect((await service.takeBack(tenantId, device.id)).customerId).toBeNull();
  expect(events).toHaveLength(2);
  await expect(service.takeBack(tenantId, device.id)).rejects.toMatchObject({ kind: "invalid" });
  await service.unassign(tenantId, device.id);
  await service.unassign(tenantId, newId<DeviceId>());
  expect(events).toHaveLength(2);
});

test("assignIfUnowned gives an unowned device away, and nothing else", async () => {
  const customerId = await stores.addCustomer(tenantId, "c");
  const { device } = await service.create(tenantId, sent());
  expect(await service.assignIfUnowned(tenantId, device.id, customerId)).toMatchObject({ customerId });
  expect(await service.assignIfUnowned(tenantId, device.id, customerId)).toBeUndefined();
  expect(await service.assignIfUnowned(tenantId, newId<DeviceId>(), customerId)).toBeUndefined();
});

test("unassignAllOf takes back all that a customer has", async () => {
  const customerId = await stores.addCustomer(tenantId, "c");
  for (const name of ["a", "b", "c"]) await service.create(tenantId, sent({ name, customerId }));
  events.length = 0;
  await service.unassignAllOf(tenantId, customerId);
  expect(events.map(({ kind }) => kind)).toEqual(["device-changed", "device-changed", "device-changed"]);
  const { total } = await service.list(
    { tenantId, customerId, type: null, profileId: null, active: null, gateway: null },
    { page: 0, size: 1, textSearch: null, sort: null },
  );
  expect(total).toBe(0);
});

test("a deleted device is reported", async () => {
  const { device } = await service.create(tenantId, sent());
  events.length = 0;
  await service.delete(tenantId, device.id);
  expect(events).toEqual([{ kind: "device-deleted", tenantId, deviceId: device.id, name: "x" }]);
  await expect(service.delete(tenantId, device.id)).rejects.toMatchObject({ kind: "not-found" });
  await expect(service.require(tenantId, device.id)).rejects.toMatchObject({ kind: "not-found" });
});

test("a rename and a deletion are reported to the gateway of the device, a tenant's end is not", async () => {
  const { device } = await service.create(tenantId, sent({ name: "old" }));
  await service.update(tenantId, device.id, sent({ name: "new" }), { expectedVersion: null });
  await service.update(tenantId, device.id, sent({ name: "new", label: "l" }), { expectedVersion: null });
  await service.delete(tenantId, device.id);
  expect(received).toEqual(["old is new", "new is gone"]);
  await service.create(tenantId, sent());
  await service.deleteAllOf(tenantId);
  expect(received).toHaveLength(2);
});

test("deleteAllOf deletes every device of a tenant, more than fit one commit included", async () => {
  await Promise.all(
    Array.from({ length: 501 }, (_, index) => service.create(tenantId, sent({ name: `d${String(index)}` }))),
  );
  await service.deleteAllOf(tenantId);
  expect(await stores.devices.count(tenantId)).toBe(0);
  await service.deleteAllOf(tenantId);
});

test("saved credentials are published; a stale version is a conflict", async () => {
  const { device } = await service.create(tenantId, sent());
  events.length = 0;
  const basic = {
    kind: "MQTT_BASIC",
    credentialsId: null,
    credentialsValue: JSON.stringify({ userName: `u ${tenantId}`, password: "p" }),
  };
  const saved = await service.saveCredentials(tenantId, device.id, basic, 1);
  expect(saved).toMatchObject({ kind: "MQTT_BASIC", credentialsId: `u ${tenantId}`, version: 2 });
  expect(events).toEqual([{ kind: "credentials-changed", deviceId: device.id }]);
  expect(await service.credentialsOf(tenantId, device.id)).toEqual(saved);
  await expect(service.saveCredentials(tenantId, device.id, basic, 1)).rejects.toMatchObject({ kind: "conflict" });
  await expect(service.credentialsOf(tenantId, newId<DeviceId>())).rejects.toMatchObject({ kind: "not-found" });
});

test("another tenant's device does not exist", async () => {
  const other = await stores.addTenant();
  const { device } = await service.create(other, sent());
  const attempts = [
    () => service.require(tenantId, device.id),
    () => service.requireInfo(tenantId, device.id),
    () => service.update(tenantId, device.id, sent(), { expectedVersion: null }),
    () => service.takeBack(tenantId, device.id),
    () => service.delete(tenantId, device.id),
    () => service.credentialsOf(tenantId, device.id),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ kind: "not-found" });
  expect(await service.findByName(tenantId, "x")).toBeUndefined();
  expect(await service.findMany(tenantId, null, [device.id])).toEqual([]);
  expect(await service.requireInfo(other, device.id)).toMatchObject({ ...device, active: false });
});
