// MQTT contract, section 5, row by row: what JSON is accepted, what its values, keys and times become.
import { describe, expect, test } from "vitest";
import {
  ATTRIBUTES,
  byVersion,
  CLAIM,
  CONNECT,
  connectGateway,
  ERRORS,
  RPC,
  ATTRIBUTES_RESPONSE,
  pubackCode,
  TELEMETRY,
  useTestPlatform,
  V3_VERSIONS,
  VERSIONS,
} from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, text } from "../support/rest-client.ts";
import type { TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform();

const OWN_TELEMETRY = "v1/devices/me/telemetry";
const OWN_ATTRIBUTES = "v1/devices/me/attributes";

test("MQTT §5.1 strict: what is neither RFC 8259 nor its leniency is malformed, on each topic that takes values", async () => {
  const { client } = await ownDevice();
  for (const payload of [
    "{'a':1}",
    "{a:1}",
    '{"a":1,}',
    "{NaN:1}",
    '{"a":nan}',
    '{"a":inf}',
    '{"a":1} //x',
    '{"a":/*x*/1}',
    '{"a":0x10}',
    '{"a":1}{"b":2}',
    '{"a":undefined}',
    '{"a":True}',
    '{"a"}',
    "",
    " ",
  ])
    for (const topic of [OWN_TELEMETRY, OWN_ATTRIBUTES])
      expect([topic, payload, pubackCode(await client.publish(topic, payload))]).toEqual([topic, payload, 0x99]);
});

test.each([
  TELEMETRY,
  ATTRIBUTES,
  "v1/gateway/attributes/request",
  "v1/gateway/connect",
  "v1/gateway/disconnect",
  "v1/gateway/rpc",
  "v1/gateway/claim",
])(
  "MQTT §5.1 strict on %s: malformed or empty is 0x99 in v5, a PUBACK in v3, and the connection stays open",
  async (topic) => {
    const { client } = await connectGateway(platform());
    const olds = await Promise.all(V3_VERSIONS.map(([, protocol]) => connectGateway(platform(), { protocol })));
    const payloads = ["", " ", "{", "{'Device A':{}}", '{"device":"Device A",}', "null", "[]"];
    for (const payload of payloads) {
      expect([payload, pubackCode(await client.publish(topic, payload))]).toEqual([payload, 0x99]);
      for (const old of olds) expect([payload, await old.publish(topic, payload)]).toEqual([payload, 0]);
    }
    for (const each of [client, ...olds.map((old) => old.client)]) {
      await each.publish(topic, "{", { qos: 0 });
      await each.ping();
    }
  },
);

describe("MQTT-117: invalid UTF-8 becomes U+FFFD and are remarked", () => {
  test.each(VERSIONS)("%s: what was sent is taken, and one remark says so", async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ERRORS] });
    const device = await gateway.knownDevice();
    const latin1 = Buffer.from(`{"${device.name}":[{"place":"K\u00fchlraum","t":4}]}`, "latin1");
    const puback = await gateway.client.publish(TELEMETRY, latin1);
    expect(pubackCode(puback)).toBe(0);
    expect(await gateway.client.nextJson(ERRORS)).toEqual({
      ts: platform().clock.now(),
      topic: TELEMETRY,
      device: device.name,
      packetId: puback?.messageId,
      code: 0,
      error: "invalid-utf8",
      message: expect.stringContaining("U+FFFD") as string,
    });
    expect(await gateway.tenant.latestValues(device.id)).toEqual({ place: "K\uFFFDhlraum", t: 4 });
    expect(await gateway.arrivedOn(ERRORS)).toHaveLength(1);
  });

  test("parts are replaced as the Encoding Standard does it", async () => {
    const { client, id, tenant } = await ownDevice();
    for (const bytes of ["ff", "c328", "eda080", "c0af", "e282", "f09f98", "41e28041"]) {
      const payload = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes, "hex"), Buffer.from('"}')]);
      expect(pubackCode(await client.publish(OWN_TELEMETRY, payload))).toBe(0);
      const expected = new TextDecoder().decode(Buffer.from(bytes, "hex"));
      expect([bytes, await tenant.latestValues(id)]).toEqual([bytes, { a: expected }]);
    }
  });

  test("the device that a message names is in the remark, and the replacement character itself is none", async () => {
    const gateway = await connectGateway(platform(), { subscribe: [ERRORS] });
    const device = gateway.newName();
    await gateway.client.publish(CONNECT, Buffer.from(`{"device":"${device}","type":"K\u00fchler"}`, "latin1"));
    await gateway.publish(TELEMETRY, { [device]: [{ a: "\uFFFD" }] });
    const remarks = await gateway.arrivedOn(ERRORS);
    expect(remarks).toEqual([expect.objectContaining({ topic: CONNECT, device, error: "invalid-utf8" })]);
  });

  test("a member that is no device is not taken for one", async () => {
    const gateway = await connectGateway(platform(), { subscribe: [ERRORS] });
    await gateway.publish(CONNECT, Buffer.from('{"type":"K\u00fchler"}', "latin1"));
    const remark = await gateway.client.nextJson(ERRORS);
    expect(remark).toMatchObject({ topic: CONNECT, error: "invalid-utf8" });
    expect(remark).not.toHaveProperty("device");
  });
});

describe("MQTT-116: NaN and the infinities are refused by name", () => {
  const VALUES = '{"a":NaN,"b":Infinity,"c":-Infinity,"d":1,"e":{"deep":[1,NaN]},"f":"NaN"}';

  test.each(
    VERSIONS.flatMap(([version, protocol]) => [
      [version, TELEMETRY, protocol] as const,
      [version, ATTRIBUTES, protocol] as const,
    ]),
  )("%s, %s: the others are stored", async (_version, topic, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ERRORS] });
    const [bad, good] = [await gateway.knownDevice(), await gateway.knownDevice()];
    const entry = topic === TELEMETRY ? `[{"ts":5,"values":${VALUES}},{"g":2}]` : VALUES;
    const other = topic === TELEMETRY ? '[{"d":2}]' : '{"d":2}';
    const code = await gateway.publish(topic, `{"${bad.name}":${entry},"${good.name}":${other}}`);
    expect(code).toBe(byVersion(protocol, 0, 0x99));
    const stored = (id: string) =>
      topic === TELEMETRY ? gateway.tenant.latestValues(id) : gateway.tenant.attributes(id, "CLIENT_SCOPE");
    expect(await stored(bad.id)).toEqual({ d: 1, f: "NaN", ...(topic === TELEMETRY ? { g: 2 } : {}) });
    expect(await stored(good.id)).toEqual({ d: 2 });
    const errors = await gateway.arrivedOn(ERRORS);
    expect(errors).toEqual([
      expect.objectContaining({ topic, device: bad.name, code: 0x99, error: "invalid-payload" }),
    ]);
    for (const key of ["a", "b", "c", "e"]) expect(text(errors[0], "message")).toContain(`"${key}"`);
  });

  test("so they are on a device's own topics", async () => {
    const { client, id, tenant } = await ownDevice();
    for (const topic of [OWN_TELEMETRY, OWN_ATTRIBUTES])
      expect(pubackCode(await client.publish(topic, VALUES))).toBe(0x99);
    expect(await tenant.latestValues(id)).toEqual({ d: 1, f: "NaN" });
    expect(await tenant.attributes(id, "CLIENT_SCOPE")).toEqual({ d: 1, f: "NaN" });
  });

  test("next to 1e400 the entry is refused whole, and anywhere else NaN refuses its entry or message", async () => {
    const gateway = await connectGateway(platform());
    const { name, id } = await gateway.knownDevice();
    for (const [topic, payload] of [
      [TELEMETRY, `{"${name}":[{"a":NaN,"b":1e400,"c":1}]}`],
      [TELEMETRY, `{"${name}":[{"ts":NaN,"values":{"c":1}}]}`],
      [TELEMETRY, `{"${name}":NaN}`],
      [ATTRIBUTES, `{"${name}":{"a":NaN,"b":1e400,"c":1}}`],
      [CONNECT, '{"device":NaN}'],
      [RPC, `{"device":"${name}","id":NaN,"data":{}}`],
      [RPC, `{"device":"${name}","id":1,"data":{"a":[NaN]}}`],
      [CLAIM, `{"${name}":{"durationMs":NaN}}`],
    ] as const)
      expect([payload, await gateway.publish(topic, payload)]).toEqual([payload, 0x99]);
    expect(await gateway.tenant.latestValues(id)).toEqual({});
    expect(await gateway.tenant.device("NaN")).toBeUndefined();
  });
});

test("MQTT-117, MQTT-118: a byte order mark is skipped, numbers of sprintf and raw control characters in texts are taken", async () => {
  const { client, id, tenant } = await ownDevice();
  const payload = '\uFEFF{"a":021.5,"b":.5,"c":1.,"d":+1,"e":-007,"f":"x\ty\nz","g":09007199254740993}';
  for (const topic of [OWN_TELEMETRY, OWN_ATTRIBUTES])
    expect([topic, pubackCode(await client.publish(topic, payload))]).toEqual([topic, 0]);
  const values = { a: 21.5, b: 0.5, c: 1, d: 1, e: -7, f: "x\ty\nz" };
  expect(await tenant.latestValues(id)).toMatchObject(values);
  expect(await tenant.attributes(id, "CLIENT_SCOPE")).toMatchObject(values);
  const gateway = await connectGateway(platform());
  const device = gateway.newName();
  expect(await gateway.publish(TELEMETRY, `\uFEFF{"${device}":[{"ts":01700000000000,"values":{"a":01}}]}`)).toBe(0);
  expect(await gateway.tenant.latestValues((await gateway.tenant.existing(device)).id)).toEqual({ a: 1 });
});

test.each([
  ["{'a':1}", "line 1, column 2 has single quotes"],
  ["{a:1}", "line 1, column 2 has the word a, which needs double quotes"],
  ['{"a":/*x*/1}', "line 1, column 6 has a comment"],
  ['{"a":1,}', "line 1, column 8 has a comma before }"],
  ['{"a":True}', "line 1, column 6 has True, which is true in JSON"],
  ['{"a":\n False}', "line 2, column 2 has False, which is false in JSON"],
  ['{"a":None}', "line 1, column 6 has None, which is null in JSON"],
  ['{"a":1} x', "line 1, column 9 has text behind the end of the document"],
  ['{"a":1}\0', "line 1, column 8 has U+0000 behind the document"],
  ['{"a":1', "line 1, column 7 has the end of the text, before the document is complete"],
  ['\uFEFF{"a":"1', "line 1, column 6 has a text that is not closed"],
])("MQTT-119: the refusal of %s names the fault and shows the place", async (payload, message) => {
  for (const [, protocol] of VERSIONS) {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ERRORS] });
    for (const topic of [OWN_TELEMETRY, OWN_ATTRIBUTES, TELEMETRY, ATTRIBUTES]) {
      const puback = await gateway.client.publish(topic, payload);
      expect(pubackCode(puback)).toBe(byVersion(protocol, 0, 0x99));
      const report = await gateway.client.nextJson(ERRORS);
      expect(report).toMatchObject({ topic, code: 0x99, error: "invalid-payload" });
      const shown = String(member(report, "message"));
      expect(shown).toContain(message);
      expect(shown).toContain(`near ${payload.replace("\uFEFF", "").slice(0, 5)}`);
      // A string of MQTT has no U+0000.
      if (protocol === 5) expect(puback?.properties?.reasonString).toBe(shown.replace("\0", "\uFFFD"));
    }
  }
});

test.each(["", "\uFEFF"])("MQTT §5.1: an empty payload (%j) is refused as empty on every topic", async (payload) => {
  const gateway = await connectGateway(platform(), { subscribe: [ERRORS] });
  for (const topic of [OWN_TELEMETRY, OWN_ATTRIBUTES, TELEMETRY, ATTRIBUTES, CONNECT, RPC, CLAIM]) {
    expect(await gateway.publish(topic, payload)).toBe(0x99);
    const report = await gateway.client.nextJson(ERRORS);
    expect(report).toMatchObject({ topic, message: expect.stringContaining("the payload is empty") as string });
  }
});

test("MQTT §5.1 whitespace around the document is allowed", async () => {
  const { client, id, tenant } = await ownDevice();
  expect(pubackCode(await client.publish(OWN_TELEMETRY, ' \r\n\t{"a":1} \n'))).toBe(0);
  expect(pubackCode(await client.publish(OWN_ATTRIBUTES, '\n{ "b" : 2 }\t'))).toBe(0);
  expect(await tenant.latestValues(id)).toEqual({ a: 1 });
  expect(await tenant.attributes(id, "CLIENT_SCOPE")).toEqual({ b: 2 });
});

test.each([
  [OWN_TELEMETRY, 1, (value: string) => `{"a":${value}}`],
  [OWN_TELEMETRY, 3, (value: string) => `[{"values":{"a":${value}}}]`],
  [OWN_ATTRIBUTES, 1, (value: string) => `{"a":${value}}`],
] as const)(
  "MQTT §5.1 depth on %s with %i levels around the value: 64 levels pass, 65 do not",
  async (topic, around, wrap) => {
    const { client } = await ownDevice();
    const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
    expect(pubackCode(await client.publish(topic, wrap(nested(64 - around))))).toBe(0);
    expect(pubackCode(await client.publish(topic, wrap(nested(65 - around))))).toBe(0x99);
    expect(pubackCode(await client.publish(topic, wrap(nested(20_000))))).toBe(0x99);
  },
);

test("MQTT §5.1 depth on v1/gateway/telemetry: 64 levels pass, 65 do not", async () => {
  const gateway = await connectGateway(platform());
  const { name } = await gateway.knownDevice();
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  expect(await gateway.publish(TELEMETRY, `{"${name}":[{"values":{"a":${nested(60)}}}]}`)).toBe(0);
  expect(await gateway.publish(TELEMETRY, `{"${name}":[{"values":{"a":${nested(61)}}}]}`)).toBe(0x99);
  expect(await gateway.publish(ATTRIBUTES, `{"${name}":{"a":${nested(62)}}}`)).toBe(0);
  expect(await gateway.publish(ATTRIBUTES, `{"${name}":{"a":${nested(63)}}}`)).toBe(0x99);
});

/** What is sent, and the text that stands for it in every answer. */
const TYPED: readonly (readonly [sent: string, shown: string])[] = [
  ["true", "true"],
  ["false", "false"],
  ["42", "42"],
  ["-7", "-7"],
  ["0", "0"],
  ["-0", "0"],
  ["1e3", "1000"],
  ["1.5e1", "15"],
  ["9007199254740991", "9007199254740991"],
  ["9007199254740993", "9007199254740993"],
  ["-9007199254740993", "-9007199254740993"],
  ["9223372036854775807", "9223372036854775807"],
  ["-9223372036854775808", "-9223372036854775808"],
  ["1234567890123456789e0", "1234567890123456789"],
  ["1.2345678901234567e16", "12345678901234567"],
  ["12345678.901234567e9", "12345678901234567"],
  ["90071992547409930E-1", "9007199254740993"],
  ["9223372036854775808", '"9223372036854775808"'],
  ["-9223372036854775809", '"-9223372036854775809"'],
  ["100000000000000000000000000000", '"100000000000000000000000000000"'],
  ["1.5", "1.5"],
  ["5.0", "5"],
  ["2e-3", "0.002"],
  ["0.30000000000000004", "0.30000000000000004"],
  ["0.1234567890123456789", "0.12345678901234568"],
  ["1e300", "1e+300"],
  ['"x"', '"x"'],
  ['""', '""'],
  ['"007"', '"007"'],
  ['"1.10"', '"1.10"'],
  ['"9223372036854775808"', '"9223372036854775808"'],
  ['"é😀\\u0000"', '"é😀\\u0000"'],
  ["{}", "{}"],
  ["[]", "[]"],
  ['{"b":1,"a":[null,{"c":1.5}],"d":9007199254740993}', '{"b":1,"a":[null,{"c":1.5}],"d":9007199254740993}'],
  ['{"b":1,"10":2,"2":{"z":1,"1":2}}', '{"b":1,"10":2,"2":{"z":1,"1":2}}'],
  ['[{"x":1,"0":"\\"7\\":"}, 5]', '[{"x":1,"0":"\\"7\\":"},5]'],
  ['{"__proto__":{"a":1},"constructor":2}', '{"__proto__":{"a":1},"constructor":2}'],
];

test.each(TYPED)("MQTT §5.2 typing: %s reads back as %s, as attribute and as telemetry", async (sent, shown) => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES_RESPONSE] });
  const { id, name } = await gateway.knownDevice();
  expect(await gateway.publish(ATTRIBUTES, `{"${name}":{"k":${sent}}}`)).toBe(0);
  expect(await gateway.publish(TELEMETRY, `{"${name}":[{"ts":1000,"values":{"k":${sent}}}]}`)).toBe(0);
  await gateway.publish("v1/gateway/attributes/request", { id: 1, device: name, client: true, key: "k" });
  const answer = await gateway.client.next("publish", ({ topic }) => topic === ATTRIBUTES_RESPONSE);
  expect(answer.payload.toString()).toBe(`{"id":1,"device":"${name}","value":${shown}}`);
  const { rest } = gateway.tenant;
  const base = `/api/plugins/telemetry/DEVICE/${id}/values`;
  expect(await rest.getText(`${base}/attributes/CLIENT_SCOPE?keys=k`)).toContain(`"value":${shown}}`);
  expect(await rest.getText(`${base}/timeseries?keys=k&useStrictDataTypes=true`)).toBe(
    `{"k":[{"ts":1000,"value":${shown}}]}`,
  );
});

test("MQTT §5.2 range: a magnitude above that of a double is refused, wherever it stands", async () => {
  const { client, id, tenant } = await ownDevice();
  for (const value of ["1e400", "-1e400", "[1e400]", '{"a":{"b":-1e999}}', `1${"0".repeat(310)}.5`, "7".repeat(310)])
    for (const topic of [OWN_TELEMETRY, OWN_ATTRIBUTES])
      expect([topic, value, pubackCode(await client.publish(topic, `{"good":1,"k":${value}}`))]).toEqual([
        topic,
        value,
        0x99,
      ]);
  expect(await tenant.latestValues(id)).toEqual({});
  expect(await tenant.attributes(id, "CLIENT_SCOPE")).toEqual({});
});

test("MQTT §5.2 null is skipped and the other members proceed", async () => {
  const { client, id, tenant } = await ownDevice();
  expect(pubackCode(await client.publish(OWN_TELEMETRY, { a: null, b: 1 }))).toBe(0);
  expect(pubackCode(await client.publish(OWN_ATTRIBUTES, { c: null, d: 1 }))).toBe(0);
  expect(await tenant.latestValues(id)).toEqual({ b: 1 });
  expect(await tenant.attributes(id, "CLIENT_SCOPE")).toEqual({ d: 1 });
});

test("MQTT §5.2 a string has the length that the packet leaves it; with maxStringValueLength a longer one is refused", async () => {
  const { client, id, tenant } = await ownDevice();
  const long = "x".repeat(60_000);
  expect(pubackCode(await client.publish(OWN_TELEMETRY, { long }))).toBe(0);
  expect(await tenant.latestValues(id)).toEqual({ long });
  await using limited = await startTestPlatform({ settings: { "values.stringCharsMax": 10 } });
  const gateway = await connectGateway(limited);
  const device = await gateway.knownDevice();
  for (const topic of [TELEMETRY, ATTRIBUTES]) {
    const entry = (text: string): unknown => (topic === TELEMETRY ? [{ text }] : { text });
    expect(await gateway.publish(topic, { [device.name]: entry("0123456789") })).toBe(0);
    expect(await gateway.publish(topic, { [device.name]: entry("0123456789A") })).toBe(0x99);
  }
});

/** The value of an aggregate over all that a device has sent of a key. */
async function aggregate(device: { readonly id: string; readonly tenant: TestTenant }, key: string, agg: string) {
  const query = `keys=${key}&startTs=0&endTs=1000000&interval=1000000&useStrictDataTypes=true&agg=${agg}`;
  const path = `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?${query}`;
  return member(await device.tenant.rest.get(path), key, "0", "value");
}

test("MQTT-113: a text and a number in one interval are averaged, and the text reads back as it was sent", async () => {
  const gateway = await connectGateway(platform());
  const { id, name } = await gateway.knownDevice();
  const entries = ["12.5", 13.5].map((k, ts) => ({ ts, values: { k } }));
  expect(await gateway.publish(TELEMETRY, { [name]: entries })).toBe(0);
  const found = ["AVG", "SUM", "MIN", "MAX", "COUNT"].map((agg) => aggregate({ id, tenant: gateway.tenant }, "k", agg));
  expect(await Promise.all(found)).toEqual([13, 26, 12.5, 13.5, 2]);
  const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=k&startTs=0&endTs=1&useStrictDataTypes=true`;
  expect(await gateway.tenant.rest.get(path)).toEqual({ k: [{ ts: 0, value: "12.5" }] });
});

test("MQTT-114: texts of decimal numbers count as numbers; other notations, units and words are counted only", async () => {
  const { client, id, tenant } = await ownDevice();
  const spelled = [" 7 ", "007", "-1e2"];
  const others = ["0x10", "1,5", "12.5 °C", "true", "NaN", "+1", ".5", ""];
  const send = (key: string, texts: readonly string[]) =>
    client.publish(
      OWN_TELEMETRY,
      texts.map((text, ts) => ({ ts, values: { [key]: text } })),
    );
  await send("spelled", spelled);
  await send("mixed", [...spelled, ...others]);
  await send("others", others);
  const device = { id, tenant };
  for (const [key, count] of [
    ["spelled", 3],
    ["mixed", 11],
  ] as const) {
    expect([key, await aggregate(device, key, "SUM")]).toEqual([key, -86]);
    expect([key, await aggregate(device, key, "MIN")]).toEqual([key, -100]);
    expect([key, await aggregate(device, key, "MAX")]).toEqual([key, 7]);
    expect([key, await aggregate(device, key, "COUNT")]).toEqual([key, count]);
  }
  expect(await aggregate(device, "others", "AVG")).toBeUndefined();
  expect(await aggregate(device, "others", "MAX")).toBe("true");
  expect(await aggregate(device, "others", "COUNT")).toBe(8);
});

test("MQTT §5.2 jsonTypeCast casts telemetry, also a device's own, and never attributes", async () => {
  await using casting = await startTestPlatform({ settings: { "values.jsonTypeCast": true } });
  const { tenant } = casting;
  const { id, token } = await tenant.createDevice();
  const client = await casting.connect(token, 5);
  const values = { a: "21.5", b: "-7", c: "007", d: "9007199254740993", e: "1e5", f: "", g: "0", h: "-0", i: "+1" };
  await client.publish(OWN_TELEMETRY, values);
  await client.publish(OWN_ATTRIBUTES, values);
  expect(await tenant.latestValues(id)).toEqual({ ...values, a: 21.5, b: -7, d: 9_007_199_254_740_993n, g: 0 });
  expect(await tenant.attributes(id, "CLIENT_SCOPE")).toEqual(values);
});

test("MQTT §5.3 keys of 1 to 255 characters are kept as they are, whatever characters they have", async () => {
  const { client, id, tenant } = await ownDevice();
  const keys = [
    "a.b",
    "a b",
    "a/b/#",
    "Ä",
    "A",
    "a",
    "<b>x</b>",
    '"',
    "\\",
    "__proto__",
    "constructor",
    "k".repeat(255),
  ];
  const values = `{${keys.map((key, index) => `${JSON.stringify(key)}:${String(index)}`).join(",")}}`;
  expect(pubackCode(await client.publish(OWN_ATTRIBUTES, values))).toBe(0);
  expect(pubackCode(await client.publish(OWN_TELEMETRY, values))).toBe(0);
  const rows = await tenant.rest.get(`/api/plugins/telemetry/DEVICE/${id}/values/attributes/CLIENT_SCOPE`);
  expect((rows as { key: string; value: unknown }[]).map(({ key, value }) => [key, value]).sort()).toEqual(
    keys.map((key, index) => [key, index]).sort(),
  );
  const names = await tenant.rest.get(`/api/plugins/telemetry/DEVICE/${id}/keys/timeseries`);
  expect((names as string[]).sort()).toEqual([...keys].sort());
});

test("MQTT §5.3 a key with an escape is not taken for one that the process has read before", async () => {
  const { client, id, tenant } = await ownDevice();
  const send = async (text: string): Promise<void> => {
    for (const topic of [OWN_TELEMETRY, OWN_ATTRIBUTES]) expect(pubackCode(await client.publish(topic, text))).toBe(0);
  };
  await send('{"level":1,"\\\\":2}');
  await send('{"level":3,"\\"":4}');
  const values = { level: 3, "\\": 2, '"': 4 };
  expect(await tenant.latestValues(id)).toEqual(values);
  expect(await tenant.attributes(id, "CLIENT_SCOPE")).toEqual(values);
  const { rest } = tenant;
  await rest.post(`/api/plugins/telemetry/${id}/SERVER_SCOPE`, { level: 1, "a\\": 2 });
  await rest.post(`/api/plugins/telemetry/${id}/SERVER_SCOPE`, { level: 3, "a\n": 4 });
  expect(await tenant.attributes(id, "SERVER_SCOPE")).toMatchObject({ level: 3, "a\\": 2, "a\n": 4 });
});

test("MQTT §5.3 a key that breaks the rules fails the entry of its device", async () => {
  const gateway = await connectGateway(platform());
  const [good, bad] = [await gateway.knownDevice(), await gateway.knownDevice()];
  for (const key of ["", " \t", "k".repeat(256), "a\0"]) {
    expect(await gateway.publish(ATTRIBUTES, { [bad.name]: { fine: 1, [key]: 1 }, [good.name]: { fine: 1 } })).toBe(
      0x99,
    );
    expect(await gateway.publish(TELEMETRY, { [bad.name]: [{ fine: 1, [key]: 1 }], [good.name]: [{ fine: 1 }] })).toBe(
      0x99,
    );
  }
  expect(await gateway.tenant.attributes(bad.id, "CLIENT_SCOPE")).toEqual({});
  expect(await gateway.tenant.latestValues(bad.id)).toEqual({});
  expect(await gateway.tenant.attributes(good.id, "CLIENT_SCOPE")).toEqual({ fine: 1 });
  expect(await gateway.tenant.latestValues(good.id)).toEqual({ fine: 1 });
});

test("MQTT §5.3 client, shared and server attributes and telemetry are separate namespaces", async () => {
  const { client, id, tenant } = await ownDevice();
  await client.publish(OWN_ATTRIBUTES, { k: 1 });
  await tenant.saveAttributes(id, "SHARED_SCOPE", { k: 2 });
  await tenant.saveAttributes(id, "SERVER_SCOPE", { k: 3 });
  await client.publish(OWN_TELEMETRY, { k: 4 });
  expect([
    (await tenant.attributes(id, "CLIENT_SCOPE"))["k"],
    (await tenant.attributes(id, "SHARED_SCOPE"))["k"],
    (await tenant.attributes(id, "SERVER_SCOPE"))["k"],
    (await tenant.latestValues(id))["k"],
  ]).toEqual([1, 2, 3, 4]);
});

test("MQTT §5.3 a shared attribute named deleted is refused, a client-side one is not", async () => {
  const { client, id, tenant } = await ownDevice();
  const path = `/api/plugins/telemetry/DEVICE/${id}/attributes`;
  expect((await tenant.rest.request("POST", `${path}/SHARED_SCOPE`, { deleted: 1 })).status).toBe(400);
  expect(pubackCode(await client.publish(OWN_ATTRIBUTES, { deleted: 1 }))).toBe(0);
  expect(await tenant.attributes(id, "CLIENT_SCOPE")).toEqual({ deleted: 1 });
});

test.each([
  ["1700000000000", 1_700_000_000_000],
  ['"1700000000000"', 1_700_000_000_000],
  ["1700000000000.9", 1_700_000_000_000],
  ["-1.9", -1],
  ["-0.5", 0],
  ["1700000000", 1_700_000_000],
  ["0", 0],
  ["-5000", -5_000],
  ["4102444800000", 4_102_444_800_000],
  ["8640000000000000", 8.64e15],
  ["-8640000000000000", -8.64e15],
  ["1.7e12", 1_700_000_000_000],
])("MQTT §5.4 ts: %s is stored at %i", async (ts, at) => {
  const { client, id, tenant } = await ownDevice();
  expect(pubackCode(await client.publish(OWN_TELEMETRY, `{"ts":${ts},"values":{"a":1}}`))).toBe(0);
  expect(await tenant.latest(id)).toEqual({ a: { ts: at, value: 1 } });
});

test.each([
  "8640000000000001",
  "-8640000000000001",
  "1e16",
  "99999999999999999999",
  "1e400",
  "true",
  "{}",
  "[1]",
  '""',
  '"x"',
  '"1.5"',
  '" 1"',
  '"1e3"',
])("MQTT §5.4 ts: %s is refused", async (ts) => {
  const { client, id, tenant } = await ownDevice();
  expect(pubackCode(await client.publish(OWN_TELEMETRY, `{"ts":${ts},"values":{"a":1}}`))).toBe(0x99);
  expect(pubackCode(await client.publish(OWN_TELEMETRY, `{"ts":${ts},"a":1}`))).toBe(0x99);
  expect(await tenant.latestValues(id)).toEqual({});
});

test.each(VERSIONS)("MQTT §5.4 (%s) a missing or null ts is the time of receipt", async (_version, protocol) => {
  const { client, id, tenant } = await ownDevice(protocol);
  const now = platform().clock.now();
  await client.publish(OWN_TELEMETRY, '[{"values":{"a":1}},{"ts":null,"values":{"b":2}},{"ts":null,"c":3}]');
  expect(await tenant.latest(id)).toEqual({
    a: { ts: now, value: 1 },
    b: { ts: now, value: 2 },
    c: { ts: now, value: 3 },
  });
});

async function ownDevice(protocol: 3 | 4 | 5 = 5) {
  const { tenant } = platform();
  const { id, token } = await tenant.createDevice();
  return { id, tenant, client: await platform().connect(token, protocol) };
}

test.each(VERSIONS)(
  "MQTT-120 (%s): a number or a boolean names a device and a profile, and asks for an attribute, by its text",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: ["v1/gateway/attributes/response"] });
    const number = Number(gateway.newName().replace(/\D/g, "").slice(-9)) + 1;
    expect(await gateway.publish("v1/gateway/connect", { device: number, type: true })).toBe(0);
    expect(await gateway.tenant.device(String(number))).toMatchObject({ name: String(number), type: "true" });
    await gateway.publish(ATTRIBUTES, { [String(number)]: { 5: "five", true: 1 } });
    const ask = { device: number, client: "true" };
    expect(await gateway.request({ ...ask, id: "7", key: 5 })).toEqual({
      id: 7,
      device: String(number),
      value: "five",
    });
    expect(await gateway.request({ ...ask, id: 8, keys: [5, true] })).toMatchObject({ values: { 5: "five", true: 1 } });
    expect(await gateway.request({ device: number, id: 9, clientKeys: 5 })).toMatchObject({ client: { 5: "five" } });
  },
);

test("MQTT-121: the id of a call's reply, a duration and the scope of a request may be texts, and a duration a fraction", async () => {
  const gateway = await connectGateway(platform(), { subscribe: ["v1/gateway/rpc", ATTRIBUTES_RESPONSE] });
  const device = await gateway.connectDevice();
  for (const durationMs of ["60000", 1500.9])
    expect(await gateway.publish(CLAIM, { [device.name]: { secretKey: 123456, durationMs } })).toBe(0);
  await gateway.publish(ATTRIBUTES, { [device.name]: { fw: "1.0" } });
  expect(await gateway.request({ id: "7", device: device.name, client: "true", key: "fw" })).toEqual({
    id: 7,
    device: device.name,
    value: "1.0",
  });
  const call = gateway.tenant.call(device.id, { method: "toggle" });
  const id = member(await gateway.client.nextJson("v1/gateway/rpc"), "data", "id");
  await gateway.publish("v1/gateway/rpc", { device: device.name, id: String(id), data: { done: true } });
  expect((await call).body).toEqual({ done: true });
});

test.each(VERSIONS)(
  "MQTT-122 (%s): an empty reply to an own call reaches the caller as null",
  async (_version, protocol) => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const client = await platform().connect(device.token, protocol);
    await client.subscribe("v1/devices/me/rpc/request/+");
    const call = tenant.call(device.id, { method: "m" });
    const { topic } = await client.next("publish");
    await client.publish(topic.replace("request", "response"), "");
    const answer = await call;
    expect([answer.status, answer.text]).toEqual([200, "null"]);
  },
);
