// MQTT contract, sections 4.2 and 4.3: the two messages that connect and disconnect a device, what they create, and where
// its downlinks go.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  CONNECT,
  type ConnectedGateway,
  connectGateway,
  DISCONNECT,
  RPC,
  TELEMETRY,
  useTestPlatform,
  V3_VERSIONS,
  VERSIONS,
} from "../support/conformance.ts";
import { member } from "../support/rest-client.ts";
import { storedRows } from "../support/stored-rows.ts";

const platform = useTestPlatform();

const DOWNLINKS = { subscribe: [ATTRIBUTES, RPC] };

const BAD_CONNECTS = [
  {},
  { device: null },
  { device: "" },
  { device: "  " },
  { device: "x".repeat(256) },
  { device: "a\0b" },
  "[]",
  "5",
  "null",
  '""',
  "",
  '{"device":["a"]}',
  '{"device":{}}',
  '{"device":1e400}',
  '{"Device":"a"}',
];

const BAD_TYPES = [{}, ["a"], "x".repeat(256), " ".repeat(256), "a\0b"];

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

test.each(VERSIONS)(
  "MQTT-41 (%s): connecting twice succeeds twice, and downlinks of each kind come once",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, ...DOWNLINKS });
    const name = gateway.newName();
    expect(await gateway.publish(CONNECT, { device: name })).toBe(0);
    expect(await gateway.publish(CONNECT, { device: name })).toBe(0);
    const device = await gateway.tenant.existing(name);
    await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    await gateway.tenant.call(device.id, { method: "toggle" }, "plugins/rpc/oneway");
    expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([{ device: name, data: { target: 1 } }]);
    expect(await gateway.arrivedOn(RPC)).toMatchObject([{ device: name, data: { method: "toggle" } }]);
  },
);

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
  const call = gateway.tenant.call(device.id, { method: "toggle" }, "plugins/rpc/twoway");
  expect((await platform().passTimeUntil(call)).status).toBe(409);
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
  expect(await gateway.arrivedOn(RPC)).toEqual([]);
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
  expect(await relationsTo(device.id)).toEqual([{ fromId: gateway.gateway.id, type: "Created", group: "COMMON" }]);
  const { id } = gateway.gateway;
  expect(member(await gateway.tenant.device(device.name), "additionalInfo", "lastConnectedGateway")).toBe(id);
});

test("MQTT §4.2: a type that is null, blank or left out is the profile default", async () => {
  const gateway = await connectGateway(platform());
  for (const type of [null, "", "   ", undefined]) {
    const device = gateway.newName();
    expect(await gateway.publish(CONNECT, { device, ...(type === undefined ? {} : { type }) })).toBe(0);
    expect(await gateway.tenant.device(device)).toMatchObject({ type: "default" });
  }
});

test("MQTT-40 (v5): a payload, device or type that cannot be used gets 0x99, and nothing is created", async () => {
  const gateway = await connectGateway(platform());
  const before = await gateway.tenant.deviceCount();
  for (const payload of BAD_CONNECTS)
    expect([payload, await gateway.publish(CONNECT, payload)]).toEqual([payload, 0x99]);
  for (const type of BAD_TYPES)
    expect([type, await gateway.publish(CONNECT, { device: gateway.newName(), type })]).toEqual([type, 0x99]);
  for (const payload of BAD_CONNECTS)
    expect([payload, await gateway.publish(DISCONNECT, payload)]).toEqual([payload, 0x99]);
  expect(await gateway.tenant.deviceCount()).toBe(before);
});

test.each(V3_VERSIONS)(
  "MQTT-40 (%s): a payload, device or type that cannot be used gets a PUBACK, and nothing is created",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const before = await gateway.tenant.deviceCount();
    const bad = [...BAD_CONNECTS, ...BAD_TYPES.map((type) => JSON.stringify({ device: gateway.newName(), type }))];
    for (const payload of bad) expect([payload, await gateway.publish(CONNECT, payload)]).toEqual([payload, 0]);
    await gateway.client.ping();
    expect(await gateway.tenant.deviceCount()).toBe(before);
  },
);

test("MQTT §4.2: names of 255 characters, and with any character but U+0000, are names", async () => {
  const gateway = await connectGateway(platform());
  const names = ["x".repeat(255), "__proto__", "constructor", " padded ", "a/b+c#", "ü 😀", "1", '"', "a\nb"];
  for (const name of names) {
    const device = name.length === 255 ? name : name + gateway.newName();
    expect([name, await gateway.publish(CONNECT, { device, type: "default" })]).toEqual([name, 0]);
    expect(await gateway.tenant.device(device)).toMatchObject({ name: device });
  }
});

test("MQTT §4.2, §4.3: connect and disconnect set the times of the device, and connect the gateway it came through", async () => {
  const first = await connectGateway(platform());
  const second = await connectGateway(platform());
  const device = await first.connectDevice();
  const serverAttributes = () => first.tenant.attributes(device.id, "SERVER_SCOPE");
  await platform().until(serverAttributes, ({ lastConnectTime }) => lastConnectTime === platform().clock.now());
  platform().clock.advance(5_000);
  await second.publish(CONNECT, { device: device.name });
  await platform().until(serverAttributes, ({ lastConnectTime }) => lastConnectTime === platform().clock.now());
  const connected = await first.tenant.device(device.name);
  expect(member(connected, "additionalInfo", "lastConnectedGateway")).toBe(second.gateway.id);
  platform().clock.advance(5_000);
  await second.publish(DISCONNECT, { device: device.name });
  const gone = await platform().until(
    serverAttributes,
    ({ lastDisconnectTime }) => lastDisconnectTime === platform().clock.now(),
  );
  expect(gone["lastConnectTime"]).toBe(platform().clock.now() - 5_000);
});

test.each(VERSIONS)(
  "MQTT §4.2 (%s): after the PUBACK waiting calls are sent, and present shared attributes are not",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, ...DOWNLINKS });
    const device = await gateway.knownDevice();
    await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    const call = gateway.tenant.call(device.id, { method: "toggle" });
    await platform().settle();
    const packetId = gateway.client.startPublish(CONNECT, { device: device.name });
    const command = await gateway.client.nextJson(RPC);
    const kinds = gateway.client.received.map(({ cmd }) => cmd);
    expect(kinds.indexOf("publish")).toBeGreaterThan(kinds.lastIndexOf("puback"));
    expect((await gateway.client.next("puback")).messageId).toBe(packetId);
    await gateway.publish(RPC, { device: device.name, id: member(command, "data", "id"), data: {} });
    expect((await call).status).toBe(200);
    expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
  },
);

test("MQTT §4.2: connecting one new device many times at once creates it once", async () => {
  const gateway = await connectGateway(platform());
  const other = await connectGateway(platform());
  const device = gateway.newName();
  const type = gateway.tenant.uniqueName("profile");
  const before = await gateway.tenant.deviceCount();
  const answers = [gateway, other].flatMap(({ client }) =>
    Array.from({ length: 20 }, () => client.publish(CONNECT, { device, type })),
  );
  for (const puback of await Promise.all(answers)) expect(puback?.reasonCode ?? 0).toBe(0);
  expect(await gateway.tenant.deviceCount()).toBe(before + 1);
  expect((await gateway.tenant.profileNames()).filter((name) => name === type)).toEqual([type]);
});

test("MQTT §4.3 (v5): what waited for the client's window does not follow the PUBACK of disconnect", async () => {
  const gateway = await connectGateway(platform(), {
    acknowledge: false,
    connect: { properties: { receiveMaximum: 1 } },
    ...DOWNLINKS,
  });
  const [device, other] = [await gateway.connectDevice(), await gateway.connectDevice()];
  for (const n of [1, 2]) await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { n });
  await gateway.tenant.saveAttributes(other.id, "SHARED_SCOPE", { n: 3 });
  const first = await gateway.client.next("publish");
  expect(await gateway.publish(DISCONNECT, { device: device.name })).toBe(0);
  gateway.client.send({ cmd: "puback", messageId: first.messageId ?? 0 });
  const unread = await gateway.client.unreadAfterPing("publish");
  expect(unread.map(({ payload }) => JSON.parse(payload.toString()) as unknown)).toEqual([
    { device: other.name, data: { n: 3 } },
  ]);
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
function relationsTo(deviceId: string): Promise<unknown[]> {
  return storedRows(
    platform().folder,
    'SELECT from_id AS "fromId", relation_type AS "type", relation_group AS "group" FROM relation WHERE to_id = $1',
    deviceId,
  );
}
