// MQTT contract, checklist "Shared notifications": when a gateway is told of shared attributes, and in which form.
import { expect, test } from "vitest";
import { ATTRIBUTES, connectGateway, RPC, useTestPlatform } from "../support/conformance.ts";

const platform = useTestPlatform();

test("MQTT-70: a write of three shared attributes gives one message with exactly these", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { before: 1 });
  await gateway.client.next("publish");
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 21.5, mode: "eco", plan: { a: [1, true] } });
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([
    { device: device.name, data: { before: 1 } },
    { device: device.name, data: { target: 21.5, mode: "eco", plan: { a: [1, true] } } },
  ]);
});

test("MQTT-71: writing the same value again gives a message", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  const message = { device: device.name, data: { target: 1 } };
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([message, message]);
});

test("MQTT-72: deleting two keys gives one message that names them", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { a: 1, b: 2 });
  await gateway.tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["a", "b"]);
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([
    { device: device.name, data: { a: 1, b: 2 } },
    { device: device.name, data: { deleted: ["a", "b"] } },
  ]);
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
