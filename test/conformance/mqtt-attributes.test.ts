// MQTT contract, checklist "Attributes": publishing client-side attributes, and requests in all their shapes.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  ATTRIBUTES_REQUEST,
  ATTRIBUTES_RESPONSE,
  type ConnectedGateway,
  connectGateway,
  useTestPlatform,
} from "../support/conformance.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

test("MQTT-53: attributes of several devices are created and updated; unknown devices are created with default", async () => {
  const gateway = await connectGateway(platform());
  const [one, other] = [gateway.newName(), gateway.newName()];
  expect(
    await gateway.publish(ATTRIBUTES, {
      [one]: { fw: "1.0", battery: 87, cfg: { a: [1, 2] } },
      [other]: { battery: 92 },
    }),
  ).toBe(0);
  expect(await gateway.publish(ATTRIBUTES, { [one]: { fw: "1.1", on: true } })).toBe(0);
  const device = await gateway.tenant.existing(one);
  expect(await gateway.tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({
    fw: "1.1",
    battery: 87,
    cfg: { a: [1, 2] },
    on: true,
  });
  expect(await gateway.tenant.attributes((await gateway.tenant.existing(other)).id, "CLIENT_SCOPE")).toEqual({
    battery: 92,
  });
  expect(await gateway.tenant.device(other)).toMatchObject({ type: "default" });
});

test("MQTT-54: a null member is skipped and an empty object is accepted", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.knownDevice();
  await gateway.publish(ATTRIBUTES, { [device.name]: { kept: 1 } });
  expect(await gateway.publish(ATTRIBUTES, { [device.name]: { kept: null, added: 2 } })).toBe(0);
  expect(await gateway.tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({ kept: 1, added: 2 });
  const unknown = gateway.newName();
  expect(await gateway.publish(ATTRIBUTES, { [unknown]: {} })).toBe(0);
  expect(await gateway.tenant.attributes((await gateway.tenant.existing(unknown)).id, "CLIENT_SCOPE")).toEqual({});
});

test('MQTT-55: the attribute "007" reads back as the string "007"', async () => {
  const { gateway, device } = await withAttributes({ serial: "007" }, {});
  expect(await gateway.tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({ serial: "007" });
  expect(await gateway.request({ id: 1, device: device.name, client: true, key: "serial" })).toEqual({
    id: 1,
    device: device.name,
    value: "007",
  });
});

test("MQTT-56: one key asked for in the old way gives id, device and value", async () => {
  const { gateway, device } = await withAttributes({ fw: "1.0" }, { target: 21.5 });
  const { name } = device;
  expect(await gateway.request({ id: 1, device: name, client: true, key: "fw" })).toEqual({
    id: 1,
    device: name,
    value: "1.0",
  });
  expect(await gateway.request({ id: 2, device: name, client: false, key: "target" })).toEqual({
    id: 2,
    device: name,
    value: 21.5,
  });
});

test("MQTT-57: one missing key asked for in the old way gives id and device", async () => {
  const { gateway, device } = await withAttributes({ fw: "1.0" }, {});
  expect(await gateway.request({ id: 3, device: device.name, client: false, key: "fw" })).toEqual({
    id: 3,
    device: device.name,
  });
});

test("MQTT-58: of two keys asked for in the old way values holds the one found", async () => {
  const { gateway, device } = await withAttributes({ fw: "1.0" }, {});
  const answer = await gateway.request({ id: 4, device: device.name, client: true, keys: ["fw", "missing"] });
  expect(answer).toEqual({ id: 4, device: device.name, values: { fw: "1.0" } });
  const nothing = await gateway.request({ id: 5, device: device.name, client: true, keys: ["missing", "gone"] });
  expect(nothing).toEqual({ id: 5, device: device.name });
});

test("MQTT-59: a list of one key in the old way gives value", async () => {
  const { gateway, device } = await withAttributes({}, { target: 3 });
  const answer = await gateway.request({ id: 6, device: device.name, client: false, keys: ["target"] });
  expect(answer).toEqual({ id: 6, device: device.name, value: 3 });
});

test("MQTT-60: an empty list of shared keys gives values with all of them and no client ones", async () => {
  const { gateway, device } = await withAttributes({ fw: "1.0" }, { target: 3, mode: "eco" });
  const answer = await gateway.request({ id: 7, device: device.name, client: false, keys: [] });
  expect(answer).toEqual({ id: 7, device: device.name, values: { target: 3, mode: "eco" } });
  const empty = await gateway.knownDevice();
  expect(await gateway.request({ id: 8, device: empty.name, client: false, keys: [] })).toEqual({
    id: 8,
    device: empty.name,
    values: {},
  });
});

test("MQTT-61: a request with both lists gives client, shared and values", async () => {
  const { gateway, device } = await withAttributes({ fw: "1.0", battery: 87, other: 1 }, { target: "2.0", unasked: 2 });
  const answer = await gateway.request({ id: 9, device: device.name, client: ["fw", "battery"], shared: ["target"] });
  expect(answer).toEqual({
    id: 9,
    device: device.name,
    client: { fw: "1.0", battery: 87 },
    shared: { target: "2.0" },
    values: { fw: "1.0", battery: 87, target: "2.0" },
  });
});

test("MQTT-62: a request for client attributes alone gives no shared member", async () => {
  const { gateway, device } = await withAttributes({ fw: "1.0" }, { target: 1 });
  const answer = await gateway.request({ id: 10, device: device.name, client: ["fw"] });
  expect(answer).toEqual({ id: 10, device: device.name, client: { fw: "1.0" }, values: { fw: "1.0" } });
});

test("MQTT-63: the same key in both scopes has its own value in each, and values holds the shared one", async () => {
  const { gateway, device } = await withAttributes({ target: 1 }, { target: 2 });
  const answer = await gateway.request({ id: 11, device: device.name, client: ["target"], shared: ["target"] });
  expect(answer).toEqual({
    id: 11,
    device: device.name,
    client: { target: 1 },
    shared: { target: 2 },
    values: { target: 2 },
  });
});

test("MQTT-64: a request that finds nothing is answered with empty members", async () => {
  const { gateway, device } = await withAttributes({}, {});
  const answer = await gateway.request({ id: 12, device: device.name, client: ["missing"] });
  expect(answer).toEqual({ id: 12, device: device.name, client: {}, values: {} });
});

test("MQTT-65: a request with neither list gives all attributes of both scopes", async () => {
  const { gateway, device } = await withAttributes({ fw: "1.0", battery: 87 }, { target: 2 });
  const answer = await gateway.request({ id: 13, device: device.name });
  expect(answer).toEqual({
    id: 13,
    device: device.name,
    client: { fw: "1.0", battery: 87 },
    shared: { target: 2 },
    values: { fw: "1.0", battery: 87, target: 2 },
  });
});

test("MQTT-66: without a subscription the request is acknowledged and not answered", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.knownDevice();
  expect(await gateway.publish(ATTRIBUTES_REQUEST, { id: 1, device: device.name })).toBe(0);
  await gateway.client.subscribe(ATTRIBUTES_RESPONSE);
  expect(await gateway.request({ id: 2, device: device.name })).toMatchObject({ id: 2 });
  expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
});

test("MQTT-67: a request for a device that is not connected is answered", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES_RESPONSE] });
  const device = await gateway.knownDevice();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 5 });
  expect(await gateway.request({ id: 1, device: device.name, client: false, key: "target" })).toEqual({
    id: 1,
    device: device.name,
    value: 5,
  });
  const unknown = gateway.newName();
  expect(await gateway.request({ id: 2, device: unknown, client: true, key: "fw" })).toEqual({
    id: 2,
    device: unknown,
  });
  expect(await gateway.tenant.device(unknown)).toMatchObject({ type: "default" });
});

test("MQTT-68: server-side attributes are never returned", async () => {
  const { gateway, device } = await withAttributes({ fw: "1.0" }, { target: 2 });
  await gateway.tenant.saveAttributes(device.id, "SERVER_SCOPE", { secret: 1 });
  const { name } = device;
  expect(await gateway.request({ id: 1, device: name })).toEqual({
    id: 1,
    device: name,
    client: { fw: "1.0" },
    shared: { target: 2 },
    values: { fw: "1.0", target: 2 },
  });
  expect(await gateway.request({ id: 2, device: name, client: ["secret"], shared: ["secret", "active"] })).toEqual({
    id: 2,
    device: name,
    client: {},
    shared: {},
    values: {},
  });
  expect(await gateway.request({ id: 3, device: name, client: true, key: "secret" })).toEqual({ id: 3, device: name });
  expect(await gateway.request({ id: 4, device: name, client: false, key: "secret" })).toEqual({ id: 4, device: name });
});

test("MQTT-69: a request without a usable id is refused and not answered", async () => {
  const { gateway, device } = await withAttributes({ fw: "1.0" }, {});
  const { name } = device;
  for (const request of [
    { device: name },
    { id: 1.5, device: name },
    { id: "x", device: name },
    { id: null, device: name, client: ["fw"] },
  ])
    expect([request, await gateway.publish(ATTRIBUTES_REQUEST, request)]).toEqual([request, 0x99]);
  expect(await gateway.request({ id: "8", device: name, client: ["fw"] })).toMatchObject({
    id: 8,
    client: { fw: "1.0" },
  });
  expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
});

/** A gateway subscribed to responses, and a device with these attributes that is not connected. */
async function withAttributes(
  client: Readonly<Record<string, unknown>>,
  shared: Readonly<Record<string, unknown>>,
): Promise<{ readonly gateway: ConnectedGateway; readonly device: TestDevice }> {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES_RESPONSE] });
  const device = await gateway.knownDevice();
  await gateway.publish(ATTRIBUTES, { [device.name]: client });
  if (Object.keys(shared).length > 0) await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", shared);
  return { gateway, device };
}
