// MQTT contract, checklist "RPC": calls from the platform to devices behind a gateway, waiting ones and lasting ones.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  CONNECT,
  connectGateway,
  type ConnectedGateway,
  RPC,
  useTestPlatform,
} from "../support/conformance.ts";
import { member, text } from "../support/rest-client.ts";
import type { TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform();

const SUBSCRIBED = { subscribe: [RPC, ATTRIBUTES] };
const HOUR = 3_600_000;

test("MQTT-86: a call arrives with device, integer id, method and params", async () => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.connectDevice();
  const call = gateway.tenant.call(device.id, { method: "toggle", params: { pin: 1 } });
  const command = await gateway.client.nextJson(RPC);
  const id = idOf(command);
  expect(command).toEqual({ device: device.name, data: { id, method: "toggle", params: { pin: 1 } } });
  expect(Number.isInteger(id)).toBe(true);
  await reply(gateway, device.name, id, {});
  await call;
  const second = gateway.tenant.call(device.id, { method: "toggle" });
  const next = await gateway.client.nextJson(RPC);
  expect(next).toEqual({ device: device.name, data: { id: id + 1, method: "toggle", params: {} } });
  await reply(gateway, device.name, id + 1, {});
  await second;
});

test.each([
  ["an object", { success: true, list: [1, "2", null] }],
  ["a JSON string", '{"success":true}'],
  ["a number", 5],
  ["a refusal", { error: "jammed" }],
])("MQTT-87: a reply at QoS 0 or 1 that is %s reaches the caller unchanged", async (_kind, data) => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.connectDevice();
  for (const qos of [0, 1] as const) {
    const call = gateway.tenant.call(device.id, { method: "toggle" });
    const id = idOf(await gateway.client.nextJson(RPC));
    await gateway.client.publish(RPC, { device: device.name, id, data }, { qos });
    const { status, text: body } = await call;
    expect([status, JSON.parse(body)]).toEqual([200, data]);
  }
});

test("MQTT-88: a reply with a wrong id is acknowledged and the caller still times out", async () => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.connectDevice();
  const call = gateway.tenant.call(device.id, { method: "toggle" }, "plugins/rpc/twoway");
  const id = idOf(await gateway.client.nextJson(RPC));
  expect(await reply(gateway, device.name, id + 1, { success: true })).toBe(0);
  const unknown = gateway.newName();
  expect(await reply(gateway, unknown, id, { success: true })).toBe(0);
  expect((await platform().passTimeUntil(call)).status).toBe(408);
  expect(await reply(gateway, device.name, id, { success: true })).toBe(0);
  expect(await gateway.tenant.device(unknown)).toBeUndefined();
});

test.each([
  ["rpc/twoway", 504],
  ["rpc/oneway", 504],
  ["plugins/rpc/twoway", 409],
  ["plugins/rpc/oneway", 409],
])("MQTT-89: a call on /api/%s to an unconnected device is not delivered and ends with %i", async (path, status) => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.knownDevice();
  const call = gateway.tenant.call(device.id, { method: "toggle" }, path);
  const answer = await platform().passTimeUntil(call);
  expect([answer.status, answer.text]).toEqual([status, ""]);
  expect(await gateway.arrivedOn(RPC)).toEqual([]);
});

test("MQTT-90: a call issued before connect is delivered when connect comes in time", async () => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.knownDevice();
  const call = gateway.tenant.call(device.id, { method: "toggle" });
  // Long enough for the call to have been accepted, and well within its timeout.
  await platform().settle();
  platform().clock.advance(3_000);
  expect(await gateway.publish(CONNECT, { device: device.name })).toBe(0);
  await reply(gateway, device.name, idOf(await gateway.client.nextJson(RPC)), { late: true });
  expect((await call).body).toEqual({ late: true });
});

test("MQTT-91: a one-way call succeeds when it is sent", async () => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.connectDevice();
  const { status, text: body } = await gateway.tenant.call(device.id, { method: "toggle", params: 1 }, "rpc/oneway");
  expect([status, body]).toEqual([200, ""]);
  expect(await gateway.client.nextJson(RPC)).toMatchObject({
    device: device.name,
    data: { method: "toggle", params: 1 },
  });
});

test("MQTT-92: a persistent call waits for an offline gateway, is delivered once and ends with the reply", async () => {
  const first = await connectGateway(platform(), SUBSCRIBED);
  const device = await first.connectDevice();
  await first.client.disconnect();
  const expirationTime = platform().clock.now() + HOUR;
  const accepted = await first.tenant.call(device.id, { method: "toggle", persistent: true, expirationTime });
  const rpcId = text(accepted.body, "rpcId");
  expect(await statusOf(first.tenant, rpcId)).toBe("QUEUED");
  const again = await connectGateway(platform(), { gateway: first.gateway, ...SUBSCRIBED });
  const command = await again.client.nextJson(RPC);
  expect(await reply(again, device.name, idOf(command), { done: 1 })).toBe(0);
  await platform().until(
    () => statusOf(first.tenant, rpcId),
    (status) => status === "SUCCESSFUL",
  );
  expect(await first.tenant.rest.get(`/api/rpc/persistent/${rpcId}`)).toMatchObject({ response: { done: 1 } });
  expect(await again.arrivedOn(RPC)).toEqual([command]);
});

test("MQTT-93: a persistent call past its expiry is EXPIRED and never delivered", async () => {
  const first = await connectGateway(platform(), SUBSCRIBED);
  const device = await first.connectDevice();
  await first.client.disconnect();
  const expirationTime = platform().clock.now() + 20_000;
  const accepted = await first.tenant.call(device.id, { method: "toggle", persistent: true, expirationTime });
  const rpcId = text(accepted.body, "rpcId");
  platform().clock.advance(30_000);
  await platform().until(
    () => statusOf(first.tenant, rpcId),
    (status) => status === "EXPIRED",
  );
  const again = await connectGateway(platform(), { gateway: first.gateway, ...SUBSCRIBED });
  expect(await again.arrivedOn(RPC)).toEqual([]);
});

test("MQTT-94: getSessionLimits of a gateway is answered with both groups of limits", async () => {
  const { client } = await connectGateway(platform());
  expect(await sessionLimits(client)).toEqual({
    maxPayloadSize: 65_536,
    maxInflightMessages: 100,
    rateLimits: { messages: null, telemetryMessages: null, telemetryDataPoints: null },
    gatewayRateLimits: { messages: null, telemetryMessages: null, telemetryDataPoints: null },
  });
});

test("MQTT-94: getSessionLimits of an ordinary device has no group for devices behind it, and shows the tenant's limits", async () => {
  const tenant = await platform().createTenant({ transportDeviceMsgRateLimit: "20:1,600:60" });
  const client = await platform().connect((await tenant.createDevice()).token, 5);
  expect(await sessionLimits(client)).toEqual({
    maxPayloadSize: 65_536,
    maxInflightMessages: 100,
    rateLimits: { messages: "20:1,600:60", telemetryMessages: null, telemetryDataPoints: null },
  });
});

async function sessionLimits(client: ConnectedGateway["client"]): Promise<unknown> {
  await client.publish("v1/devices/me/rpc/request/1", { method: "getSessionLimits", params: {} });
  return await client.nextJson("v1/devices/me/rpc/response/1");
}

function idOf(command: unknown): number {
  const id = member(command, "data", "id");
  if (typeof id !== "number") throw new Error(`a command without an id: ${JSON.stringify(command)}`);
  return id;
}

function reply(gateway: ConnectedGateway, device: string, id: number, data: unknown): Promise<number> {
  return gateway.publish(RPC, { device, id, data });
}

async function statusOf(tenant: TestTenant, rpcId: string): Promise<string> {
  return text(await tenant.rest.get(`/api/rpc/persistent/${rpcId}`), "status");
}
