// MQTT contract, section 3: QoS, acknowledgements and their codes, messages about several devices, and what a refused message
// leads to.
import { connectAsync, type IClientOptions } from "mqtt";
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  ATTRIBUTES_REQUEST,
  byVersion,
  CLAIM,
  CONNECT,
  connectGateway,
  type ConnectedGateway,
  DISCONNECT,
  ERRORS,
  pubackCode,
  RPC,
  TELEMETRY,
  useTestPlatform,
  V3_VERSIONS,
  VERSIONS,
} from "../support/conformance.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";

const platform = useTestPlatform();

/** What has been reported on the errors topic so far. */
async function reports(gateway: ConnectedGateway): Promise<unknown[]> {
  const packets = await gateway.client.unreadAfterPing("publish");
  return packets.map(({ topic, payload }) => {
    expect(topic).toBe(ERRORS);
    return JSON.parse(payload.toString()) as unknown;
  });
}

const GATEWAY_TOPICS = [CONNECT, DISCONNECT, ATTRIBUTES, ATTRIBUTES_REQUEST, TELEMETRY, RPC, CLAIM];

test.each(VERSIONS)("MQTT-25 (%s): three devices in one payload get exactly one PUBACK", async (_version, protocol) => {
  const gateway = await connectGateway(platform(), { protocol });
  const names = [gateway.newName(), gateway.newName(), gateway.newName()];
  expect(await gateway.publish(TELEMETRY, Object.fromEntries(names.map((name) => [name, [{ a: 1 }]])))).toBe(0);
  expect(await gateway.client.unreadAfterPing("puback")).toEqual([]);
  for (const name of names) expect(await gateway.tenant.device(name)).toBeDefined();
});

function validPayloads(device: string): Readonly<Record<string, unknown>> {
  return {
    [CONNECT]: { device },
    [DISCONNECT]: { device },
    [ATTRIBUTES]: { [device]: { a: 1 } },
    [ATTRIBUTES_REQUEST]: { id: 1, device },
    [TELEMETRY]: { [device]: [{ a: 1 }] },
    [RPC]: { device, id: 1, data: {} },
    [CLAIM]: { [device]: {} },
  };
}

const OWN_PAYLOADS: Readonly<Record<string, unknown>> = {
  "v1/devices/me/telemetry": { a: 1 },
  "v1/devices/me/attributes": { a: 1 },
  "v1/devices/me/attributes/request/1": {},
  "v1/devices/me/rpc/request/1": { method: "getSessionLimits" },
  "v1/devices/me/rpc/response/1": {},
  "v1/devices/me/claim": {},
  "v2/t": { a: 1 },
};

function mqttJs(gateway: ConnectedGateway): IClientOptions {
  const { token: username } = gateway.gateway;
  return { host: "127.0.0.1", port: platform().mqttPort, protocol: "mqtt", username, reconnectPeriod: 50 };
}

test.each(VERSIONS)(
  "MQTT-26 (%s): QoS 0 on any gateway topic gets no PUBACK and no disconnect notice",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const device = gateway.newName();
    const payloads = validPayloads(device);
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

test.each(VERSIONS)(
  "MQTT-27 (%s): QoS 2 on every topic gets PUBREC when the effect is readable, then PUBCOMP for PUBREL, and no PUBACK",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const { client, tenant } = gateway;
    const device = gateway.newName();
    for (const [topic, payload] of Object.entries({ ...validPayloads(device), ...OWN_PAYLOADS })) {
      const messageId = client.startPublish(topic, payload, { qos: 2 }) ?? 0;
      const pubrec = await client.next("pubrec");
      expect([topic, pubrec.messageId, pubrec.reasonCode ?? 0]).toEqual([topic, messageId, 0]);
      if (topic === CONNECT) expect(await tenant.device(device)).toBeDefined();
      const { id } = await tenant.existing(device);
      if (topic === TELEMETRY) expect(await tenant.latestValues(id)).toEqual({ a: 1 });
      if (topic === ATTRIBUTES) expect(await tenant.attributes(id, "CLIENT_SCOPE")).toEqual({ a: 1 });
      const own = gateway.gateway.id;
      if (topic === "v1/devices/me/telemetry") expect(await tenant.latestValues(own)).toEqual({ a: 1 });
      if (topic === "v1/devices/me/attributes") expect(await tenant.attributes(own, "CLIENT_SCOPE")).toEqual({ a: 1 });
      expect(await released(client, messageId)).toBe(0);
    }
    expect(await client.unreadAfterPing("puback")).toEqual([]);
  },
);

test.each([3, 4, 5] as const)(
  "MQTT-27: MQTT.js with protocol version %i completes a hundred publishes at QoS 2",
  async (protocolVersion) => {
    const gateway = await connectGateway(platform());
    const device = await gateway.knownDevice();
    const client = await connectAsync({
      ...mqttJs(gateway),
      protocolVersion,
      protocolId: protocolVersion === 3 ? "MQIsdp" : "MQTT",
    });
    try {
      const payload = (a: number): string => JSON.stringify({ [device.name]: [{ a }] });
      await Promise.all(Array.from({ length: 100 }, (_, a) => client.publishAsync(TELEMETRY, payload(a), { qos: 2 })));
      expect(await gateway.tenant.latestValues(device.id)).toEqual({ a: 99 });
    } finally {
      await client.endAsync();
    }
  },
);

test.each(VERSIONS)(
  "MQTT-110 (%s): the same packet id again before its PUBREL gets PUBREC each time and has one effect; after PUBCOMP the id carries a new message",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const { client, tenant } = gateway;
    const device = gateway.newName();
    const send = (a: number, dup: boolean): unknown =>
      client.startPublish(TELEMETRY, { [device]: [{ a }] }, { qos: 2, packetId: 7, dup });
    // The second one comes while the first is on its way to the store.
    send(1, false);
    send(2, true);
    for (let count = 0; count < 2; count++) expect((await client.next("pubrec")).messageId).toBe(7);
    send(3, false);
    expect((await client.next("pubrec")).messageId).toBe(7);
    const { id } = await tenant.existing(device);
    expect(await tenant.latestValues(id)).toEqual({ a: 1 });
    expect(await released(client, 7)).toBe(0);

    send(4, false);
    await client.next("pubrec");
    expect(await tenant.latestValues(id)).toEqual({ a: 4 });
    expect(await released(client, 7)).toBe(0);
  },
);

test("MQTT-111 (v5): refused at QoS 2, PUBREC says 0x99 and the packet id is free; one report", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ERRORS] });
  const { client, tenant } = gateway;
  const device = gateway.newName();
  client.startPublish(TELEMETRY, "{", { qos: 2, packetId: 7 });
  expect(await client.next("pubrec")).toMatchObject({ messageId: 7, reasonCode: 0x99 });
  client.startPublish(TELEMETRY, { [device]: [{ a: 1 }] }, { qos: 2, packetId: 7 });
  expect(await client.next("pubrec")).toMatchObject({ messageId: 7, reasonCode: 0 });
  expect(await released(client, 7)).toBe(0);
  expect(await tenant.latestValues((await tenant.existing(device)).id)).toEqual({ a: 1 });
  expect(await client.unreadAfterPing("publish")).toHaveLength(1);
});

test.each(V3_VERSIONS)(
  "MQTT-111 (%s): refused at QoS 2, the exchange completes, the connection stays open; one report",
  async (_version, protocol) => {
    const { client } = await connectGateway(platform(), { protocol, subscribe: [ERRORS] });
    client.startPublish(TELEMETRY, "{", { qos: 2, packetId: 7 });
    expect((await client.next("pubrec")).messageId).toBe(7);
    expect(await released(client, 7)).toBe(0);
    expect(await client.unreadAfterPing("publish")).toHaveLength(1);
  },
);

test.each(VERSIONS)(
  "MQTT-112 (%s): PUBREL of an id that is not open gets PUBCOMP, in v5 with 0x92, and a PUBLISH sent again after a reconnect is processed",
  async (_version, protocol) => {
    const first = await connectGateway(platform(), { protocol });
    const { tenant } = first;
    const device = first.newName();
    expect(await released(first.client, 9)).toBe(byVersion(protocol, 0, 0x92));
    first.client.startPublish(TELEMETRY, { [device]: [{ a: 1 }] }, { qos: 2, packetId: 9 });
    await first.client.next("pubrec");

    const again = await connectGateway(platform(), { protocol, tenant, gateway: first.gateway });
    expect(await released(again.client, 9)).toBe(byVersion(protocol, 0, 0x92));
    again.client.startPublish(TELEMETRY, { [device]: [{ a: 2 }] }, { qos: 2, packetId: 9, dup: true });
    await again.client.next("pubrec");
    expect(await tenant.latestValues((await tenant.existing(device)).id)).toEqual({ a: 2 });
    expect(await released(again.client, 9)).toBe(0);
  },
);

/** Sends PUBREL; the code of its PUBCOMP, 0 in v3. */
async function released(client: RawMqttClient, messageId: number): Promise<number> {
  client.send({ cmd: "pubrel", messageId });
  const pubcomp = await client.next("pubcomp");
  expect(pubcomp.messageId).toBe(messageId);
  return pubcomp.reasonCode ?? 0;
}

test.each(VERSIONS)(
  "MQTT-30 (%s): malformed JSON at QoS 1 is refused with one report, and the connection stays open",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ERRORS] });
    for (const topic of GATEWAY_TOPICS)
      for (const payload of ['{"a":', "{'a':1}", "", Buffer.of(0x7b, 0xff), '{"a":1}x']) {
        expect([topic, await gateway.publish(topic, payload)]).toEqual([topic, byVersion(protocol, 0x00, 0x99)]);
        expect(await gateway.client.nextJson(ERRORS)).toMatchObject({ topic, code: 0x99 });
      }
    expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
  },
);

test.each(VERSIONS)(
  "MQTT-31 (%s): malformed JSON at QoS 0 gets one report, nothing else, and the connection stays open",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ERRORS] });
    await gateway.client.publish(TELEMETRY, '{"a":', { qos: 0 });
    expect(await reports(gateway)).toEqual([expect.objectContaining({ topic: TELEMETRY, code: 0x99 })]);
    expect(gateway.client.received.map(({ cmd }) => cmd)).toEqual(["connack", "suback", "publish", "pingresp"]);
  },
);

test.each(["[]", '"x"', "5", "{}"])(
  "MQTT-32: %s on v1/gateway/telemetry gets 0x99, in v3 a PUBACK, and the connection stays open",
  async (payload) => {
    for (const [, protocol] of VERSIONS) {
      const gateway = await connectGateway(platform(), { protocol });
      expect(await gateway.publish(TELEMETRY, payload)).toBe(byVersion(protocol, 0x00, 0x99));
      await gateway.client.ping();
    }
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

/** Refused for good, whatever is sent again: payloads on a gateway's topics, as text. */
const REFUSED: readonly (readonly [topic: string, payload: string | Buffer])[] = [
  [TELEMETRY, '{"Device A":[{"ts":17'],
  [TELEMETRY, "temperature 21.5"],
  [TELEMETRY, Buffer.alloc(0)],
  [TELEMETRY, "[]"],
  [TELEMETRY, '{"Device A":{"temp":1}}'],
  [TELEMETRY, '{"Device A":[{"ts":"abc","values":{"temp":1}}]}'],
  [TELEMETRY, '{"Device A":[{"":1}]}'],
  [ATTRIBUTES, '{"Device A":[1]}'],
  [ATTRIBUTES_REQUEST, '{"device":"Device A"}'],
  [CONNECT, '{"type":"default"}'],
  [RPC, '{"id":1}'],
  ["v1/gateway/nothing", "{}"],
];

test.each(VERSIONS)(
  "MQTT-106 (%s): twelve kinds of refused messages among good ones at QoS 1 are acknowledged on one connection, and every good point is stored",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ERRORS] });
    const device = await gateway.knownDevice();
    for (const [index, [topic, payload]] of REFUSED.entries()) {
      const code = await gateway.publish(topic, payload);
      expect([payload.toString(), protocol === 5 ? code >= 0x80 : code === 0]).toEqual([payload.toString(), true]);
      expect(await gateway.publish(TELEMETRY, { [device.name]: [{ [`good-${String(index)}`]: index }] })).toBe(0);
    }
    expect(await reports(gateway)).toHaveLength(REFUSED.length);
    const good = Object.fromEntries(REFUSED.map((_, index) => [`good-${String(index)}`, index]));
    expect(await gateway.tenant.latestValues(device.id)).toMatchObject(good);
  },
);

test("MQTT-106: MQTT.js on 3.1.1 gets rid of all twelve on one connection, and every good point is stored", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.knownDevice();
  const client = await connectAsync({ ...mqttJs(gateway), protocolVersion: 4 });
  let isCut = false;
  client.on("close", () => (isCut = true));
  try {
    for (const [index, [topic, payload]] of REFUSED.entries()) {
      await client.publishAsync(topic, payload, { qos: 1 });
      const good = JSON.stringify({ [device.name]: [{ [`good-${String(index)}`]: index }] });
      await client.publishAsync(TELEMETRY, good, { qos: 1 });
    }
    const good = Object.fromEntries(REFUSED.map((_, index) => [`good-${String(index)}`, index]));
    expect(await gateway.tenant.latestValues(device.id)).toMatchObject(good);
    expect(isCut).toBe(false);
  } finally {
    await client.endAsync(true);
  }
});

test.each(VERSIONS)(
  "MQTT-107 (%s): the same twelve at QoS 0 get one report each, nothing else, and the connection stays open",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ERRORS] });
    for (const [topic, payload] of REFUSED) await gateway.client.publish(topic, payload, { qos: 0 });
    expect(await reports(gateway)).toMatchObject(REFUSED.map(([topic]) => ({ topic })));
    expect(gateway.client.received.some(({ cmd }) => cmd === "puback" || cmd === "disconnect")).toBe(false);
  },
);

test.each([true, false])(
  "MQTT-109: sendAckOnValidationException %s is read back as saved, and refusals are the same",
  async (sendAckOnValidationException) => {
    const { tenant } = platform();
    const type = tenant.uniqueName("profile");
    const saved = await tenant.rest.post("/api/deviceProfile", {
      name: type,
      type: "DEFAULT",
      transportType: "MQTT",
      provisionType: "DISABLED",
      profileData: {
        configuration: { type: "DEFAULT" },
        transportConfiguration: { type: "MQTT", sendAckOnValidationException },
        provisionConfiguration: { type: "DISABLED" },
        alarms: null,
      },
    });
    expect(saved).toMatchObject({ profileData: { transportConfiguration: { sendAckOnValidationException } } });
    const own = await tenant.createGateway({ type });
    for (const [, protocol] of VERSIONS) {
      const gateway = await connectGateway(platform(), { protocol, gateway: own });
      for (const payload of ["{", "[]", "{}"])
        expect(await gateway.publish(TELEMETRY, payload)).toBe(byVersion(protocol, 0x00, 0x99));
      await gateway.client.publish(TELEMETRY, "{", { qos: 0 });
      await gateway.client.ping();
    }
  },
);

test("MQTT §3.2 (v5): a Reason String says what was wrong, and is left out where it is not wanted", async () => {
  const wants = await connectGateway(platform());
  const withReason = await wants.client.publish(CONNECT, { device: {} });
  expect(withReason?.properties?.reasonString).toMatch(/device/i);
  const connect = { properties: { requestProblemInformation: false } };
  const terse = await connectGateway(platform(), { connect });
  const withoutReason = await terse.client.publish(CONNECT, { device: {} });
  expect([withoutReason?.reasonCode, withoutReason?.properties?.reasonString]).toEqual([0x99, undefined]);
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

test.each(V3_VERSIONS)(
  "MQTT §3.3 (%s): whatever sending again cannot mend is acknowledged, in part and as a whole",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({ maxDevices: 2 });
    const gateway = await connectGateway(platform(), { protocol, tenant });
    const known = await gateway.knownDevice();
    for (const [topic, good] of [
      [TELEMETRY, [{ a: 1 }]],
      [ATTRIBUTES, { a: 1 }],
      [CLAIM, {}],
    ] as const) {
      expect(await gateway.publish(topic, { [known.name]: good, wrong: 5 })).toBe(0);
      expect(await gateway.publish(topic, { wrong: 5, [known.name]: good })).toBe(0);
      expect(await gateway.publish(topic, { full: good })).toBe(0);
      for (const payload of [{ wrong: 5 }, {}, [], "text", null, { "": good }])
        expect(await gateway.publish(topic, JSON.stringify(payload))).toBe(0);
    }
    await gateway.client.ping();
    expect(await tenant.latestValues(known.id)).toEqual({ a: 1 });
  },
);

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
