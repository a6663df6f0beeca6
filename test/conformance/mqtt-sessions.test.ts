// MQTT contract, sections 1.1, 1.4 and 1.5, row by row where the checklist leaves a rule out: what CONNACK says, how
// sessions of one device live at the same time, and what ends them.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  byVersion,
  CONNECT,
  connectGateway,
  type ConnectedGateway,
  pubackCode,
  RPC,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { member } from "../support/rest-client.ts";

const platform = useTestPlatform();
const twoSessions = useTestPlatform({ settings: { "mqtt.sessionsPerDeviceMax": 2 } });

const quick = useTestPlatform({
  settings: { "mqtt.sessionInactivitySeconds": 600, "mqtt.connectRateLimit": "2:60" },
});

const OWN_ATTRIBUTES = "v1/devices/me/attributes";

/** The session ends, v5 with this DISCONNECT code, v3 without a word. */
async function expectClosed(client: RawMqttClient, code: number): Promise<void> {
  if (client.protocol === 5) expect((await client.next("disconnect")).reasonCode).toBe(code);
  await client.closed();
  if (client.protocol !== 5) expect(client.received.some(({ cmd }) => cmd === "disconnect")).toBe(false);
}

test("MQTT §1.1: a client of MQTT 3.1 with a long client id works as one of 3.1.1", async () => {
  const { tenant } = platform();
  const { token } = await tenant.createGateway();
  const client = await platform().connect(token, 3, { connect: { clientId: "x".repeat(100) } });
  expect(client.connackCode).toBe(0);
  expect((await client.subscribe(["v1/gateway/rpc", "foo"], 2)).granted).toEqual([1, 0x80]);
  expect(pubackCode(await client.publish(TELEMETRY, { [tenant.uniqueName("Device")]: [{ a: 1 }] }))).toBe(0);
  expect(pubackCode(await client.publish(TELEMETRY, "{"))).toBe(0);
});

test.each(VERSIONS)("MQTT §1.1 (%s): a second CONNECT ends the connection", async (_version, protocol) => {
  const { client } = await connectGateway(platform(), { protocol });
  client.send({
    cmd: "connect",
    protocolId: "MQTT",
    protocolVersion: protocol,
    clientId: "again",
    clean: true,
    keepalive: 0,
  });
  await expectClosed(client, 0x82);
});

test.each(VERSIONS)(
  "MQTT §1.1 (%s): what is sent before CONNACK is handled in order after it",
  async (_version, protocol) => {
    const { tenant } = platform();
    const { token } = await tenant.createGateway();
    const client = await platform().open(protocol);
    client.send({
      cmd: "connect",
      protocolId: protocol === 3 ? "MQIsdp" : "MQTT",
      protocolVersion: protocol,
      clientId: "eager",
      clean: true,
      keepalive: 0,
      username: token,
    });
    const device = tenant.uniqueName("Device");
    const sent = Array.from({ length: 100 }, (_, n) => client.startPublish(TELEMETRY, { [device]: [{ n }] }));
    const acknowledged: (number | undefined)[] = [];
    while (acknowledged.length < sent.length) acknowledged.push((await client.next("puback")).messageId);
    expect(acknowledged).toEqual(sent);
    expect(client.received[0]?.cmd).toBe("connack");
    expect(await tenant.latestValues((await tenant.existing(device)).id)).toEqual({ n: 99 });
  },
);

test("MQTT §1.4 (v5): CONNACK announces what is not offered, and nothing that is left to the default", async () => {
  const { token } = await platform().tenant.createGateway();
  const client = await platform().open(5);
  const { properties } = await client.connect({
    username: token,
    properties: { sessionExpiryInterval: 0, requestProblemInformation: true, topicAliasMaximum: 10 },
  });
  expect({ ...properties }).toEqual({
    maximumPacketSize: 65_536,
    sharedSubscriptionAvailable: false,
    subscriptionIdentifiersAvailable: false,
  });
});

test("MQTT §1.4 (v5): assigned client identifiers differ", async () => {
  const ids = new Set<string | undefined>();
  for (let count = 0; count < 3; count++) {
    const { token } = await platform().tenant.createGateway();
    const client = await platform().open(5);
    const { properties } = await client.connect({ username: token, clientId: "" });
    ids.add(properties?.assignedClientIdentifier);
  }
  expect(ids.size).toBe(3);
});

test.each(VERSIONS)(
  "MQTT §1.5 (%s): above one session per device each gets every notification, and a call goes to the newest that subscribed",
  async (_version, protocol) => {
    const server = twoSessions();
    const gateway = await server.tenant.createGateway();
    const first = await connectGateway(server, { protocol, gateway, subscribe: [ATTRIBUTES, RPC, OWN_ATTRIBUTES] });
    const second = await connectGateway(server, { protocol, gateway, subscribe: [ATTRIBUTES, OWN_ATTRIBUTES] });
    const device = await first.connectDevice();

    await server.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    await server.tenant.saveAttributes(gateway.id, "SHARED_SCOPE", { own: 2 });
    for (const { client } of [first, second]) {
      expect(await client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target: 1 } });
      expect(await client.nextJson(OWN_ATTRIBUTES)).toEqual({ own: 2 });
    }

    await expectCallAt(first, device);
    await second.client.subscribe(RPC);
    await expectCallAt(second, device);
    expect(await first.arrivedOn(RPC)).toHaveLength(2);

    const third = await connectGateway(server, { protocol, gateway });
    await expectClosed(first.client, 0x8e);
    await second.client.ping();
    await third.client.ping();
  },
);

/** Both kinds of calls. */
async function expectCallAt(gateway: ConnectedGateway, device: { id: string; name: string }): Promise<void> {
  await gateway.tenant.call(device.id, { method: "keep", persistent: true }, "rpc/oneway");
  expect(member(await gateway.client.nextJson(RPC), "data", "method")).toBe("keep");
  const call = gateway.tenant.call(device.id, { method: "toggle" });
  const id = member(await gateway.client.nextJson(RPC), "data", "id");
  await gateway.publish(RPC, { device: device.name, id, data: { on: true } });
  expect((await call).body).toEqual({ on: true });
}

test.each(VERSIONS)(
  "MQTT §1.5 (%s): sessions of different devices with one client id do not touch each other",
  async (_version, protocol) => {
    const connect = { clientId: platform().tenant.uniqueName("client") };
    const first = await connectGateway(platform(), { protocol, connect, subscribe: [ATTRIBUTES] });
    const device = await first.connectDevice();
    const second = await connectGateway(platform(), { protocol, connect });
    await first.client.ping();
    await second.client.ping();
    await first.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    expect(await first.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target: 1 } });
  },
);

test.each(VERSIONS)(
  "MQTT §1.5 (%s): a session that is taken over leaves the routes as they are, and its successor starts without subscriptions",
  async (_version, protocol) => {
    const first = await connectGateway(platform(), { protocol, subscribe: [ATTRIBUTES] });
    const device = await first.connectDevice();
    const second = await connectGateway(platform(), {
      protocol,
      gateway: first.gateway,
      connect: { clean: false, clientId: "test" },
    });
    await expectClosed(first.client, 0x8e);
    await first.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    expect(await second.client.unreadAfterPing("publish")).toEqual([]);
    await second.client.subscribe(ATTRIBUTES);
    await first.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 2 });
    expect(await second.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target: 2 } });
  },
);

test.each(VERSIONS)("MQTT §1.5 (%s): RETAIN is ignored, and downlinks carry 0", async (_version, protocol) => {
  const gateway = await connectGateway(platform(), { protocol, subscribe: [ATTRIBUTES] });
  const name = gateway.newName();
  expect(pubackCode(await gateway.client.publish(CONNECT, { device: name }, { retain: true }))).toBe(0);
  const device = await gateway.tenant.existing(name);
  await gateway.client.subscribe([ATTRIBUTES, "v1/gateway/rpc"]);
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  const publish = await gateway.client.next("publish");
  expect([publish.topic, publish.retain, publish.dup]).toEqual([ATTRIBUTES, false, false]);
});

test.each(VERSIONS)(
  "MQTT §1.5 (%s): PINGREQ counts as activity of the session's own device",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    platform().clock.advance(20 * 60_000);
    await gateway.client.ping();
    const now = platform().clock.now();
    await platform().until(
      () => gateway.tenant.attributes(gateway.gateway.id, "SERVER_SCOPE"),
      ({ lastActivityTime, active }) => lastActivityTime === now && active === true,
    );
  },
);

test.each(VERSIONS)(
  "MQTT §1.5 (%s): changed credentials and a deleted device close every session",
  async (_version, protocol) => {
    const { tenant } = twoSessions();
    const device = await tenant.createDevice();
    const clients = [
      await twoSessions().connect(device.token, protocol),
      await twoSessions().connect(device.token, protocol),
    ];
    const token = tenant.uniqueName("token");
    await tenant.setCredentials(device.id, { credentialsId: token });
    for (const client of clients) await expectClosed(client, 0x98);
    const refused = await twoSessions().connect(device.token, protocol);
    expect(refused.connackCode).toBe(byVersion(protocol, 0x05, 0x86));
    const again = await twoSessions().connect(token, protocol);
    await tenant.deleteDevice(device.id);
    await expectClosed(again, 0x98);
  },
);

test.each(VERSIONS)("MQTT §1.5 (%s): the client's DISCONNECT is answered by nothing", async (_version, protocol) => {
  const { client } = await connectGateway(platform(), { protocol });
  await client.disconnect();
  expect(client.received.map(({ cmd }) => cmd)).toEqual(["connack"]);
});

test("MQTT §1.5 (v5): ordinary properties of a PUBLISH are accepted and ignored", async () => {
  const gateway = await connectGateway(platform());
  const device = gateway.newName();
  const properties = {
    payloadFormatIndicator: true,
    messageExpiryInterval: 1,
    responseTopic: "a/b",
    correlationData: Buffer.from("c"),
    contentType: "application/json",
    userProperties: { a: ["1", "2"] },
  };
  const puback = await gateway.client.publish(TELEMETRY, { [device]: [{ a: 1 }] }, { properties });
  expect(pubackCode(puback)).toBe(0);
  expect(await gateway.tenant.latestValues((await gateway.tenant.existing(device)).id)).toEqual({ a: 1 });
});

test.each(VERSIONS)(
  "MQTT §1.5 (%s): without keep alive a session ends after the inactivity timeout without a packet",
  async (_version, protocol) => {
    const { client } = await connectGateway(quick(), { protocol });
    quick().clock.advance(599_000);
    await client.ping();
    quick().clock.advance(599_000);
    await client.ping();
    quick().clock.advance(601_000);
    await expectClosed(client, 0xa0);
  },
);

test.each(VERSIONS)(
  "MQTT §1.3 (%s): a device that connects too often is refused as a rate problem",
  async (_version, protocol) => {
    const { token } = await quick().tenant.createDevice();
    for (const expected of [0, 0, byVersion(protocol, 0x03, 0x9f)]) {
      const client = await quick().connect(token, protocol);
      expect(client.connackCode).toBe(expected);
    }
    quick().clock.advance(60_000);
    expect((await quick().connect(token, protocol)).connackCode).toBe(0);
  },
);

test.each([true, false])(
  "MQTT §1.5: with overwriteActivityTime %j PINGREQ counts for the devices routed through the gateway too, or not",
  async (overwriteActivityTime) => {
    const { tenant } = platform();
    const gateway = await connectGateway(platform(), {
      gateway: await tenant.createGateway({ additionalInfo: { overwriteActivityTime } }),
    });
    const device = await gateway.connectDevice();
    platform().clock.advance(20 * 60_000);
    const isActive = (wanted: boolean) =>
      platform().until(
        () => {
          // A look at all devices that began before this one was stored is followed by another.
          platform().clock.advance(100);
          return tenant.attributes(device.id, "SERVER_SCOPE");
        },
        ({ active }) => active === wanted,
      );
    await isActive(false);
    await gateway.client.ping();
    await platform().settle();
    await isActive(overwriteActivityTime);
  },
);
