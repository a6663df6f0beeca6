// MQTT contract, sections 4.4 to 4.6, row by row where the checklist leaves a rule out: attributes that gateways publish,
// ask for and are told of.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  ATTRIBUTES_REQUEST,
  ATTRIBUTES_RESPONSE,
  byVersion,
  connectGateway,
  type ConnectedGateway,
  ERRORS,
  pubackCode,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { member } from "../support/rest-client.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

interface Asking {
  readonly gateway: ConnectedGateway;
  readonly device: TestDevice;
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

test("MQTT §4.4: an empty object creates the device and stores nothing", async () => {
  const gateway = await connectGateway(platform());
  const name = gateway.newName();
  expect(await gateway.publish(ATTRIBUTES, { [name]: {} })).toBe(0);
  expect(await gateway.tenant.device(name)).toMatchObject({ type: "default" });
  expect(await gateway.tenant.attributes((await gateway.tenant.existing(name)).id, "CLIENT_SCOPE")).toEqual({});
});

test("MQTT §4.4: a null member is neither stored nor a deletion", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.knownDevice();
  await gateway.publish(ATTRIBUTES, { [device.name]: { a: 1 } });
  expect(await gateway.publish(ATTRIBUTES, { [device.name]: { a: null, b: null, c: 3 } })).toBe(0);
  expect(await gateway.tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({ a: 1, c: 3 });
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
    [{ client: true, keys: [5] }, undefined],
    [{ client: true, key: 5 }, undefined],
    [{ client: [5] }, undefined],
    [{ client: true, keys: "a" }, undefined],
    [{ clientKeys: 5 }, undefined],
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
  for (const payload of [{ id: 1 }, { id: 1, device: 5 }, { id: 1, device: null }, { id: 1, device: " " }, [], 5, null])
    expect([payload, await gateway.publish(ATTRIBUTES_REQUEST, payload ?? "null")]).toEqual([payload, 0x99]);
  expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
});

test("MQTT §4.5 (v3): a bad request ends the connection without an answer", async () => {
  const { gateway } = await connectGateway(platform());
  for (const payload of [{ device: "a" }, { id: 1 }, { id: 1, device: "a", client: true }]) {
    const { client } = await connectGateway(platform(), { protocol: 4, gateway, subscribe: [ATTRIBUTES_RESPONSE] });
    client.startPublish(ATTRIBUTES_REQUEST, payload);
    await client.closed();
    expect(client.received.map(({ cmd }) => cmd)).toEqual(["connack", "suback"]);
  }
});

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

test("MQTT §4.6: notifications have exactly device and data, and deletions name the keys in a list, one of them too", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  const { tenant } = gateway;
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 21.5, mode: "eco", list: [1], object: { a: null } });
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({
    device: device.name,
    data: { target: 21.5, mode: "eco", list: [1], object: { a: null } },
  });
  await tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["mode"]);
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { deleted: ["mode"] } });
});

test("MQTT §4.9: the errors topic names the refused device and packet, and nothing comes without a subscription", async () => {
  const gateway = await connectGateway(platform());
  const name = gateway.newName();
  await gateway.publish(ATTRIBUTES, { [name]: 5 });
  expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
  await gateway.client.subscribe(ERRORS);
  const packetId = gateway.client.startPublish(ATTRIBUTES, { [name]: 5 }) ?? 0;
  const error = await gateway.client.nextJson(ERRORS);
  expect(error).toEqual({
    ts: platform().clock.now(),
    topic: ATTRIBUTES,
    device: name,
    packetId,
    code: 0x99,
    error: "invalid-payload",
    message: expect.any(String) as unknown,
  });
  await gateway.publish("v1/gateway/nothing", {});
  expect(await gateway.client.nextJson(ERRORS)).toMatchObject({
    topic: "v1/gateway/nothing",
    code: 0x90,
    error: "unknown-topic",
  });
});

test.each(VERSIONS)(
  "MQTT §4.9 (%s): a device that is no gateway learns so on the errors topic",
  async (_version, protocol) => {
    const client = await platform().connect((await platform().tenant.createDevice()).token, protocol);
    await client.subscribe(ERRORS);
    await client.publish(ATTRIBUTES, { "Device A": { a: 1 } });
    expect(await client.nextJson(ERRORS)).toMatchObject({ topic: ATTRIBUTES, code: 0x87, error: "not-a-gateway" });
  },
);
