// MQTT contract, section 4.9: what a gateway learns on its own topics: refusals, rates, and that a device it connected has been
// renamed or deleted on the platform, by a call that also waits for it while it is away; and the metadata of its connectors.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  byVersion,
  connectGateway,
  type ConnectedGateway,
  CONNECT,
  DISCONNECT,
  ERRORS,
  TELEMETRY,
  useTestPlatform,
  V3_VERSIONS,
  VERSIONS,
} from "../support/conformance.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";
import type { TestTenant } from "../support/tenant.ts";

// The administrator has to outlive the notices.
const platform = useTestPlatform({ settings: { "security.jwt.tokenExpirationSeconds": 172_800 } });

const OWN_RPC = "v1/devices/me/rpc/request/+";

test("a rename and a deletion reach the gateway, with the names", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [OWN_RPC] });
  const device = await gateway.connectDevice();
  await rename(gateway.tenant, device.name, "__proto__");
  expect(await nextNotice(gateway.client)).toBe(
    `{"method":"gateway_device_renamed","params":{${JSON.stringify(device.name)}:"__proto__"}}`,
  );

  expect(await gateway.publish(TELEMETRY, { ["__proto__"]: [{ values: { t: 1 } }] })).toBe(0);
  await gateway.tenant.deleteDevice(device.id);
  expect(await nextNotice(gateway.client)).toBe('{"method":"gateway_device_deleted","params":"__proto__"}');
});

test("a change of another field is no rename, and a device without a gateway tells nobody", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [OWN_RPC] });
  const device = await gateway.connectDevice();
  await change(gateway.tenant, device.name, { label: "pump" });
  const direct = await gateway.tenant.createDevice();
  await rename(gateway.tenant, direct.name, gateway.newName());
  await gateway.tenant.deleteDevice(direct.id);
  expect(await noticesUntilNow(gateway)).toEqual([]);
});

test("the notice goes to the gateway that connected the device last", async () => {
  const first = await connectGateway(platform(), { subscribe: [OWN_RPC] });
  const second = await connectGateway(platform(), { subscribe: [OWN_RPC] });
  const device = await first.connectDevice();
  await second.publish(CONNECT, { device: device.name });
  await first.tenant.deleteDevice(device.id);
  expect(await nextNotice(second.client)).toBe(
    `{"method":"gateway_device_deleted","params":${JSON.stringify(device.name)}}`,
  );
  expect(await noticesUntilNow(first)).toEqual([]);
});

test("also where the one who renamed it left the name of the gateway out of the device", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [OWN_RPC] });
  const device = await gateway.connectDevice();
  await change(gateway.tenant, device.name, { name: gateway.newName(), additionalInfo: null });
  expect(await nextNotice(gateway.client)).toContain("gateway_device_renamed");
});

test("a gateway that is away gets the notice when it comes back, and not after a day", async () => {
  const gateway = await connectGateway(platform());
  const devices = [await gateway.connectDevice(), await gateway.connectDevice()] as const;
  await gateway.client.disconnect();
  await gateway.tenant.deleteDevice(devices[0].id);
  const back = await connectGateway(platform(), { gateway: gateway.gateway, subscribe: [OWN_RPC] });
  expect(await nextNotice(back.client)).toContain(JSON.stringify(devices[0].name));

  await back.client.disconnect();
  await gateway.tenant.deleteDevice(devices[1].id);
  platform().clock.advance(24 * 3_600_000);
  await platform().settle();
  const late = await connectGateway(platform(), { gateway: gateway.gateway, subscribe: [OWN_RPC] });
  expect(await noticesUntilNow(late)).toEqual([]);
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
  "MQTT §4.9 (%s): a device that is no gateway has no errors topic, whatever is refused or remarked",
  async (_version, protocol) => {
    const client = await platform().connect((await platform().tenant.createDevice()).token, protocol);
    await client.subscribe(ERRORS);
    await client.publish(ATTRIBUTES, { "Device A": { a: 1 } });
    await client.publish("v1/gateway/nothing", {});
    await client.publish("v1/devices/me/telemetry", "no json");
    await client.publish("v1/devices/me/telemetry", Buffer.from('{"a":"\xe9"}', "latin1"));
    expect(await client.unreadAfterPing("publish")).toEqual([]);
  },
);

test("MQTT §4.9: the metadata of connectors becomes one point of the gateway a minute", async () => {
  const gateway = await connectGateway(platform());
  const now = platform().clock.now();
  const entry = (receivedTs: number, publishedTs: number, connector = "modbus") => ({
    ts: now,
    values: { a: 1 },
    metadata: { connector, receivedTs: now - receivedTs, publishedTs: now - publishedTs },
  });
  const device = gateway.newName();
  // A number of more than 15 digits makes the payload be read twice.
  const long = { ...entry(100, 80, "opc"), values: { a: 1, long: "9007199254740993" } };
  await gateway.publish(TELEMETRY, { [device]: [entry(100, 90), entry(50, 20)] });
  const text = JSON.stringify({ [device]: [long] }).replace('"9007199254740993"', "9007199254740993");
  await gateway.publish(TELEMETRY, text);
  platform().clock.advance(60_000);
  const { gatewayMetrics } = await platform().until(
    () => gateway.tenant.latestValues(gateway.gateway.id),
    (latest) => "gatewayMetrics" in latest,
  );
  expect(gatewayMetrics).toEqual({
    modbus: {
      avgGwLatency: 20,
      minGwLatency: 10,
      maxGwLatency: 30,
      avgTransportLatency: 55,
      minTransportLatency: 20,
      maxTransportLatency: 90,
    },
    opc: {
      avgGwLatency: 20,
      minGwLatency: 20,
      maxGwLatency: 20,
      avgTransportLatency: 80,
      minTransportLatency: 80,
      maxTransportLatency: 80,
    },
  });
});

test.each(VERSIONS)(
  "MQTT §4.9 (%s): the rate notice is sent to MQTT 5 alone, without a subscription, and the route stays",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({ transportGatewayTelemetryMsgRateLimit: "1:60" });
    const gateway = await connectGateway(platform(), { protocol, tenant });
    const name = gateway.newName();
    expect(await gateway.publish(CONNECT, { device: name })).toBe(0);
    expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 1 }] })).toBe(0);
    const device = await tenant.existing(name);
    if (protocol === 5) {
      expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 2 }] })).toBe(0x97);
      expect(await gateway.client.nextJson(DISCONNECT)).toEqual({ device: name, reason: 150 });
      expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
    } else {
      gateway.client.startPublish(TELEMETRY, { [name]: [{ a: 2 }] });
      await gateway.client.closed();
      expect(gateway.client.received.filter(({ cmd }) => cmd === "publish")).toEqual([]);
    }
    expect(await tenant.latestValues(device.id)).toEqual({ a: 1 });
    const again = await connectGateway(platform(), {
      protocol,
      tenant,
      gateway: gateway.gateway,
      subscribe: [ATTRIBUTES],
    });
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    expect(await again.client.nextJson(ATTRIBUTES)).toEqual({ device: name, data: { target: 1 } });
  },
);

test.each(VERSIONS)(
  "MQTT §4.9 (%s): of more than 100 refusals a second the rest are counted in one message",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ERRORS] });
    for (let count = 0; count < 130; count++)
      expect(await gateway.publish("v1/gateway/nothing", {})).toBe(byVersion(protocol, 0x00, 0x90));
    expect((await gateway.client.unreadAfterPing("publish")).length).toBe(100);
    platform().clock.advance(1_000);
    const unread = await gateway.client.unreadAfterPing("publish");
    expect(unread.length).toBe(101);
    expect(JSON.parse(String(unread.at(-1)?.payload))).toMatchObject({ error: "rate-limit", omitted: 30 });
  },
);

test.each(V3_VERSIONS)(
  "MQTT §4.9 (%s): a refusal that closes the connection is reported on the errors topic first",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({ transportGatewayTelemetryMsgRateLimit: "1:60" });
    const gateway = await connectGateway(platform(), { protocol, tenant, subscribe: [ERRORS] });
    const name = gateway.newName();
    await gateway.publish(TELEMETRY, { [name]: [{ a: 1 }] });
    gateway.client.startPublish(TELEMETRY, { [name]: [{ a: 2 }] });

    const notice = JSON.parse((await gateway.client.next("publish")).payload.toString()) as unknown;
    expect(notice).toMatchObject({ topic: TELEMETRY, code: 0x97, error: "rate-limit" });
    await gateway.client.closed();
  },
);

/** The payload as it came. */
async function nextNotice(client: RawMqttClient): Promise<string> {
  const packet = await client.next("publish", ({ topic }) => topic.startsWith("v1/devices/me/rpc/request/"));
  return packet.payload.toString();
}

async function noticesUntilNow(gateway: ConnectedGateway): Promise<string[]> {
  // Notices and this call travel in one stream, in order.
  const call = gateway.tenant.call(gateway.gateway.id, { method: "last" }, "rpc/oneway");
  await gateway.client.next("publish", ({ payload }) => payload.toString().includes('"last"'));
  await call;
  return gateway.client.received.flatMap((packet) =>
    packet.cmd === "publish" && packet.payload.toString().includes("gateway_device") ? [packet.payload.toString()] : [],
  );
}

function rename(tenant: TestTenant, name: string, newName: string): Promise<void> {
  return change(tenant, name, { name: newName });
}

async function change(tenant: TestTenant, name: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  const device = await tenant.device(name);
  if (typeof device !== "object" || device === null) throw new Error(`there is no device "${name}"`);
  await tenant.rest.post("/api/device", { ...device, ...fields });
}
