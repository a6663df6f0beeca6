// Devices and gateways that are connected to other nodes than those that are told to reach them.
import { rm } from "node:fs/promises";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { Cluster } from "../../tools/cluster/cluster.ts";
import { freePorts } from "../../tools/cluster/free-ports.ts";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { byDeadline, eventually } from "../support/deadline.ts";
import { member, RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { runtimeEnvironment } from "../support/server-process.ts";

const ADMIN = { email: "tenant@example.com", password: "A-password-of-a-test-1" };
const PATIENCE_MILLIS = 60_000;

let folder: string;
let cluster: Cluster;
let devices = 0;
const clients: MqttClient[] = [];

beforeAll(async () => {
  folder = await scratchFolder();
  const [httpPort = 0, mqttPort = 0] = await freePorts(2);
  const environment = {
    ...runtimeEnvironment(),
    BOOTSTRAP_TENANT_ADMIN_EMAIL: ADMIN.email,
    BOOTSTRAP_TENANT_ADMIN_PASSWORD: ADMIN.password,
  };
  cluster = await Cluster.in(
    { folder, nodes: 3, httpPort, mqttPort, environment },
    { clock: systemClock, say: () => undefined },
  );
  await cluster.start();
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

type Nodes = readonly [NodeProcess, NodeProcess, NodeProcess];
const nodes = (): Nodes => cluster.nodes as unknown as Nodes;

const loggedIn = (node: NodeProcess): Promise<RestClient> =>
  new RestClient(node.http).login(ADMIN.email, ADMIN.password);

interface Device {
  readonly id: string;
  /** And access token. */
  readonly name: string;
}

async function newDevice(client: RestClient, additionalInfo: object = {}): Promise<Device> {
  const name = `device-${String(devices++)}`;
  const device = await client.post(`/api/device?accessToken=${name}`, { name, additionalInfo });
  return { name, id: text(device, "id", "id") };
}

interface Heard {
  readonly topic: string;
  readonly payload: unknown;
}

interface Connected {
  readonly client: MqttClient;
  readonly heard: Heard[];
  readonly closed: Promise<void>;
}

/** Answers calls with their params, as devices and gateways do. */
async function connectTo(node: NodeProcess, { name }: Device, topics: readonly string[]): Promise<Connected> {
  const client = await connectAsync(node.mqtt, { username: name, reconnectPeriod: 0, connectTimeout: PATIENCE_MILLIS });
  clients.push(client);
  client.on("error", () => undefined);
  const heard: Heard[] = [];
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  client.on("message", (topic, payload) => {
    const message = JSON.parse(payload.toString()) as unknown;
    heard.push({ topic, payload: message });
    if (topic.startsWith("v1/devices/me/rpc/request/"))
      client.publish(topic.replace("request", "response"), JSON.stringify(member(message, "params")), { qos: 1 });
    if (topic === "v1/gateway/rpc") {
      const answer = { device: member(message, "device"), id: member(message, "data", "id"), data: { via: name } };
      client.publish(topic, JSON.stringify(answer), { qos: 1 });
    }
  });
  await client.subscribeAsync([...topics], { qos: 1 });
  return { client, heard, closed };
}

const DEVICE_TOPICS = ["v1/devices/me/rpc/request/+", "v1/devices/me/attributes"];
const GATEWAY_TOPICS = ["v1/gateway/rpc", "v1/gateway/attributes"];

const calls = (client: RestClient, { id }: Device, params: unknown = { n: 1 }): Promise<unknown> =>
  client.post(`/api/rpc/twoway/${id}`, { method: "echo", params, timeout: 20_000 });

const connects = async (gateway: Connected, { name }: Device): Promise<void> =>
  void (await gateway.client.publishAsync("v1/gateway/connect", JSON.stringify({ device: name }), { qos: 1 }));

const saveShared = (client: RestClient, { id }: Device, values: object): Promise<unknown> =>
  client.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`, values);

async function untilHeard({ heard }: Connected, topic: string, value: unknown): Promise<void> {
  await eventually(
    async () => heard.filter((each) => each.topic === topic).map(({ payload }) => JSON.stringify(payload)),
    (found) => found.includes(JSON.stringify(value)),
    PATIENCE_MILLIS,
    (found) => `heard ${found.join(", ")}`,
  );
}

test("calls and shared attributes reach a device, and a device behind a gateway, from every node", async () => {
  const [first, second, third] = nodes();
  const [one, three] = [await loggedIn(first), await loggedIn(third)];
  const [device, gateway, child] = [
    await newDevice(one),
    await newDevice(one, { gateway: true }),
    await newDevice(one),
  ];
  const session = await connectTo(second, device, DEVICE_TOPICS);
  const through = await connectTo(second, gateway, GATEWAY_TOPICS);
  await connects(through, child);
  for (const client of [one, three]) {
    expect(await calls(client, device, { from: client === one ? 1 : 3 })).toEqual({ from: client === one ? 1 : 3 });
    expect(await calls(client, child)).toEqual({ via: gateway.name });
  }
  for (const [client, value] of [[one, 1], [three, 3]] as const) {
    await saveShared(client, device, { value });
    await saveShared(client, child, { value });
    await untilHeard(session, "v1/devices/me/attributes", { value });
    await untilHeard(through, "v1/gateway/attributes", { device: child.name, data: { value } });
  }
});

test("a client that connects to another node takes its session over: the old one is closed", async () => {
  const [first, second, third] = nodes();
  const one = await loggedIn(first);
  const device = await newDevice(one);
  let session = await connectTo(second, device, DEVICE_TOPICS);
  for (const node of [third, first, second]) {
    const next = await connectTo(node, device, DEVICE_TOPICS);
    await byDeadline(session.closed, PATIENCE_MILLIS, () => `the session from before ${node.name} goes on`);
    expect(await calls(one, device)).toEqual({ n: 1 });
    expect(next.client.connected).toBe(true);
    session = next;
  }
});

test("calls that wait, and persistent calls, are delivered when the device connects to another node", async () => {
  const [first, , third] = nodes();
  const one = await loggedIn(first);
  const [device, gateway, child] = [
    await newDevice(one),
    await newDevice(one, { gateway: true }),
    await newDevice(one),
  ];
  const waiting = [calls(one, device, { n: 5 }), calls(one, child)];
  const body = { method: "echo", params: { n: 6 }, persistent: true, timeout: 600_000 };
  const { rpcId } = (await one.post(`/api/rpc/twoway/${device.id}`, body)) as { readonly rpcId: string };
  await connectTo(third, device, DEVICE_TOPICS);
  await connects(await connectTo(third, gateway, GATEWAY_TOPICS), child);
  expect(await Promise.all(waiting)).toEqual([{ n: 5 }, { via: gateway.name }]);
  await eventually(
    async () => text(await one.get(`/api/rpc/persistent/${rpcId}`), "status"),
    (status) => status === "SUCCESSFUL",
    PATIENCE_MILLIS,
    String,
  );
});

test("a node is killed: its gateway reconnects to another one, which gets the calls and attributes of its devices", async () => {
  const [first, second, third] = nodes();
  const one = await loggedIn(first);
  const [gateway, child] = [await newDevice(one, { gateway: true }), await newDevice(one)];
  const before = await connectTo(second, gateway, GATEWAY_TOPICS);
  await connects(before, child);
  expect(await calls(one, child)).toEqual({ via: gateway.name });
  await second.kill();
  await before.closed;
  const after = await connectTo(third, gateway, GATEWAY_TOPICS);
  await connects(after, child);
  expect(await calls(one, child)).toEqual({ via: gateway.name });
  await saveShared(one, child, { value: 7 });
  await untilHeard(after, "v1/gateway/attributes", { device: child.name, data: { value: 7 } });
  await second.start();
});

test("a node that stood still gives the sessions up that have moved, and takes its others up again", async () => {
  const [first, second, third] = nodes();
  const one = await loggedIn(first);
  const [stays, moves] = [await newDevice(one), await newDevice(one)];
  const [kept, old] = [await connectTo(second, stays, DEVICE_TOPICS), await connectTo(second, moves, DEVICE_TOPICS)];
  await second.freeze();
  await connectTo(third, moves, DEVICE_TOPICS);
  await eventually(
    async () => first.printed,
    (printed) => printed.includes("another node is gone"),
    PATIENCE_MILLIS,
    () => "the node counts as there",
  );
  expect(await calls(one, moves)).toEqual({ n: 1 });
  second.thaw();
  await byDeadline(old.closed, PATIENCE_MILLIS, () => "the session that has moved goes on");
  expect(await calls(one, stays)).toEqual({ n: 1 });
  expect(await calls(one, moves)).toEqual({ n: 1 });
  expect(kept.client.connected).toBe(true);
});
