// MQTT contract, sections 4.8 and 7.1 to 7.3: calls to devices, how they arrive, how long they wait, and which replies count.
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  byVersion,
  ATTRIBUTES,
  CONNECT,
  connectGateway,
  type ConnectedGateway,
  DISCONNECT,
  pubackCode,
  RPC,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, type RestAnswer } from "../support/rest-client.ts";
import { nextCommand, reachable, reply } from "../support/rpc-calls.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

const SUBSCRIBED = { subscribe: [RPC] };
const OWN_RPC = "v1/devices/me/rpc/request/";
const BAD_REPLIES = [
  "[]",
  "5",
  '"x"',
  "{}",
  '{"device":"a","id":1}',
  '{"device":"a","data":1}',
  '{"id":1,"data":1}',
  '{"device":{},"id":1,"data":1}',
  '{"device":"a","id":"one","data":1}',
  '{"device":"a","id":1.5,"data":1}',
  '{"device":"a","id":null,"data":1}',
];

test("MQTT-86: a call arrives with device, integer id, method and params", async () => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.connectDevice();
  const call = gateway.tenant.call(device.id, { method: "toggle", params: { pin: 1 } });
  const command = await nextCommand(gateway);
  const id = idOf(command);
  expect(command).toEqual({ device: device.name, data: { id, method: "toggle", params: { pin: 1 } } });
  expect(Number.isInteger(id)).toBe(true);
  await reply(gateway, device, command, {});
  await call;
  const second = gateway.tenant.call(device.id, { method: "toggle" });
  const next = await nextCommand(gateway);
  expect(next).toEqual({ device: device.name, data: { id: id + 1, method: "toggle", params: {} } });
  await reply(gateway, device, next, {});
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
    const id = idOf(await nextCommand(gateway));
    await gateway.client.publish(RPC, { device: device.name, id, data }, { qos });
    const { status, text: body } = await call;
    expect([status, JSON.parse(body)]).toEqual([200, data]);
  }
});

test("MQTT-88: a reply with a wrong id is acknowledged and the caller still times out", async () => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.connectDevice();
  const call = gateway.tenant.call(device.id, { method: "toggle" }, "plugins/rpc/twoway");
  const id = idOf(await nextCommand(gateway));
  expect(await gateway.publish(RPC, { device: device.name, id: id + 1, data: { success: true } })).toBe(0);
  const unknown = gateway.newName();
  expect(await gateway.publish(RPC, { device: unknown, id: id, data: { success: true } })).toBe(0);
  expect((await platform().passTimeUntil(call)).status).toBe(408);
  expect(await gateway.publish(RPC, { device: device.name, id: id, data: { success: true } })).toBe(0);
  expect(await gateway.tenant.device(unknown)).toBeUndefined();
});

test.each([
  ["rpc/twoway", 504],
  ["rpc/oneway", 504],
  ["plugins/rpc/twoway", 409],
  ["plugins/rpc/oneway", 409],
])("MQTT-89: a call on /api/%s to an unconnected device is not delivered and ends with %i", async (path, status) => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.tenant.createDevice();
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
  await reply(gateway, device, await nextCommand(gateway), { late: true });
  expect((await call).body).toEqual({ late: true });
});

test("MQTT-91: a one-way call succeeds when it is sent", async () => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.connectDevice();
  const { status, text: body } = await gateway.tenant.call(device.id, { method: "toggle", params: 1 }, "rpc/oneway");
  expect([status, body]).toEqual([200, ""]);
  expect(await nextCommand(gateway)).toMatchObject({
    device: device.name,
    data: { method: "toggle", params: 1 },
  });
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

test.each(VERSIONS)("MQTT §4.8 (%s): params arrive as they were given, any JSON value", async (_version, protocol) => {
  const gateway = await connectGateway(platform(), { protocol, ...SUBSCRIBED });
  const device = await gateway.connectDevice();
  for (const params of [{ pin: 1 }, {}, [1, "2", null], 5, 1.5, true, "text", '{"a":1}', 9007199254740993n]) {
    const call = gateway.tenant.call(device.id, { method: "set", params });
    const publish = await gateway.client.next("publish");
    const id = member(JSON.parse(publish.payload.toString()), "data", "id");
    const json = typeof params === "bigint" ? String(params) : JSON.stringify(params);
    const expected = `{"device":"${device.name}","data":{"id":${String(id)},"method":"set","params":${json}}}`;
    expect(publish.payload.toString()).toBe(expected);
    expect(publish.topic).toBe(RPC);
    await gateway.publish(RPC, { device: device.name, id, data: {} });
    expect((await call).status).toBe(200);
  }
});

test.each(VERSIONS)(
  "MQTT §4.8 (%s): a reply counts only with the id of the call, of its device, through the gateway it went to",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, ...SUBSCRIBED });
    const other = await connectGateway(platform(), { protocol, ...SUBSCRIBED });
    const [device, neighbour] = [await gateway.connectDevice(), await gateway.connectDevice()];
    const call = gateway.tenant.call(device.id, { method: "toggle" });
    const id = member(await nextCommand(gateway), "data", "id");
    const unknown = gateway.newName();
    const ignored = [
      { device: device.name, id: Number(id) + 1, data: "wrong id" },
      { device: device.name, id: -1, data: "wrong id" },
      { device: device.name, id: 2 ** 53, data: "wrong id" },
      { device: neighbour.name, id, data: "wrong device" },
      { device: unknown, id, data: "unknown device" },
      { device: gateway.gateway.name, id, data: "wrong device" },
    ];
    for (const payload of ignored) expect([payload, await gateway.publish(RPC, payload)]).toEqual([payload, 0]);
    expect(await other.publish(RPC, { device: device.name, id, data: "wrong gateway" })).toBe(0);
    const own = await platform().connect(device.token, protocol);
    expect(pubackCode(await own.publish(`v1/devices/me/rpc/response/${String(id)}`, "wrong client"))).toBe(0);
    expect(await gateway.publish(RPC, { device: device.name, id, data: "right" })).toBe(0);
    expect((await call).text).toBe('"right"');
    expect(await gateway.publish(RPC, { device: device.name, id, data: "again" })).toBe(0);
    expect(await gateway.tenant.device(unknown)).toBeUndefined();
  },
);

test.each(VERSIONS)(
  "MQTT §4.8 (%s): a reply without device, id or data gets 0x99, in v3 a PUBACK, and the connection stays open",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    for (const payload of BAD_REPLIES)
      expect([payload, await gateway.publish(RPC, payload)]).toEqual([payload, byVersion(protocol, 0x00, 0x99)]);
    await gateway.client.ping();
  },
);

test("MQTT §4.8: null is data, and an id beyond every request is no more than unknown", async () => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.connectDevice();
  const call = gateway.tenant.call(device.id, { method: "toggle" });
  const id = member(await nextCommand(gateway), "data", "id");
  expect(await gateway.publish(RPC, `{"device":"${device.name}","id":99999999999999999999,"data":1}`)).toBe(0);
  expect(await gateway.publish(RPC, { device: device.name, id, data: null })).toBe(0);
  expect((await call).text).toBe("null");
});

test("MQTT §4.8: a reply makes no route, and counts as activity of the device", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [RPC, ATTRIBUTES] });
  const device = await gateway.connectDevice();
  const call = gateway.tenant.call(device.id, { method: "toggle" });
  const id = member(await nextCommand(gateway), "data", "id");
  await gateway.publish(DISCONNECT, { device: device.name });
  platform().clock.advance(2_000);
  await gateway.publish(RPC, { device: device.name, id, data: {} });
  expect((await call).status).toBe(200);
  const repliedAt = platform().clock.now();
  // The time of the last activity is written now and then.
  platform().clock.advance(60_000);
  await platform().until(
    () => gateway.tenant.attributes(device.id, "SERVER_SCOPE"),
    ({ lastActivityTime }) => lastActivityTime === repliedAt,
  );
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
});

test.each(VERSIONS)("MQTT §4.8 (%s): calls of the gateway itself use its own topics", async (_version, protocol) => {
  const gateway = await connectGateway(platform(), { protocol, subscribe: [RPC, "v1/devices/me/rpc/request/+"] });
  const call = gateway.tenant.call(gateway.gateway.id, { method: "reboot", params: { now: true } });
  const { topic, payload } = await gateway.client.next("publish");
  expect(topic).toMatch(/^v1\/devices\/me\/rpc\/request\/\d+$/);
  expect(JSON.parse(payload.toString())).toEqual({ method: "reboot", params: { now: true } });
  await gateway.client.publish(topic.replace("request", "response"), { done: 1 });
  expect((await call).body).toEqual({ done: 1 });
  expect(await gateway.arrivedOn(RPC)).toEqual([]);
});

test("MQTT §7.1 identity: ids begin with 1 for each device, ascend by 1, and go on after a restart", async () => {
  const dataDir = await scratchFolder();
  try {
    const settings = { dataDir };
    let gateway: TestDevice;
    let device: TestDevice;
    {
      await using first = await startTestPlatform({ settings });
      const connected = await connectGateway(first, { subscribe: [RPC] });
      gateway = connected.gateway;
      device = await connected.connectDevice();
      expect(await idsOfCalls(connected, device, 3)).toEqual([1, 2, 3]);
      expect(await idsOfCalls(connected, await connected.connectDevice(), 1)).toEqual([1]);
    }
    await using second = await startTestPlatform({ settings });
    const connected = await connectGateway(second, { gateway, subscribe: [RPC] });
    expect(await idsOfCalls(connected, device, 2)).toEqual([4, 5]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test.each([
  [{}, 10_000],
  [{ timeout: 1 }, 5_000],
  [{ timeout: 7_000 }, 7_000],
])("MQTT §7.2 timing: a call with %j ends %i ms after it was received", async (fields, waits) => {
  const { gateway, device } = await reachable(platform());
  const call = gateway.tenant.call(device.id, { method: "m", ...fields }, "plugins/rpc/twoway");
  await nextCommand(gateway);
  platform().clock.advance(waits - 1);
  await expectPending(call);
  platform().clock.advance(1);
  expect((await call).status).toBe(408);
});

test.each(["rpc/twoway", "rpc/oneway"])(
  "MQTT §7.3 %s: without route, gateway or subscription it is held, and sent when that changes",
  async (path) => {
    const gateway = await connectGateway(platform());
    const device = await gateway.knownDevice();
    const call = gateway.tenant.call(device.id, { method: "m" }, path);
    await expectPending(call);
    await gateway.publish(CONNECT, { device: device.name });
    await expectPending(call);
    await gateway.client.disconnect();
    const again = await connectGateway(platform(), { gateway: gateway.gateway });
    await expectPending(call);
    await again.client.subscribe(RPC);
    await reply(again, device, await nextCommand(again), { ok: 1 });
    expect((await call).status).toBe(200);
    expect(await again.arrivedOn(RPC)).toHaveLength(1);
  },
);

test("MQTT §4.3, §7.3: after disconnect or a lost session the call stays pending, and a reply of the same gateway counts", async () => {
  const { gateway, device } = await reachable(platform());
  const first = gateway.tenant.call(device.id, { method: "first" });
  const command = await nextCommand(gateway);
  await gateway.publish(DISCONNECT, { device: device.name });
  await expectPending(first);
  await reply(gateway, device, command, { after: "disconnect" });
  expect((await first).body).toEqual({ after: "disconnect" });

  await gateway.publish(CONNECT, { device: device.name });
  const second = gateway.tenant.call(device.id, { method: "second" });
  const lost = await nextCommand(gateway);
  gateway.client.destroy();
  await gateway.client.closed();
  const again = await connectGateway(platform(), { gateway: gateway.gateway, subscribe: [RPC] });
  await expectPending(second);
  // It was published once, and is not repeated for lack of a reply.
  expect(await again.arrivedOn(RPC)).toEqual([]);
  await reply(again, device, lost, { after: "reconnect" });
  expect((await second).body).toEqual({ after: "reconnect" });
});

test("MQTT §7.3 direct devices: a call needs a session subscribed to RPC requests", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const client = await platform().connect(device.token, 5);
  const silent = tenant.call(device.id, { method: "m" }, "plugins/rpc/twoway");
  expect((await platform().passTimeUntil(silent)).status).toBe(409);
  const held = tenant.call(device.id, { method: "held", params: [1] });
  await expectPending(held);
  await client.subscribe(`${OWN_RPC}+`);
  const command = await client.next("publish");
  expect(command.payload.toString()).toBe('{"method":"held","params":[1]}');
  const id = command.topic.slice(OWN_RPC.length);
  await client.publish(`v1/devices/me/rpc/response/${id}`, { ok: true });
  expect((await held).body).toEqual({ ok: true });
  const unanswered = tenant.call(device.id, { method: "m" }, "plugins/rpc/twoway");
  await client.next("publish");
  expect((await platform().passTimeUntil(unanswered)).status).toBe(408);
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

async function idsOfCalls(gateway: ConnectedGateway, device: TestDevice, count: number): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let calls = 0; calls < count; calls++) {
    const call = gateway.tenant.call(device.id, { method: "m" });
    const command = await nextCommand(gateway);
    ids.push(member(command, "data", "id"));
    await reply(gateway, device, command, {});
    await call;
  }
  return ids;
}

/** It has arrived, and the caller has no answer yet. */
async function expectPending(call: Promise<RestAnswer>): Promise<void> {
  await platform().settle();
  expect(await Promise.race([call, Promise.resolve("pending")])).toBe("pending");
}
