import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { RecordingLiveSession, ScratchDevices, TestNode } from "../../../test/support/device-world.ts";
import { millis } from "../../lib/clock.ts";
import { noTracer } from "../../lib/tracer.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import { LocalDeviceChannel, type Delivery, type DeviceChannel, type RpcReply } from "../devices/device-channel.ts";
import type { DownlinkKind } from "../devices/live-session.ts";
import { LiveSessions } from "../devices/live-sessions.ts";
import { newId, type DeviceId, type RpcId } from "../ids.ts";
import { GatewayNotices } from "./gateway-notices.ts";
import { RpcExpiration } from "./rpc-expiration.ts";
import { RpcService, type RpcOptions } from "./rpc-service.ts";
import type { PersistentRpcRequest, RpcRequest } from "./rpc.ts";

const SECOND = 1000;
const SETTING: RpcOptions = {
  defaultTimeoutMillis: 10 * SECOND,
  minTimeoutMillis: 5 * SECOND,
  waitMillisMax: 300 * SECOND,
  payloadBytesMax: 65_536,
  pendingMax: 100,
  tenantPendingMax: 100,
  acknowledgementMillisMax: 10 * SECOND,
  retriesMax: 5,
  devicePersistentMax: 100,
  unacknowledgedMax: 10,
  blockIds: 8,
  blocksMax: 1000,
  retentionMillis: 0,
  sweepMillis: 3600 * SECOND,
  batchMax: 100,
};
const NEVER = new AbortController().signal;
const TWO_WAY: RpcRequest = { method: "toggle", params: '{"pin": 1}', oneWay: false };
const ONE_WAY: RpcRequest = { ...TWO_WAY, oneWay: true };

let devices: ScratchDevices;
beforeAll(async () => {
  devices = await ScratchDevices.open();
});
afterAll(() => devices[Symbol.asyncDispose]());

const json = (text: string): RpcReply => ({ kind: "json", json: text });

function sessionsOf({ bus, clock }: TestNode): LiveSessions {
  const witness = { sessionOpened() {}, lastSessionClosed() {}, sessionReplaced() {} };
  return new LiveSessions({ bus, clock, witness, log: silentLogger }, { sessionsMax: () => 1 });
}

function serviceOf(node: TestNode, sessions: LiveSessions, options: Partial<RpcOptions> = {}, over?: DeviceChannel) {
  const channel = over ?? new LocalDeviceChannel(sessions, node.registry, silentLogger);
  const { rpc: store, retention: terms } = devices.stores;
  return new RpcService(
    {
      store,
      terms,
      channel,
      sessions,
      devices: node.registry,
      bus: node.bus,
      clock: node.clock,
      log: silentLogger,
      tracer: noTracer,
    },
    { ...SETTING, ...options },
  );
}

async function world(options: Partial<RpcOptions> = {}, remote?: (local: DeviceChannel) => DeviceChannel) {
  const node = new TestNode(devices);
  const sessions = sessionsOf(node);
  const channel = new LocalDeviceChannel(sessions, node.registry, silentLogger);
  const rpc = serviceOf(node, sessions, options, remote?.(channel) ?? channel);
  sessions.start();
  await rpc.start();
  const reach = (deviceId: DeviceId): void => {
    node.publish({ kind: "rpc-reachable", deviceId });
  };
  const reply = (through: DeviceId, deviceId: DeviceId, requestId: number, text: RpcReply): Promise<void> =>
    rpc.reply({ throughDeviceId: through, deviceId, requestId, reply: text });
  const open = (device: KnownDevice, ...kinds: DownlinkKind[]): RecordingLiveSession => {
    const session = new RecordingLiveSession(device, node.clock.now(), ...kinds);
    sessions.open(session);
    return session;
  };
  const close = (session: RecordingLiveSession): void => {
    sessions.close(session);
  };
  const subscribe = async (session: RecordingLiveSession): Promise<void> => {
    session.subscriptions.add("rpc");
    reach(session.device.id);
    await node.idle();
  };
  const advance = async (span: number): Promise<void> => {
    node.clock.advance(span);
    await node.idle();
  };
  return { node, clock: node.clock, rpc, channel, reach, reply, open, close, subscribe, advance };
}

/** A gateway with a subscribed session, and a device routed through it. */
async function routedWorld(setting: Partial<RpcOptions> = {}) {
  const context = await world(setting);
  const { node, open } = context;
  const [gateway, device] = [await node.device({ isGateway: true }), await node.device()];
  await node.registry.connectRoutes(gateway, [device], node.clock.now());
  return { ...context, gateway, device, session: open(gateway, "rpc") };
}

describe("non-persistent calls (MQTT 7.3)", () => {
  test("a two-way call is sent as it is, and its caller gets the reply unchanged", async () => {
    const { rpc, node, device, gateway, session, reply } = await routedWorld();
    const outcome = rpc.call(device, TWO_WAY, NEVER);
    await node.idle();
    expect(session.calls).toMatchObject([
      { kind: "rpc", device, requestId: 1, method: "toggle", params: '{"pin": 1}' },
    ]);
    await reply(gateway.id, device.id, 1, json('"a \\"string\\" holding {}"'));
    expect(await outcome).toEqual({ kind: "replied", reply: json('"a \\"string\\" holding {}"') });
    expect(rpc.pendingCount).toBe(0);
  });

  test("a call that has ended is not sent again when its device comes back", async () => {
    const { rpc, node, device, gateway, session, advance, reach } = await routedWorld();
    const failure = expect(rpc.call(device, TWO_WAY, NEVER)).rejects.toMatchObject({ kind: "timeout" });
    await node.idle();
    await advance(10 * SECOND);
    await failure;
    reach(gateway.id);
    reach(device.id);
    await node.idle();
    expect(session.calls.length).toBe(1);
  });

  test("a one-way call succeeds when it is sent", async () => {
    const { rpc, device, session } = await routedWorld();
    expect(await rpc.call(device, ONE_WAY, NEVER)).toEqual({ kind: "sent" });
    expect(session.calls.length).toBe(1);
  });

  test("a direct device gets its calls, and answers them itself", async () => {
    const { rpc, node, open, reply } = await world();
    const device = await node.device();
    const session = open(device, "rpc");
    const outcome = rpc.call(device, TWO_WAY, NEVER);
    await node.idle();
    await reply(device.id, device.id, session.calls[0]?.requestId ?? 0, { kind: "error", message: "not JSON" });
    expect(await outcome).toEqual({ kind: "replied", reply: { kind: "error", message: "not JSON" } });
  });

  test("MQTT 7.1: ids begin at 1 and ascend by one, for each device on its own", async () => {
    const { rpc, node, device, gateway, session } = await routedWorld();
    const other = await node.device();
    await node.registry.connectRoutes(gateway, [other], node.clock.now());
    for (let n = 0; n < 20; n++) await rpc.call(device, ONE_WAY, NEVER);
    await rpc.call(other, ONE_WAY, NEVER);
    const ids = session.calls.filter((call) => call.device === device).map(({ requestId }) => requestId);
    expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(session.calls.at(-1)?.requestId).toBe(1);
  });

  test("MQTT 7.1: ids go on after a clean restart, and skip ahead after a crash", async () => {
    const { rpc, device, gateway, session, node } = await routedWorld();
    for (let n = 0; n < 3; n++) await rpc.call(device, ONE_WAY, NEVER);
    await rpc.stop();
    const sessions = sessionsOf(node);
    const start = async () => {
      const started = serviceOf(node, sessions);
      await started.start();
      return started;
    };
    const again = new RecordingLiveSession(gateway, node.clock.now(), "rpc");
    sessions.open(again);
    const second = await start();
    await second.call(device, ONE_WAY, NEVER);
    expect(session.calls.length).toBe(3);
    expect(again.calls.map(({ requestId }) => requestId)).toEqual([4]);
    const third = serviceOf(node, sessionsOf(new TestNode(devices)));
    const held = third.call(device, ONE_WAY, AbortSignal.abort());
    await expect(held).rejects.toMatchObject({ kind: "unavailable" });
    await second.stop();
    const fourth = await start();
    await fourth.call(device, ONE_WAY, NEVER);
    expect(again.calls.at(-1)?.requestId).toBeGreaterThan(12);
    await fourth.stop();
  });

  test("MQTT 7.1: ids ascend by one also where several nodes call the device, each one at a time or many at once", async () => {
    const { rpc, node, device, channel, session } = await routedWorld({ blockIds: 1 });
    const other = serviceOf(node, sessionsOf(node), { blockIds: 1 }, channel);
    for (const service of [rpc, other, other, rpc]) await service.call(device, ONE_WAY, NEVER);
    await Promise.all([rpc, other, rpc, other].map((service) => service.call(device, ONE_WAY, NEVER)));
    expect(session.calls.map(({ requestId }) => requestId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await other.stop();
    await rpc.call(device, ONE_WAY, NEVER);
    expect(session.calls.at(-1)?.requestId).toBe(9);
  });

  test("MQTT 89: a call that cannot be sent ends as no-active-connection at its timeout", async () => {
    const { rpc, node, advance } = await world();
    const device = await node.device();
    const failure = expect(rpc.call(device, TWO_WAY, NEVER)).rejects.toMatchObject({
      kind: "timeout",
      details: { reason: "no-active-connection" },
    });
    await node.idle();
    await advance(10 * SECOND);
    await failure;
  });

  test("MQTT 90: a held call is sent when the device is connected and the gateway subscribed, once", async () => {
    const { rpc, node, open, subscribe, clock, reach } = await world();
    const [gateway, device] = [await node.device({ isGateway: true }), await node.device()];
    const outcome = rpc.call(device, ONE_WAY, NEVER);
    const session = open(gateway);
    await node.registry.connectRoutes(gateway, [device], clock.now());
    reach(device.id);
    await node.idle();
    expect(session.calls).toEqual([]);
    await subscribe(session);
    expect(await outcome).toEqual({ kind: "sent" });
    await subscribe(session);
    expect(session.calls.length).toBe(1);
  });

  test("held calls are sent in the order in which they were made", async () => {
    const { rpc, node, open, subscribe } = await world();
    const device = await node.device();
    const outcomes = Promise.all([1, 2, 3].map((n) => rpc.call(device, { ...ONE_WAY, params: String(n) }, NEVER)));
    await node.idle();
    const session = open(device);
    await subscribe(session);
    await outcomes;
    expect(session.calls.map(({ params }) => params)).toEqual(["1", "2", "3"]);
  });

  test("when the direct session that came last ends, the gateway gets what is held", async () => {
    const { rpc, node, device, open, close, session, clock } = await routedWorld();
    clock.advance(1);
    const own = open(device);
    const outcome = rpc.call(device, ONE_WAY, NEVER);
    await node.idle();
    expect(session.calls).toEqual([]);
    close(own);
    expect(await outcome).toEqual({ kind: "sent" });
    expect(session.calls.length).toBe(1);
  });

  test("a sent call without a reply ends as timeout, and a late reply is ignored", async () => {
    const { rpc, node, device, gateway, advance, reply } = await routedWorld();
    const outcome = rpc.call(device, TWO_WAY, NEVER);
    const failure = expect(outcome).rejects.toMatchObject({ kind: "timeout", details: {} });
    await node.idle();
    await advance(10 * SECOND);
    await failure;
    await expect(outcome).rejects.not.toMatchObject({ details: { reason: "no-active-connection" } });
    await reply(gateway.id, device.id, 1, json("{}"));
  });

  test("MQTT 88: replies with another id, of another device, or through another client are ignored", async () => {
    const { rpc, node, device, gateway, reply } = await routedWorld();
    const other = await node.device({ isGateway: true });
    const outcome = rpc.call(device, TWO_WAY, NEVER);
    await node.idle();
    await reply(gateway.id, device.id, 2, json("1"));
    await reply(gateway.id, other.id, 1, json("2"));
    await reply(other.id, device.id, 1, json("3"));
    await reply(device.id, device.id, 1, json("4"));
    await reply(gateway.id, device.id, 1, json("5"));
    await reply(gateway.id, device.id, 1, json("6"));
    expect(await outcome).toEqual({ kind: "replied", reply: json("5") });
  });

  test("a reply from the same gateway counts after its session was lost and the route ended", async () => {
    const { rpc, node, device, gateway, session, open, close, reply, reach } = await routedWorld();
    const outcome = rpc.call(device, TWO_WAY, NEVER);
    await node.idle();
    await node.registry.disconnectRoute(gateway, device);
    close(session);
    const again = open(gateway, "rpc");
    reach(gateway.id);
    await reply(gateway.id, device.id, 1, json("{}"));
    expect(await outcome).toEqual({ kind: "replied", reply: json("{}") });
    expect(again.calls).toEqual([]);
  });

  test("MQTT 7.2: a timeout is raised to the minimum, an expiration time is not, and neither exceeds the longest wait", async () => {
    const { rpc, node, clock, advance } = await world();
    const device = await node.device();
    const ended: string[] = [];
    const call = (name: string, fields: Partial<RpcRequest>): void => {
      rpc.call(device, { ...TWO_WAY, ...fields }, NEVER).catch(() => ended.push(name));
    };
    call("short", { timeoutMillis: 1 });
    call("expiring", { timeoutMillis: 1, expirationTime: millis(clock.now() + 100) });
    call("long", { timeoutMillis: 3600 * SECOND });
    await node.idle();
    await advance(99);
    expect(ended).toEqual([]);
    await advance(1);
    expect(ended).toEqual(["expiring"]);
    await advance(5 * SECOND - 100);
    expect(ended).toEqual(["expiring", "short"]);
    await advance(295 * SECOND);
    expect(ended).toEqual(["expiring", "short", "long"]);
  });

  test("MQTT 7.2: a call that had expired when it came is not sent", async () => {
    const { rpc, clock, device, session } = await routedWorld();
    await expect(rpc.call(device, { ...TWO_WAY, expirationTime: clock.now() }, NEVER)).rejects.toMatchObject({
      kind: "timeout",
    });
    expect(session.calls).toEqual([]);
  });

  test("a call beyond what the client accepts fails at once", async () => {
    const { rpc, device, session } = await routedWorld();
    session.refuses = true;
    await expect(rpc.call(device, TWO_WAY, NEVER)).rejects.toMatchObject({ kind: "too-large" });
  });

  test("a call beyond the payload limit is refused with the limit", async () => {
    const { rpc, device } = await routedWorld({ payloadBytesMax: 20 });
    await rpc.call(device, { ...ONE_WAY, method: "m".repeat(10), params: "1234567890" }, NEVER);
    await expect(
      rpc.call(device, { ...ONE_WAY, method: "m".repeat(10), params: '"ä234567"' }, NEVER),
    ).resolves.toBeDefined();
    await expect(
      rpc.call(device, { ...ONE_WAY, method: "m".repeat(10), params: '"ä23456789"' }, NEVER),
    ).rejects.toMatchObject({
      kind: "too-large",
      details: { limit: { name: "rpc.payloadBytesMax", value: 20 } },
    });
  });

  test("calls beyond the bound are refused, of a tenant and of all together; ended ones make room", async () => {
    const { rpc, node, advance } = await world({ tenantPendingMax: 2, pendingMax: 3 });
    const [device, foreign] = [await node.device(), await node.device({ tenantId: newId() })];
    const calls = [device, device, foreign].map((each) => rpc.call(each, TWO_WAY, NEVER).catch(() => "ended"));
    await expect(rpc.call(device, TWO_WAY, NEVER)).rejects.toMatchObject({
      kind: "rate-limited",
      details: { limit: { name: "rpc.tenantPendingMax", value: 2 } },
    });
    await expect(rpc.call(foreign, TWO_WAY, NEVER)).rejects.toMatchObject({
      kind: "rate-limited",
      details: { limit: { name: "rpc.pendingMax", value: 3 } },
    });
    await node.idle();
    await advance(10 * SECOND);
    await Promise.all(calls);
    const next = rpc.call(device, TWO_WAY, NEVER).catch(() => "ended");
    await node.idle();
    await advance(10 * SECOND);
    expect(await next).toBe("ended");
  });

  test("a caller who gives up ends the call: it is not sent any more, and its reply is ignored", async () => {
    const { rpc, node, open, subscribe, clock } = await world();
    const device = await node.device();
    const caller = new AbortController();
    const timers = clock.pendingTimers;
    const outcome = rpc.call(device, TWO_WAY, caller.signal);
    await node.idle();
    caller.abort();
    await expect(outcome).rejects.toMatchObject({ kind: "unavailable" });
    const session = open(device);
    await subscribe(session);
    expect(session.calls).toEqual([]);
    expect([rpc.pendingCount, clock.pendingTimers]).toEqual([0, timers]);
  });

  test("the deletion of the device ends its calls; so does a stop", async () => {
    const { rpc, node } = await world();
    const [gone, stays] = [await node.device(), await node.device()];
    const outcomes = [gone, stays].map((device) =>
      expect(rpc.call(device, TWO_WAY, NEVER)).rejects.toMatchObject({
        kind: device === gone ? "not-found" : "unavailable",
      }),
    );
    await node.idle();
    node.publish({ kind: "device-deleted", tenantId: gone.tenantId, deviceId: gone.id, name: gone.name });
    await outcomes[0];
    await rpc.stop();
    await outcomes[1];
    await expect(rpc.call(stays, TWO_WAY, NEVER)).rejects.toMatchObject({ kind: "unavailable" });
    const unknown = { ...stays, id: newId<DeviceId>() };
    await expect(rpc.call(unknown, TWO_WAY, NEVER)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("a call made on one node is sent and answered through another; all that travels is plain data", async () => {
    const there = await routedWorld();
    const here = await world({}, (local) => ({
      async deliver(deviceId, downlink, signal) {
        const delivery = await local.deliver(deviceId, downlink, signal);
        if (delivery.kind !== "unreachable") return delivery;
        return structuredClone(await there.channel.deliver(deviceId, structuredClone(downlink), signal));
      },
      callsHolderHere: (device) => local.callsHolderHere(device),
      tellUnreachable: () => Promise.resolve(),
      reply: (received) => local.reply(received),
    }));
    const known = await here.node.registry.loadById(there.device.id);
    if (known === undefined) throw new Error("no device");
    const outcome = here.rpc.call(known, TWO_WAY, NEVER);
    await here.node.idle();
    expect(there.session.calls.length).toBe(1);
    await there.reply(there.gateway.id, known.id, there.session.calls[0]?.requestId ?? 0, json("7"));
    expect(await outcome).toEqual({ kind: "replied", reply: json("7") });
    expect(await here.rpc.call(known, ONE_WAY, NEVER)).toEqual({ kind: "sent" });
  });

  test("a device that becomes reachable while its call is on the way to a node that could not is tried again", async () => {
    const answers: ((delivery: Delivery) => void)[] = [];
    const { rpc, node, reach } = await world({}, (local) => ({
      deliver: () => new Promise((resolve) => answers.push(resolve)),
      callsHolderHere: (device) => local.callsHolderHere(device),
      tellUnreachable: () => Promise.resolve(),
      reply: (received) => local.reply(received),
    }));
    const device = await node.device();
    const outcome = rpc.call(device, ONE_WAY, NEVER);
    await node.idle();
    reach(device.id);
    expect(answers.length).toBe(1);
    answers[0]?.({ kind: "unreachable" });
    await node.idle();
    expect(answers.length).toBe(2);
    answers[1]?.({ kind: "sent" });
    expect(await outcome).toEqual({ kind: "sent" });
  });
});

describe("persistent calls (MQTT 7.4)", () => {
  const persistent = (fields: Partial<PersistentRpcRequest> = {}): PersistentRpcRequest => ({
    ...TWO_WAY,
    additionalInfo: null,
    timeoutMillis: 600 * SECOND,
    ...fields,
  });

  async function offlineWorld(setting: Partial<RpcOptions> = {}) {
    const context = await world(setting);
    const device = await context.node.device();
    const statusOf = async (id: RpcId) => (await context.rpc.find(devices.tenantId, id)).status;
    return { ...context, device, statusOf };
  }

  test("MQTT 92: QUEUED while the device is offline, sent once when it can be reached, SUCCESSFUL by its reply", async () => {
    const { rpc, node, device, open, subscribe, statusOf, reply } = await offlineWorld();
    const { id } = await rpc.callPersistent(device, persistent());
    await node.idle();
    expect(await statusOf(id)).toBe("QUEUED");
    const session = open(device);
    await subscribe(session);
    expect(session.calls).toMatchObject([{ requestId: 1, method: "toggle", params: '{"pin": 1}' }]);
    expect(await statusOf(id)).toBe("SENT");
    session.calls[0]?.delivered();
    await node.idle();
    expect(await statusOf(id)).toBe("DELIVERED");
    await subscribe(session);
    expect(session.calls.length).toBe(1);
    await reply(device.id, device.id, 1, json('{"success":true}'));
    expect(await rpc.find(devices.tenantId, id)).toMatchObject({ status: "SUCCESSFUL", response: '{"success":true}' });
  });

  test("a device that subscribes a thousand times in a row is looked up once, and then once more", async () => {
    const { rpc, node, device, open, reach } = await offlineWorld();
    const session = open(device);
    const lookups = vi.spyOn(devices.stores.rpc, "devicesWithUnsent");

    for (let times = 0; times < 1000; times++) reach(device.id);
    await node.idle();
    expect(lookups.mock.calls).toEqual([[device.id], [device.id]]);

    // What is queued during a lookup is found by the next.
    reach(device.id);
    await rpc.callPersistent(device, persistent());
    session.subscriptions.add("rpc");
    reach(device.id);
    await node.idle();
    expect(session.calls.length).toBe(1);
    lookups.mockRestore();
  });

  test("a device that can be reached gets it at once; at QoS 0 it is delivered with that", async () => {
    const { rpc, node, device, open, statusOf } = await offlineWorld();
    const session = open(device, "rpc");
    session.acknowledgesAtOnce = true;
    const { id } = await rpc.callPersistent(device, persistent());
    await node.idle();
    expect([session.calls.length, await statusOf(id)]).toEqual([1, "DELIVERED"]);
  });

  test("DELIVERED ends a one-way call, and a reply to it is ignored", async () => {
    const { rpc, node, device, open, statusOf, reply } = await offlineWorld();
    const session = open(device, "rpc");
    const { id } = await rpc.callPersistent(device, persistent({ oneWay: true }));
    await node.idle();
    await reply(device.id, device.id, 1, json("{}"));
    session.calls[0]?.delivered();
    await node.idle();
    await reply(device.id, device.id, 1, json("{}"));
    expect(await statusOf(id)).toBe("DELIVERED");
  });

  test("an error reply makes it FAILED, with the error", async () => {
    const { rpc, node, device, open, reply } = await offlineWorld();
    open(device, "rpc");
    const { id } = await rpc.callPersistent(device, persistent());
    await node.idle();
    await reply(device.id, device.id, 1, { kind: "error", message: "not JSON" });
    expect(await rpc.find(devices.tenantId, id)).toMatchObject({ status: "FAILED", response: '{"error":"not JSON"}' });
  });

  test("without an acknowledgement it is TIMEOUT and sent again with the same id, and FAILED when retries are exhausted", async () => {
    const { rpc, node, device, open, advance, statusOf, reach } = await offlineWorld();
    const session = open(device, "rpc");
    const { id } = await rpc.callPersistent(device, persistent({ retries: 2 }));
    await node.idle();
    await advance(10 * SECOND);
    expect(session.calls.map(({ requestId }) => requestId)).toEqual([1, 1]);
    session.subscriptions.clear();
    await advance(10 * SECOND);
    expect([session.calls.length, await statusOf(id)]).toEqual([2, "TIMEOUT"]);
    session.subscriptions.add("rpc");
    reach(device.id);
    await node.idle();
    expect(session.calls.length).toBe(3);
    await advance(10 * SECOND);
    expect(await rpc.find(devices.tenantId, id)).toMatchObject({ status: "FAILED", timeouts: 3 });
    session.calls[2]?.delivered();
    await advance(60 * SECOND);
    expect([session.calls.length, await statusOf(id)]).toEqual([3, "FAILED"]);
  });

  test("MQTT 7.2: retries are at most the configured number, which is also the default", async () => {
    const { rpc, device } = await offlineWorld();
    expect((await rpc.callPersistent(device, persistent({ retries: 99 }))).retries).toBe(5);
    expect((await rpc.callPersistent(device, persistent())).retries).toBe(5);
    expect((await rpc.callPersistent(device, persistent({ retries: 0 }))).retries).toBe(0);
  });

  test("a reply before the acknowledgement, or after the timeout of it, is a reply", async () => {
    const { rpc, node, device, open, advance, statusOf, reply } = await offlineWorld();
    const session = open(device, "rpc");
    const [first, second] = [
      await rpc.callPersistent(device, persistent()),
      await rpc.callPersistent(device, persistent()),
    ];
    await node.idle();
    await reply(device.id, device.id, 1, json("1"));
    session.calls[0]?.delivered();
    session.subscriptions.clear();
    await advance(10 * SECOND);
    expect(await statusOf(second.id)).toBe("TIMEOUT");
    await reply(device.id, device.id, 2, json("2"));
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(["SUCCESSFUL", "SUCCESSFUL"]);
  });

  test("MQTT 93: past its expiry it is EXPIRED and never delivered; a reply after that is ignored", async () => {
    const { rpc, node, device, open, subscribe, advance, statusOf, reply } = await offlineWorld();
    const { id } = await rpc.callPersistent(device, persistent({ expirationTime: millis(node.clock.now() + 100) }));
    await advance(99);
    expect(await statusOf(id)).toBe("QUEUED");
    await advance(1);
    expect(await statusOf(id)).toBe("EXPIRED");
    const session = open(device);
    await subscribe(session);
    await reply(device.id, device.id, 1, json("{}"));
    expect([session.calls.length, await statusOf(id)]).toEqual([0, "EXPIRED"]);
  });

  test("MQTT 7.2: one that had expired when it came is EXPIRED from the start", async () => {
    const { rpc, node, device, open, statusOf } = await offlineWorld();
    const session = open(device, "rpc");
    const { id } = await rpc.callPersistent(device, persistent({ expirationTime: node.clock.now() }));
    await node.idle();
    expect([session.calls.length, await statusOf(id)]).toEqual([0, "EXPIRED"]);
  });

  test("a delivered two-way call without a reply expires too", async () => {
    const { rpc, node, device, open, advance, statusOf } = await offlineWorld();
    const session = open(device, "rpc");
    const { id } = await rpc.callPersistent(device, persistent({ timeoutMillis: 6 * SECOND }));
    await node.idle();
    session.calls[0]?.delivered();
    await advance(6 * SECOND);
    expect(await statusOf(id)).toBe("EXPIRED");
  });

  test("QUEUED and SENT calls survive a restart and go out again, oldest first, with the same ids; DELIVERED ones are answered", async () => {
    const { rpc, node, device, open, statusOf } = await offlineWorld({ unacknowledgedMax: 2 });
    const session = open(device, "rpc");
    const calls = [];
    for (let n = 0; n < 4; n++) calls.push(await rpc.callPersistent(device, persistent({ params: String(n) })));
    await node.idle();
    session.calls[0]?.delivered();
    await node.idle();
    expect(await Promise.all(calls.map(({ id }) => statusOf(id)))).toEqual(["DELIVERED", "SENT", "SENT", "QUEUED"]);
    await rpc.stop();

    const after = await world();
    const again = await after.node.registry.loadById(device.id);
    if (again === undefined) throw new Error("no device");
    await after.reply(device.id, device.id, 1, json("late"));
    const reconnected = after.open(again);
    await after.subscribe(reconnected);
    expect(reconnected.calls.map(({ requestId, params }) => [requestId, params])).toEqual([
      [2, "1"],
      [3, "2"],
      [4, "3"],
    ]);
    expect(await statusOf(calls[0]?.id ?? newId<RpcId>())).toBe("SUCCESSFUL");
    await after.rpc.stop();
  });

  test("a reconnect sends again what the lost session had not acknowledged; a second subscription on one session does not", async () => {
    const { rpc, node, device, open, close, subscribe } = await offlineWorld();
    const first = open(device, "rpc");
    await rpc.callPersistent(device, persistent());
    await node.idle();
    await subscribe(first);
    expect(first.calls.length).toBe(1);
    close(first);
    const second = open(device);
    await subscribe(second);
    expect(second.calls.map(({ requestId }) => requestId)).toEqual([1]);
    first.calls[0]?.delivered();
    await node.idle();
    second.calls[0]?.delivered();
    await node.idle();
    expect(
      (await rpc.list(devices.tenantId, device.id, "DELIVERED", { page: 0, size: 5, textSearch: null, sort: null }))
        .total,
    ).toBe(1);
  });

  test("a session is given no more calls than it may leave unacknowledged; the rest follow as it acknowledges", async () => {
    const { rpc, node, device, open, subscribe } = await offlineWorld({ unacknowledgedMax: 2 });
    for (let n = 0; n < 5; n++) await rpc.callPersistent(device, persistent());
    const session = open(device);
    await subscribe(session);
    for (const sent of [2, 3, 4, 5, 5]) {
      expect(session.calls.length).toBe(sent);
      session.calls[sent - 2]?.delivered();
      await node.idle();
    }
    expect(session.calls.map(({ requestId }) => requestId)).toEqual([1, 2, 3, 4, 5]);
  });

  test("a gateway's subscription sends the calls of every device routed through it, and of itself", async () => {
    const { rpc, node, gateway, device, session, reply, reach } = await routedWorld();
    session.subscriptions.clear();
    const unrouted = await node.device();
    for (const each of [device, gateway, unrouted]) await rpc.callPersistent(each, persistent());
    await node.idle();
    session.subscriptions.add("rpc");
    reach(gateway.id);
    await node.idle();
    expect(new Set(session.calls.map((call) => call.device))).toEqual(new Set([device, gateway]));
    await reply(gateway.id, device.id, 1, json("1"));
    expect(
      (await rpc.list(devices.tenantId, device.id, "SUCCESSFUL", { page: 0, size: 5, textSearch: null, sort: null }))
        .total,
    ).toBe(1);
  });

  test("MQTT 7.4: a deleted call is not sent, and is gone", async () => {
    const { rpc, device, open, subscribe } = await offlineWorld();
    const { id } = await rpc.callPersistent(device, persistent());
    await rpc.delete(devices.tenantId, id);
    const session = open(device);
    await subscribe(session);
    expect(session.calls).toEqual([]);
    await expect(rpc.find(devices.tenantId, id)).rejects.toMatchObject({ kind: "not-found" });
    await expect(rpc.delete(devices.tenantId, id)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("what the client cannot take FAILS at once", async () => {
    const { rpc, node, device, open, statusOf } = await offlineWorld();
    open(device, "rpc").refuses = true;
    const { id } = await rpc.callPersistent(device, persistent());
    await node.idle();
    expect(await statusOf(id)).toBe("FAILED");
  });

  test("a device has no more unfinished calls than it may", async () => {
    const { rpc, device } = await offlineWorld({ devicePersistentMax: 1 });
    await rpc.callPersistent(device, persistent());
    await expect(rpc.callPersistent(device, persistent())).rejects.toMatchObject({ kind: "limit-exceeded" });
  });

  test("a persistent call is answered by the client that it was sent to, and by no other", async () => {
    const { rpc, node, device, gateway, session, reply } = await routedWorld();
    const other = await node.device({ isGateway: true });
    const { id } = await rpc.callPersistent(device, persistent());
    await node.idle();
    await reply(other.id, device.id, 1, json('"not mine"'));
    expect((await rpc.find(devices.tenantId, id)).status).toBe("SENT");
    session.calls[0]?.delivered();
    await node.idle();
    await reply(other.id, device.id, 1, json('"not mine"'));
    expect((await rpc.find(devices.tenantId, id)).status).toBe("DELIVERED");
    await reply(gateway.id, device.id, 1, json('"mine"'));
    expect((await rpc.find(devices.tenantId, id)).status).toBe("SUCCESSFUL");
  });

  test("the days of a tenant's profile are whole days", async () => {
    const node = new TestNode(devices);
    const terms = { callTerms: () => Promise.resolve([{ tenantId: devices.tenantId, days: 2 }]) };
    const options = { ...SETTING, sweepMillis: 3600 * SECOND };
    const expiration = new RpcExpiration(
      { store: devices.stores.rpc, terms, clock: node.clock, log: silentLogger },
      options,
    );
    const { rpc, device } = await offlineWorld();
    const { id, createdAt } = await rpc.callPersistent(
      device,
      persistent({ expirationTime: millis(node.clock.now() + 1) }),
    );
    await expiration.start();
    const passTo = async (time: number): Promise<void> => {
      while (node.clock.now() < time) {
        node.clock.advance(Math.min(3600 * SECOND, time - node.clock.now()));
        await node.idle();
      }
    };
    const day = 86_400 * SECOND;
    await passTo(createdAt + 2 * day - 3600 * SECOND);
    expect((await rpc.find(devices.tenantId, id)).status).toBe("EXPIRED");
    await passTo(createdAt + 2 * day + 2 * 3600 * SECOND);
    await expect(rpc.find(devices.tenantId, id)).rejects.toMatchObject({ kind: "not-found" });
    await expiration.stop();
  });

  test("finished calls are removed when they are older than they are kept", async () => {
    const { rpc, device, node, advance } = await offlineWorld({ retentionMillis: 7200 * SECOND });
    const { id } = await rpc.callPersistent(device, persistent({ expirationTime: millis(node.clock.now() + 1) }));
    await advance(3600 * SECOND);
    expect((await rpc.find(devices.tenantId, id)).status).toBe("EXPIRED");
    for (let hours = 0; hours < 2; hours++) await advance(3600 * SECOND);
    await expect(rpc.find(devices.tenantId, id)).rejects.toMatchObject({ kind: "not-found" });
    await rpc.stop();
    expect(node.clock.pendingTimers).toBe(0);
  });
});

describe("notices to the last gateway (MQTT 4.9)", () => {
  test("a rename and a deletion are one-way persistent calls to the gateway itself", async () => {
    const { rpc, node, gateway, session, clock } = await routedWorld();
    const notices = new GatewayNotices({ rpc, devices: node.registry, clock, log: silentLogger });
    const device = {
      id: newId<DeviceId>(),
      tenantId: gateway.tenantId,
      name: "__proto__" as never,
      additionalInfo: { lastConnectedGateway: gateway.id },
    };
    await notices.renamed(device, "new");
    await notices.deleted(device);
    await node.idle();
    expect(session.calls.map(({ method, params }) => [method, params])).toEqual([
      ["gateway_device_renamed", '{"__proto__":"new"}'],
      ["gateway_device_deleted", '"__proto__"'],
    ]);
    const { items } = await rpc.list(gateway.tenantId, gateway.id, null, {
      page: 0,
      size: 5,
      textSearch: null,
      sort: null,
    });
    expect(items).toMatchObject(
      items.map(() => ({ oneWay: true, retries: 3, expirationTime: clock.now() + 86_400_000 })),
    );
  });

  test("a device without a gateway of its tenant causes no notice", async () => {
    const { rpc, node, gateway, device, clock } = await routedWorld();
    const notices = new GatewayNotices({ rpc, devices: node.registry, clock, log: silentLogger });
    const named = (lastConnectedGateway: unknown) => ({
      ...device,
      name: "x" as never,
      additionalInfo: { lastConnectedGateway },
    });
    for (const each of ["nonsense", 7, newId<DeviceId>(), device.id]) await notices.deleted(named(each));
    await notices.deleted({ ...named(gateway.id), tenantId: newId() });
    await notices.deleted({ ...device, name: "x" as never, additionalInfo: null });
    for (const each of [gateway, device])
      expect(
        (await rpc.list(each.tenantId, each.id, null, { page: 0, size: 5, textSearch: null, sort: null })).total,
      ).toBe(0);
  });
});

describe("persistent calls on two nodes of a cluster", () => {
  const CALL: PersistentRpcRequest = { ...TWO_WAY, timeoutMillis: 600 * SECOND, additionalInfo: null };
  const LOOK = 60 * SECOND;

  async function twoNodes() {
    const [one, two] = [await world({ lookMillis: LOOK }), await world({ lookMillis: LOOK })];
    const device = await one.node.device();
    const same = (await two.node.registry.loadById(device.id)) ?? expect.fail();
    const statusOf = async (id: RpcId) => (await one.rpc.find(devices.tenantId, id)).status;
    return { one, two, device, same, statusOf };
  }

  test("what a node had sent and not seen acknowledged is sent by the next one, and once that has delivered it, stays so", async () => {
    const { one, two, device, same, statusOf } = await twoNodes();
    const former = one.open(device, "rpc");
    const { id } = await one.rpc.callPersistent(device, CALL);
    await one.node.idle();
    expect([former.calls.length, await statusOf(id)]).toEqual([1, "SENT"]);
    const session = two.open(same);
    await two.subscribe(session);
    expect(session.calls).toMatchObject([{ requestId: former.calls[0]?.requestId }]);
    session.calls[0]?.delivered();
    await two.node.idle();
    await one.advance(SETTING.acknowledgementMillisMax);
    expect(await statusOf(id)).toBe("DELIVERED");
    await two.reply(device.id, device.id, session.calls[0]?.requestId ?? 0, json("1"));
    expect(await statusOf(id)).toBe("SUCCESSFUL");
    expect([former.calls.length, session.calls.length]).toEqual([1, 1]);
  });

  test("a call that was accepted by a node that died expires nevertheless", async () => {
    const { one, two, device, statusOf } = await twoNodes();
    const { id } = await one.rpc.callPersistent(device, { ...CALL, timeoutMillis: 20 * SECOND });
    await two.advance(LOOK);
    expect(await statusOf(id)).toBe("EXPIRED");
  });

  test("a device that can be reached on another node costs no query here", async () => {
    const { two, same } = await twoNodes();
    const lookups = vi.spyOn(devices.stores.rpc, "devicesWithUnsent");
    two.reach(same.id);
    await two.node.idle();
    expect(lookups).not.toHaveBeenCalled();
    lookups.mockRestore();
  });
});
