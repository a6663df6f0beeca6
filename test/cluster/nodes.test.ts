// Three nodes on PostgreSQL, NATS and a bucket, as `npm run cluster` starts them: what one of them is told, all of them know.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RUNTIME_FLAGS } from "../../scripts/runtime.mjs";
import { systemClock } from "../../src/lib/clock.ts";
import { Cluster } from "../../tools/cluster/cluster.ts";
import { freePorts } from "../../tools/cluster/free-ports.ts";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { nodeSettings } from "../../tools/cluster/node-settings.ts";
import { byDeadline, eventually } from "../support/deadline.ts";
import { member, RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { runtimeEnvironment } from "../support/server-process.ts";

const ADMIN = { email: "tenant@example.com", password: "A-password-of-a-test-1" };
const PATIENCE_MILLIS = 60_000;

let folder: string;
let cluster: Cluster;
let devices = 0;

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

afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

const loggedIn = (node: NodeProcess): Promise<RestClient> =>
  new RestClient(node.http).login(ADMIN.email, ADMIN.password);

/** Its name is its access token. */
async function newDevice(client: RestClient): Promise<{ readonly id: string; readonly name: string }> {
  const name = `meter-${String(devices++)}`;
  const device = await client.post(`/api/device?accessToken=${name}`, { name });
  return { name, id: text(device, "id", "id") };
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
  const [first, second, third] = cluster.nodes as readonly [NodeProcess, NodeProcess, NodeProcess];
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
  const [first, second, third] = cluster.nodes as readonly [NodeProcess, NodeProcess, NodeProcess];
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
  for (const node of cluster.nodes) await publish(node.mqtt, `${changed.name}-new`, 2);
});

test("jobs go on at another node when the one that ran them is killed", async () => {
  const runs = (node: NodeProcess): boolean => {
    const changes = node.printed.match(/this node (no longer )?runs the jobs/g) ?? [];
    return node.state === "running" && changes.at(-1) === "this node runs the jobs";
  };
  const running = (): readonly NodeProcess[] => cluster.nodes.filter(runs);
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
      ...nodeSettings(cluster, "ab".repeat(32)),
      DATA_DIR: join(folder, "stranger"),
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
