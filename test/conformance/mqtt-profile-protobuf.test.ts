// MQTT contract 6 with decision 0111: devices whose profile has them write Protobuf. The bytes are made and read by protobufjs
// itself, with the messages of the existing server.
import protobuf from "protobufjs";
import { expect, test } from "vitest";
import { byVersion, pubackCode, useTestPlatform, VERSIONS, type Protocol } from "../support/conformance.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { text } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

const SCHEMAS = {
  deviceTelemetryProtoSchema: `syntax = "proto3";
package telemetry;
message Reading {
  optional int64 ts = 1;
  Values values = 2;
  message Values {
    optional double temperature = 1;
    optional int64 big_counter = 2;
    optional bytes raw = 3;
    optional Mode mode = 4;
    repeated float samples = 5;
    optional string serial = 6;
    enum Mode { OFF = 0; ECO = 1; }
  }
}`,
  deviceAttributesProtoSchema: `syntax = "proto3";
message Helper { string fw = 1; }
message Attributes { optional string fw = 1; optional bool on = 2; Helper helper = 3; }`,
  deviceRpcRequestProtoSchema: `syntax = "proto3";
message Params { int32 pin = 1; }
message Call { optional string method = 1; optional int32 requestId = 2; Params params = 3; }`,
  deviceRpcResponseProtoSchema: `syntax = "proto3";
message Reply { optional bool success = 1; optional int64 count = 2; }`,
};

const FIXED = protobuf.parse(
  `syntax = "proto3";
enum KeyValueType { BOOLEAN_V = 0; LONG_V = 1; DOUBLE_V = 2; STRING_V = 3; JSON_V = 4; }
message KeyValueProto { string key = 1; KeyValueType type = 2; bool bool_v = 3; int64 long_v = 4; double double_v = 5; string string_v = 6; string json_v = 7; }
message TsKvProto { int64 ts = 1; KeyValueProto kv = 2; }
message AttributesRequest { string clientKeys = 1; string sharedKeys = 2; }
message GetAttributeResponseMsg { int32 requestId = 1; repeated TsKvProto clientAttributeList = 2; repeated TsKvProto sharedAttributeList = 3; bool isMultipleAttributesRequest = 4; string error = 5; bool sharedStateMsg = 6; }
message AttributeUpdateNotificationMsg { repeated TsKvProto sharedUpdated = 1; repeated string sharedDeleted = 2; }
message RpcRequest { string method = 1; string params = 2; }
message ToServerRpcResponseMsg { int32 requestId = 1; string payload = 2; string error = 3; }
message ClaimDevice { string secretKey = 1; int64 durationMs = 2; }`,
  { keepCase: true },
).root;

function typeIn(schema: keyof typeof SCHEMAS, name: string): protobuf.Type {
  return protobuf.parse(SCHEMAS[schema], { keepCase: true }).root.lookupType(name);
}

const READING = typeIn("deviceTelemetryProtoSchema", "telemetry.Reading");
const ATTRIBUTES = typeIn("deviceAttributesProtoSchema", "Attributes");
const CALL = typeIn("deviceRpcRequestProtoSchema", "Call");
const REPLY = typeIn("deviceRpcResponseProtoSchema", "Reply");

function bytes(type: protobuf.Type | string, value: object): Buffer {
  const found = typeof type === "string" ? FIXED.lookupType(type) : type;
  return Buffer.from(found.encode(found.fromObject(value)).finish());
}

function read(type: protobuf.Type | string, payload: Buffer | string): unknown {
  const found = typeof type === "string" ? FIXED.lookupType(type) : type;
  return found.toObject(found.decode(Buffer.from(payload)), { longs: String, enums: String });
}

function profileOf(payloads: object, topics: object = {}): object {
  const transportPayloadTypeConfiguration = { transportPayloadType: "PROTOBUF", ...SCHEMAS, ...payloads };
  return {
    name: platform().tenant.uniqueName("profile"),
    type: "DEFAULT",
    transportType: "MQTT",
    profileData: { transportConfiguration: { type: "MQTT", ...topics, transportPayloadTypeConfiguration } },
  };
}

const save = (body: object) => platform().tenant.rest.request("POST", "/api/deviceProfile", body);

interface Connected {
  readonly device: TestDevice;
  readonly client: RawMqttClient;
}

async function ownDevice(protocol: Protocol = 5, payloads: object = {}, topics: object = {}): Promise<Connected> {
  const body = profileOf(payloads, topics);
  expect((await save(body)).status).toBe(200);
  const device = await platform().tenant.createDevice({ type: text(body, "name") });
  return { device, client: await platform().connect(device.token, protocol) };
}

const JSON_TOO = { enableCompatibilityWithJsonPayloadFormat: true };
const JSON_DOWN = { ...JSON_TOO, useJsonPayloadFormatForDefaultDownlinkTopics: true };

test.each(VERSIONS)(
  "MQTT §6.2 (%s) telemetry and attributes in Protobuf, with the types of JSON",
  async (_version, protocol) => {
    const { tenant } = platform();
    const { client, device } = await ownDevice(protocol, {}, { deviceTelemetryTopic: "plant/values" });
    const values = {
      temperature: 21.5,
      big_counter: "9007199254740993",
      raw: Buffer.from([0, 255]),
      mode: 1,
      samples: [0.1, 2],
      serial: "007",
    };
    for (const topic of ["plant/values", "v1/devices/me/telemetry", "v2/t", "v2/t/p"])
      expect([topic, pubackCode(await client.publish(topic, bytes(READING, { ts: 1_000, values })))]).toEqual([
        topic,
        0,
      ]);
    const stored = await tenant.latest(device.id);
    expect(Object.fromEntries(Object.entries(stored).map(([key, { value }]) => [key, value]))).toEqual({
      temperature: 21.5,
      bigCounter: 9_007_199_254_740_993n,
      raw: "AP8=",
      mode: "ECO",
      samples: [0.1, 2],
      serial: "007",
    });
    expect(stored["temperature"]?.ts).toBe(1_000);
    expect(pubackCode(await client.publish("v2/t", bytes(READING, { values: { temperature: 22 } })))).toBe(0);
    expect((await tenant.latest(device.id))["temperature"]).toEqual({ ts: platform().clock.now(), value: 22 });
    for (const topic of ["v1/devices/me/attributes", "v2/a", "v2/a/p"])
      expect(pubackCode(await client.publish(topic, bytes(ATTRIBUTES, { fw: topic, helper: { fw: "x" } })))).toBe(0);
    expect(await tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({ fw: "v2/a/p", helper: { fw: "x" } });
    expect(pubackCode(await client.publish("v2/t/j", { json: 1 }))).toBe(0);
    expect(pubackCode(await client.publish("v2/a/j", { json: 2 }))).toBe(0);
    expect(await tenant.latestValues(device.id)).toMatchObject({ json: 1 });
    expect(await tenant.attributes(device.id, "CLIENT_SCOPE")).toMatchObject({ json: 2 });
  },
);

test.each(VERSIONS)(
  "MQTT §3.2 (%s) what is no message of the schema is refused, and nothing of it is stored",
  async (_version, protocol) => {
    const { client, device } = await ownDevice(protocol);
    const good = bytes(READING, { values: { temperature: 1 } });
    const payloads = ['{"temperature":5}', "temperature", good.subarray(0, -1), Buffer.from([0x0d, 1, 2, 3, 4])];
    for (const topic of ["v1/devices/me/telemetry", "v2/t/p", "v2/a", "v2/a/p", "v1/devices/me/attributes/request/1"])
      for (const payload of payloads)
        expect([topic, payload, pubackCode(await client.publish(topic, payload))]).toEqual([
          topic,
          payload,
          byVersion(protocol, 0, 0x99),
        ]);
    expect(await platform().tenant.latestValues(device.id)).toEqual({});
    expect(await platform().tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({});
  },
);

test("MQTT §3.2: the Reason String says what is wrong with a message of Protobuf", async () => {
  const { client } = await ownDevice();
  const puback = await client.publish("v2/t", Buffer.from([0x0d, 1, 2, 3, 4]));
  expect(puback?.properties?.reasonString).toContain(
    "no message Reading of Protobuf: the field ts (1) of type int64 needs the wire type 0, got 5",
  );
});

test("MQTT §5.1: NaN is refused by name and the other values are stored", async () => {
  const { client, device } = await ownDevice();
  const puback = await client.publish("v2/t", bytes(READING, { values: { temperature: NaN, serial: "a" } }));
  expect([pubackCode(puback), puback?.properties?.reasonString]).toEqual([
    0x99,
    expect.stringContaining("temperature"),
  ]);
  expect(await platform().tenant.latestValues(device.id)).toEqual({ serial: "a", samples: [] });
});

test.each(VERSIONS)(
  "MQTT §6.3 (%s) attribute requests, their answers and shared updates in Protobuf",
  async (_version, protocol) => {
    const { tenant } = platform();
    const { client, device } = await ownDevice(protocol);
    await client.publish("v2/a/j", { fw: "1.0", count: 5, big: 0 });
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 21.5, on: true, cfg: { a: 1 } });
    const now = String(platform().clock.now());
    for (const [ask, answer] of [
      ["v1/devices/me/attributes/request/7", "v1/devices/me/attributes/response/7"],
      ["v2/a/req/7", "v2/a/res/7"],
      ["v2/a/req/p/7", "v2/a/res/p/7"],
    ] as const) {
      const asked = bytes("AttributesRequest", { clientKeys: "fw,count", sharedKeys: "target,on,cfg,none" });
      expect(pubackCode(await client.publish(ask, asked))).toBe(0);
      const { topic, payload } = await client.next("publish");
      expect(topic).toBe(answer);
      // In order of key; defaults are not on the wire.
      expect(read("GetAttributeResponseMsg", payload)).toEqual({
        requestId: 7,
        clientAttributeList: [
          { ts: now, kv: { key: "count", type: "LONG_V", long_v: "5" } },
          { ts: now, kv: { key: "fw", type: "STRING_V", string_v: "1.0" } },
        ],
        sharedAttributeList: [
          { ts: now, kv: { key: "cfg", type: "JSON_V", json_v: '{"a":1}' } },
          { ts: now, kv: { key: "on", bool_v: true } },
          { ts: now, kv: { key: "target", type: "DOUBLE_V", double_v: 21.5 } },
        ],
        isMultipleAttributesRequest: true,
      });
    }
    await client.publish("v2/a/req/j/8", { clientKeys: "fw" });
    expect(await client.nextJson("v2/a/res/j/8")).toEqual({ client: { fw: "1.0" } });
    for (const filter of ["v1/devices/me/attributes", "v2/a", "v2/a/p"]) {
      expect((await client.subscribe(filter)).granted).toEqual([1]);
      await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 22 });
      const { topic, payload } = await client.next("publish");
      expect(topic).toBe(filter);
      expect(read("AttributeUpdateNotificationMsg", payload)).toEqual({
        sharedUpdated: [{ ts: now, kv: { key: "target", type: "LONG_V", long_v: "22" } }],
      });
    }
    await tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["target"]);
    expect(read("AttributeUpdateNotificationMsg", (await client.next("publish")).payload)).toEqual({
      sharedDeleted: ["target"],
    });
    await client.subscribe("v2/a/j");
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 23 });
    expect(await client.nextJson("v2/a/j")).toEqual({ target: 23 });
  },
);

test.each(VERSIONS)("MQTT §6.4 (%s) calls and replies in Protobuf", async (_version, protocol) => {
  const { tenant } = platform();
  const { client, device } = await ownDevice(protocol);
  for (const [filter, reply] of [
    ["v1/devices/me/rpc/request/+", "v1/devices/me/rpc/response/"],
    ["v2/r/req/+", "v2/r/res/"],
    ["v2/r/req/p/+", "v2/r/res/p/"],
  ] as const) {
    expect((await client.subscribe(filter)).granted).toEqual([1]);
    const call = tenant.call(device.id, { method: "toggle", params: { pin: 4, more: "left out" } });
    const { topic, payload } = await client.next("publish");
    const requestId = Number(topic.slice(filter.length - 1));
    expect(topic).toBe(filter.replace("+", String(requestId)));
    expect(read(CALL, payload)).toEqual({ method: "toggle", requestId, params: { pin: 4 } });
    const answer = bytes(REPLY, { success: true, count: "9007199254740993" });
    expect(pubackCode(await client.publish(`${reply}${String(requestId)}`, answer))).toBe(0);
    const { status, text: body } = await call;
    expect([status, body]).toEqual([200, '{"success":true,"count":9007199254740993}']);
  }
  const unreadable = tenant.call(device.id, { method: "toggle", params: {} });
  const { topic } = await client.next("publish");
  await client.publish(topic.replace("/req/", "/res/"), "{");
  expect(await unreadable).toMatchObject({ status: 406, text: "" });
  const misfit = await tenant.call(device.id, { method: "toggle", params: { pin: "x" } });
  expect(misfit.status).toBe(400);
  expect(text(misfit.body, "message")).toContain("Call.params.pin must be an integer of the type int32");
  await client.publish("v2/r/req/9", bytes("RpcRequest", { method: "getSessionLimits", params: "{}" }));
  const limits = await client.next("publish");
  expect(limits.topic).toBe("v2/r/res/9");
  expect(read("ToServerRpcResponseMsg", limits.payload)).toMatchObject({
    requestId: 9,
    payload: expect.stringContaining('"rateLimits"'),
  });
});

test("MQTT §6.4: a profile without schemas of calls has those of the existing server, with params as text", async () => {
  const { client, device } = await ownDevice(5, {
    deviceRpcRequestProtoSchema: "",
    deviceRpcResponseProtoSchema: null,
  });
  const schema =
    'syntax = "proto3"; message A { optional string method = 1; optional int32 requestId = 2; optional string params = 3; } message B { optional string payload = 1; }';
  const { root } = protobuf.parse(schema);
  await client.subscribe("v1/devices/me/rpc/request/+");
  const call = platform().tenant.call(device.id, { method: "m", params: { pin: 1 } });
  const { topic, payload } = await client.next("publish");
  expect(read(root.lookupType("A"), payload)).toMatchObject({ method: "m", params: '{"pin":1}' });
  await client.publish(topic.replace("request", "response"), bytes(root.lookupType("B"), { payload: "done" }));
  expect((await call).body).toEqual({ payload: "done" });
});

test("MQTT §9.1: a claim in Protobuf", async () => {
  const { tenant } = platform();
  const { client, device } = await ownDevice();
  const { rest } = await tenant.createCustomer();
  expect(pubackCode(await client.publish("v1/devices/me/claim", bytes("ClaimDevice", { secretKey: "s" })))).toBe(0);
  const path = `/api/customer/device/${encodeURIComponent(device.name)}/claim`;
  expect((await rest.request("POST", path, { secretKey: "s" })).status).toBe(200);
});

test("MQTT §6.1: with enableCompatibilityWithJsonPayloadFormat JSON is taken where Protobuf is, not on topics with p", async () => {
  const { tenant } = platform();
  const { client, device } = await ownDevice(5, JSON_TOO);
  const publish = async (topic: string, payload: unknown): Promise<number> =>
    pubackCode(await client.publish(topic, payload));
  expect(await publish("v1/devices/me/telemetry", { a: 1 })).toBe(0);
  expect(await publish("v2/t", bytes(READING, { values: { temperature: 2 } }))).toBe(0);
  expect(await publish("v2/a", ' {"b":3}')).toBe(0);
  expect(await publish("v2/t/p", { c: 4 })).toBe(0x99);
  expect(await publish("v2/t", "{")).toBe(0x99);
  expect(await publish("v2/t", "[1]")).toBe(0x99);
  expect(await tenant.latestValues(device.id)).toEqual({ a: 1, temperature: 2, samples: [] });
  expect(await tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({ b: 3 });
  await client.subscribe("v1/devices/me/rpc/request/+");
  const call = tenant.call(device.id, { method: "m", params: { pin: 1 } });
  const { topic, payload } = await client.next("publish");
  expect(read(CALL, payload)).toMatchObject({ params: { pin: 1 } });
  await client.publish(topic.replace("request", "response"), { done: true });
  expect((await call).body).toEqual({ done: true });
});

test("MQTT §6.1: with useJsonPayloadFormatForDefaultDownlinkTopics long topics carry JSON down, short ones Protobuf", async () => {
  const { tenant } = platform();
  const { client, device } = await ownDevice(5, JSON_DOWN, { deviceAttributesSubscribeTopic: "plant/settings" });
  await client.subscribe(["plant/settings", "v1/devices/me/rpc/request/+"]);
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await client.nextJson("plant/settings")).toEqual({ target: 1 });
  const call = tenant.call(device.id, { method: "m", params: { pin: 1 } });
  const { topic, payload } = await client.next("publish");
  expect(JSON.parse(payload.toString())).toEqual({ method: "m", params: { pin: 1 } });
  await client.publish(topic.replace("request", "response"), bytes(REPLY, { success: true }));
  expect((await call).body).toEqual({ success: true });
  await client.publish("v1/devices/me/attributes/request/1", {});
  expect(await client.nextJson("v1/devices/me/attributes/response/1")).toEqual({ shared: { target: 1 } });
  await client.publish("v2/a/req/2", bytes("AttributesRequest", { sharedKeys: "target" }));
  const answer = await client.next("publish");
  expect([answer.topic, read("GetAttributeResponseMsg", answer.payload)]).toMatchObject([
    "v2/a/res/2",
    { requestId: 2 },
  ]);
  await client.subscribe("v2/a");
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 2 });
  expect(read("AttributeUpdateNotificationMsg", (await client.next("publish")).payload)).toMatchObject({
    sharedUpdated: [{ kv: { key: "target" } }],
  });
});

test.each([
  [{ transportPayloadType: "XML" }, "transportPayloadType must be JSON or PROTOBUF"],
  [{ deviceTelemetryProtoSchema: "" }, "deviceTelemetryProtoSchema is required"],
  [{ deviceAttributesProtoSchema: null }, "deviceAttributesProtoSchema is required"],
  [{ deviceTelemetryProtoSchema: 5 }, "deviceTelemetryProtoSchema must be a schema as text, got number"],
  [
    { deviceTelemetryProtoSchema: 'syntax = "proto3";\nmessage M {\n int32 a = 1\n}' },
    "deviceTelemetryProtoSchema is no schema: it cannot be read: illegal token '}', ';' expected (line 4)",
  ],
  [{ deviceAttributesProtoSchema: 'syntax = "proto3"; message M {}' }, "deviceAttributesProtoSchema has no field"],
  [
    { deviceTelemetryProtoSchema: 'syntax = "proto3"; message M { int64 ts = 1; int32 a = 2; }' },
    "it must be optional int64, got int64",
  ],
  [
    { deviceTelemetryProtoSchema: 'syntax = "proto3"; message M { optional int64 ts = 1; int32 values = 2; }' },
    "it must be a message, got int32",
  ],
  [
    { deviceRpcRequestProtoSchema: 'syntax = "proto3"; message M { string method = 1; string params = 2; }' },
    "must have the fields method, requestId and params, got method, params",
  ],
  [
    {
      deviceRpcRequestProtoSchema:
        'syntax = "proto3"; message M { int32 method = 1; int32 requestId = 2; string params = 3; }',
    },
    "must have the field method as string",
  ],
  [
    { deviceRpcResponseProtoSchema: 'syntax = "proto2"; message M { optional int32 a = 1; }' },
    "deviceRpcResponseProtoSchema is no schema: it must begin with",
  ],
  [
    { enableCompatibilityWithJsonPayloadFormat: "yes" },
    "enableCompatibilityWithJsonPayloadFormat must be true or false",
  ],
])("REST §8: payloads with %j answer 400 with the field", async (payloads, message) => {
  const answer = await save(profileOf(payloads));
  expectError(answer, 400, 31);
  expect(text(answer.body, "message")).toContain(
    "profileData.transportConfiguration.transportPayloadTypeConfiguration.",
  );
  expect(text(answer.body, "message")).toContain(message);
});

test("REST §8: an integer with all its digits in the place of a flag answers 400, too", async () => {
  const answer = await save(profileOf({ enableCompatibilityWithJsonPayloadFormat: 9_007_199_254_740_993n }));
  expectError(answer, 400, 31);
  expect(text(answer.body, "message")).toContain("got 9007199254740993");
});

test("REST §8: a schema full of escaped quotes, or of fields, answers 400 with the field, the limit and what was sent", async () => {
  const schema = (rest: string): string => `syntax = "proto3"; ${rest}`;
  const quotes = await save(profileOf({ deviceTelemetryProtoSchema: schema(`option a = "${'\\"'.repeat(16_000)}`) }));
  expectError(quotes, 400, 31);
  expect(text(quotes.body, "message")).toContain(
    "deviceTelemetryProtoSchema is no schema: it may have 100 escaped quotes, got 16000",
  );
  const fields = Array.from({ length: 1_000 }, (_, index) => `bool a${String(index)} = ${String(index + 1)};`);
  const many = await save(profileOf({ deviceAttributesProtoSchema: schema(`message M { ${fields.join("")} }`) }));
  expectError(many, 400, 31);
  expect(text(many.body, "message")).toContain(
    "deviceAttributesProtoSchema is no schema: it may have 3000 names, numbers and marks, got 5010",
  );
});

test("REST §8: schemas come back as they were sent; with JSON they count for nothing", async () => {
  const sent = profileOf({ ...JSON_DOWN, own: [1] });
  expect((await save(sent)).body).toMatchObject({ profileData: (sent as { profileData: object }).profileData });
  expect((await save(profileOf({ transportPayloadType: "JSON", deviceTelemetryProtoSchema: "none" }))).status).toBe(
    200,
  );
});
