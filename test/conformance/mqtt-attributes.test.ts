// MQTT contract, sections 4.4 and 4.5: attributes that gateways publish, and requests for them in all their shapes.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  ATTRIBUTES_REQUEST,
  ATTRIBUTES_RESPONSE,
  byVersion,
  type ConnectedGateway,
  connectGateway,
  pubackCode,
  useTestPlatform,
  V3_VERSIONS,
  VERSIONS,
} from "../support/conformance.ts";
import { member } from "../support/rest-client.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

interface Asking {
  readonly gateway: ConnectedGateway;
  readonly device: TestDevice;
}

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
  expect(await gateway.publish(ATTRIBUTES, { [device.name]: { kept: null, none: null, added: 2 } })).toBe(0);
  expect(await gateway.tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({ kept: 1, added: 2 });
  const unknown = gateway.newName();
  expect(await gateway.publish(ATTRIBUTES, { [unknown]: {} })).toBe(0);
  expect(await gateway.tenant.device(unknown)).toMatchObject({ type: "default" });
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

test.each(VERSIONS)(
  "MQTT-69 (%s): a request without a usable id is refused and not answered, and the connection stays open",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ATTRIBUTES_RESPONSE] });
    const { name } = await gateway.knownDevice();
    await gateway.publish(ATTRIBUTES, { [name]: { fw: "1.0" } });
    for (const request of [
      { device: name },
      { id: 1.5, device: name },
      { id: "1.5", device: name },
      { id: "x", device: name },
      { id: {}, device: name },
      { id: [1], device: name },
      { id: true, device: name },
      { id: null, device: name, client: ["fw"] },
    ]) {
      const code = await gateway.publish(ATTRIBUTES_REQUEST, request);
      expect([request, code]).toEqual([request, byVersion(protocol, 0, 0x99)]);
    }
    expect(await gateway.request({ id: "8", device: name, client: ["fw"] })).toMatchObject({
      id: 8,
      client: { fw: "1.0" },
    });
    expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
  },
);

test("MQTT §4.4: the example of the specification is stored, with the time of receipt", async () => {
  const gateway = await connectGateway(platform());
  const [a, b] = [gateway.newName(), gateway.newName()];
  const now = platform().clock.now();
  const payload = { [a]: { fw: "1.0", battery: 87, cfg: { a: [1, 2] } }, [b]: { battery: 92 } };
  expect(await gateway.publish(ATTRIBUTES, payload)).toBe(0);
  const first = await gateway.tenant.existing(a);
  const rows = await gateway.tenant.rest.get(
    `/api/plugins/telemetry/DEVICE/${first.id}/values/attributes/CLIENT_SCOPE`,
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { key: "fw", value: "1.0", lastUpdateTs: now },
      { key: "battery", value: 87, lastUpdateTs: now },
      { key: "cfg", value: { a: [1, 2] }, lastUpdateTs: now },
    ]),
  );
  const second = await gateway.tenant.existing(b);
  expect(await gateway.tenant.attributes(second.id, "CLIENT_SCOPE")).toEqual({ battery: 92 });
});

test("MQTT §4.4: a client-side write notifies no gateway", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { both: 1 });
  await gateway.publish(ATTRIBUTES, { [device.name]: { both: 2 } });
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([{ device: device.name, data: { both: 1 } }]);
});

test("MQTT §4.5: each shape is recognised by its members and answered in its own way", async () => {
  const { gateway, device } = await asking();
  const all = { a: 1, b: "two", common: "client" };
  const shared = { s: true, common: "shared" };
  const cases: readonly (readonly [Readonly<Record<string, unknown>>, unknown])[] = [
    // S
    [
      { client: ["a"], shared: ["s"] },
      { client: { a: 1 }, shared: { s: true }, values: { a: 1, s: true } },
    ],
    [{ client: ["a"], shared: true }, undefined],
    [{ shared: ["s"], client: true }, undefined],
    [{ client: [] }, { client: all, values: all }],
    [{ shared: [] }, { shared, values: shared }],
    [
      { client: [], shared: ["s"] },
      { client: all, shared: { s: true }, values: { ...all, s: true } },
    ],
    [{ shared: ["none"] }, { shared: {}, values: {} }],
    [{ client: ["hidden"] }, { client: {}, values: {} }],
    [{}, { client: all, shared, values: { ...all, ...shared } }],
    [{ client: ["a", "a"] }, { client: { a: 1 }, values: { a: 1 } }],
    // S goes before L where a list is there.
    [
      { client: ["a"], key: "b" },
      { client: { a: 1 }, values: { a: 1 } },
    ],
    // L1
    [{ client: true, key: "b" }, { value: "two" }],
    [{ client: false, key: "common" }, { value: "shared" }],
    [{ client: true, key: "hidden" }, {}],
    [{ client: true, key: "a", keys: ["b", "common"] }, { value: 1 }],
    [{ client: true, key: ["a", "b"] }, { values: { a: 1, b: "two" } }],
    [{ client: true, key: ["a"] }, { value: 1 }],
    [{ client: true, key: [] }, { values: all }],
    // L2
    [{ client: true, keys: ["a"] }, { value: 1 }],
    [{ client: true, keys: ["none"] }, {}],
    [{ client: true, keys: ["a", "none"] }, { values: { a: 1 } }],
    [{ client: true, keys: ["none", "neither"] }, {}],
    [{ client: false, keys: [] }, { values: shared }],
    [{ client: true, keys: [] }, { values: all }],
    // N
    [
      { clientKeys: ["a"], sharedKeys: "s,common" },
      { client: { a: 1 }, shared, values: { a: 1, ...shared } },
    ],
    [{ clientKeys: "a,b" }, { client: { a: 1, b: "two" }, values: { a: 1, b: "two" } }],
    [{ sharedKeys: ["none"] }, { shared: {}, values: {} }],
    // What is none of them
    [{ client: true }, undefined],
    [{ client: "a" }, undefined],
    [{ key: "a" }, undefined],
    [{ keys: ["a"] }, undefined],
    [{ client: true, keys: [{}] }, undefined],
    [{ client: true, key: {} }, undefined],
    [{ client: [null] }, undefined],
    [{ client: true, keys: "a" }, undefined],
    [{ clientKeys: {} }, undefined],
  ];
  for (const [id, [request, expected]] of cases.entries()) {
    const code = await gateway.publish(ATTRIBUTES_REQUEST, { id, device: device.name, ...request });
    expect([request, code]).toEqual([request, expected === undefined ? 0x99 : 0]);
    if (expected === undefined) continue;
    const answer = await gateway.client.nextJson(ATTRIBUTES_RESPONSE);
    expect([request, answer]).toEqual([request, { id, device: device.name, ...expected }]);
  }
  expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
});

test("MQTT §4.5: an empty scope asked for as a whole is answered with empty members", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES_RESPONSE] });
  const device = gateway.newName();
  const head = { id: 1, device };
  expect(await gateway.request({ ...head, client: false, keys: [] })).toEqual({ ...head, values: {} });
  expect(await gateway.request(head)).toEqual({ ...head, client: {}, shared: {}, values: {} });
  expect(await gateway.tenant.device(device)).toMatchObject({ type: "default" });
});

test("MQTT §4.5: the id is echoed as the same integer, also from its digits, within 2^53-1", async () => {
  const { gateway, device } = await asking();
  for (const [given, echoed] of [
    ["0", "0"],
    ["-5", "-5"],
    ['"17"', "17"],
    ["9007199254740991", "9007199254740991"],
    ['"-9007199254740991"', "-9007199254740991"],
    ["1.0", "1"],
    ["1e3", "1000"],
  ]) {
    const request = `{"id":${String(given)},"device":"${device.name}","client":true,"key":"a"}`;
    expect([given, await gateway.publish(ATTRIBUTES_REQUEST, request)]).toEqual([given, 0]);
    const { payload } = await gateway.client.next("publish");
    expect(payload.toString()).toBe(`{"id":${String(echoed)},"device":"${device.name}","value":1}`);
  }
  for (const id of ["9007199254740992", '"9007199254740993"', "1.5", '"x"', '""', "null", "true", "[1]", '"1.0"']) {
    const request = `{"id":${id},"device":"${device.name}","client":true,"key":"a"}`;
    expect([id, await gateway.publish(ATTRIBUTES_REQUEST, request)]).toEqual([id, 0x99]);
  }
  expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
});

test("MQTT §4.5 (v5): a missing or mistyped device gets 0x99 and no answer", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES_RESPONSE] });
  for (const payload of [
    { id: 1 },
    { id: 1, device: {} },
    { id: 1, device: null },
    { id: 1, device: " " },
    [],
    5,
    null,
  ])
    expect([payload, await gateway.publish(ATTRIBUTES_REQUEST, payload ?? "null")]).toEqual([payload, 0x99]);
  expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
});

test.each(V3_VERSIONS)(
  "MQTT §4.5 (%s): a bad request gets a PUBACK and no answer, and the connection stays open",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ATTRIBUTES_RESPONSE] });
    for (const payload of [{ device: "a" }, { id: 1 }, { id: 1, device: "a", client: true }])
      expect(await gateway.publish(ATTRIBUTES_REQUEST, payload)).toBe(0);
    expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
  },
);

test.each(VERSIONS)(
  "MQTT §4.5 (%s): PUBACK comes before the answer, which only the requesting session gets, once",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ATTRIBUTES_RESPONSE] });
    const other = await connectGateway(platform(), { protocol, subscribe: [ATTRIBUTES_RESPONSE] });
    const device = await gateway.knownDevice();
    const before = gateway.client.received.length;
    for (let id = 0; id < 5; id++) {
      gateway.client.startPublish(ATTRIBUTES_REQUEST, { id, device: device.name });
      gateway.client.startPublish(ATTRIBUTES_REQUEST, { id, device: device.name }, { qos: 0 });
    }
    const answers: unknown[] = [];
    while (answers.length < 10) answers.push(member(await gateway.client.nextJson(ATTRIBUTES_RESPONSE), "id"));
    expect(answers).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
    const kinds = gateway.client.received.slice(before).map(({ cmd }) => cmd);
    expect(kinds).toEqual(Array.from({ length: 5 }, () => ["puback", "publish", "publish"]).flat());
    expect(await other.client.unreadAfterPing("publish")).toEqual([]);
  },
);

test.each(VERSIONS)(
  "MQTT §4.5 (%s): at the device limit a request for an unknown device is refused without an answer",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({ maxDevices: 1 });
    const gateway = await connectGateway(platform(), { protocol, tenant, subscribe: [ATTRIBUTES_RESPONSE] });
    const payload = { id: 1, device: gateway.newName() };
    const puback = await gateway.client.publish(ATTRIBUTES_REQUEST, payload);
    expect(pubackCode(puback)).toBe(byVersion(protocol, 0x00, 0x97));
    expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
  },
);

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

/** A gateway that may ask, and a device with client-side a, b and common, shared s and common, and a server-side one. */
async function asking(): Promise<Asking> {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES_RESPONSE] });
  const device = await gateway.knownDevice();
  await gateway.publish(ATTRIBUTES, { [device.name]: { a: 1, b: "two", common: "client" } });
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { s: true, common: "shared" });
  await gateway.tenant.saveAttributes(device.id, "SERVER_SCOPE", { hidden: 1 });
  return { gateway, device };
}
