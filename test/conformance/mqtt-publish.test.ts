// MQTT contract, section 3: QoS, acknowledgements and their codes, messages about several devices, and what a refused message
// leads to.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  ATTRIBUTES_REQUEST,
  byVersion,
  CLAIM,
  CONNECT,
  connectGateway,
  DISCONNECT,
  pubackCode,
  RPC,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";

const platform = useTestPlatform();

const GATEWAY_TOPICS = [CONNECT, DISCONNECT, ATTRIBUTES, ATTRIBUTES_REQUEST, TELEMETRY, RPC, CLAIM];

test.each(VERSIONS)("MQTT-25 (%s): three devices in one payload get exactly one PUBACK", async (_version, protocol) => {
  const gateway = await connectGateway(platform(), { protocol });
  const names = [gateway.newName(), gateway.newName(), gateway.newName()];
  expect(await gateway.publish(TELEMETRY, Object.fromEntries(names.map((name) => [name, [{ a: 1 }]])))).toBe(0);
  expect(await gateway.client.unreadAfterPing("puback")).toEqual([]);
  for (const name of names) expect(await gateway.tenant.device(name)).toBeDefined();
});

test.each(VERSIONS)(
  "MQTT-26 (%s): QoS 0 on any gateway topic gets no PUBACK and no disconnect notice",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const device = gateway.newName();
    const payloads: Record<string, unknown> = {
      [CONNECT]: { device },
      [DISCONNECT]: { device },
      [ATTRIBUTES]: { [device]: { a: 1 } },
      [ATTRIBUTES_REQUEST]: { id: 1, device },
      [TELEMETRY]: { [device]: [{ a: 1 }] },
      [RPC]: { device, id: 1, data: {} },
      [CLAIM]: { [device]: {} },
    };
    for (const topic of GATEWAY_TOPICS) await gateway.client.publish(topic, payloads[topic], { qos: 0 });
    // Acknowledgements leave in receipt order, so this one would come last.
    expect(await gateway.publish(TELEMETRY, { [device]: [{ b: 2 }] })).toBe(0);
    await gateway.client.ping();
    expect(gateway.client.received.map(({ cmd }) => cmd)).toEqual(["connack", "puback", "pingresp"]);
    const { id } = await gateway.tenant.existing(device);
    expect(await gateway.tenant.latestValues(id)).toEqual({ a: 1, b: 2 });
    expect(await gateway.tenant.attributes(id, "CLIENT_SCOPE")).toEqual({ a: 1 });
  },
);

test.each(VERSIONS)("MQTT-27 (%s): QoS 2 ends the connection", async (_version, protocol) => {
  const { client, ...gateway } = await connectGateway(platform(), { protocol });
  client.startPublish(TELEMETRY, { [gateway.tenant.uniqueName("Device")]: [{ a: 1 }] }, { qos: 2 });
  if (protocol === 5) expect((await client.next("disconnect")).reasonCode).toBe(0x9b);
  await client.closed();
  expect(client.received.some(({ cmd }) => cmd === "puback" || cmd === "pubrec")).toBe(false);
});

test("MQTT-30 (v5): malformed JSON at QoS 1 gets PUBACK 0x99 and the connection stays open", async () => {
  const gateway = await connectGateway(platform());
  for (const topic of GATEWAY_TOPICS)
    for (const payload of ['{"a":', "{'a':1}", "", Buffer.of(0x22, 0xff, 0x22), '{"a":1}x'])
      expect([topic, await gateway.publish(topic, payload)]).toEqual([topic, 0x99]);
  await gateway.client.ping();
});

test("MQTT-30 (v3): malformed JSON at QoS 1 closes the connection without PUBACK", async () => {
  for (const topic of GATEWAY_TOPICS) {
    const { client } = await connectGateway(platform(), { protocol: 4 });
    client.startPublish(topic, '{"a":');
    await client.closed();
    expect([topic, client.received.map(({ cmd }) => cmd)]).toEqual([topic, ["connack"]]);
  }
});

test("MQTT-31 (v5): malformed JSON at QoS 0 gets DISCONNECT 0x99", async () => {
  const { client } = await connectGateway(platform());
  client.startPublish(TELEMETRY, '{"a":', { qos: 0 });
  expect((await client.next("disconnect")).reasonCode).toBe(0x99);
  await client.closed();
});

test.each(["[]", '"x"', "5", "{}"])(
  "MQTT-32 (v5): %s on v1/gateway/telemetry gets 0x99 and the connection stays open",
  async (payload) => {
    const gateway = await connectGateway(platform());
    expect(await gateway.publish(TELEMETRY, payload)).toBe(0x99);
    await gateway.client.ping();
  },
);

test.each(VERSIONS)(
  "MQTT-33 (%s): of a valid and an invalid device in one telemetry message the valid one is stored",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const [valid, wrong] = [gateway.newName(), gateway.newName()];
    expect(await gateway.publish(TELEMETRY, { [valid]: [{ a: 1 }], [wrong]: { a: 1 } })).toBe(
      byVersion(protocol, 0x00, 0x99),
    );
    const { id } = await gateway.tenant.existing(valid);
    expect(await gateway.tenant.latestValues(id)).toEqual({ a: 1 });
  },
);

test.each(VERSIONS)("MQTT-34 (%s): PUBACKs come in the order of the PUBLISHes", async (_version, protocol) => {
  const gateway = await connectGateway(platform(), { protocol });
  const known = gateway.newName();
  // Some need a new device, some a commit, some nothing at all.
  const sent = Array.from({ length: 60 }, (_, index) => {
    const packetId = 1_000 - index;
    const device = index % 3 === 0 ? gateway.newName() : known;
    const [topic, payload] = [
      [TELEMETRY, { [device]: [{ n: index }] }],
      [ATTRIBUTES, { [device]: { n: index } }],
      [DISCONNECT, { device }],
      [CONNECT, { device }],
      ["foo", {}],
    ][index % 5] as [string, unknown];
    return gateway.client.startPublish(topic, payload, { packetId });
  });
  const acknowledged: (number | undefined)[] = [];
  while (acknowledged.length < sent.length) acknowledged.push((await gateway.client.next("puback")).messageId);
  expect(acknowledged).toEqual(sent);
});

test.each(VERSIONS)(
  "MQTT §3.1 (%s): a topic that is empty or holds a wildcard ends the connection, at every QoS",
  async (_version, protocol) => {
    for (const topic of ["v1/gateway/+", "#", "v1/gateway/telemetry#", ""])
      for (const qos of [0, 1]) {
        const { client } = await connectGateway(platform(), { protocol });
        const body = [
          0,
          topic.length,
          ...Buffer.from(topic),
          ...(qos === 1 ? [0, 1] : []),
          ...(protocol === 5 ? [0] : []),
        ];
        client.sendBytes(Buffer.of(0x30 | (qos << 1), body.length, ...body));
        if (protocol === 5) expect([topic, (await client.next("disconnect")).reasonCode]).toEqual([topic, 0x81]);
        await client.closed();
        expect(client.received.some(({ cmd }) => cmd === "puback")).toBe(false);
      }
  },
);

test.each(VERSIONS)(
  "MQTT-28 (%s): topics of the server, of nobody, and ids that are no number are refused, and the connection stays open",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const topics = [
      "foo",
      "v1/gateway/foo",
      "v1/gateway/attributes/response",
      "v1/gateway/errors",
      "v1/devices/me/rpc/request/one",
      "v1/gateway",
      "v1/gateway/",
      "v1/gateway/telemetry/",
      "/v1/gateway/telemetry",
      "V1/gateway/telemetry",
      "v1/gateway/rpc/request",
      "v1/devices/me/attributes/response/1",
      "v1/devices/me/attributes/request/1.5",
      "v1/devices/me/attributes/request/-1",
      "v1/devices/me/attributes/request/",
      "v1/devices/me/attributes/request/99999999999",
      "v1/devices/me/rpc/response/x",
      "v2/r/req/j/abc",
      "v2/t/p",
      "/provision/request",
      "$SYS/broker",
      "constructor",
    ];
    for (const topic of topics)
      expect([topic, await gateway.publish(topic, "not looked at {")]).toEqual([
        topic,
        byVersion(protocol, 0x00, 0x90),
      ]);
    for (const topic of topics) await gateway.client.publish(topic, "{", { qos: 0 });
    expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
  },
);

test.each(VERSIONS)(
  "MQTT-29 (%s): every gateway topic is refused to a session that is none's, whatever the payload, and QoS 0 is dropped",
  async (_version, protocol) => {
    const { tenant } = platform();
    const client = await platform().connect((await tenant.createDevice()).token, protocol);
    const before = await tenant.deviceCount();
    const device = tenant.uniqueName("Device");
    for (const topic of GATEWAY_TOPICS)
      for (const payload of [{ device, [device]: [{ a: 1 }] }, "{", ""]) {
        await client.publish(topic, payload, { qos: 0 });
        expect([topic, pubackCode(await client.publish(topic, payload))]).toEqual([
          topic,
          byVersion(protocol, 0x00, 0x87),
        ]);
      }
    await client.ping();
    expect(await tenant.deviceCount()).toBe(before);
  },
);

test("MQTT §3.2 (v3): an invalid payload at QoS 0 ends the connection", async () => {
  const { client } = await connectGateway(platform(), { protocol: 4 });
  client.startPublish(TELEMETRY, "[]", { qos: 0 });
  await client.closed();
  expect(client.received.map(({ cmd }) => cmd)).toEqual(["connack"]);
});

test("MQTT §3.2 (v3): with sendAckOnValidationException of its profile an invalid payload gets a plain PUBACK", async () => {
  const { tenant } = platform();
  const type = tenant.uniqueName("profile");
  const transportConfiguration = { type: "MQTT", sendAckOnValidationException: true };
  await tenant.rest.post("/api/deviceProfile", {
    name: type,
    type: "DEFAULT",
    transportType: "MQTT",
    provisionType: "DISABLED",
    profileData: {
      configuration: { type: "DEFAULT" },
      transportConfiguration,
      provisionConfiguration: { type: "DISABLED" },
      alarms: null,
    },
  });
  const gateway = await connectGateway(platform(), { protocol: 4, gateway: await tenant.createGateway({ type }) });
  for (const payload of ["{", "[]", "{}"]) expect(await gateway.publish(TELEMETRY, payload)).toBe(0);
  await gateway.client.ping();
  const five = await connectGateway(platform(), { gateway: gateway.gateway });
  expect(await five.publish(TELEMETRY, "{")).toBe(0x99);
});

test("MQTT §3.2 (v5): a Reason String says what was wrong, and is left out where it is not wanted", async () => {
  const wants = await connectGateway(platform());
  const told = await wants.client.publish(CONNECT, { device: 5 });
  expect(told?.properties?.reasonString).toMatch(/device/i);
  const connect = { properties: { requestProblemInformation: false } };
  const terse = await connectGateway(platform(), { connect });
  const untold = await terse.client.publish(CONNECT, { device: 5 });
  expect([untold?.reasonCode, untold?.properties?.reasonString]).toEqual([0x99, undefined]);
});

test("MQTT §3.3 (v5): the code is that of the first failing entry in the order of the payload", async () => {
  const tenant = await platform().createTenant({ maxDevices: 2 });
  const gateway = await connectGateway(platform(), { tenant });
  const known = await gateway.knownDevice();
  const full = "new one";
  const wrong = "wrong one";
  for (const [topic, good, bad] of [
    [TELEMETRY, '[{"a":1}]', "5"],
    [ATTRIBUTES, '{"a":1}', "5"],
    [CLAIM, '{"secretKey":"s"}', "5"],
  ] as const) {
    const stored = `${JSON.stringify(known.name)}:${good}`;
    expect([topic, await gateway.publish(topic, `{${stored},"${full}":${good},"${wrong}":${bad}}`)]).toEqual([
      topic,
      0x97,
    ]);
    expect([topic, await gateway.publish(topic, `{"${wrong}":${bad},"${full}":${good},${stored}}`)]).toEqual([
      topic,
      0x99,
    ]);
    // A name may stand in the text earlier than its entry does, and with an escape.
    const mention = (name: string): string =>
      topic === TELEMETRY ? `[{"${name}":"${name}"}]` : `{"${name}":"${name}"}`;
    const early = (name: string): string => `${JSON.stringify(known.name)}:${topic === CLAIM ? good : mention(name)}`;
    const fullFirst = `{${early(wrong)},"new \\u006fne" :${good},"${wrong}":${bad}}`;
    expect([topic, await gateway.publish(topic, fullFirst)]).toEqual([topic, 0x97]);
    const wrongFirst = `{${early(full)},"wr\\u006fng one":${bad}, "${full}" : ${good}}`;
    expect([topic, await gateway.publish(topic, wrongFirst)]).toEqual([topic, 0x99]);
  }
});

test("MQTT §3.3 (v3): PUBACK where an entry was processed or the failure is the device limit, otherwise the connection ends", async () => {
  const tenant = await platform().createTenant({ maxDevices: 2 });
  const first = await connectGateway(platform(), { protocol: 4, tenant });
  const known = await first.knownDevice();
  for (const [topic, good] of [
    [TELEMETRY, [{ a: 1 }]],
    [ATTRIBUTES, { a: 1 }],
    [CLAIM, {}],
  ] as const) {
    expect(await first.publish(topic, { [known.name]: good, wrong: 5 })).toBe(0);
    expect(await first.publish(topic, { wrong: 5, [known.name]: good })).toBe(0);
    expect(await first.publish(topic, { full: good })).toBe(0);
    await first.client.ping();
    for (const payload of [{ wrong: 5 }, {}, [], "text", null, { "": good }]) {
      const { client } = await connectGateway(platform(), {
        protocol: 4,
        tenant,
        gateway: first.gateway,
      });
      client.startPublish(topic, JSON.stringify(payload));
      await client.closed();
      expect(client.received.map(({ cmd }) => cmd)).toEqual(["connack"]);
    }
    const again = await connectGateway(platform(), { protocol: 4, tenant, gateway: first.gateway });
    Object.assign(first, { client: again.client });
  }
});

test("MQTT §3.3 (v5): an entry of the wrong JSON type fails alone, and of duplicate names the last one counts", async () => {
  const gateway = await connectGateway(platform());
  const [a, b] = [gateway.newName(), gateway.newName()];
  for (const wrong of ["{}", "5", '"x"', "null", "true", "[5]", "[[]]"])
    expect([wrong, await gateway.publish(TELEMETRY, `{"${a}":${wrong},"${b}":[{"a":1}]}`)]).toEqual([wrong, 0x99]);
  for (const wrong of ["[]", "5", '"x"', "null"])
    expect([wrong, await gateway.publish(ATTRIBUTES, `{"${a}":${wrong},"${b}":{"b":2}}`)]).toEqual([wrong, 0x99]);
  expect(await gateway.tenant.device(a)).toBeUndefined();
  const { id } = await gateway.tenant.existing(b);
  expect(await gateway.tenant.latestValues(id)).toEqual({ a: 1 });
  expect(await gateway.tenant.attributes(id, "CLIENT_SCOPE")).toEqual({ b: 2 });

  expect(await gateway.publish(TELEMETRY, `{"${b}":5,"${b}":[{"a":3,"a":4}]}`)).toBe(0);
  expect(await gateway.tenant.latestValues(id)).toEqual({ a: 4 });
  expect(await gateway.publish(ATTRIBUTES, `{"${b}":5,"${b}":{"b":3,"b":4}}`)).toBe(0);
  expect(await gateway.tenant.attributes(id, "CLIENT_SCOPE")).toEqual({ b: 4 });
});
