// Nodes as processes behind the balancer, with clients of others: what a kill and a freeze of a node mean for them.
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { join } from "node:path";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { Balancer } from "../../tools/cluster/balancer.ts";
import { freePorts } from "../../tools/cluster/free-ports.ts";
import { NodeProcess } from "../../tools/cluster/node-process.ts";
import { SERVER_CERTIFICATE, SERVER_KEY } from "../support/certificates.ts";
import { eventually } from "../support/deadline.ts";
import { RestClient } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { runtimeEnvironment } from "../support/server-process.ts";

const PASSWORD = "A-password-of-a-test-1";
/** Their names are their access tokens. */
const DEVICES = ["meter-1", "meter-2", "meter-3", "meter-4", "meter-5"];

let folder: string;
let nodes: readonly [NodeProcess, NodeProcess];
let balancer: Balancer;

beforeAll(async () => {
  folder = await scratchFolder();
  const ports = await freePorts(6);
  nodes = [nodeOf(1, ports.slice(0, 3)), nodeOf(2, ports.slice(3))];
  await Promise.all(nodes.map((node) => node.start()));
  await Promise.all(nodes.map(createDevices));
  balancer = new Balancer(
    nodes.map((node) => ({ name: node.name, host: "127.0.0.1", ports: node.ports })),
    { host: "127.0.0.1", httpPort: 0, httpBy: "request", mqttPort: 0, trustedProxies: [] },
    systemClock,
  );
  await balancer.start();
});

afterAll(async () => {
  await balancer.stop();
  await Promise.all(nodes.filter(({ state }) => state !== "stopped").map((node) => node.kill()));
  await rm(folder, { recursive: true, force: true });
});

test("clients over TCP and WebSocket are spread, and after the kill of a node publish through the one that is left", async () => {
  const webSocket = `${balancer.http.replace("http", "ws")}/mqtt`;
  const clients = await Promise.all([balancer.mqtt, balancer.mqtt, webSocket].map(connected));
  for (const client of clients) await client.publishAsync("v1/devices/me/telemetry", '{"a":1}', { qos: 1 });
  expect((await Promise.all(nodes.map(connectionsOf))).every((count) => count > 0)).toBe(true);

  await nodes[0].kill();
  for (const client of clients) await untilConnected(client);
  for (const client of clients) await client.publishAsync("v1/devices/me/telemetry", '{"a":2}', { qos: 1 });
  expect(await connectionsOf(nodes[1])).toBe(clients.length);
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`${balancer.http}/api/health/live`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await Promise.all(clients.map((client) => client.endAsync()));

  await nodes[0].start();
  await untilServing(nodes[0]);
});

test("of a node that is frozen the connections end after some seconds, and it serves again once it is thawed", async () => {
  const clients = await Promise.all([balancer.mqtt, balancer.mqtt].map(connected));
  expect(await connectionsOf(nodes[0])).toBe(1);
  nodes[0].freeze();
  await eventually(
    () => connectionsOf(nodes[1]),
    (count) => count === clients.length,
    60_000,
    (count) => `the other node has ${String(count)} connections`,
  );
  for (const client of clients) await client.publishAsync("v1/devices/me/telemetry", '{"a":3}', { qos: 1 });
  nodes[0].thaw();
  await nodes[0].ready();
  await untilServing(nodes[0]);
  await Promise.all(clients.map((client) => client.endAsync()));
});

test("a node that speaks HTTPS gets ready, and clients reach it by connections", async () => {
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  await writeFile(certFile, SERVER_CERTIFICATE);
  await writeFile(keyFile, SERVER_KEY);
  const node = nodeOf(3, await freePorts(3), { HTTP_TLS_CERT_FILE: certFile, HTTP_TLS_KEY_FILE: keyFile });
  onTestFinished(() => node.kill());
  await node.start();
  const inFront = new Balancer(
    [{ name: node.name, host: "127.0.0.1", ports: node.ports }],
    { host: "127.0.0.1", httpPort: 0, httpBy: "TLS connection", mqttPort: 0, trustedProxies: [] },
    systemClock,
  );
  onTestFinished(() => inFront.stop());
  await inFront.start();
  expect([...inFront.seen.values()]).toEqual(["ready"]);
  for (const address of [node.http, inFront.http]) {
    const asked = get(`${address}/api/health/ready`, { ca: SERVER_CERTIFICATE, agent: false });
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
  }
});

function nodeOf(
  number: number,
  [http = 0, mqtt = 0, mqtts = 0]: readonly number[],
  settings: Readonly<Record<string, string>> = {},
): NodeProcess {
  return new NodeProcess({
    number,
    folder: join(folder, `node-${String(number)}`),
    ports: { http, mqtt, mqtts },
    environment: {
      ...runtimeEnvironment(),
      BOOTSTRAP_TENANT_ADMIN_EMAIL: "tenant@example.com",
      BOOTSTRAP_TENANT_ADMIN_PASSWORD: PASSWORD,
      HTTP_TRUSTED_PROXIES: "127.0.0.1",
      ...settings,
    },
  });
}

/** Each node has its own devices here: those of all clients on both. */
async function createDevices(node: NodeProcess): Promise<void> {
  const rest = await new RestClient(node.http).login("tenant@example.com", PASSWORD);
  for (const name of DEVICES) await rest.post(`/api/device?accessToken=${name}`, { name });
}

let lastDevice = 0;

function connected(url: string): Promise<MqttClient> {
  const username = DEVICES[lastDevice++ % DEVICES.length] ?? "";
  return connectAsync(url, { username, reconnectPeriod: 100, connectTimeout: 5_000 });
}

async function untilConnected(client: MqttClient): Promise<void> {
  await eventually(
    async () => client.connected,
    Boolean,
    30_000,
    () => "the client is not connected",
  );
}

/** Connections to it, made by clients for as long as it gets none. */
async function untilServing(node: NodeProcess): Promise<void> {
  const before = await connectionsOf(node);
  await eventually(
    async () => {
      const client = await connected(balancer.mqtt);
      const count = await connectionsOf(node);
      await client.endAsync();
      return count;
    },
    (count) => count > before,
    60_000,
    () => `${node.name} gets no connection`,
  );
}

async function connectionsOf(node: NodeProcess): Promise<number> {
  const metrics = await new RestClient(node.http).getText("/metrics");
  return Number(/^bridgehead_mqtt_connections (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN);
}
