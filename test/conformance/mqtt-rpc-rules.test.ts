// MQTT contract, section 7, row by row: ids, deadlines, and the states that calls of the platform go through.
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  CONNECT,
  connectGateway,
  DISCONNECT,
  RPC,
  useTestPlatform,
  type ConnectedGateway,
  type GatewayOptions,
} from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import type { TestDevice, TestTenant } from "../support/tenant.ts";

// Calls last for hours; the administrator has to outlive them.
const platform = useTestPlatform({ settings: { "security.jwt.tokenExpirationSeconds": 6 * 86_400 } });

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const OWN_RPC = "v1/devices/me/rpc/request/";

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

test("MQTT §7.1 identity: the UUID of a persistent call is never on MQTT, a plain call has none", async () => {
  const { gateway, device } = await reachable();
  const { rpcId } = await persistent(gateway.tenant, device);
  const command = await gateway.client.next("publish", ({ topic }) => topic === RPC);
  expect(command.payload.toString()).not.toContain(rpcId);
});

test.each([
  [{}, 10_000],
  [{ timeout: 1 }, 5_000],
  [{ timeout: 7_000 }, 7_000],
])("MQTT §7.2 timing: a call with %j ends %i ms after it was received", async (fields, waits) => {
  const { gateway, device } = await reachable();
  const call = gateway.tenant.call(device.id, { method: "m", ...fields }, "plugins/rpc/twoway");
  await nextCommand(gateway);
  platform().clock.advance(waits - 1);
  await expectPending(call);
  platform().clock.advance(1);
  expect((await call).status).toBe(408);
});

test("MQTT §7.2 timing: expirationTime goes before timeout, and has no minimum", async () => {
  const { gateway, device } = await reachable();
  const expirationTime = platform().clock.now() + 100;
  const call = gateway.tenant.call(device.id, { method: "m", timeout: 60_000, expirationTime });
  await nextCommand(gateway);
  platform().clock.advance(100);
  expect((await call).status).toBe(504);
});

test("MQTT §7.2 timing: what has expired when it is received is not sent; persistent it is EXPIRED", async () => {
  const { gateway, device } = await reachable();
  const expirationTime = platform().clock.now();
  expect((await gateway.tenant.call(device.id, { method: "late", expirationTime })).status).toBe(504);
  const { rpcId } = await persistent(gateway.tenant, device, { expirationTime });
  expect(await statusOf(gateway.tenant, rpcId)).toBe("EXPIRED");
  expect(await gateway.arrivedOn(RPC)).toEqual([]);
});

test.each([
  ["more than allowed", { retries: 50 }, 6],
  ["none named", {}, 6],
  ["two", { retries: 2 }, 3],
  ["no", { retries: 0 }, 1],
])(
  "MQTT §7.2, §7.4 without a PUBACK, %s retries: sent again with the same id every 10 s, then FAILED",
  async (_name, fields, sends) => {
    const { gateway, device } = await reachable({ acknowledge: false });
    const { rpcId } = await persistent(gateway.tenant, device, fields);
    const first = await nextCommand(gateway);
    await untilStatus(gateway.tenant, rpcId, "SENT");
    for (let send = 1; send < sends; send++) {
      platform().clock.advance(9_999);
      await platform().settle();
      expect(gateway.client.received.filter(({ cmd }) => cmd === "publish")).toHaveLength(send);
      platform().clock.advance(1);
      expect(await nextCommand(gateway)).toEqual(first);
    }
    platform().clock.advance(10_000);
    await untilStatus(gateway.tenant, rpcId, "FAILED");
    expect(gateway.client.received.filter(({ cmd }) => cmd === "publish")).toHaveLength(sends);
  },
);

test("MQTT §7.4 TIMEOUT: a call without a PUBACK is TIMEOUT until it is sent again, and its late reply counts", async () => {
  const { gateway, device } = await reachable({ acknowledge: false });
  const { rpcId } = await persistent(gateway.tenant, device);
  await nextCommand(gateway);
  await untilStatus(gateway.tenant, rpcId, "SENT");
  await gateway.client.unsubscribe(RPC);
  platform().clock.advance(10_000);
  await untilStatus(gateway.tenant, rpcId, "TIMEOUT");
  await gateway.client.subscribe(RPC);
  await nextCommand(gateway);
  await untilStatus(gateway.tenant, rpcId, "SENT");
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

test("MQTT §7.3: after disconnect or a lost session the call stays pending, and a reply of the same gateway counts", async () => {
  const { gateway, device } = await reachable();
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

test("MQTT §7.3: a reply through another gateway is ignored", async () => {
  const { gateway, device } = await reachable();
  const other = await connectGateway(platform());
  const call = gateway.tenant.call(device.id, { method: "m" });
  const command = await nextCommand(gateway);
  await reply(other, device, command, { from: "other" });
  await expectPending(call);
  await reply(gateway, device, command, { from: "own" });
  expect((await call).body).toEqual({ from: "own" });
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

test("MQTT §7.4 QUEUED, SENT, DELIVERED, SUCCESSFUL: the states of a two-way call at QoS 1", async () => {
  const gateway = await connectGateway(platform(), { acknowledge: false });
  const device = await gateway.connectDevice();
  const { rpcId } = await persistent(gateway.tenant, device);
  expect(await statusOf(gateway.tenant, rpcId)).toBe("QUEUED");
  await gateway.client.subscribe(RPC);
  const packet = await gateway.client.next("publish");
  expect(packet.qos).toBe(1);
  await untilStatus(gateway.tenant, rpcId, "SENT");
  gateway.client.send({ cmd: "puback", messageId: packet.messageId ?? 0 });
  await untilStatus(gateway.tenant, rpcId, "DELIVERED");
  await reply(gateway, device, JSON.parse(packet.payload.toString()), { v: 1 });
  expect(await gateway.tenant.rest.get(`/api/rpc/persistent/${rpcId}`)).toMatchObject({
    status: "SUCCESSFUL",
    response: { v: 1 },
  });
});

test("MQTT §7.4 DELIVERED: final for one-way, and reached by the write at QoS 0", async () => {
  const { gateway, device } = await reachable();
  const acknowledged = await persistent(gateway.tenant, device, {}, "rpc/oneway");
  await untilStatus(gateway.tenant, acknowledged.rpcId, "DELIVERED");
  const unreliable = await reachable({ qos: 0, acknowledge: false });
  const written = await persistent(gateway.tenant, unreliable.device, {}, "rpc/oneway");
  const command = await nextCommand(unreliable.gateway);
  await untilStatus(gateway.tenant, written.rpcId, "DELIVERED");
  await reply(unreliable.gateway, unreliable.device, command, { ignored: true });
  platform().clock.advance(2 * HOUR);
  await platform().settle();
  expect(await gateway.tenant.rest.get(`/api/rpc/persistent/${written.rpcId}`)).toMatchObject({
    status: "DELIVERED",
    response: null,
  });
});

test("MQTT §7.4 FAILED: an error result of a direct device", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const client = await platform().connect(device.token, 5);
  await client.subscribe(`${OWN_RPC}+`);
  const { rpcId } = await persistent(tenant, device);
  const { topic } = await client.next("publish");
  await client.publish(`v1/devices/me/rpc/response/${topic.slice(OWN_RPC.length)}`, "no JSON");
  expect(await statusOf(tenant, rpcId)).toBe("FAILED");
});

test.each([
  ["QUEUED", false, true],
  ["SENT", true, false],
  ["DELIVERED", true, true],
] as const)("MQTT §7.4 EXPIRED: the time comes while the call is %s", async (status, isSubscribed, acknowledge) => {
  const gateway = await connectGateway(platform(), { acknowledge, subscribe: isSubscribed ? [RPC] : [] });
  const device = await gateway.connectDevice();
  const { rpcId } = await persistent(gateway.tenant, device, { expirationTime: platform().clock.now() + 8_000 });
  await untilStatus(gateway.tenant, rpcId, status);
  platform().clock.advance(8_000);
  await untilStatus(gateway.tenant, rpcId, "EXPIRED");
  await gateway.client.disconnect();
  const again = await connectGateway(platform(), { gateway: gateway.gateway, subscribe: [RPC] });
  expect(await again.arrivedOn(RPC)).toEqual([]);
});

test("MQTT §7.4 DELETED: nothing further is sent of a call that was removed", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const [kept, removed] = [await persistent(gateway.tenant, device), await persistent(gateway.tenant, device)];
  await gateway.tenant.rest.delete(`/api/rpc/persistent/${removed.rpcId}`);
  await gateway.client.subscribe(RPC);
  expect(await gateway.arrivedOn(RPC)).toHaveLength(1);
  await untilStatus(gateway.tenant, kept.rpcId, "DELIVERED");
  expect((await gateway.tenant.rest.request("GET", `/api/rpc/persistent/${removed.rpcId}`)).status).toBe(404);
});

test("MQTT §7.4: QUEUED and SENT calls survive a restart and go out oldest first with the same ids", async () => {
  const dataDir = await scratchFolder();
  try {
    let gateway: TestDevice;
    let device: TestDevice;
    const rpcIds: string[] = [];
    let sent: unknown;
    {
      await using first = await startTestPlatform({ settings: { dataDir } });
      const connected = await connectGateway(first, { subscribe: [RPC], acknowledge: false });
      gateway = connected.gateway;
      device = await connected.connectDevice();
      rpcIds.push((await persistent(first.tenant, device, { method: "sent" })).rpcId);
      sent = await nextCommand(connected);
      await first.until(
        () => statusOf(first.tenant, rpcIds[0] ?? ""),
        (status) => status === "SENT",
      );
      await connected.client.unsubscribe(RPC);
      for (const method of ["b", "c"]) rpcIds.push((await persistent(first.tenant, device, { method })).rpcId);
    }
    await using second = await startTestPlatform({ settings: { dataDir } });
    const connected = await connectGateway(second, { gateway, subscribe: [RPC] });
    const id = Number(member(sent, "data", "id"));
    const commands = [await nextCommand(connected), await nextCommand(connected), await nextCommand(connected)];
    expect(commands).toEqual([
      sent,
      { device: device.name, data: { id: id + 1, method: "b", params: {} } },
      { device: device.name, data: { id: id + 2, method: "c", params: {} } },
    ]);
    for (const command of commands) await reply(connected, device, command, {});
    for (const rpcId of rpcIds) expect(await statusOf(second.tenant, rpcId)).toBe("SUCCESSFUL");
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("MQTT §7.4: calls go out in parallel, in the order of their creation", async () => {
  const { gateway, device } = await reachable({ acknowledge: false });
  for (let number = 0; number < 20; number++) await persistent(gateway.tenant, device, { method: String(number) });
  const methods: unknown[] = [];
  for (let number = 0; number < 20; number++) methods.push(member(await nextCommand(gateway), "data", "method"));
  expect(methods).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
});

test("MQTT §7.4 SUCCESSFUL: a reply that comes before the PUBACK is the end, and so is one at QoS 0", async () => {
  const { gateway, device } = await reachable({ acknowledge: false });
  const { rpcId } = await persistent(gateway.tenant, device);
  const packet = await gateway.client.next("publish");
  await reply(gateway, device, JSON.parse(packet.payload.toString()), { first: 1 });
  expect(await statusOf(gateway.tenant, rpcId)).toBe("SUCCESSFUL");
  gateway.client.send({ cmd: "puback", messageId: packet.messageId ?? 0 });
  platform().clock.advance(2 * HOUR);
  await platform().settle();
  expect(await statusOf(gateway.tenant, rpcId)).toBe("SUCCESSFUL");
  expect(gateway.client.received.filter(({ cmd }) => cmd === "publish")).toHaveLength(1);

  const written = await reachable({ qos: 0 });
  const other = await persistent(written.gateway.tenant, written.device);
  await reply(written.gateway, written.device, await nextCommand(written.gateway), { second: 2 });
  expect(await statusOf(written.gateway.tenant, other.rpcId)).toBe("SUCCESSFUL");
});

test("MQTT §7.4: a reply to a call that was answered, has expired or was removed changes nothing", async () => {
  const { gateway, device } = await reachable();
  const [answered, late, removed] = [
    await persistent(gateway.tenant, device),
    await persistent(gateway.tenant, device, { expirationTime: platform().clock.now() + 6_000 }),
    await persistent(gateway.tenant, device),
  ];
  const commands = [await nextCommand(gateway), await nextCommand(gateway), await nextCommand(gateway)];
  await reply(gateway, device, commands[0], { n: 1 });
  await reply(gateway, device, commands[0], { n: 2 });
  platform().clock.advance(6_000);
  await gateway.tenant.rest.delete(`/api/rpc/persistent/${removed.rpcId}`);
  for (const command of commands) await reply(gateway, device, command, { n: 3 });
  expect(await gateway.tenant.rest.get(`/api/rpc/persistent/${answered.rpcId}`)).toMatchObject({
    status: "SUCCESSFUL",
    response: { n: 1 },
  });
  await untilStatus(gateway.tenant, late.rpcId, "EXPIRED");
  expect(await gateway.tenant.rest.get(`/api/rpc/persistent/${late.rpcId}`)).toMatchObject({ response: null });
});

interface Reachable {
  readonly gateway: ConnectedGateway;
  readonly device: TestDevice;
}

async function reachable(options: GatewayOptions = {}): Promise<Reachable> {
  const gateway = await connectGateway(platform(), { subscribe: [RPC], ...options });
  return { gateway, device: await gateway.connectDevice() };
}

function nextCommand(gateway: ConnectedGateway): Promise<unknown> {
  return gateway.client.nextJson(RPC);
}

async function reply(gateway: ConnectedGateway, device: TestDevice, command: unknown, data: unknown): Promise<void> {
  const id = member(command, "data", "id");
  expect(await gateway.publish(RPC, { device: device.name, id, data })).toBe(0);
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

/** Accepted with an hour to live unless `fields` say otherwise. */
async function persistent(tenant: TestTenant, device: TestDevice, fields: object = {}, path = "rpc/twoway") {
  const expirationTime = platform().clock.now() + HOUR;
  const { status, body } = await tenant.call(
    device.id,
    { method: "m", persistent: true, expirationTime, ...fields },
    path,
  );
  expect(status).toBe(200);
  return { rpcId: text(body, "rpcId") };
}

async function statusOf(tenant: TestTenant, rpcId: string): Promise<string> {
  return text(await tenant.rest.get(`/api/rpc/persistent/${rpcId}`), "status");
}

async function untilStatus(tenant: TestTenant, rpcId: string, wanted: string): Promise<void> {
  await platform().until(
    () => statusOf(tenant, rpcId),
    (status) => status === wanted,
    50,
  );
}

/** It has arrived, and the caller has no answer yet. */
async function expectPending(call: Promise<RestAnswer>): Promise<void> {
  await platform().settle();
  expect(await Promise.race([call, Promise.resolve("pending")])).toBe("pending");
}
