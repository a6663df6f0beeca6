// MQTT contract, checklist "Publish": QoS, acknowledgements and what a refused message leads to.
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

test.each(VERSIONS)(
  "MQTT-28 (%s): an unknown topic is refused and the connection stays open",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    for (const topic of [
      "foo",
      "v1/gateway/foo",
      "v1/gateway/attributes/response",
      "v1/gateway/errors",
      "v1/devices/me/rpc/request/one",
    ])
      expect([topic, await gateway.publish(topic, {})]).toEqual([topic, byVersion(protocol, 0x00, 0x90)]);
    await gateway.client.ping();
  },
);

test.each(VERSIONS)(
  "MQTT-29 (%s): gateway telemetry of an ordinary device is refused and not stored",
  async (_version, protocol) => {
    const { tenant } = platform();
    const client = await platform().connect((await tenant.createDevice()).token, protocol);
    const name = tenant.uniqueName("Device");
    expect(pubackCode(await client.publish(TELEMETRY, { [name]: [{ a: 1 }] }))).toBe(byVersion(protocol, 0x00, 0x87));
    await client.ping();
    expect(await tenant.device(name)).toBeUndefined();
  },
);

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
