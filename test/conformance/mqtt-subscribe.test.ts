// MQTT contract, section 2: which filters are granted and at what QoS, what a subscription brings, how it ends, and what is
// delivered without one.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  ATTRIBUTES_RESPONSE,
  byVersion,
  connectGateway,
  ERRORS,
  pubackCode,
  RPC,
  TELEMETRY,
  useTestPlatform,
  V3_VERSIONS,
  VERSIONS,
} from "../support/conformance.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { member } from "../support/rest-client.ts";

const platform = useTestPlatform();

const GRANTED_FILTERS = [
  "v1/gateway/attributes",
  "v1/gateway/attributes/response",
  "v1/gateway/rpc",
  "v1/gateway/errors",
  "v1/gateway/disconnect",
  "v1/devices/me/attributes",
  "v1/devices/me/attributes/response/+",
  "v1/devices/me/rpc/request/+",
  "v1/devices/me/rpc/response/+",
  "v2/a",
  "v2/a/j",
  "v2/r/req/+",
  "v2/r/req/j/+",
  "v2/a/res/+",
  "v2/a/res/j/+",
  "v2/r/res/+",
  "v2/r/res/j/+",
  "v2/fw/response/+",
  "v2/fw/response/+/chunk/+",
  "v2/fw/error",
  "v2/sw/response/+",
  "v2/sw/response/+/chunk/+",
  "v2/sw/error",
];

const OWN_ATTRIBUTES = "v1/devices/me/attributes";
const OWN_RPC = "v1/devices/me/rpc/request/+";

test.each(VERSIONS)(
  "MQTT-18 (%s): each filter of the contract is granted with the QoS asked for, at most 1",
  async (_version, protocol) => {
    const { client } = await connectGateway(platform(), { protocol });
    for (const filter of GRANTED_FILTERS)
      for (const [asked, granted] of [
        [0, 0],
        [1, 1],
        [2, 1],
      ] as const)
        expect([filter, (await client.subscribe(filter, asked)).granted]).toEqual([filter, [granted]]);
  },
);

test.each(VERSIONS)(
  "MQTT-18 (%s): a provisioning session is granted its response topic only",
  async (_version, protocol) => {
    const client = await platform().connect("provision", protocol);
    const { granted } = await client.subscribe(["/provision/response", "v1/gateway/rpc"]);
    expect(granted).toEqual([1, byVersion(protocol, 0x80, 0x8f)]);
  },
);

test.each(VERSIONS)(
  "MQTT-20 (%s): a mixed SUBSCRIBE gets one code per filter, in order",
  async (_version, protocol) => {
    const { client } = await connectGateway(platform(), { protocol });
    const { granted } = await client.subscribe([
      { topic: "v1/gateway/rpc", qos: 2 },
      { topic: "foo", qos: 1 },
      { topic: "v1/gateway/attributes", qos: 0 },
      { topic: "#", qos: 0 },
      { topic: "v1/devices/me/attributes", qos: 1 },
    ]);
    const refused = byVersion(protocol, 0x80, 0x8f);
    expect(granted).toEqual([1, refused, 0, refused, 1]);
  },
);

test("MQTT-21: v2/fw/response/+ is granted", async () => {
  const { client } = await connectGateway(platform());
  expect((await client.subscribe("v2/fw/response/+")).granted).toEqual([1]);
});

test("MQTT-22 (v5): UNSUBSCRIBE of a filter that was there gives 0x00, of any other 0x11", async () => {
  const { client } = await connectGateway(platform(), { subscribe: [RPC] });
  expect((await client.unsubscribe([RPC, ATTRIBUTES])).granted).toEqual([0x00, 0x11]);
  expect((await client.unsubscribe(RPC)).granted).toEqual([0x11]);
});

test.each(V3_VERSIONS)("MQTT-22 (%s): UNSUBSCRIBE gets a plain UNSUBACK", async (_version, protocol) => {
  const { client } = await connectGateway(platform(), { protocol, subscribe: [RPC] });
  expect((await client.unsubscribe([RPC, ATTRIBUTES])).length).toBe(2);
});

test.each(VERSIONS)(
  "MQTT-23 (%s): after UNSUBSCRIBE of v1/gateway/rpc no command arrives",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [RPC] });
    const device = await gateway.connectDevice();
    await gateway.client.unsubscribe(RPC);
    const call = gateway.tenant.call(device.id, { method: "toggle", params: {} }, "plugins/rpc/twoway");
    expect((await platform().passTimeUntil(call)).status).toBe(409);
    expect(await gateway.arrivedOn(RPC)).toEqual([]);
  },
);

test.each(VERSIONS)("MQTT-24 (%s): a shared subscription is refused with its own code", async (_version, protocol) => {
  const { client } = await connectGateway(platform(), { protocol });
  const { granted } = await client.subscribe("$share/group/v1/gateway/rpc");
  expect(granted).toEqual([byVersion(protocol, 0x80, 0x9e)]);
  await client.ping();
});

test.each(VERSIONS)(
  "MQTT §2.1 (%s): filters are literal; one does not bring what another would",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ATTRIBUTES_RESPONSE, ERRORS] });
    const device = await gateway.connectDevice();
    await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    await gateway.tenant.saveAttributes(gateway.gateway.id, "SHARED_SCOPE", { own: 1 });
    expect(await published(gateway.client)).toEqual([]);
    await gateway.client.subscribe(OWN_ATTRIBUTES);
    await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 2 });
    await gateway.tenant.saveAttributes(gateway.gateway.id, "SHARED_SCOPE", { own: 2 });
    expect(await published(gateway.client)).toEqual([[OWN_ATTRIBUTES, { own: 2 }]]);
  },
);

test.each(VERSIONS)(
  "MQTT §2.1 (%s): calls that wait for devices of the gateway are sent after SUBACK",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const device = await gateway.connectDevice();
    const call = gateway.tenant.call(device.id, { method: "toggle" });
    await platform().settle();
    expect(await published(gateway.client)).toEqual([]);
    await gateway.client.subscribe(RPC);
    const command = await gateway.client.nextJson(RPC);
    const kinds = gateway.client.received.map(({ cmd }) => cmd).filter((cmd) => cmd === "suback" || cmd === "publish");
    expect(kinds).toEqual(["suback", "publish"]);
    await gateway.publish(RPC, { device: device.name, id: member(command, "data", "id"), data: 1 });
    expect((await call).text).toBe("1");
  },
);

test.each(VERSIONS)(
  "MQTT §2.1 (%s): a device's own waiting calls are sent after SUBACK, in the variant subscribed",
  async (_version, protocol) => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const client = await platform().connect(device.token, protocol);
    const call = tenant.call(device.id, { method: "toggle", params: [1] });
    await platform().settle();
    await client.subscribe("v2/r/req/+");
    const { topic, payload } = await client.next("publish");
    expect(JSON.parse(payload.toString())).toEqual({ method: "toggle", params: [1] });
    expect(topic).toMatch(/^v2\/r\/req\/\d+$/);
    await client.publish(topic.replace("/req/", "/res/"), { ok: true });
    expect((await call).body).toEqual({ ok: true });
  },
);

test.each(VERSIONS)(
  "MQTT §2.1 (%s): of the variants of one notification the one subscribed last names the topic",
  async (_version, protocol) => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const client = await platform().connect(device.token, protocol);
    const variants = [OWN_ATTRIBUTES, "v2/a", "v2/a/j"];
    for (const variant of [...variants, OWN_ATTRIBUTES]) {
      await client.subscribe(variant);
      await tenant.saveAttributes(device.id, "SHARED_SCOPE", { variant });
      expect(await client.nextJson(variant)).toEqual({ variant });
    }
    await client.unsubscribe(OWN_ATTRIBUTES);
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { left: true });
    expect(await published(client)).toEqual([["v2/a/j", { left: true }]]);
  },
);

test.each(VERSIONS)(
  "MQTT-19 (%s): wildcards and unknown filters are refused, bring nothing, and the connection stays open",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [] });
    const refused = byVersion(protocol, 0x80, 0x8f);
    const filters = [
      "#",
      "+/+/+",
      "+/devices/me/attributes",
      "foo",
      "v1/devices/me/rpc/request/1",
      "v2/a/p",
      "v1/gateway/#",
      "v1/gateway/+",
      "v1/devices/me/#",
      "/provision/response",
      "/v1/gateway/rpc",
      "V1/gateway/rpc",
    ];
    expect((await gateway.client.subscribe(filters)).granted).toEqual(filters.map(() => refused));
    const device = await gateway.connectDevice();
    await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    expect(await published(gateway.client)).toEqual([]);
    const { granted } = await gateway.client.unsubscribe(["#"]);
    if (protocol === 5) expect(granted).toEqual([0x11]);
  },
);

test.each(VERSIONS)("MQTT §2.2 (%s): an empty filter is refused as any other", async (_version, protocol) => {
  const { client } = await connectGateway(platform(), { protocol });
  const properties = protocol === 5 ? [0] : [];
  client.sendBytes(Buffer.of(0x82, 5 + properties.length, 0, 7, ...properties, 0, 0, 1));
  expect((await client.next("suback")).granted).toEqual([byVersion(protocol, 0x80, 0x8f)]);
  await client.ping();
});

test("MQTT §2.2 (v5): a subscription identifier ends the connection with 0xA1", async () => {
  const { client } = await connectGateway(platform());
  client.send({
    cmd: "subscribe",
    messageId: 1,
    subscriptions: [{ topic: RPC, qos: 1 }],
    properties: { subscriptionIdentifier: 1 },
  });
  expect((await client.next("disconnect")).reasonCode).toBe(0xa1);
  await client.closed();
});

test.each([
  ["an empty filter list", 0x82, 0x82],
  ["bad reserved bits of the packet", 0x80, 0x81],
] as const)("MQTT §2.2: %s ends the connection", async (_case, firstByte, code) => {
  for (const [, protocol] of VERSIONS) {
    const { client } = await connectGateway(platform(), { protocol });
    const filter = code === 0x82 ? [] : [0, 1, 0x61, 0];
    const body = [0, 7, ...(protocol === 5 ? [0] : []), ...filter];
    client.sendBytes(Buffer.of(firstByte, body.length, ...body));
    if (protocol === 5) expect((await client.next("disconnect")).reasonCode).toBe(code);
    await client.closed();
    expect(client.received.some(({ cmd }) => cmd === "suback")).toBe(false);
  }
});

test.each(VERSIONS)("MQTT §2.2 (%s): repeating a filter replaces its QoS", async (_version, protocol) => {
  const gateway = await connectGateway(platform(), { protocol, subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  for (const qos of [0, 1, 0] as const) {
    await gateway.client.subscribe(ATTRIBUTES, qos);
    await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: qos });
    const publish = await gateway.client.next("publish");
    expect([publish.qos, JSON.parse(publish.payload.toString())]).toEqual([
      qos,
      { device: device.name, data: { target: qos } },
    ]);
  }
  expect(await published(gateway.client)).toEqual([]);
});

test("MQTT §2.2 (v5): No Local, Retain Handling and Retain As Published change nothing", async () => {
  const gateway = await connectGateway(platform());
  const { granted } = await gateway.client.subscribe([{ topic: ATTRIBUTES, qos: 1, nl: true, rap: true, rh: 2 }]);
  expect(granted).toEqual([1]);
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
});

test.each(VERSIONS)(
  "MQTT §2.2 (%s): a device that is no gateway is granted the gateway's filters, and no downlink of another device comes",
  async (_version, protocol) => {
    const { tenant } = platform();
    const own = await tenant.createDevice();
    const client = await platform().connect(own.token, protocol);
    const { granted } = await client.subscribe([ATTRIBUTES, ATTRIBUTES_RESPONSE, RPC, ERRORS]);
    expect(granted).toEqual([1, 1, 1, 1]);
    await tenant.saveAttributes(own.id, "SHARED_SCOPE", { target: 1 });
    const call = tenant.call(own.id, { method: "toggle" }, "plugins/rpc/twoway");
    expect((await platform().passTimeUntil(call)).status).toBe(409);
    expect(await published(client)).toEqual([]);
  },
);

test.each(VERSIONS)("MQTT §2.2 (%s): subscribing replays no values", async (_version, protocol) => {
  const first = await connectGateway(platform(), { protocol });
  const device = await first.connectDevice();
  await first.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  await first.tenant.saveAttributes(first.gateway.id, "SHARED_SCOPE", { own: 1 });
  await first.client.subscribe([ATTRIBUTES, OWN_ATTRIBUTES]);
  expect(await published(first.client)).toEqual([]);
});

test("MQTT §2.2 (v5): after UNSUBACK nothing comes of the filter, not even what waited for the client's window", async () => {
  const gateway = await connectGateway(platform(), {
    acknowledge: false,
    connect: { properties: { receiveMaximum: 1 } },
    subscribe: [ATTRIBUTES, OWN_ATTRIBUTES],
  });
  const device = await gateway.connectDevice();
  for (const n of [1, 2, 3]) await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { n });
  await gateway.tenant.saveAttributes(gateway.gateway.id, "SHARED_SCOPE", { own: 1 });
  const first = await gateway.client.next("publish");
  await gateway.client.unsubscribe(ATTRIBUTES);
  gateway.client.send({ cmd: "puback", messageId: first.messageId ?? 0 });
  expect(await published(gateway.client)).toEqual([[OWN_ATTRIBUTES, { own: 1 }]]);
});

test.each(VERSIONS)(
  "MQTT §2.3 (%s): nothing comes on the gateway's topics without a subscription",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const device = await gateway.connectDevice();
    await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    await gateway.tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["target"]);
    await gateway.publish("v1/gateway/attributes/request", { id: 1, device: device.name, shared: [] });
    const call = gateway.tenant.call(device.id, { method: "toggle" }, "plugins/rpc/oneway");
    expect((await platform().passTimeUntil(call)).status).toBe(409);
    await gateway.tenant.saveAttributes(gateway.gateway.id, "SHARED_SCOPE", { own: 1 });
    const own = gateway.tenant.call(gateway.gateway.id, { method: "toggle" }, "plugins/rpc/oneway");
    expect((await platform().passTimeUntil(own)).status).toBe(409);
    expect(await published(gateway.client)).toEqual([]);
  },
);

test.each(VERSIONS)(
  "MQTT §2.3 (%s): own answers come without a subscription at QoS 1, with one at its QoS",
  async (_version, protocol) => {
    const { tenant } = platform();
    const client = await platform().connect((await tenant.createDevice()).token, protocol);
    const ask = async (): Promise<[string, number][]> => {
      await client.publish("v1/devices/me/attributes/request/7", {});
      await client.publish("v1/devices/me/rpc/request/8", { method: "getSessionLimits" });
      const answers = [await client.next("publish"), await client.next("publish")];
      return answers.map(({ topic, qos }) => [topic, qos]);
    };
    const topics = ["v1/devices/me/attributes/response/7", "v1/devices/me/rpc/response/8"];
    expect(await ask()).toEqual(topics.map((topic) => [topic, 1]));
    await client.subscribe(["v1/devices/me/attributes/response/+", "v1/devices/me/rpc/response/+"], 0);
    expect(await ask()).toEqual(topics.map((topic) => [topic, 0]));
  },
);

test.each([0, 1] as const)("MQTT §2.3: every downlink has the QoS %i that was granted to its filter", async (qos) => {
  const gateway = await connectGateway(platform(), {
    subscribe: [ATTRIBUTES, ATTRIBUTES_RESPONSE, RPC, ERRORS, OWN_RPC, OWN_ATTRIBUTES],
    qos,
  });
  const device = await gateway.connectDevice();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  await gateway.publish("v1/gateway/attributes/request", { id: 1, device: device.name, shared: ["target"] });
  await gateway.tenant.call(device.id, { method: "toggle" }, "rpc/oneway");
  await gateway.tenant.call(gateway.gateway.id, { method: "toggle" }, "rpc/oneway");
  await gateway.tenant.saveAttributes(gateway.gateway.id, "SHARED_SCOPE", { own: 1 });
  expect(pubackCode(await gateway.client.publish(TELEMETRY, "{"))).toBe(0x99);
  const unread = await gateway.client.unreadAfterPing("publish");
  expect(unread.map((packet) => packet.qos)).toEqual([qos, qos, qos, qos, qos, qos]);
  expect(unread.every(({ messageId }) => (qos === 0 ? messageId === undefined : messageId !== 0))).toBe(true);
});

async function published(client: RawMqttClient): Promise<[string, unknown][]> {
  const unread = await client.unreadAfterPing("publish");
  return unread.map(({ topic, payload }) => [topic, JSON.parse(payload.toString()) as unknown]);
}
