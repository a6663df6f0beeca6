// MQTT contract, section 6 without 6.5, row by row: what a device says and hears on its own topics, long and short.
import { expect, test } from "vitest";
import {
  byVersion,
  connectGateway,
  pubackCode,
  useTestPlatform,
  VERSIONS,
  type Protocol,
} from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

/** The forms of the topics: long, short, and short with the payload type named. */
const FORMS = [
  {
    form: "v1/devices/me",
    telemetry: "v1/devices/me/telemetry",
    attributes: "v1/devices/me/attributes",
    ask: "v1/devices/me/attributes/request/",
    answer: "v1/devices/me/attributes/response/",
    request: "v1/devices/me/rpc/request/",
    response: "v1/devices/me/rpc/response/",
  },
  {
    form: "v2",
    telemetry: "v2/t",
    attributes: "v2/a",
    ask: "v2/a/req/",
    answer: "v2/a/res/",
    request: "v2/r/req/",
    response: "v2/r/res/",
  },
  {
    form: "v2 with j",
    telemetry: "v2/t/j",
    attributes: "v2/a/j",
    ask: "v2/a/req/j/",
    answer: "v2/a/res/j/",
    request: "v2/r/req/j/",
    response: "v2/r/res/j/",
  },
] as const;

test("MQTT §6: a gateway speaks for itself on the device topics", async () => {
  const { client, gateway, tenant } = await connectGateway(platform(), { subscribe: ["v1/devices/me/attributes"] });
  expect(pubackCode(await client.publish("v1/devices/me/telemetry", { a: 1 }))).toBe(0);
  expect(pubackCode(await client.publish("v1/devices/me/attributes", { b: 2 }))).toBe(0);
  expect(await tenant.latestValues(gateway.id)).toEqual({ a: 1 });
  expect(await tenant.attributes(gateway.id, "CLIENT_SCOPE")).toEqual({ b: 2 });
  await tenant.saveAttributes(gateway.id, "SHARED_SCOPE", { c: 3 });
  expect(await client.nextJson("v1/devices/me/attributes")).toEqual({ c: 3 });
});

test.each(FORMS)("MQTT §6.1 $form: telemetry, attributes, their request and its response", async (topics) => {
  const { client, device, tenant } = await ownDevice();
  expect(pubackCode(await client.publish(topics.telemetry, { t: 1 }))).toBe(0);
  expect(pubackCode(await client.publish(topics.attributes, { a: 2 }))).toBe(0);
  expect(await tenant.latestValues(device.id)).toEqual({ t: 1 });
  expect(await tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({ a: 2 });
  expect(pubackCode(await client.publish(`${topics.ask}5`, {}))).toBe(0);
  const unasked = await client.next("publish");
  expect([unasked.topic, unasked.qos, unasked.payload.toString()]).toEqual([
    `${topics.answer}5`,
    1,
    '{"client":{"a":2}}',
  ]);
  await client.subscribe(`${topics.answer}+`, 0);
  await client.publish(`${topics.ask}2147483647`, {});
  expect(await client.next("publish")).toMatchObject({ topic: `${topics.answer}2147483647`, qos: 0, retain: false });
});

test.each(FORMS)("MQTT §6.1 $form: shared updates and calls of the platform, and the reply", async (topics) => {
  const { client, device, tenant } = await ownDevice();
  await client.subscribe([topics.attributes, `${topics.request}+`]);
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1, mode: "eco" });
  expect(await client.nextJson(topics.attributes)).toEqual({ target: 1, mode: "eco" });
  await tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["target"]);
  expect(await client.nextJson(topics.attributes)).toEqual({ deleted: ["target"] });
  const call = tenant.call(device.id, { method: "setX", params: { pin: [1, true] } });
  const command = await client.next("publish");
  expect(command.topic).toMatch(new RegExp(`^${topics.request}[1-9][0-9]*$`));
  expect(JSON.parse(command.payload.toString())).toEqual({ method: "setX", params: { pin: [1, true] } });
  expect(pubackCode(await client.publish(topics.response + idOf(command.topic), { done: true }))).toBe(0);
  expect((await call).body).toEqual({ done: true });
});

test.each(FORMS)(
  "MQTT §6.1 $form: a call of the device is answered in the same form",
  async ({ request, response }) => {
    const { client } = await ownDevice();
    await client.publish(`${request}0`, { method: "getTime", params: {} });
    expect(await client.nextJson(`${response}0`)).toEqual({ error: "unsupported method" });
  },
);

test("MQTT §6.1: notices and calls use the form subscribed last, a lost form gives way to an earlier one", async () => {
  const { client, device, tenant } = await ownDevice();
  const topicOfNext = async (): Promise<string> => {
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { k: 1 });
    return (await client.next("publish")).topic;
  };
  await client.subscribe("v2/a/j");
  await client.subscribe("v1/devices/me/attributes");
  expect(await topicOfNext()).toBe("v1/devices/me/attributes");
  await client.subscribe("v2/a");
  expect(await topicOfNext()).toBe("v2/a");
  await client.subscribe("v2/a/j");
  expect(await topicOfNext()).toBe("v2/a/j");
  await client.unsubscribe("v2/a/j");
  expect(await topicOfNext()).toBe("v2/a");
  await client.subscribe(["v2/r/req/+", "v2/r/req/j/+", "v1/devices/me/rpc/request/+"]);
  await tenant.call(device.id, { method: "m" }, "rpc/oneway");
  expect((await client.next("publish")).topic).toMatch(/^v1\/devices\/me\/rpc\/request\//);
  await client.subscribe("v2/r/req/+");
  await tenant.call(device.id, { method: "m" }, "rpc/oneway");
  expect((await client.next("publish")).topic).toMatch(/^v2\/r\/req\/[0-9]+$/);
});

test.each(VERSIONS)(
  "MQTT §6.1 (%s) an id that is no int32 from 0, and protobuf topics without schemas, are unknown topics",
  async (_version, protocol) => {
    const { client } = await ownDevice(protocol);
    const ids = ["-1", "1.5", "x", "", " 1", "0x1", "1e1", "2147483648", "99999999999999999999", "1/2"];
    const topics = FORMS.flatMap(({ ask, request, response }) => [ask, request, response]).flatMap((topic) =>
      ids.map((id) => topic + id),
    );
    for (const topic of [
      ...topics,
      "v2/t/p",
      "v2/a/p",
      "v2/a/req/p/1",
      "v2/r/res/p/1",
      "v1/devices/me/attributes/response/1",
      "v1/devices/me",
      "v1/devices/me/telemetry/",
      "V1/devices/me/telemetry",
    ])
      expect([topic, pubackCode(await client.publish(topic, { method: "m" }))]).toEqual([
        topic,
        byVersion(protocol, 0x00, 0x90),
      ]);
    expect(await client.unreadAfterPing("publish")).toEqual([]);
  },
);

test("MQTT §6.1: the protobuf filters of a profile without schemas are refused", async () => {
  const { client } = await ownDevice();
  const { granted } = await client.subscribe(["v2/a/p", "v2/r/req/p/+", "v2/a/res/p/+", "v2/r/res/p/+"]);
  expect(granted).toEqual([0x8f, 0x8f, 0x8f, 0x8f]);
});

test.each(["v1/devices/me/claim", "v2/c"])(
  "MQTT §6.1 %s takes the claim, also with an empty payload",
  async (topic) => {
    const { client, device, tenant } = await ownDevice();
    const { rest } = await tenant.createCustomer();
    const claim = (secretKey: string) =>
      rest.request("POST", `/api/customer/device/${encodeURIComponent(device.name)}/claim`, { secretKey });
    expect(pubackCode(await client.publish(topic, { secretKey: "s" }))).toBe(0);
    expect((await claim("wrong")).body).toBe("FAILURE");
    expect(pubackCode(await client.publish(topic, ""))).toBe(0);
    expect((await claim("")).status).toBe(200);
  },
);

test("MQTT §6.2: one entry, or an array of entries in any mix of forms", async () => {
  const { client, device, tenant } = await ownDevice();
  const now = platform().clock.now();
  const send = async (payload: unknown): Promise<number> =>
    pubackCode(await client.publish("v1/devices/me/telemetry", payload));
  expect(await send({ temp: 21 })).toBe(0);
  expect(await send({ ts: 1_000, values: { hum: 60 } })).toBe(0);
  expect(await send([{ a: 1 }, { values: { b: 2 } }, { ts: 2_000, c: 3 }, { ts: 3_000, values: { d: 4 } }])).toBe(0);
  expect(await send([])).toBe(0);
  expect(await send({})).toBe(0);
  expect(await send([{}])).toBe(0);
  expect(await tenant.latest(device.id)).toEqual({
    temp: { ts: now, value: 21 },
    hum: { ts: 1_000, value: 60 },
    a: { ts: now, value: 1 },
    b: { ts: now, value: 2 },
    c: { ts: 2_000, value: 3 },
    d: { ts: 3_000, value: 4 },
  });
  for (const payload of ["5", '"x"', "null", "true", "[1]", "[[]]", "[null]", '[{"a":1},2]'])
    expect([payload, await send(payload)]).toEqual([payload, 0x99]);
});

test("MQTT §6.2 attributes: an object of client-side attributes, {} is accepted, an array is invalid", async () => {
  const { client, device, tenant } = await ownDevice();
  const send = async (payload: unknown): Promise<number> =>
    pubackCode(await client.publish("v1/devices/me/attributes", payload));
  expect(await send({ fw: "1.0", cfg: { a: [1] } })).toBe(0);
  expect(await send({})).toBe(0);
  for (const payload of ["[]", '[{"a":1}]', "5", "null", '"x"'])
    expect([payload, await send(payload)]).toEqual([payload, 0x99]);
  expect(await tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({ fw: "1.0", cfg: { a: [1] } });
});

test.each([
  [
    { clientKeys: "a,b", sharedKeys: "c" },
    { client: { a: 1, b: 2 }, shared: { c: 3 } },
  ],
  [{ clientKeys: "a" }, { client: { a: 1 } }],
  [{ sharedKeys: "c,none" }, { shared: { c: 3 } }],
  [{}, { client: { a: 1, b: 2 }, shared: { c: 3, d: 4 } }],
  [{ clientKeys: "none", sharedKeys: "c" }, { shared: { c: 3 } }],
  [{ clientKeys: "none" }, {}],
  [
    { clientKeys: ["a", "b"], sharedKeys: ["d"] },
    { client: { a: 1, b: 2 }, shared: { d: 4 } },
  ],
  [{ clientKeys: "" }, { client: { a: 1, b: 2 } }],
  [{ sharedKeys: [] }, { shared: { c: 3, d: 4 } }],
  [
    { clientKeys: "", sharedKeys: "" },
    { client: { a: 1, b: 2 }, shared: { c: 3, d: 4 } },
  ],
  [{ clientKeys: "secret", sharedKeys: "secret" }, {}],
])("MQTT §6.3: %j is answered with %j", async (request, answer) => {
  const { client, device, tenant } = await ownDevice();
  await client.publish("v1/devices/me/attributes", { a: 1, b: 2 });
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { c: 3, d: 4 });
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { secret: 5 });
  await client.publish("v1/devices/me/attributes/request/1", request);
  expect(await client.nextJson("v1/devices/me/attributes/response/1")).toEqual(answer);
});

test.each([3, 4, 5] as const)(
  "MQTT §6.3 (protocol %i) a request that is no object, or asks for no list, is invalid",
  async (protocol) => {
    const { device } = await ownDevice(protocol);
    for (const payload of ["", "[]", "5", "x", '{"clientKeys":{}}', '{"sharedKeys":[null]}'])
      await expectInvalid(device, protocol, "v1/devices/me/attributes/request/1", payload);
  },
);

test.each([
  ["any JSON value", "[1,null]", 200, "[1,null]"],
  ["a JSON string", '"{\\"a\\":1}"', 200, '"{\\"a\\":1}"'],
  ["null", "null", 200, "null"],
  [
    "numbers and names as they were written",
    '{"2":1.10,"1":[1e400,123456789012345678901]}',
    200,
    '{"2":1.10,"1":[1e400,123456789012345678901]}',
  ],
])("MQTT §6.4: a reply that is %s reaches the caller unchanged", async (_kind, payload, status, body) => {
  const { client, device, tenant } = await ownDevice();
  await client.subscribe("v1/devices/me/rpc/request/+");
  for (const qos of [0, 1] as const) {
    const call = tenant.call(device.id, { method: "m" });
    const { topic } = await client.next("publish");
    await client.publish(`v1/devices/me/rpc/response/${idOf(topic)}`, payload, { qos });
    const answer = await call;
    expect([answer.status, answer.text]).toEqual([status, body]);
  }
});

test.each(VERSIONS)(
  "MQTT §6.4 (%s) a reply that is not JSON reaches the caller as an error result",
  async (_version, protocol) => {
    const { client, device, tenant } = await ownDevice(protocol);
    await client.subscribe("v1/devices/me/rpc/request/+");
    for (const payload of ["not JSON", " "]) {
      const call = tenant.call(device.id, { method: "m" });
      const { topic } = await client.next("publish");
      expect(pubackCode(await client.publish(`v1/devices/me/rpc/response/${idOf(topic)}`, payload))).toBe(0);
      const { status, text } = await call;
      expect([status, text]).toEqual([406, ""]);
    }
  },
);

test.each([3, 4, 5] as const)(
  "MQTT §6.4 (protocol %i) a call of the device without a method is invalid",
  async (protocol) => {
    const { device } = await ownDevice(protocol);
    for (const payload of ["", "[]", "{}", '{"method":5}', '{"method":null}', '{"params":{}}', "x"])
      await expectInvalid(device, protocol, "v1/devices/me/rpc/request/1", payload);
  },
);

test("MQTT §6.4: params are optional, and PUBACK comes before the answer", async () => {
  const { client } = await ownDevice();
  client.startPublish("v1/devices/me/rpc/request/3", { method: "anything" }, { packetId: 9 });
  await client.next("publish");
  expect(client.received.map(({ cmd }) => cmd)).toEqual(["connack", "puback", "publish"]);
  await client.publish("v1/devices/me/rpc/request/4", { method: "anything", params: [1] }, { qos: 0 });
  expect(await client.nextJson("v1/devices/me/rpc/response/4")).toEqual({ error: "unsupported method" });
});

test("MQTT §6.4 getSessionLimits: the tenant's limits as texts, those of the session and those of the devices behind it", async () => {
  const tenant = await platform().createTenant({
    transportGatewayDeviceMsgRateLimit: "20:1,600:60",
    transportGatewayDeviceTelemetryMsgRateLimit: "5:1",
    transportGatewayMsgRateLimit: "100:1",
    transportGatewayTelemetryDataPointsRateLimit: "3000:1",
    transportDeviceMsgRateLimit: "7:1",
    transportDeviceTelemetryDataPointsRateLimit: "",
  });
  const ask = async (client: RawMqttClient): Promise<unknown> => {
    await client.publish("v1/devices/me/rpc/request/1", { method: "getSessionLimits" });
    return await client.nextJson("v1/devices/me/rpc/response/1");
  };
  const session = { maxPayloadSize: 65_536, maxInflightMessages: 100 };
  const { client } = await connectGateway(platform(), { tenant });
  expect(await ask(client)).toEqual({
    ...session,
    rateLimits: { messages: "20:1,600:60", telemetryMessages: "5:1", telemetryDataPoints: null },
    gatewayRateLimits: { messages: "100:1", telemetryMessages: null, telemetryDataPoints: "3000:1" },
  });
  expect(await ask(await platform().connect((await tenant.createDevice()).token, 4))).toEqual({
    ...session,
    rateLimits: { messages: "7:1", telemetryMessages: null, telemetryDataPoints: null },
  });
});

test("MQTT §6.4 getSessionLimits: packet size and queue are those of the settings", async () => {
  await using small = await startTestPlatform({
    settings: { "mqtt.packetBytesMax": 20_000, "mqtt.maxInflightMessages": 7 },
  });
  const client = await small.connect((await small.tenant.createDevice()).token, 5);
  await client.publish("v1/devices/me/rpc/request/1", { method: "getSessionLimits" });
  expect(await client.nextJson("v1/devices/me/rpc/response/1")).toMatchObject({
    maxPayloadSize: 20_000,
    maxInflightMessages: 7,
  });
});

/** v5 QoS 1: PUBACK 0x99, open; v3: closed without PUBACK. */
async function expectInvalid(device: TestDevice, protocol: Protocol, topic: string, payload: string): Promise<void> {
  const client = await platform().connect(device.token, protocol);
  const code = pubackCode(await client.publish(topic, payload));
  expect([payload, code]).toEqual([payload, byVersion(protocol, 0x00, 0x99)]);
  expect(await client.unreadAfterPing("publish")).toEqual([]);
}

function idOf(topic: string): string {
  return topic.slice(topic.lastIndexOf("/") + 1);
}

async function ownDevice(protocol: Protocol = 5) {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  return { device, tenant, client: await platform().connect(device.token, protocol) };
}
