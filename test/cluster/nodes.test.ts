// Three nodes on PostgreSQL, NATS and a bucket, as `npm run cluster` starts them: what one of them is told, all of them know.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { connectAsync, type MqttClient } from "mqtt";
import { afterEach, expect, test } from "vitest";
import { RUNTIME_FLAGS } from "../../scripts/runtime.mjs";
import { freePorts } from "../../tools/cluster/free-ports.ts";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { nodeSettings } from "../../tools/cluster/node-settings.ts";
import { byDeadline, eventually } from "../support/deadline.ts";
import { newPackage } from "../support/packages.ts";
import { member, RestClient, text } from "../support/rest-client.ts";
import { runtimeEnvironment } from "../support/server-process.ts";
import { CLUSTER_ADMIN } from "../support/three-nodes.ts";
// Their tests come first, in this order: there, nothing else is counted, and no node has been killed.
import "./limits.ts";
import "./watching.ts";
import { testFiles } from "./files.ts";
import { nodes, oneCluster, scratch, traces } from "./one-cluster.ts";

const PATIENCE_MILLIS = 60_000;

testFiles("bucket", { cluster: oneCluster });

/** As OpenTelemetry numbers kinds of spans. */
const SPAN_OF_SERVER = 2;

let devices = 0;
const clients: MqttClient[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

const loggedIn = (node: NodeProcess): Promise<RestClient> =>
  new RestClient(node.http).login(CLUSTER_ADMIN.email, CLUSTER_ADMIN.password);

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

async function serverAttribute(client: RestClient, { id }: Device, key: string): Promise<string> {
  const found = await client.get(`/api/plugins/telemetry/DEVICE/${id}/values/attributes/SERVER_SCOPE?keys=${key}`);
  return JSON.stringify(member(found, "0", "value") ?? null);
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
const OFFERS = "v1/gateway/ota/offer";
const GATEWAY_TOPICS = ["v1/gateway/rpc", "v1/gateway/attributes"];

const calls = (client: RestClient, { id }: Device, params: unknown = { n: 1 }): Promise<unknown> =>
  client.post(`/api/rpc/twoway/${id}`, { method: "echo", params, timeout: 20_000 });

async function connects({ client }: Connected, { name }: Device): Promise<void> {
  await client.publishAsync("v1/gateway/connect", JSON.stringify({ device: name }), { qos: 1 });
}

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

async function publish(url: string, username: string, value: number): Promise<void> {
  const client = await connectAsync(url, { username, connectTimeout: PATIENCE_MILLIS });
  await client.publishAsync("v1/devices/me/telemetry", JSON.stringify({ value }), { qos: 1 });
  await client.endAsync();
}

async function latest(client: RestClient, id: string): Promise<string> {
  const found = await client.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=value`);
  return text(member(found, "value"), "0", "value");
}

async function history(client: RestClient, id: string): Promise<readonly string[]> {
  const query = `keys=value&startTs=0&endTs=${String(Date.now() + 60_000)}&orderBy=ASC&limit=100`;
  const found = await client.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries?${query}`);
  return (member(found, "value") as readonly unknown[]).map((point) => text(point, "value"));
}

test("a device of node 1 publishes to node 2 and is read on node 3, also after node 2 was killed", async () => {
  const [first, second, third] = nodes();
  const [creator, reader] = [await loggedIn(first), await loggedIn(third)];
  const device = await newDevice(creator);
  await publish(second.mqtt, device.name, 1);
  expect(await latest(reader, device.id)).toBe("1");

  await second.kill();
  await publish(first.mqtt, device.name, 2);
  expect(await latest(reader, device.id)).toBe("2");
  expect(await history(reader, device.id)).toEqual(["1", "2"]);

  await second.start();
  const returned = await loggedIn(second);
  expect(await latest(returned, device.id)).toBe("2");
  expect(await history(returned, device.id)).toEqual(["1", "2"]);
});

test("what one node changes, the others know: a device that is deleted or gets another token is refused everywhere", async () => {
  const [first, second, third] = nodes();
  const creator = await loggedIn(first);
  const [gone, changed] = [await newDevice(creator), await newDevice(creator)];
  for (const node of [second, third]) for (const { name } of [gone, changed]) await publish(node.mqtt, name, 1);
  const session = await connectAsync(second.mqtt, { username: gone.name, reconnectPeriod: 0 });
  const ended = new Promise<void>((resolve) => session.once("close", () => resolve()));

  await creator.delete(`/api/device/${gone.id}`);
  const credentials = (await creator.get(`/api/device/${changed.id}/credentials`)) as object;
  await creator.post("/api/device/credentials", { ...credentials, credentialsId: `${changed.name}-new` });

  await byDeadline(ended, PATIENCE_MILLIS, () => "the session of a deleted device goes on");
  const refused = (node: NodeProcess, username: string): Promise<boolean> =>
    connectAsync(node.mqtt, { username, reconnectPeriod: 0 }).then(
      (client) => client.endAsync().then(() => false),
      () => true,
    );
  for (const node of [second, third])
    for (const { name } of [gone, changed])
      await eventually(
        () => refused(node, name),
        Boolean,
        PATIENCE_MILLIS,
        () => `${node.name} accepts ${name}`,
      );
  for (const node of nodes()) await publish(node.mqtt, `${changed.name}-new`, 2);
});

test("jobs go on at another node when the one that ran them is killed", async () => {
  const runs = (node: NodeProcess): boolean => {
    const changes = node.printed.match(/this node (no longer )?runs the jobs/g) ?? [];
    return node.state === "running" && changes.at(-1) === "this node runs the jobs";
  };
  const running = (): readonly NodeProcess[] => nodes().filter(runs);
  const untilOne = (): Promise<readonly NodeProcess[]> =>
    eventually(
      async () => running(),
      (found) => found.length === 1,
      PATIENCE_MILLIS,
      (found) => `run by ${found.map(({ name }) => name).join(", ")}`,
    );
  const [holder = expect.fail()] = await untilOne();
  await holder.kill();
  const [successor = expect.fail()] = await untilOne();
  expect(successor).not.toBe(holder);
  await holder.start();
});

test("a node with another master key is refused", async () => {
  const [http = 0, mqtt = 0] = await freePorts(2);
  const child = spawn(process.execPath, [...RUNTIME_FLAGS, join(import.meta.dirname, "../../src/main.ts")], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...runtimeEnvironment(),
      ...nodeSettings(oneCluster(), "ab".repeat(32)),
      DATA_DIR: join(scratch(), "stranger"),
      HTTP_PORT: String(http),
      MQTT_PORT: String(mqtt),
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await byDeadline(once(child, "close"), PATIENCE_MILLIS, () => said)) as [number];
  expect(code).toBe(1);
  expect(said).toContain("is not the key with which the secrets in the database were encrypted");
});

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
  for (const [client, value] of [
    [one, 1],
    [three, 3],
  ] as const) {
    await saveShared(client, device, { value });
    await saveShared(client, child, { value });
    await untilHeard(session, "v1/devices/me/attributes", { value });
    await untilHeard(through, "v1/gateway/attributes", { device: child.name, data: { value } });
  }
});

test("a change of a gateway that node 1 has answered holds for the next message of its session at node 2", async () => {
  const [first, second, third] = nodes();
  const [one, three] = [await loggedIn(first), await loggedIn(third)];
  const gateway = await newDevice(one, { gateway: true });
  const { client } = await connectTo(second, gateway, GATEWAY_TOPICS);
  for (let round = 0; round < 20; round++) {
    const child = await newDevice(one);
    for (const connectOnUplink of [false, true]) {
      const saved = await one.get(`/api/device/${gateway.id}`);
      await one.post("/api/device", { ...(saved as object), additionalInfo: { gateway: true, connectOnUplink } });
    }
    await client.publishAsync("v1/gateway/telemetry", JSON.stringify({ [child.name]: [{ value: round }] }), { qos: 1 });
    expect(await calls(three, child, { round })).toEqual({ via: gateway.name });
  }
});

test("a call that the node of the session sends is in the trace of the node that was called", async () => {
  const [first, second] = nodes();
  const client = await loggedIn(second);
  const device = await newDevice(client);
  await connectTo(first, device, DEVICE_TOPICS);
  const [trace, caller] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];

  const answer = await fetch(`${second.http}/api/rpc/twoway/${device.id}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-authorization": client.authorization ?? "",
      traceparent: `00-${trace}-${caller}-01`,
    },
    body: JSON.stringify({ method: "echo", params: {}, timeout: 20_000 }),
  });

  expect(answer.status).toBe(200);
  const spans = await eventually(
    async () => traces().spans(),
    (found) => found.length >= 3,
    PATIENCE_MILLIS,
    (found) => `spans ${found.map(({ name }) => name).join(", ")}`,
  );
  const rpc = spans.find(({ name }) => name === "rpc");
  expect(spans.map(({ traceId }) => traceId)).toEqual(spans.map(() => trace));
  expect(spans.find(({ name }) => name === "answer downlink")).toMatchObject({
    parentSpanId: rpc?.spanId,
    kind: SPAN_OF_SERVER,
    isFailed: false,
  });
});

test("a package is offered to the gateway on another node, whichever node notifies devices", async () => {
  const [first, second, third] = nodes();
  const one = await loggedIn(first);
  for (const node of [second, third]) {
    const [gateway, child, earlier] = [
      await newDevice(one, { gateway: true }),
      await newDevice(one),
      await newDevice(one),
    ];
    const assign = async (device: typeof child): Promise<string> => {
      const saved = (await one.get(`/api/device/${device.id}`)) as object;
      const url = `https://files.example/${device.name}.bin`;
      const id = await newPackage(one, text(saved, "deviceProfileId", "id"), { title: device.name, version: "1", url });
      await one.post("/api/device", { ...saved, firmwareId: { entityType: "OTA_PACKAGE", id } });
      return url;
    };
    await assign(earlier);
    const session = await connectTo(node, gateway, [OFFERS]);
    const offersFor = (device: typeof child) =>
      eventually(
        async () =>
          session.heard.filter(
            ({ topic, payload }) => topic === OFFERS && (payload as { title?: unknown }).title === device.name,
          ),
        ({ length }) => length > 0,
        PATIENCE_MILLIS,
        () => `no offer of ${device.name} on ${node.name}`,
      );
    await connects(session, child);
    await connects(session, earlier);
    // Devices are looked at in the order in which they are connected: nothing of the child is under way any more.
    await offersFor(earlier);
    const url = await assign(child);
    expect(await offersFor(child)).toMatchObject([{ payload: { title: child.name, url, devices: [child.name] } }]);
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

test("a node that stood still gives the sessions up that have moved, and takes its others up again", async () => {
  const [first, second, third] = nodes();
  const one = await loggedIn(first);
  const [stays, moves] = [await newDevice(one), await newDevice(one)];
  const [kept, old] = [await connectTo(second, stays, DEVICE_TOPICS), await connectTo(second, moves, DEVICE_TOPICS)];
  const gone = (): number => first.printed.split("another node is gone").length;
  const before = gone();
  second.freeze();
  await connectTo(third, moves, DEVICE_TOPICS);
  await eventually(
    async () => gone(),
    (count) => count > before,
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

test("a node is killed: its gateway reconnects to another one, which gets the calls and attributes of its devices", async () => {
  const [first, second, third] = nodes();
  const one = await loggedIn(first);
  const [gateway, child, silent] = [
    await newDevice(one, { gateway: true }),
    await newDevice(one),
    await newDevice(one),
  ];
  await connectTo(second, silent, DEVICE_TOPICS);
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
  // The other device has not come back.
  for (const [key, isSo] of [
    ["lastDisconnectTime", (value: string) => Number(value) > 0],
    ["lastConnectTime", (value: string) => Number(value) > 0],
  ] as const)
    await eventually(
      () => serverAttribute(one, silent, key),
      isSo,
      PATIENCE_MILLIS,
      (value) => `${key} is ${value}`,
    );
});
