// MQTT contract, section 11, row by row: what is counted against which limit of the tenant, and what a breach looks like.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  ATTRIBUTES_REQUEST,
  ATTRIBUTES_RESPONSE,
  byVersion,
  CLAIM,
  CONNECT,
  connectGateway,
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
import { member } from "../support/rest-client.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

const SECOND = 1_000;
const OWN_TELEMETRY = "v1/devices/me/telemetry";
const OWN_ATTRIBUTES = "v1/devices/me/attributes";

test("MQTT §11 format: buckets refill continuously, and all must allow", async () => {
  const tenant = await platform().createTenant({ transportDeviceTelemetryMsgRateLimit: "2:10,3:100" });
  const client = await platform().connect((await tenant.createDevice()).token, 5);
  const send = async (): Promise<number> => pubackCode(await client.publish(OWN_TELEMETRY, { a: 1 }));
  expect([await send(), await send(), await send()]).toEqual([0, 0, 0x97]);
  platform().clock.advance(4 * SECOND);
  expect(await send()).toBe(0x97);
  // A token of two within 10 s comes every 5 s.
  platform().clock.advance(SECOND);
  expect(await send()).toBe(0);
  platform().clock.advance(10 * SECOND);
  // The first bucket is full; the second has got 15/100 of its 3 tokens back, and none before.
  expect(await send()).toBe(0x97);
  platform().clock.advance(19 * SECOND);
  expect([await send(), await send()]).toEqual([0, 0x97]);
});

test.each(["x", "5", "5:", ":5", "0:1", "5:0", "5:1;6:2", "-5:1"])(
  "MQTT §11 format: a profile with the limit %j is refused",
  async (limit) => {
    await expect(platform().createTenant({ transportDeviceMsgRateLimit: limit })).rejects.toThrow(/400/);
  },
);

test("MQTT §11 cost: telemetry and attributes are 1 telemetry message and their data points, the rest is 1 message", async () => {
  const tenant = await platform().createTenant({
    transportDeviceMsgRateLimit: "3:3600",
    transportDeviceTelemetryMsgRateLimit: "4:3600",
    transportDeviceTelemetryDataPointsRateLimit: "10:3600",
  });
  const device = await tenant.createDevice();
  const client = await platform().connect(device.token, 5);
  const send = async (topic: string, payload: unknown): Promise<number> =>
    pubackCode(await client.publish(topic, payload));
  expect(
    await send(OWN_TELEMETRY, [
      { a: 1, b: 2 },
      { c: 3, d: null },
    ]),
  ).toBe(0);
  expect(await send(OWN_ATTRIBUTES, { a: 1, b: 2, c: 3, d: 4, e: null })).toBe(0);
  // Seven points are used, so three are left: four are refused and cost nothing.
  expect(await send(OWN_TELEMETRY, { a: 1, b: 2, c: 3, d: 4 })).toBe(0x97);
  expect(await send(OWN_TELEMETRY, { a: 5, b: 6, c: 7 })).toBe(0);
  expect(await send(OWN_ATTRIBUTES, { z: 1 })).toBe(0x97);
  // The fourth telemetry message has no points; the fifth is one too many.
  expect([await send(OWN_TELEMETRY, {}), await send(OWN_TELEMETRY, {})]).toEqual([0, 0x97]);
  expect(await tenant.latestValues(device.id)).toEqual({ a: 5, b: 6, c: 7 });
  const others = [
    ["v1/devices/me/attributes/request/1", {}],
    ["v1/devices/me/rpc/request/1", { method: "m" }],
    ["v1/devices/me/claim", {}],
    ["v1/devices/me/rpc/response/1", {}],
  ] as const;
  const codes: number[] = [];
  for (const [topic, payload] of others) codes.push(await send(topic, payload));
  expect(codes).toEqual([0, 0, 0, 0x97]);
});

test("MQTT §11 who: a device's own, a gateway's own and its devices' messages have limits of their own", async () => {
  const tenant = await platform().createTenant({
    transportDeviceTelemetryMsgRateLimit: "1:3600",
    transportGatewayTelemetryMsgRateLimit: "3:3600",
    transportGatewayDeviceTelemetryMsgRateLimit: "2:3600",
  });
  const device = await platform().connect((await tenant.createDevice()).token, 5);
  const own = async (client: RawMqttClient): Promise<number> =>
    pubackCode(await client.publish(OWN_TELEMETRY, { a: 1 }));
  expect([await own(device), await own(device)]).toEqual([0, 0x97]);
  const gateway = await connectGateway(platform(), { tenant });
  expect([await own(gateway.client), await own(gateway.client), await own(gateway.client)]).toEqual([0, 0, 0x97]);
  // All devices behind one gateway together, whether they publish telemetry or attributes.
  const [one, other] = [gateway.newName(), gateway.newName()];
  expect(await gateway.publish(TELEMETRY, { [one]: [{ a: 1 }] })).toBe(0);
  expect(await gateway.publish(ATTRIBUTES, { [other]: { a: 1 } })).toBe(0);
  expect(await gateway.publish(TELEMETRY, { [other]: [{ a: 1 }] })).toBe(0);
  expect(await gateway.publish(TELEMETRY, { [one]: [{ a: 1 }] })).toBe(0x97);
  // A gateway that names itself sends a message of its own, which are used up.
  expect(await gateway.publish(TELEMETRY, { [gateway.gateway.name]: [{ a: 1 }] })).toBe(0x97);
  const second = await connectGateway(platform(), { tenant });
  expect(await second.publish(TELEMETRY, { [one]: [{ a: 2 }] })).toBe(0);
});

test("MQTT §11 who: the tenant's limits are for everything of the tenant, and of no other", async () => {
  const tenant = await platform().createTenant({
    transportTenantTelemetryMsgRateLimit: "3:3600",
    transportTenantMsgRateLimit: "2:3600",
  });
  const client = await platform().connect((await tenant.createDevice()).token, 5);
  const gateway = await connectGateway(platform(), { tenant });
  const name = gateway.newName();
  expect(pubackCode(await client.publish(OWN_TELEMETRY, { a: 1 }))).toBe(0);
  expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 1 }] })).toBe(0);
  expect(pubackCode(await gateway.client.publish(OWN_ATTRIBUTES, { a: 1 }))).toBe(0);
  expect(pubackCode(await client.publish(OWN_TELEMETRY, { a: 2 }))).toBe(0x97);
  expect(await gateway.publish(CONNECT, { device: name })).toBe(0);
  expect(pubackCode(await client.publish("v1/devices/me/attributes/request/1", {}))).toBe(0);
  expect(await gateway.publish(DISCONNECT, { device: name })).toBe(0x97);
  const elsewhere = await platform().createTenant();
  const other = await platform().connect((await elsewhere.createDevice()).token, 5);
  expect(pubackCode(await other.publish(OWN_TELEMETRY, { a: 1 }))).toBe(0);
});

test("MQTT §11 points: the data points of a tenant, a gateway's own and those behind it", async () => {
  for (const [limit, isOwn] of [
    ["transportTenantTelemetryDataPointsRateLimit", true],
    ["transportTenantTelemetryDataPointsRateLimit", false],
    ["transportGatewayTelemetryDataPointsRateLimit", false],
    ["transportGatewayDeviceTelemetryDataPointsRateLimit", true],
  ] as const) {
    const tenant = await platform().createTenant({ [limit]: "5:3600" });
    const gateway = await connectGateway(platform(), { tenant });
    const name = gateway.newName();
    const send = (values: object): Promise<number> =>
      isOwn ? gateway.publish(OWN_TELEMETRY, values) : gateway.publish(TELEMETRY, { [name]: [values] });
    expect([
      limit,
      await send({ a: 1, b: 2, c: 3 }),
      await send({ a: 1, b: 2, c: 3 }),
      await send({ a: 1, b: 2 }),
    ]).toEqual([limit, 0, 0x97, 0]);
  }
});

test("MQTT §11: in a message with several devices each entry is charged for itself", async () => {
  const tenant = await platform().createTenant({ transportGatewayTelemetryMsgRateLimit: "2:3600" });
  const gateway = await connectGateway(platform(), { tenant, subscribe: [ERRORS] });
  const [one, two, three] = [gateway.newName(), gateway.newName(), gateway.newName()];
  expect(await gateway.publish(TELEMETRY, { [one]: [{ a: 1 }], [two]: [{ a: 2 }], [three]: [{ a: 3 }] })).toBe(0x97);
  expect(await gateway.client.nextJson(DISCONNECT)).toEqual({ device: three, reason: 150 });
  expect(await gateway.client.nextJson(ERRORS)).toMatchObject({ device: three, code: 151, error: "rate-limit" });
  for (const [name, value] of [
    [one, 1],
    [two, 2],
  ] as const)
    expect(await tenant.latestValues((await tenant.existing(name)).id)).toEqual({ a: value });
});

test.each([
  [CONNECT, "Msg", (device: string) => ({ device })],
  [DISCONNECT, "Msg", (device: string) => ({ device })],
  [ATTRIBUTES, "TelemetryMsg", (device: string) => ({ [device]: { a: 2 } })],
  [TELEMETRY, "TelemetryMsg", (device: string) => ({ [device]: [{ a: 2 }] })],
  [ATTRIBUTES_REQUEST, "Msg", (device: string) => ({ id: 1, device })],
  [RPC, "Msg", (device: string) => ({ device, id: 1, data: {} })],
  [CLAIM, "Msg", (device: string) => ({ [device]: {} })],
] as const)(
  "MQTT §11 breach by a proxied device on %s: v5 0x97, the notice, the entry dropped, open; v3 closed",
  async (topic, limit, payload) => {
    const tenant = await platform().createTenant({ [`transportGateway${limit}RateLimit`]: "1:3600" });
    const gateway = await connectGateway(platform(), { tenant, subscribe: [ATTRIBUTES_RESPONSE] });
    const device = await tenant.createDevice();
    await gateway.publish(topic, payload(device.name));
    if (topic === ATTRIBUTES_REQUEST) await gateway.client.next("publish");
    const before = await gateway.client.unreadAfterPing("publish");
    expect(before).toEqual([]);
    gateway.client.startPublish(topic, payload(device.name), { packetId: 77 });
    expect(await gateway.client.nextJson(DISCONNECT)).toEqual({ device: device.name, reason: 150 });
    expect(pubackCode(await gateway.client.next("puback"))).toBe(0x97);
    const kinds = gateway.client.received.slice(-2).map(({ cmd }) => cmd);
    expect(kinds).toEqual(["puback", "publish"]);
    expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);

    for (const [, protocol] of V3_VERSIONS) {
      const old = await connectGateway(platform(), { tenant, protocol });
      const proxied = await tenant.createDevice();
      await old.publish(topic, payload(proxied.name));
      old.client.startPublish(topic, payload(proxied.name));
      await old.client.closed();
      expect(old.client.received.map(({ cmd }) => cmd)).toEqual(["connack", "puback"]);
    }
  },
);

test.each(VERSIONS)("MQTT §11 breach by a proxied device (%s): the route is kept", async (_version, protocol) => {
  const tenant = await platform().createTenant({ transportGatewayTelemetryMsgRateLimit: "1:3600" });
  const gateway = await connectGateway(platform(), { tenant, protocol, subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
  gateway.client.startPublish(TELEMETRY, { [device.name]: [{ a: 2 }] });
  if (protocol === 5) expect(pubackCode(await gateway.client.next("puback"))).toBe(0x97);
  else await gateway.client.closed();
  const { client } =
    protocol === 5
      ? gateway
      : await connectGateway(platform(), { tenant, gateway: gateway.gateway, protocol, subscribe: [ATTRIBUTES] });
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target: 1 } });
});

test.each(VERSIONS)(
  "MQTT §11 breach (%s): other entries of the message are stored, and the gateway stays connected",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({ transportGatewayTelemetryMsgRateLimit: "1:3600" });
    const gateway = await connectGateway(platform(), { tenant, protocol });
    const [kept, dropped] = [await tenant.createDevice(), await tenant.createDevice()];
    const code = await gateway.publish(TELEMETRY, { [kept.name]: [{ a: 1 }], [dropped.name]: [{ a: 2 }] });
    expect(code).toBe(byVersion(protocol, 0x00, 0x97));
    await gateway.client.ping();
    expect(await tenant.latestValues(kept.id)).toEqual({ a: 1 });
    expect(await tenant.latestValues(dropped.id)).toEqual({});
  },
);

test.each([OWN_TELEMETRY, OWN_ATTRIBUTES])(
  "MQTT §11 breach by own messages on %s: v5 0x97 and open, v3 closed without PUBACK",
  async (topic) => {
    const tenant = await platform().createTenant({
      transportDeviceTelemetryMsgRateLimit: "1:3600",
      transportGatewayDeviceTelemetryMsgRateLimit: "1:3600",
    });
    for (const device of [await tenant.createDevice(), await tenant.createGateway()]) {
      const client = await platform().connect(device.token, 5);
      expect(pubackCode(await client.publish(topic, { a: 1 }))).toBe(0);
      expect(pubackCode(await client.publish(topic, { a: 2 }))).toBe(0x97);
      await client.publish(topic, { a: 3 }, { qos: 0 });
      // No notice: it tells a gateway about the devices behind it.
      expect(await client.unreadAfterPing("publish")).toEqual([]);
      for (const [, protocol] of V3_VERSIONS) {
        const old = await platform().connect((await tenant.createDevice()).token, protocol);
        expect(pubackCode(await old.publish(topic, { a: 1 }))).toBe(0);
        old.startPublish(topic, { a: 2 });
        await old.closed();
        expect(old.received.map(({ cmd }) => cmd)).toEqual(["connack", "puback"]);
      }
    }
  },
);

test.each(VERSIONS)(
  "MQTT §11, §3.2 (%s): more data points than a limit ever allows at once are refused for good, and the connection stays open",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({
      transportGatewayTelemetryDataPointsRateLimit: "3:1,100:3600",
      transportGatewayDeviceTelemetryDataPointsRateLimit: "3:1",
    });
    const gateway = await connectGateway(platform(), { tenant, protocol, subscribe: [ERRORS] });
    const values = { a: 1, b: 2, c: 3, d: 4 };
    const messages = [
      [TELEMETRY, { Meter: [values] }],
      [ATTRIBUTES, { Meter: values }],
      [OWN_TELEMETRY, values],
      [OWN_ATTRIBUTES, values],
    ] as const;

    for (const [topic, payload] of messages) {
      expect(pubackCode(await gateway.client.publish(topic, payload))).toBe(byVersion(protocol, 0x00, 0x97));
      const isOwn = topic === OWN_TELEMETRY || topic === OWN_ATTRIBUTES;
      const name = `transportGateway${isOwn ? "Device" : ""}TelemetryDataPointsRateLimit`;
      const text = isOwn ? "3:1" : "3:1,100:3600";
      expect(await gateway.client.nextJson(ERRORS)).toMatchObject({
        ...{ topic, code: 0x97, error: "rate-limit", limit: { name, value: text } },
        message: `a message may bring 3 data points by the rate limit ${name} of ${text} (count:seconds), got 4`,
      });
    }

    expect(pubackCode(await gateway.client.publish(TELEMETRY, { Meter: [{ a: 1, b: 2, c: 3 }] }))).toBe(0);
  },
);

test.each(VERSIONS)(
  "MQTT §11 breach at QoS 0 (%s): dropped, and the connection stays open",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({
      transportDeviceTelemetryMsgRateLimit: "1:3600",
      transportGatewayTelemetryMsgRateLimit: "1:3600",
    });
    const device = await tenant.createDevice();
    // Nothing tells when a message of QoS 0 has been stored.
    const storedOf = async ({ id }: TestDevice): Promise<unknown> => {
      await platform().until(
        () => tenant.latestValues(id),
        (values) => "a" in values,
        50,
      );
      await platform().settle();
      return tenant.latestValues(id);
    };
    const client = await platform().connect(device.token, protocol);
    for (const a of [1, 2]) await client.publish(OWN_TELEMETRY, { a }, { qos: 0 });
    await client.ping();
    expect(await storedOf(device)).toEqual({ a: 1 });
    const gateway = await connectGateway(platform(), { tenant, protocol, subscribe: [ERRORS] });
    const proxied = await tenant.createDevice();
    for (const a of [1, 2]) await gateway.client.publish(TELEMETRY, { [proxied.name]: [{ a }] }, { qos: 0 });
    expect(await gateway.client.nextJson(ERRORS)).toMatchObject({ device: proxied.name, error: "rate-limit" });
    expect(await storedOf(proxied)).toEqual({ a: 1 });
    // The notice for gateways that slow down answers a message that is acknowledged; here nothing but the report comes.
    expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
  },
);

test("MQTT-108: on 3.1.1 a breach closes without PUBACK at QoS 1, and what is sent again later is stored; at QoS 0 it is reported", async () => {
  const tenant = await platform().createTenant({ transportGatewayTelemetryMsgRateLimit: "1:60" });
  const first = await connectGateway(platform(), { tenant, protocol: 4, subscribe: [ERRORS] });
  const device = await tenant.createDevice();
  expect(await first.publish(TELEMETRY, { [device.name]: [{ a: 1 }] })).toBe(0);
  await first.client.publish(TELEMETRY, { [device.name]: [{ a: 2 }] }, { qos: 0 });
  expect(await first.client.nextJson(ERRORS)).toMatchObject({ device: device.name, error: "rate-limit" });
  await first.client.ping();
  first.client.startPublish(TELEMETRY, { [device.name]: [{ a: 3 }] });
  await first.client.closed();
  expect(first.client.received.filter(({ cmd }) => cmd === "puback")).toHaveLength(1);
  expect(await tenant.latestValues(device.id)).toEqual({ a: 1 });

  platform().clock.advance(60_000);
  const again = await connectGateway(platform(), { tenant, protocol: 4, gateway: first.gateway });
  expect(await again.publish(TELEMETRY, { [device.name]: [{ a: 3 }] })).toBe(0);
  expect(await tenant.latestValues(device.id)).toEqual({ a: 3 });
});

test("MQTT §11: a reconnect does not fill the buckets, and a changed profile counts at once", async () => {
  const tenant = await platform().createTenant({ transportDeviceTelemetryMsgRateLimit: "1:3600" });
  const device = await tenant.createDevice();
  const send = async (client: RawMqttClient): Promise<number> =>
    pubackCode(await client.publish(OWN_TELEMETRY, { a: 1 }));
  expect(await send(await platform().connect(device.token, 5))).toBe(0);
  const client = await platform().connect(device.token, 5);
  expect(await send(client)).toBe(0x97);
  const profileId = String(member(await platform().sysAdmin.get(`/api/tenant/${tenant.id}`), "tenantProfileId", "id"));
  const profile = await platform().sysAdmin.get(`/api/tenantProfile/${profileId}`);
  await platform().sysAdmin.post("/api/tenantProfile", {
    ...(profile as object),
    profileData: { configuration: { type: "DEFAULT" }, queueConfiguration: null },
  });
  await platform().until(
    () => send(client),
    (code) => code === 0,
    50,
  );
});
