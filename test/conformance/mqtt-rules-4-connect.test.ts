// MQTT contract, sections 4.2 and 4.3, row by row where the checklist leaves a rule out: the two messages that connect and
// disconnect a device.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  CONNECT,
  connectGateway,
  DISCONNECT,
  RPC,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { member } from "../support/rest-client.ts";

const platform = useTestPlatform();

const DOWNLINKS = { subscribe: [ATTRIBUTES, RPC] };

test("MQTT §4.2: a type that is null, blank or left out is the profile default", async () => {
  const gateway = await connectGateway(platform());
  for (const type of [null, "", "   ", undefined]) {
    const device = gateway.newName();
    expect(await gateway.publish(CONNECT, { device, ...(type === undefined ? {} : { type }) })).toBe(0);
    expect(await gateway.tenant.device(device)).toMatchObject({ type: "default" });
  }
});

const BAD_CONNECTS = [
  "[]",
  "5",
  "null",
  '""',
  "",
  '{"device":["a"]}',
  '{"device":{}}',
  '{"device":true}',
  '{"Device":"a"}',
];
const BAD_TYPES = [5, true, {}, ["a"], "x".repeat(256), "a\0b"];

test("MQTT §4.2 (v5): a payload, device or type of the wrong kind gets 0x99, and nothing is created", async () => {
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

test("MQTT §4.2 (v3): a payload, device or type of the wrong kind ends the connection", async () => {
  const { gateway, newName } = await gatewayOf();
  const bad = [...BAD_CONNECTS, ...BAD_TYPES.map((type) => JSON.stringify({ device: newName, type }))];
  for (const payload of bad) {
    const { client } = await connectGateway(platform(), { protocol: 4, gateway });
    client.startPublish(CONNECT, payload);
    await client.closed();
    expect(client.received.map(({ cmd }) => cmd)).toEqual(["connack"]);
  }
});

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

test("MQTT §4.3: a call that was sent before disconnect stays pending, and its reply is taken", async () => {
  const gateway = await connectGateway(platform(), DOWNLINKS);
  const device = await gateway.connectDevice();
  const call = gateway.tenant.call(device.id, { method: "toggle" });
  const id = member(await gateway.client.nextJson(RPC), "data", "id");
  expect(await gateway.publish(DISCONNECT, { device: device.name })).toBe(0);
  expect(await gateway.publish(RPC, { device: device.name, id, data: { late: 1 } })).toBe(0);
  expect((await call).body).toEqual({ late: 1 });
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

async function gatewayOf() {
  const { gateway, tenant } = await connectGateway(platform(), { protocol: 4 });
  return { gateway, newName: tenant.uniqueName("Device") };
}
