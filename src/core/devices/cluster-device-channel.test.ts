// Downlinks to sessions on other nodes, over peers in memory.
import { expect, test } from "vitest";
import { GONE, HEARTBEAT, pass, sessionNodes, settle, type SessionNode } from "../../../test/support/session-nodes.ts";
import { newId, type DeviceId } from "../ids.ts";
import { JsonText, type Value } from "../values.ts";
import type { Delivery } from "./device-channel.ts";
import type { Downlink, RpcDownlink } from "./live-session.ts";

const id = (): DeviceId => newId<DeviceId>();

let requests = 0;
function call({ oneWay = false } = {}): RpcDownlink {
  return { kind: "rpc", requestId: ++requests, method: "m", params: "{}", oneWay };
}

const attributes = (value: number): Downlink => ({ kind: "attributes-updated", values: [["a", value]] });

interface Sent {
  readonly delivery: Promise<Delivery>;
  readonly caller: AbortController;
}

function deliver(node: SessionNode, deviceId: DeviceId, downlink: Downlink): Sent {
  const caller = new AbortController();
  return { delivery: node.channel.deliver(deviceId, downlink, caller.signal), caller };
}

/** The gateway's connect message, of which all nodes have heard. */
function connectThrough(gatewayId: DeviceId, deviceId: DeviceId, nodes: readonly SessionNode[]): void {
  for (const { clock, devices } of nodes) devices.of(deviceId).route = { gatewayId, connectedAt: clock.now() };
}

const reply = (throughDeviceId: DeviceId, deviceId: DeviceId, requestId: number) =>
  ({ throughDeviceId, deviceId, requestId, reply: { kind: "json", json: "1" } }) as const;

const ANSWER = { kind: "replied", reply: { kind: "json", json: "1" } };

test("a call goes to the session on another node, and its reply comes back", async () => {
  const { join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  const session = two.open(device);
  await settle();
  const downlink = call();
  const { delivery } = deliver(one, device, downlink);
  await settle();
  expect(session.calls).toMatchObject([downlink]);
  expect(two.channel.reply(reply(device, device, downlink.requestId))).toBe(true);
  expect(await delivery).toEqual(ANSWER);
});

test("a call to a device behind a gateway goes to the session of the gateway, and one-way calls end when they are sent", async () => {
  const { join } = sessionNodes();
  const nodes = [await join(), await join()] as const;
  const [gateway, device] = [id(), id()];
  const session = nodes[1].open(gateway);
  connectThrough(gateway, device, nodes);
  await settle();
  expect(await deliver(nodes[0], device, call({ oneWay: true })).delivery).toEqual({ kind: "sent" });
  expect(session.calls.map((each) => each.device.id)).toEqual([device]);
});

test("a device's own session that opened after the gateway's connect message gets its calls, whichever nodes have the two", async () => {
  const { clock, join } = sessionNodes();
  const nodes = [await join(), await join(), await join()] as const;
  const [gateway, device] = [id(), id()];
  const through = nodes[0].open(gateway);
  connectThrough(gateway, device, nodes);
  clock.advance(1);
  const own = nodes[1].open(device);
  await settle();
  await deliver(nodes[2], device, call({ oneWay: true })).delivery;
  await deliver(nodes[0], device, call({ oneWay: true })).delivery;
  expect([own.calls.length, through.calls.length]).toEqual([2, 0]);
});

test("attributes go to every session, those of one caller in order, also where the device has to be loaded", async () => {
  const { join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  const session = two.open(device);
  two.devices.isCold = true;
  await settle();
  const sent = [1, 2, 3, 4].map((value) => deliver(one, device, attributes(value)).delivery);
  expect(await Promise.all(sent)).toEqual(sent.map(() => ({ kind: "sent" })));
  expect(session.downlinks).toMatchObject([1, 2, 3, 4].map(attributes));
});

test("of attributes that two nodes have written, what is stored is sent last, in whichever order it comes", async () => {
  const { join } = sessionNodes();
  const [one, two, three] = [await join(), await join(), await join()];
  const device = id();
  const session = two.open(device);
  await settle();
  const removal: Downlink = { kind: "attributes-deleted", keys: ["a", "never"] };
  const sent = async (stored: readonly (readonly [string, Value])[], first: Downlink, late: Downlink) => {
    two.stored = new Map(stored);
    const before = session.downlinks.length;
    await Promise.all([deliver(two, device, first).delivery, deliver(one, device, late).delivery]);
    await deliver(three, device, late).delivery;
    return session.downlinks.slice(before);
  };
  const removed = { kind: "attributes-deleted", keys: ["a"] };
  expect(await sent([["a", 2]], attributes(2), attributes(1))).toMatchObject([2, 2, 2].map(attributes));
  expect(await sent([["b", 2]], removal, attributes(1))).toMatchObject([removal, removed, removed]);
  const unknown = { ...removal, keys: ["never"] };
  expect(await sent([["a", 3]], attributes(3), removal)).toMatchObject([attributes(3), unknown, unknown]);
});

test("attributes of every kind arrive as they were written", async () => {
  const { join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  const session = two.open(device);
  await settle();
  const downlink: Downlink = {
    kind: "attributes-updated",
    values: [
      ["long", 9_007_199_254_740_993n],
      ["json", new JsonText('{"b":1,"a":[null]}')],
      ["text", "007"],
      ["yes", true],
      ["large", 1e20],
    ],
  };
  expect(await deliver(one, device, downlink).delivery).toEqual({ kind: "sent" });
  expect(session.downlinks).toMatchObject([downlink]);
});

test("a session that is not subscribed, refuses, or has gone meanwhile says so to the caller's node", async () => {
  const { join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  const session = two.open(device);
  await settle();
  session.refuses = true;
  expect(await deliver(one, device, call()).delivery).toMatchObject({ kind: "refused", error: "too-large" });
  session.subscriptions.clear();
  expect(await deliver(one, device, call()).delivery).toEqual({ kind: "unreachable" });
  expect(await deliver(one, device, attributes(1)).delivery).toEqual({ kind: "unreachable" });
  const late = deliver(one, device, call());
  two.sessions.close(session);
  expect(await late.delivery).toEqual({ kind: "unreachable" });
  expect(session.calls).toEqual([]);
});

test("persistent calls are sent on one session, the newest that takes calls, whichever nodes have it and older ones", async () => {
  const { clock, join } = sessionNodes({ sessionsMax: 3 });
  const nodes = [await join(), await join(), await join()] as const;
  const device = id();
  const sessions = [];
  for (const node of nodes) {
    sessions.push(node.open(device));
    clock.advance(1);
    await settle();
  }
  const holders = async () =>
    await Promise.all(nodes.map(({ channel, devices }) => channel.callsHolderHere(devices.of(device))));
  const [oldest, middle, newest] = sessions;
  expect(await holders()).toEqual([undefined, undefined, newest]);
  newest?.subscriptions.delete("rpc");
  expect(await holders()).toEqual([undefined, middle, undefined]);
  middle?.subscriptions.delete("rpc");
  expect(await holders()).toEqual([oldest, undefined, undefined]);
});

test("persistent calls wait while the node of a newer session does not answer, and go to the older one when it has gone", async () => {
  const { clock, join } = sessionNodes({ sessionsMax: 2 });
  const [one, two] = [await join(), await join()];
  const device = id();
  const older = one.open(device);
  clock.advance(1);
  await settle();
  two.open(device);
  await settle();
  two.peers.isGone = true;
  await expect(one.channel.callsHolderHere(one.devices.of(device))).rejects.toMatchObject({ kind: "unavailable" });
  await pass(clock, GONE + HEARTBEAT);
  expect(await one.channel.callsHolderHere(one.devices.of(device))).toBe(older);
});

test("a reply through another node than the one that has sent the call reaches the caller, also when that one has died", async () => {
  const { clock, join } = sessionNodes();
  const nodes = [await join(), await join(), await join()] as const;
  const [one, two, three] = nodes;
  const [gateway, device] = [id(), id()];
  two.open(gateway);
  connectThrough(gateway, device, nodes);
  await settle();
  const downlink = call();
  const { delivery } = deliver(one, device, downlink);
  await settle();
  two.peers.isGone = true;
  three.open(gateway);
  await pass(clock, GONE + HEARTBEAT);
  three.channel.reply(reply(id(), device, downlink.requestId));
  await settle();
  three.channel.reply(reply(gateway, device, downlink.requestId));
  expect(await delivery).toEqual(ANSWER);
});

test("a call whose node is not known to have sent it counts as sent, and waits for its reply until the caller gives up", async () => {
  const { join } = sessionNodes();
  const [one, two, three] = [await join(), await join(), await join()];
  const device = id();
  const session = two.open(device);
  await settle();
  two.peers.isFrozen = true;
  const { delivery, caller } = deliver(one, device, call());
  await settle();
  const newer = three.open(device);
  await settle();
  caller.abort();
  expect(await delivery).toEqual({ kind: "sent" });
  expect([session.calls, newer.calls]).toEqual([[], []]);
});

test("a call whose answer is lost is not sent again, neither on an older session nor later", async () => {
  const { join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  const session = two.open(device);
  await settle();
  two.peers.losesAnswers = true;
  expect(await deliver(one, device, call({ oneWay: true })).delivery).toEqual({ kind: "sent" });
  const { requestId, ...rest } = call();
  const { delivery } = deliver(one, device, { requestId, ...rest });
  await settle();
  two.peers.losesAnswers = false;
  two.channel.reply(reply(device, device, requestId));
  expect(await delivery).toEqual(ANSWER);
  expect(session.calls).toHaveLength(2);
});

test("a node that cannot read the device has not sent the call", async () => {
  const { join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  const session = two.open(device);
  await settle();
  two.devices.isCold = true;
  two.devices.loadById = () => Promise.reject(new Error("disk"));
  expect(await deliver(one, device, call()).delivery).toEqual({ kind: "unreachable" });
  expect(session.calls).toEqual([]);
});

test("a node that has certainly not got the call makes the device unreachable for now", async () => {
  const { join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  two.open(device);
  await settle();
  two.peers.isGone = true;
  expect(await deliver(one, device, call()).delivery).toEqual({ kind: "unreachable" });
});

test("MQTT 4.1: a gateway on another node is told that it has never connected the device", async () => {
  const { join } = sessionNodes();
  const nodes = [await join(), await join()] as const;
  const [gateway, device] = [id(), id()];
  const session = nodes[1].open(gateway);
  const told: string[] = [];
  Object.assign(session, {
    undeliverable: (_device: unknown, _downlink: unknown, reason: string) => told.push(reason),
  });
  for (const { devices } of nodes) devices.of(device).sentThrough = gateway;
  await settle();
  expect(await deliver(nodes[0], device, call()).delivery).toMatchObject({ neverConnected: { gatewayId: gateway } });
  await nodes[0].channel.tellUnreachable(device, call());
  await settle();
  expect(told).toHaveLength(2);
});

test("shared attributes reach a session on another node as they were saved, whatever their type", async () => {
  const { join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  const session = two.open(device);
  await settle();
  const values = [
    ["integer", 9_007_199_254_740_993n],
    ["json", new JsonText('{"a":[1]}')],
    ["text", "ü"],
    ["flag", false],
    ["number", 1e-9],
  ] as const;
  const sent = deliver(one, device, { kind: "attributes-updated", values });
  expect(await sent.delivery).toEqual({ kind: "sent" });
  expect(session.downlinks).toMatchObject([{ values }]);
  expect(session.downlinks.flatMap((downlink) => ("values" in downlink ? downlink.values : []))[1]?.[1]).toBeInstanceOf(
    JsonText,
  );
  await Promise.all([one, two].map((node) => node.stop()));
});
