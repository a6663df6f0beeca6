// MQTT contract, section 4.1, row by row where the checklist leaves a rule out: what makes a route, what ends it, and where
// the downlinks of a device go.
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  ATTRIBUTES_REQUEST,
  CLAIM,
  CONNECT,
  connectGateway,
  type ConnectedGateway,
  DISCONNECT,
  RPC,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { TENANT_ADMIN, TEST_SETTINGS } from "../support/platform.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { member, RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { storedRows } from "../support/stored-rows.ts";
import { TestTenant, type TestDevice } from "../support/tenant.ts";
import { startForTests } from "../support/start-platform.ts";

const platform = useTestPlatform();

const DOWNLINKS = { subscribe: [ATTRIBUTES, RPC] };
const OWN = ["v1/devices/me/attributes", "v1/devices/me/rpc/request/+"];

let lastTarget = 0;

/** A shared attribute of the device arrives at the gateway, and so does a call. */
async function expectRouted(gateway: ConnectedGateway, device: TestDevice): Promise<void> {
  const target = ++lastTarget;
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target });
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target } });
  const call = gateway.tenant.call(device.id, { method: "toggle" });
  const command = await gateway.client.nextJson(RPC);
  expect(member(command, "device")).toBe(device.name);
  await gateway.publish(RPC, { device: device.name, id: member(command, "data", "id"), data: { target } });
  expect((await call).body).toEqual({ target });
}

/** Neither a shared attribute of the device nor a call arrives at the gateway. */
async function expectUnrouted(gateway: ConnectedGateway, device: TestDevice): Promise<void> {
  const isAbout = (json: unknown): boolean => member(json, "device") === device.name;
  const arrived = async () =>
    [...(await gateway.arrivedOn(ATTRIBUTES)), ...(await gateway.arrivedOn(RPC))].filter(isAbout);
  const before = await arrived();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: ++lastTarget });
  const call = gateway.tenant.call(device.id, { method: "toggle" }, "plugins/rpc/oneway");
  expect((await platform().passTimeUntil(call)).status).toBe(409);
  expect(await arrived()).toEqual(before);
}

test("MQTT §4.1: no message but connect makes a route", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const device = await gateway.tenant.createDevice();
  await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
  await gateway.publish(ATTRIBUTES, { [device.name]: { a: 1 } });
  await gateway.publish(ATTRIBUTES_REQUEST, { id: 1, device: device.name });
  await gateway.publish(CLAIM, { [device.name]: {} });
  await gateway.publish(RPC, { device: device.name, id: 1, data: {} });
  await gateway.publish(DISCONNECT, { device: device.name });
  await expectUnrouted(gateway, device);
  expect(await gateway.publish(CONNECT, { device: device.name })).toBe(0);
  await expectRouted(gateway, device);
});

test("MQTT §4.1: a route outlives a restart of the server, and so does a disconnect, where uplinks connect", async () => {
  const folder = await scratchFolder();
  const clock = new ManualClock();
  const start = () => startForTests({ ...TEST_SETTINGS, dataDir: folder }, { clock });
  const login = async (http: string): Promise<TestTenant> => {
    const rest = await new RestClient(http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);
    return new TestTenant(rest, text(await rest.get("/api/auth/user"), "tenantId", "id"), () => ++lastTarget);
  };
  const open = (mqtt: string, token: string) =>
    RawMqttClient.connect({ port: Number(new URL(mqtt).port), protocol: 5 }, { username: token, keepalive: 0 });

  const first = await start();
  const gateway = await (await login(first.http)).createGateway({ additionalInfo: { connectOnUplink: true } });
  const client = await open(first.mqtt, gateway.token);
  for (const device of ["Device A", "Device B"]) await client.publish(CONNECT, { device });
  await client.publish(DISCONNECT, { device: "Device B" });
  await first.stop();
  const second = await start();
  try {
    const tenant = await login(second.http);
    const again = await open(second.mqtt, gateway.token);
    await again.subscribe(ATTRIBUTES);
    await again.publish(TELEMETRY, { "Device B": [{ a: 1 }], "Device D": [{ a: 1 }] });
    for (const device of ["Device B", "Device A", "Device D"])
      await tenant.saveAttributes((await tenant.existing(device)).id, "SHARED_SCOPE", { target: 1 });
    for (const device of ["Device A", "Device D"])
      expect(await again.nextJson(ATTRIBUTES)).toEqual({ device, data: { target: 1 } });
    again.destroy();
  } finally {
    await second.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test("MQTT §4.1: of a device's own session and its gateway's connect the later one receives, and when that ends the other", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const { tenant } = gateway;
  const device = await gateway.connectDevice();

  platform().clock.advance(1_000);
  const own = await platform().connect(device.token, 5);
  await own.subscribe(OWN);
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: "own" });
  expect(await own.nextJson("v1/devices/me/attributes")).toEqual({ target: "own" });
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);

  platform().clock.advance(1_000);
  await gateway.publish(CONNECT, { device: device.name });
  await expectRouted(gateway, device);
  expect(await own.unreadAfterPing("publish")).toEqual([]);

  await gateway.publish(DISCONNECT, { device: device.name });
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: "own again" });
  expect(await own.nextJson("v1/devices/me/attributes")).toEqual({ target: "own again" });

  platform().clock.advance(1_000);
  await gateway.publish(CONNECT, { device: device.name });
  platform().clock.advance(1_000);
  const newest = await platform().connect(device.token, 5);
  await newest.subscribe(OWN);
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: "newest" });
  expect(await newest.nextJson("v1/devices/me/attributes")).toEqual({ target: "newest" });
  await newest.disconnect();
  await expectRouted(gateway, device);
});

test.each(VERSIONS)(
  "MQTT §4.1 (%s): a gateway that names itself stores its data, and connect and disconnect of itself change nothing",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ATTRIBUTES, RPC, ...OWN] });
    const { id, name } = gateway.gateway;
    const before = await gateway.tenant.attributes(id, "SERVER_SCOPE");
    expect(await gateway.publish(CONNECT, { device: name })).toBe(0);
    expect(await gateway.publish(CONNECT, { device: name, type: "default" })).toBe(0);
    expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 1 }] })).toBe(0);
    expect(await gateway.publish(ATTRIBUTES, { [name]: { b: 2 } })).toBe(0);
    expect(await gateway.publish(DISCONNECT, { device: name })).toBe(0);
    expect(await gateway.tenant.latestValues(id)).toEqual({ a: 1 });
    expect(await gateway.tenant.attributes(id, "CLIENT_SCOPE")).toEqual({ b: 2 });
    await gateway.tenant.saveAttributes(id, "SHARED_SCOPE", { target: 1 });
    expect(await gateway.client.nextJson("v1/devices/me/attributes")).toEqual({ target: 1 });
    expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
    const after = await gateway.tenant.attributes(id, "SERVER_SCOPE");
    expect(after["lastDisconnectTime"]).toEqual(before["lastDisconnectTime"]);
  },
);

test("MQTT §4.1: a renamed device keeps its route, and downlinks carry the new name", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const device = await gateway.connectDevice();
  const name = gateway.newName();
  await rename(gateway.tenant, device.id, name);
  await expectRouted(gateway, { ...device, name });
  expect(await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] })).toBe(0);
  expect((await gateway.tenant.existing(device.name)).id).not.toBe(device.id);
});

test("MQTT §4.1: deleting a device ends its route; when the next message creates it again it has none", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const device = await gateway.connectDevice();
  await gateway.tenant.deleteDevice(device.id);
  expect(await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] })).toBe(0);
  const recreated = await gateway.tenant.existing(device.name);
  expect(recreated.id).not.toBe(device.id);
  await expectUnrouted(gateway, recreated);
  await gateway.publish(CONNECT, { device: recreated.name });
  await expectRouted(gateway, recreated);
});

test("MQTT §4.1: a gateway that loses its flag, or is deleted, loses its routes", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const { tenant } = gateway;
  const device = await gateway.connectDevice();
  await setGateway(tenant, gateway.gateway.id, false);
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: ++lastTarget });
  expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
  await setGateway(tenant, gateway.gateway.id, true);
  const again = await connectGateway(platform(), { gateway: gateway.gateway, ...DOWNLINKS });
  await expectUnrouted(again, device);

  await again.publish(CONNECT, { device: device.name });
  await tenant.deleteDevice(gateway.gateway.id);
  const other = await connectGateway(platform(), DOWNLINKS);
  await expectUnrouted(other, device);
  await other.publish(CONNECT, { device: device.name });
  await expectRouted(other, device);
});

test("MQTT §4.1: where two gateways connect and disconnect a device at the same time, one route is left, the stored one", async () => {
  const gateways = [await connectGateway(platform(), DOWNLINKS), await connectGateway(platform(), DOWNLINKS)] as const;
  const [{ tenant }] = gateways;
  const device = await gateways[0].connectDevice();
  for (let round = 0; round < 10; round++) {
    const messages = [0, 1, 2, 3, 4, 5].flatMap((index) => {
      const [one, other] = (index + round) % 2 === 0 ? gateways : ([gateways[1], gateways[0]] as const);
      const otherTopic = (index * round) % 3 === 0 ? DISCONNECT : CONNECT;
      return [one.publish(CONNECT, { device: device.name }), other.publish(otherTopic, { device: device.name })];
    });
    expect(await Promise.all(messages)).toEqual(messages.map(() => 0));
    await platform().holdsEverywhere();
    const target = ++lastTarget;
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target });
    const holders: string[] = [];
    for (const { client, gateway } of gateways) {
      const unread = await client.unreadAfterPing("publish");
      if (unread.some(({ payload }) => payload.toString().includes(`{"target":${String(target)}}`)))
        holders.push(gateway.id);
    }
    expect(holders).toEqual(await storedRoutes(device.id));
  }
});

test("MQTT §4.1: any device of the tenant may be named, and none of another tenant's", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const device = await gateway.tenant.createDevice();
  expect(await gateway.publish(CONNECT, { device: device.name })).toBe(0);
  await expectRouted(gateway, device);

  const tenant = await platform().createTenant();
  const foreign = await tenant.createDevice({ name: gateway.newName() });
  expect(await gateway.publish(CONNECT, { device: foreign.name })).toBe(0);
  expect((await gateway.tenant.existing(foreign.name)).id).not.toBe(foreign.id);
  await tenant.saveAttributes(foreign.id, "SHARED_SCOPE", { target: 1 });
  expect(await gateway.arrivedOn(ATTRIBUTES)).toHaveLength(1);
});

/** Routes have no REST resource, so they are read from the store itself. */
async function storedRoutes(deviceId: string): Promise<unknown[]> {
  const sql = "SELECT gateway_id AS gateway FROM device_route WHERE device_id = $1";
  const rows = await storedRows(platform().folder, sql, deviceId);
  return rows.map(({ gateway }) => gateway);
}

async function rename(tenant: TestTenant, id: string, name: string): Promise<void> {
  await change(tenant, id, { name });
}

async function setGateway(tenant: TestTenant, id: string, gateway: boolean): Promise<void> {
  await change(tenant, id, { additionalInfo: { gateway } });
}

async function change(tenant: TestTenant, id: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  const stored = await tenant.rest.get(`/api/device/${id}`);
  if (typeof stored !== "object") throw new Error("there is no such device");
  await tenant.rest.post("/api/device", { ...stored, ...fields });
}
