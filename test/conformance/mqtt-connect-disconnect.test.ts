// MQTT contract, checklist "Connect and disconnect": what connecting a device creates, and where its downlinks go.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  CONNECT,
  connectGateway,
  type ConnectedGateway,
  DISCONNECT,
  RPC,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { member } from "../support/rest-client.ts";

const platform = useTestPlatform();

const DOWNLINKS = { subscribe: [ATTRIBUTES, RPC] };

test("MQTT-35: connecting an unknown device creates it with the profile default", async () => {
  const gateway = await connectGateway(platform());
  const device = gateway.newName();
  expect(await gateway.publish(CONNECT, { device })).toBe(0);
  expect(await gateway.tenant.device(device)).toMatchObject({ name: device, type: "default" });
});

test("MQTT-36: an unknown type creates the profile and the device", async () => {
  const gateway = await connectGateway(platform());
  const device = gateway.newName();
  const type = gateway.tenant.uniqueName("profile");
  expect(await gateway.publish(CONNECT, { device, type })).toBe(0);
  expect(await gateway.tenant.device(device)).toMatchObject({ type });
  expect(await gateway.tenant.profileNames()).toContain(type);
});

test("MQTT-37: an existing device connected with an unknown type keeps its profile, and the new one is created", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.knownDevice();
  const type = gateway.tenant.uniqueName("profile");
  expect(await gateway.publish(CONNECT, { device: device.name, type })).toBe(0);
  expect(await gateway.tenant.device(device.name)).toMatchObject({ type: "default" });
  expect(await gateway.tenant.profileNames()).toContain(type);
});

test("MQTT-38: when PUBACK arrives the device is readable over REST and routable", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const name = gateway.newName();
  await gateway.publish(CONNECT, { device: name });
  const device = await gateway.tenant.existing(name);
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: name, data: { target: 1 } });
});

test.each(VERSIONS)(
  "MQTT-39 (%s): a call issued right after that PUBACK reaches the gateway",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, ...DOWNLINKS });
    const device = await gateway.connectDevice();
    await expectReachable(gateway, device);
  },
);

test("MQTT-40 (v5): connect without a usable device name gets 0x99 and creates nothing", async () => {
  const gateway = await connectGateway(platform());
  const before = await gateway.tenant.deviceCount();
  for (const payload of UNUSABLE_CONNECTS)
    expect([payload, await gateway.publish(CONNECT, payload)]).toEqual([payload, 0x99]);
  expect(await gateway.tenant.deviceCount()).toBe(before);
});

test("MQTT-40 (v3): connect without a usable device name closes the connection and creates nothing", async () => {
  const { tenant, gateway } = await connectGateway(platform(), { protocol: 4 });
  const before = await tenant.deviceCount();
  for (const payload of UNUSABLE_CONNECTS) {
    const { client } = await connectGateway(platform(), { protocol: 4, gateway });
    client.startPublish(CONNECT, payload);
    await client.closed();
    expect(client.received.map(({ cmd }) => cmd)).toEqual(["connack"]);
  }
  expect(await tenant.deviceCount()).toBe(before);
});

const UNUSABLE_CONNECTS = [
  {},
  { device: 5 },
  { device: null },
  { device: "" },
  { device: "  " },
  { device: "x".repeat(256) },
  { device: "a\0b" },
];

test("MQTT-41: connecting twice succeeds twice and does not double the downlinks", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const device = await gateway.connectDevice();
  expect(await gateway.publish(CONNECT, { device: device.name })).toBe(0);
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([{ device: device.name, data: { target: 1 } }]);
});

test("MQTT-42: after disconnect neither shared updates nor calls are delivered", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const device = await gateway.connectDevice();
  expect(await gateway.publish(DISCONNECT, { device: device.name })).toBe(0);
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  const call = gateway.tenant.call(device.id, { method: "toggle" }, "plugins/rpc/twoway");
  expect((await platform().passTimeUntil(call)).status).toBe(409);
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
  expect(await gateway.arrivedOn(RPC)).toEqual([]);
});

test("MQTT-43: disconnect of an unknown name creates nothing, of a known unconnected device changes nothing", async () => {
  const gateway = await connectGateway(platform());
  const unknown = gateway.newName();
  expect(await gateway.publish(DISCONNECT, { device: unknown })).toBe(0);
  expect(await gateway.tenant.device(unknown)).toBeUndefined();
  const known = await gateway.knownDevice();
  expect(await gateway.publish(DISCONNECT, { device: known.name })).toBe(0);
});

test("MQTT-44: telemetry after disconnect is stored and the device stays unrouted", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const device = await gateway.connectDevice();
  await gateway.publish(DISCONNECT, { device: device.name });
  expect(await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] })).toBe(0);
  expect(await gateway.tenant.latestValues(device.id)).toEqual({ a: 1 });
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
});

test("MQTT-45: a device known only through its telemetry receives no downlinks", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const device = await gateway.knownDevice();
  await gateway.publish(ATTRIBUTES, { [device.name]: { a: 1 } });
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  const call = gateway.tenant.call(device.id, { method: "toggle" }, "plugins/rpc/twoway");
  expect((await platform().passTimeUntil(call)).status).toBe(409);
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
  expect(await gateway.arrivedOn(RPC)).toEqual([]);
});

test("MQTT-46: after a lost connection downlinks resume when the gateway is back and has subscribed, without connect", async () => {
  const first = await connectGateway(platform(), DOWNLINKS);
  const device = await first.connectDevice();
  first.client.destroy();
  await first.client.closed();
  const again = await connectGateway(platform(), { gateway: first.gateway, ...DOWNLINKS });
  await again.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await again.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target: 1 } });
  await expectReachable(again, device);
});

test("MQTT-47: a route works after 15 minutes without uplink from the device", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const device = await gateway.connectDevice();
  for (let minute = 0; minute < 15; minute += 5) {
    platform().clock.advance(300_000);
    await gateway.client.ping();
  }
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target: 1 } });
  await expectReachable(gateway, device);
});

test("MQTT-48: connecting a device through a second gateway moves its downlinks there", async () => {
  const first = await connectGateway(platform(), DOWNLINKS);
  const second = await connectGateway(platform(), DOWNLINKS);
  const device = await first.connectDevice();
  await second.publish(CONNECT, { device: device.name });
  await first.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await second.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target: 1 } });
  await expectReachable(second, device);
  expect(await first.arrivedOn(ATTRIBUTES)).toEqual([]);
  expect(await first.arrivedOn(RPC)).toEqual([]);
});

test("MQTT-49: a later disconnect through the first gateway does not cut the route of the second", async () => {
  const first = await connectGateway(platform(), DOWNLINKS);
  const second = await connectGateway(platform(), DOWNLINKS);
  const device = await first.connectDevice();
  await second.publish(CONNECT, { device: device.name });
  expect(await first.publish(DISCONNECT, { device: device.name })).toBe(0);
  await first.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await second.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target: 1 } });
  await expectReachable(second, device);
});

test("MQTT-50: creation adds one relation Created from gateway to device and sets lastConnectedGateway", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  await gateway.publish(CONNECT, { device: device.name });
  await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
  expect(relationsTo(device.id)).toEqual([{ fromId: gateway.gateway.id, type: "Created", group: "COMMON" }]);
  const { id } = gateway.gateway;
  expect(member(await gateway.tenant.device(device.name), "additionalInfo", "lastConnectedGateway")).toBe(id);
});

/** A two-way call arrives at the gateway and its reply at the caller. */
async function expectReachable(
  gateway: ConnectedGateway,
  device: { readonly id: string; readonly name: string },
): Promise<void> {
  const call = gateway.tenant.call(device.id, { method: "getState", params: { all: true } });
  const command = await gateway.client.nextJson(RPC);
  expect(command).toMatchObject({ device: device.name, data: { method: "getState", params: { all: true } } });
  await gateway.publish(RPC, { device: device.name, id: member(command, "data", "id"), data: { on: true } });
  expect((await call).body).toEqual({ on: true });
}

/** Relations have no REST resource, so they are read from the store itself. */
function relationsTo(deviceId: string): unknown[] {
  const database = new DatabaseSync(join(platform().folder, "bridgehead.sqlite"), { readOnly: true });
  try {
    const query =
      'SELECT from_id AS "fromId", relation_type AS "type", relation_group AS "group" FROM relation WHERE to_id = ?';
    return database
      .prepare(query)
      .all(deviceId)
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}
