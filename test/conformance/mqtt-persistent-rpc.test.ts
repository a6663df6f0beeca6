// MQTT contract, section 7.4: calls that are stored, the states that they go through, and how often they are sent.
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { connectGateway, RPC, useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, text } from "../support/rest-client.ts";
import { nextCommand, reachable, reply } from "../support/rpc-calls.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import type { TestDevice, TestTenant } from "../support/tenant.ts";

// Calls last for hours; the administrator has to outlive them.
const platform = useTestPlatform({ settings: { "security.jwt.tokenExpirationSeconds": 6 * 86_400 } });

const HOUR = 3_600_000;

test("MQTT §7.1 identity: the UUID of a persistent call is never on MQTT, a plain call has none", async () => {
  const { gateway, device } = await reachable(platform());
  const { rpcId } = await persistent(gateway.tenant, device);
  const command = await gateway.client.next("publish", ({ topic }) => topic === RPC);
  expect(command.payload.toString()).not.toContain(rpcId);
});

test("MQTT §7.2 timing: what has expired when it is received is not sent; persistent it is EXPIRED", async () => {
  const { gateway, device } = await reachable(platform());
  const expirationTime = platform().clock.now();
  expect((await gateway.tenant.call(device.id, { method: "late", expirationTime })).status).toBe(504);
  const { rpcId } = await persistent(gateway.tenant, device, { expirationTime });
  expect(await statusOf(gateway.tenant, rpcId)).toBe("EXPIRED");
  expect(await gateway.arrivedOn(RPC)).toEqual([]);
});

test("MQTT-92: a persistent call waits for an offline gateway, is delivered once and ends with the reply", async () => {
  const first = await connectGateway(platform(), { subscribe: [RPC] });
  const device = await first.connectDevice();
  await first.client.disconnect();
  const expirationTime = platform().clock.now() + HOUR;
  const { rpcId } = await persistent(first.tenant, device, { expirationTime });
  expect(await statusOf(first.tenant, rpcId)).toBe("QUEUED");
  const again = await connectGateway(platform(), { gateway: first.gateway, subscribe: [RPC] });
  const command = await again.client.nextJson(RPC);
  await reply(again, device, command, { done: 1 });
  await untilStatus(first.tenant, rpcId, "SUCCESSFUL");
  expect(await first.tenant.rest.get(`/api/rpc/persistent/${rpcId}`)).toMatchObject({ response: { done: 1 } });
  expect(await again.arrivedOn(RPC)).toEqual([command]);
});

test("MQTT-93: a persistent call past its expiry is EXPIRED and never delivered", async () => {
  const first = await connectGateway(platform(), { subscribe: [RPC] });
  const device = await first.connectDevice();
  await first.client.disconnect();
  const expirationTime = platform().clock.now() + 20_000;
  const { rpcId } = await persistent(first.tenant, device, { expirationTime });
  platform().clock.advance(30_000);
  await untilStatus(first.tenant, rpcId, "EXPIRED");
  const again = await connectGateway(platform(), { gateway: first.gateway, subscribe: [RPC] });
  expect(await again.arrivedOn(RPC)).toEqual([]);
});

test.each([
  ["more than allowed", { retries: 50 }, 6],
  ["none named", {}, 6],
  ["two", { retries: 2 }, 3],
  ["no", { retries: 0 }, 1],
])(
  "MQTT §7.2, §7.4 without a PUBACK, %s retries: sent again with the same id every 10 s, then FAILED",
  async (_name, fields, sends) => {
    const { gateway, device } = await reachable(platform(), { acknowledge: false });
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
  const { gateway, device } = await reachable(platform(), { acknowledge: false });
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
  const { gateway, device } = await reachable(platform());
  const acknowledged = await persistent(gateway.tenant, device, {}, "rpc/oneway");
  await untilStatus(gateway.tenant, acknowledged.rpcId, "DELIVERED");
  const unreliable = await reachable(platform(), { qos: 0, acknowledge: false });
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

test.each([
  ["SENT", false],
  ["DELIVERED", true],
] as const)("MQTT §7.4 EXPIRED: the time comes while the call is %s", async (status, acknowledge) => {
  const gateway = await connectGateway(platform(), { acknowledge, subscribe: [RPC] });
  const device = await gateway.connectDevice();
  const { rpcId } = await persistent(gateway.tenant, device, { expirationTime: platform().clock.now() + 8_000 });
  await untilStatus(gateway.tenant, rpcId, status);
  platform().clock.advance(8_000);
  await untilStatus(gateway.tenant, rpcId, "EXPIRED");
  await gateway.client.disconnect();
  const again = await connectGateway(platform(), { gateway: gateway.gateway, subscribe: [RPC] });
  expect(await again.arrivedOn(RPC)).toEqual([]);
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
  const { gateway, device } = await reachable(platform(), { acknowledge: false });
  for (let number = 0; number < 20; number++) await persistent(gateway.tenant, device, { method: String(number) });
  const methods: unknown[] = [];
  for (let number = 0; number < 20; number++) methods.push(member(await nextCommand(gateway), "data", "method"));
  expect(methods).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
});

test("MQTT §7.4 SUCCESSFUL: a reply that comes before the PUBACK is the end, and so is one at QoS 0", async () => {
  const { gateway, device } = await reachable(platform(), { acknowledge: false });
  const { rpcId } = await persistent(gateway.tenant, device);
  const packet = await gateway.client.next("publish");
  await reply(gateway, device, JSON.parse(packet.payload.toString()), { first: 1 });
  expect(await statusOf(gateway.tenant, rpcId)).toBe("SUCCESSFUL");
  gateway.client.send({ cmd: "puback", messageId: packet.messageId ?? 0 });
  platform().clock.advance(2 * HOUR);
  await platform().settle();
  expect(await statusOf(gateway.tenant, rpcId)).toBe("SUCCESSFUL");
  expect(gateway.client.received.filter(({ cmd }) => cmd === "publish")).toHaveLength(1);

  const written = await reachable(platform(), { qos: 0 });
  const other = await persistent(written.gateway.tenant, written.device);
  await reply(written.gateway, written.device, await nextCommand(written.gateway), { second: 2 });
  expect(await statusOf(written.gateway.tenant, other.rpcId)).toBe("SUCCESSFUL");
});

test("MQTT §7.4: a reply to a call that was answered, has expired or was removed changes nothing", async () => {
  const { gateway, device } = await reachable(platform());
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
