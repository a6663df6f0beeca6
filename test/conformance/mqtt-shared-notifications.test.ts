// MQTT contract, section 8: which writes of shared attributes reach a gateway or a device, and in which form.
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
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";

const platform = useTestPlatform();

const OWN = "v1/devices/me/attributes";

test("MQTT-71: writing the same value again gives a message", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  const message = { device: device.name, data: { target: 1 } };
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([message, message]);
});

test("MQTT-73: no message for a device that is not connected, nor without a subscription", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [RPC] });
  const connected = await gateway.connectDevice();
  await gateway.tenant.saveAttributes(connected.id, "SHARED_SCOPE", { unsubscribed: 1 });
  await gateway.client.subscribe(ATTRIBUTES);
  const unconnected = await gateway.knownDevice();
  await gateway.tenant.saveAttributes(unconnected.id, "SHARED_SCOPE", { target: 1 });
  await gateway.tenant.deleteAttributes(unconnected.id, "SHARED_SCOPE", ["target"]);
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
});

test("MQTT-74: no message for client-side and server-side attributes", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  await gateway.publish(ATTRIBUTES, { [device.name]: { fw: "1.0" } });
  await gateway.tenant.saveAttributes(device.id, "SERVER_SCOPE", { note: "x" });
  await gateway.tenant.deleteAttributes(device.id, "SERVER_SCOPE", ["note"]);
  await gateway.tenant.deleteAttributes(device.id, "CLIENT_SCOPE", ["fw"]);
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
});

test.each([0, 1] as const)("MQTT-75: a notification has the QoS %i that was granted", async (qos) => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES], qos });
  const device = await gateway.connectDevice();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  const message = await gateway.client.next("publish");
  expect(message).toMatchObject({ topic: ATTRIBUTES, qos, retain: false });
});

test.each(VERSIONS)(
  "MQTT-70 (%s): a write gives one message with the written keys alone, typed as they were written",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ATTRIBUTES] });
    const device = await gateway.connectDevice();
    const { tenant } = gateway;
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { before: 1 });
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/SHARED_SCOPE`, {
      long: 9_007_199_254_740_993n,
      text: "007",
      yes: true,
      half: 0.5,
      json: { b: 1, a: [null] },
    });
    await gateway.client.next("publish");
    const message = await gateway.client.next("publish");
    expect([message.topic, message.qos, message.retain]).toEqual([ATTRIBUTES, 1, false]);
    expect(message.payload.toString()).toBe(
      `{"device":"${device.name}","data":{"long":9007199254740993,"text":"007","yes":true,"half":0.5,"json":{"b":1,"a":[null]}}}`,
    );
  },
);

test("MQTT-72: a deletion gives one message with an array of the keys named, also for one key, and for keys that did not exist", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { a: 1, b: 2, c: 3, d: 4 });
  await gateway.tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["c", "d"]);
  await gateway.tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["a"]);
  await gateway.tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["b", "none"]);
  await gateway.tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["never"]);
  expect((await gateway.arrivedOn(ATTRIBUTES)).slice(1)).toEqual([
    { device: device.name, data: { deleted: ["c", "d"] } },
    { device: device.name, data: { deleted: ["a"] } },
    { device: device.name, data: { deleted: ["b", "none"] } },
    { device: device.name, data: { deleted: ["never"] } },
  ]);
});

test("MQTT §8: updates and deletes are never merged, and come in the order of their commits", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES], qos: 0 });
  const device = await gateway.connectDevice();
  const expected: unknown[] = [];
  for (let round = 0; round < 10; round++) {
    await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { k: round });
    await gateway.tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["k"]);
    expected.push({ device: device.name, data: { k: round } }, { device: device.name, data: { deleted: ["k"] } });
  }
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual(expected);
});

test("MQTT §8 order: of concurrent writes the last message is the value that is stored", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  const writes = Array.from({ length: 30 }, (_, n) => gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { n }));
  await Promise.all(writes);
  const messages = await gateway.arrivedOn(ATTRIBUTES);
  expect(messages).toHaveLength(30);
  expect(messages.at(-1)).toEqual({
    device: device.name,
    data: await gateway.tenant.attributes(device.id, "SHARED_SCOPE"),
  });
});

test("MQTT §8: what is written while nobody listens is dropped, not queued", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const write = (value: string): Promise<void> =>
    gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { k: value });
  await write("unsubscribed");
  await gateway.client.subscribe(ATTRIBUTES);
  await gateway.publish(DISCONNECT, { device: device.name });
  await write("disconnected");
  await gateway.publish(CONNECT, { device: device.name });
  await gateway.client.disconnect();
  await write("offline");
  const again = await connectGateway(platform(), { gateway: gateway.gateway, subscribe: [ATTRIBUTES] });
  await write("heard");
  expect(payloads(gateway.client)).toEqual([]);
  expect(await again.arrivedOn(ATTRIBUTES)).toEqual([{ device: device.name, data: { k: "heard" } }]);
});

test("MQTT §8: client-side and server-side attributes never notify a device of its own, shared ones do", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const client = await platform().connect(device.token, 5);
  await client.subscribe(OWN);
  await client.publish(OWN, { fw: 1 });
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { note: 1 });
  await tenant.deleteAttributes(device.id, "SERVER_SCOPE", ["note"]);
  await tenant.deleteAttributes(device.id, "CLIENT_SCOPE", ["fw"]);
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  await client.next("publish");
  expect(payloads(client)).toEqual(['{"target":1}']);
});

test("MQTT §8: a device with a route is notified through its gateway alone, in the proxied form", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.tenant.createDevice();
  const own = await platform().connect(device.token, 5);
  await own.subscribe(OWN);
  await gateway.publish(CONNECT, { device: device.name });
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([{ device: device.name, data: { target: 1 } }]);
  expect(await own.unreadAfterPing("publish")).toEqual([]);
});

test("MQTT §8: a second gateway that is subscribed hears nothing of the devices of the first", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const other = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target: 1 } });
  expect(await other.arrivedOn(ATTRIBUTES)).toEqual([]);
});

function payloads(client: RawMqttClient): string[] {
  return client.received.flatMap((packet) => (packet.cmd === "publish" ? [packet.payload.toString()] : []));
}
