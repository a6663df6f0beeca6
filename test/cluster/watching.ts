// What is watched, over three nodes: each of them shows what happens on all of them.
import { connectAsync, type MqttClient } from "mqtt";
import { afterEach, expect, test } from "vitest";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { AnalyticsClient, newViewOf } from "../support/analytics-client.ts";
import { eventually } from "../support/deadline.ts";
import { EventReader } from "../support/event-reader.ts";
import { LiveClient, type LiveFrame } from "../support/live-client.ts";
import { member, RestClient, text } from "../support/rest-client.ts";
import { CLUSTER_ADMIN } from "../support/three-nodes.ts";
import { nodes } from "./one-cluster.ts";

const PATIENCE_MILLIS = 60_000;
const TELEMETRY = "v1/devices/me/telemetry";
const GATEWAY_TELEMETRY = "v1/gateway/telemetry";

let devices = 0;
const sessions: MqttClient[] = [];
const watchers: LiveClient[] = [];

afterEach(async () => {
  for (const watcher of watchers.splice(0)) watcher.destroy();
  await Promise.all(sessions.splice(0).map((session) => session.endAsync(true)));
});

/** A client of each node. */
async function administrators(): Promise<readonly [RestClient, RestClient, RestClient]> {
  const logins = nodes().map((node) => new RestClient(node.http).login(CLUSTER_ADMIN.email, CLUSTER_ADMIN.password));
  return (await Promise.all(logins)) as unknown as readonly [RestClient, RestClient, RestClient];
}

interface Device {
  readonly id: string;
  /** And access token. */
  readonly name: string;
}

async function newDevice(rest: RestClient, additionalInfo: object = {}): Promise<Device> {
  const name = `watched-${String(devices++)}`;
  const device = await rest.post(`/api/device?accessToken=${name}`, { name, additionalInfo });
  return { name, id: text(device, "id", "id") };
}

async function connected(node: NodeProcess, { name }: Device): Promise<MqttClient> {
  const session = await connectAsync(node.mqtt, {
    username: name,
    protocolVersion: 5,
    reconnectPeriod: 0,
    connectTimeout: PATIENCE_MILLIS,
  });
  session.on("error", () => undefined);
  sessions.push(session);
  return session;
}

const publish = (session: MqttClient, topic: string, body: unknown): Promise<unknown> =>
  session.publishAsync(topic, JSON.stringify(body), { qos: 1 });

async function watch(rest: RestClient, command: object): Promise<LiveClient> {
  const watcher = await LiveClient.login(rest, { cmdId: 1, entityType: "DEVICE", ...command });
  watchers.push(watcher);
  return watcher;
}

const values = (device: Device): string => `/api/plugins/telemetry/DEVICE/${device.id}`;

test("a value that any node is given reaches a watcher on each node once, also of a key that is new, and so does its deletion", async () => {
  const rest = await administrators();
  const device = await newDevice(rest[0]);
  const command = { type: "TIMESERIES", entityId: device.id, scope: "LATEST_TELEMETRY" };
  const watching = await Promise.all(rest.map((each) => watch(each, command)));
  for (const watcher of watching) expect(await watcher.nextData()).toEqual({});
  const see = async (data: object): Promise<void> => {
    for (const watcher of watching) expect(await watcher.nextData()).toEqual(data);
  };
  for (const [index, node] of nodes().entries()) {
    const session = await connected(node, device);
    const ts = 10 * (index + 1);
    await publish(session, TELEMETRY, { ts, values: { shared: index, [`key ${String(index)}`]: "new" } });
    await see({ shared: [[ts, String(index)]], [`key ${String(index)}`]: [[ts, "new"]] });
    await rest[index]?.post(`${values(device)}/timeseries/ANY`, { ts: ts + 1, values: { shared: true } });
    await see({ shared: [[ts + 1, "true"]] });
  }
  await rest[1].delete(`${values(device)}/timeseries/delete?keys=shared&deleteAllDataForKeys=true`);
  await see({ shared: [[expect.any(Number), null]] });
});

test("a watcher of a window gets every point of all nodes once, in an order that all nodes share", async () => {
  const rest = await administrators();
  const device = await newDevice(rest[0]);
  const command = { type: "TIMESERIES", entityId: device.id, keys: "count", startTs: 1, timeWindow: 1 };
  const watching = await Promise.all(rest.slice(0, 2).map((each) => watch(each, command)));
  for (const watcher of watching) await watcher.nextData();
  const COUNT = 60;
  for (let ts = 1; ts <= COUNT; ts++)
    await rest[ts % 3]?.post(`${values(device)}/timeseries/ANY`, { ts, values: { count: ts } });
  const seen = async (watcher: LiveClient): Promise<readonly unknown[]> => {
    const points: unknown[] = [];
    while (points.length < COUNT) points.push(...((await watcher.nextData())["count"] ?? []));
    return points;
  };
  const expected = Array.from({ length: COUNT }, (_, index) => [index + 1, String(index + 1)]);
  for (const watcher of watching) {
    expect(await seen(watcher)).toEqual(expected);
    expect(await watcher.settled()).toEqual([]);
  }
});

test("attributes that are saved and deleted on one node, by the platform or by the device, reach watchers on the others", async () => {
  const rest = await administrators();
  const device = await newDevice(rest[0]);
  const watcher = await watch(rest[0], { type: "ATTRIBUTES", entityId: device.id, keys: "a,b,c,d" });
  await watcher.nextData();
  const large = "x".repeat(20_000);
  const kinds = { a: 9_007_199_254_740_993n, b: { object: [1] }, c: false };
  await rest[1].post(`${values(device)}/attributes/SERVER_SCOPE`, kinds);
  const at = expect.any(Number) as number;
  expect(await watcher.nextData()).toEqual({
    a: [[at, "9007199254740993"]],
    b: [[at, '{"object":[1]}']],
    c: [[at, "false"]],
  });
  await publish(await connected(nodes()[2], device), "v1/devices/me/attributes", { d: 1.5 });
  expect(await watcher.nextData()).toEqual({ d: [[at, "1.5"]] });
  await rest[2].post(`${values(device)}/attributes/SERVER_SCOPE`, { a: large });
  expect(await watcher.nextData()).toEqual({ a: [[at, large]] });
  await rest[1].delete(`${values(device)}/SERVER_SCOPE?keys=a`);
  expect(await watcher.nextData()).toEqual({ a: [[at, null]] });
});

test("what is watched of a customer, and that a device is active, reaches watchers on the other nodes", async () => {
  const rest = await administrators();
  const customer = text(await rest[0].post("/api/customer", { title: "watched" }), "id", "id");
  const command = { type: "ATTRIBUTES", entityType: "CUSTOMER", entityId: customer, keys: "plan" };
  const ofCustomer = await watch(rest[0], command);
  await ofCustomer.nextData();
  await rest[1].post(`/api/plugins/telemetry/CUSTOMER/${customer}/SERVER_SCOPE`, { plan: "large" });
  expect(await ofCustomer.nextData()).toEqual({ plan: [[expect.any(Number), "large"]] });

  const device = await newDevice(rest[0]);
  const active = await watch(rest[0], { type: "ATTRIBUTES", entityId: device.id, keys: "active" });
  await active.nextData();
  await publish(await connected(nodes()[2], device), TELEMETRY, { value: 1 });
  const frame = await active.nextData();
  expect(frame["active"]?.[0]?.[1]).toBe("true");
});

interface Gateway {
  readonly id: { readonly id: string };
  readonly online: boolean;
  readonly sessions: number;
  readonly connection: object | null;
  readonly lastMinute: object;
}

async function gateway(rest: RestClient, { id, name }: Device): Promise<Gateway | undefined> {
  const found = (await rest.get(`/api/gateways?pageSize=10&page=0&online=true&textSearch=${name}`)) as {
    readonly data: readonly Gateway[];
  };
  return found.data.find((each) => each.id.id === id);
}

test("each node lists gateways that are connected to any of them, with what they have sent to any of them", async () => {
  const rest = await administrators();
  const online = async (): Promise<number> => Number(member(await rest[2].get("/api/overview"), "gateways", "online"));
  const before = await online();
  const device = await newDevice(rest[0], { gateway: true });
  const child = `${device.name} child`;
  for (const node of nodes().slice(1)) {
    const session = await connected(node, device);
    await publish(session, GATEWAY_TELEMETRY, { [child]: [{ a: 1, b: 2 }] });
  }
  for (const each of rest) {
    const shown = await eventually(
      () => gateway(each, device),
      (found) => found?.sessions === 1,
      PATIENCE_MILLIS,
      (found) => JSON.stringify(found),
    );
    expect(shown).toMatchObject({
      online: true,
      connection: { protocol: "MQTT 5", transport: "TCP", since: expect.any(Number) as number },
      lastMinute: { messages: 2, points: 4, refused: 0 },
      lastActivityTime: expect.any(Number) as number,
    });
    const details = await each.get(`/api/gateways/${device.id}`);
    expect(details).toMatchObject({ online: true, sessions: 1, acknowledgements: { samples: 2 } });
    const minutes = member(details, "traffic", "points", "minutes") as readonly number[];
    expect(minutes.reduce((sum, count) => sum + count, 0)).toBe(4);
    const overview = await each.get("/api/overview");
    expect(overview).toMatchObject({ gateways: { online: before + 1 }, missingNodes: 0 });
    expect(member(overview, "reports")).toMatchObject([{ pool: "reports" }, { pool: "ui" }, { pool: "jobs" }]);
  }
  const points = rest.map(async (each) => {
    const counted = member(await each.get("/api/overview"), "traffic", "points", "minutes") as readonly number[];
    return counted.reduce((sum, count) => sum + count, 0);
  });
  const [one = 0, ...others] = await Promise.all(points);
  expect(one).toBeGreaterThanOrEqual(4);
  expect(others).toEqual([one, one]);
});

test("a node that stands still leaves its part out of the overview, which says so", async () => {
  const [rest] = await administrators();
  const [, , third] = nodes();
  third.freeze();
  try {
    expect(member(await rest.get("/api/overview"), "missingNodes")).toBe(1);
    await eventually(
      async () => member(await rest.get("/api/overview"), "missingNodes"),
      (missing) => missing === 0,
      PATIENCE_MILLIS,
      (missing) => `${String(missing)} nodes are missing`,
    );
  } finally {
    third.thaw();
  }
});

interface TrafficFrame extends LiveFrame {
  readonly dropped: number;
  readonly traffic: readonly { readonly topic: string; readonly verdict: string; readonly payload: string }[];
}

/** Messages until one has this text and a verdict. */
async function untilShown(
  watcher: LiveClient,
  payload: string,
  verdict: string,
): Promise<TrafficFrame["traffic"][number]> {
  for (;;) {
    const { traffic } = (await watcher.next()) as TrafficFrame;
    const found = traffic.find((message) => message.payload === payload && message.verdict === verdict);
    if (found !== undefined) return found;
  }
}

test("a node shows the messages of a connection wherever it is, also after it has moved, and those about a device behind it", async () => {
  const rest = await administrators();
  const [device, child] = [await newDevice(rest[0], { gateway: true }), await newDevice(rest[0])];
  const whole = await watch(rest[0], { type: "TRAFFIC", entityId: device.id });
  const part = await watch(rest[0], { type: "TRAFFIC", entityId: child.id });
  for (const watcher of [whole, part]) expect(await watcher.next()).toMatchObject({ dropped: 0, traffic: [] });
  for (const [index, node] of [nodes()[1], nodes()[2], nodes()[0], nodes()[1]].entries()) {
    const session = await connected(node, device);
    await session.subscribeAsync("v1/gateway/attributes", { qos: 1 });
    await publish(session, "v1/gateway/connect", { device: child.name });
    const own = { [child.name]: [{ value: index }] };
    const body = { ...own, other: [{ value: index }] };
    await publish(session, GATEWAY_TELEMETRY, body);
    expect(await untilShown(whole, JSON.stringify(body), "stored")).toMatchObject({ topic: GATEWAY_TELEMETRY });
    expect(await untilShown(part, JSON.stringify(own), "stored")).toMatchObject({ topic: GATEWAY_TELEMETRY });
    await rest[index % 3]?.post(`${values(child)}/attributes/SHARED_SCOPE`, { index });
    await untilShown(whole, JSON.stringify({ device: child.name, data: { index } }), "sent");
    await session.publishAsync(GATEWAY_TELEMETRY, "no json", { qos: 1 }).catch(() => undefined);
    await untilShown(whole, "no json", "refused");
  }
});

test("a live view is computed again when points come to another node", async () => {
  const rest = await administrators();
  const device = await newDevice(rest[0]);
  const names = { uniqueName: (prefix: string) => `${prefix} of ${device.name}` };
  const view = await new AnalyticsClient(rest[0]).create(newViewOf(names, { scope: { deviceIds: [device.id] } }));
  const save = (temp: number) =>
    rest[1].post(`${values(device)}/timeseries/ANY`, { ts: Date.now() - 1_000, values: { temp } });
  await save(1);
  const stream = await EventReader.open(`${nodes()[0].http}/apiAnalytics/v1/views/${view.id}/live`, {
    "x-authorization": rest[0].authorization ?? "",
  });
  try {
    expect(await stream.next()).toMatchObject({ event: "result" });
    const began = performance.now();
    await save(2);
    expect(await stream.next()).toMatchObject({ event: "rows" });
    // Without points it would be computed half a minute later.
    expect(performance.now() - began).toBeLessThan(20_000);
  } finally {
    await stream.close();
  }
});
