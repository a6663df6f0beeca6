// Nodes of two neighbouring versions beside each other, while clients write to all of them: nodes are replaced one by one, there and
// back. What was acknowledged is there on every node, once, and each client always finds a node.
import { rm } from "node:fs/promises";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { eventually } from "../support/deadline.ts";
import { RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { soakTest } from "../support/soak-test.ts";
import { CLUSTER_ADMIN } from "../support/three-nodes.ts";
import { farVersion, nextVersion } from "./other-version.ts";
import { WrittenCluster } from "./written-cluster.ts";

const HANGING_MILLIS_MAX = 600_000;
const PATIENCE_MILLIS = 60_000;

let folder: string;
let written: WrittenCluster;
/** Entries of programs. */
let [own, next, far] = ["", "", ""];
let devices = 0;

beforeAll(async () => {
  folder = await scratchFolder();
  [next, far] = [await nextVersion(folder), await farVersion(folder)];
  written = await WrittenCluster.start(folder);
  own = nodes()[0].main;
  await written.goesOn();
}, HANGING_MILLIS_MAX);

afterAll(async () => {
  await written.stop();
  await rm(folder, { recursive: true, force: true });
});

type Nodes = readonly [NodeProcess, NodeProcess, NodeProcess];
const nodes = (): Nodes => written.broken.cluster.nodes as unknown as Nodes;

/** As its operator does it; the others serve meanwhile. */
async function replace(node: NodeProcess, main: string): Promise<void> {
  await node.stop();
  await written.goesOn();
  node.main = main;
  await node.start();
  await written.recovers();
}

test(
  "a node of the next version joins; those of this one go on beside it, and start again after a kill",
  async () => {
    const [first, second] = nodes();
    await replace(first, next);
    expect(first.printed).toMatch(/"database migrated"/);
    await nodesTalk();

    await second.kill();
    await second.start();
    await written.recovers();
    await nodesTalk();
    expect(await written.contradictions()).toEqual([]);
  },
  HANGING_MILLIS_MAX,
);

soakTest(
  "the others follow, one by one",
  async () => {
    const [, second, third] = nodes();
    await replace(second, next);
    await nodesTalk();
    await replace(third, next);
    expect(await written.contradictions()).toEqual([]);
  },
  HANGING_MILLIS_MAX,
);

test(
  "those of the next version go back to this one, one by one, on the schema of the next one",
  async () => {
    for (const node of nodes()) if (node.main === next) await replace(node, own);
    await nodesTalk();
    expect(await written.contradictions()).toEqual([]);
  },
  HANGING_MILLIS_MAX,
);

soakTest(
  "a version that they could not stand beside is refused while one of them runs, and they go on; later it refuses them",
  async () => {
    const [first, second, third] = nodes();
    await first.stop();
    first.main = far;
    await expect(first.start()).rejects.toThrow(/nodes of a version run that cannot go on/);
    await written.goesOn();
    await second.stop();
    await third.stop();
    await first.start();
    await written.goesOn();
    await expect(second.start()).rejects.toThrow(/was last used by a newer version/);

    for (const node of [second, third]) {
      node.main = far;
      await node.start();
    }
    await written.recovers();
    await nodesTalk();
    expect(await written.contradictions()).toEqual([]);
  },
  HANGING_MILLIS_MAX,
);

/** Calls from each node reach a device on each, and a device that is deleted at one is gone at the others. */
async function nodesTalk(): Promise<void> {
  const clients = await Promise.all(
    nodes().map((node) => new RestClient(node.http).login(CLUSTER_ADMIN.email, CLUSTER_ADMIN.password)),
  );
  const sessions: MqttClient[] = [];
  try {
    for (const [index, node] of nodes().entries()) {
      const name = `talking-${String(devices++)}`;
      const creator = clients[index] ?? expect.fail();
      const id = text(await creator.post(`/api/device?accessToken=${name}`, { name }), "id", "id");
      const session = await deviceOn(node, name);
      sessions.push(session);
      for (const [from, client] of clients.entries()) {
        const params = { from, to: index };
        expect(await client.post(`/api/rpc/twoway/${id}`, { method: "echo", params, timeout: 20_000 })).toEqual(params);
      }
      const ended = new Promise<void>((resolve) => session.once("close", () => resolve()));
      await clients.at(index - 1)?.delete(`/api/device/${id}`);
      await ended;
      for (const other of nodes())
        await eventually(
          () => isRefused(other, name),
          Boolean,
          PATIENCE_MILLIS,
          () => `${other.name} takes a device that was deleted`,
        );
    }
  } finally {
    await Promise.all(sessions.map((session) => session.endAsync(true)));
  }
}

/** Answers calls with their params. */
async function deviceOn({ mqtt }: NodeProcess, username: string): Promise<MqttClient> {
  const session = await connectAsync(mqtt, { username, reconnectPeriod: 0, connectTimeout: PATIENCE_MILLIS });
  session.on("error", () => undefined);
  session.on("message", (topic, payload) => {
    const { params } = JSON.parse(payload.toString()) as { readonly params: object };
    session.publish(topic.replace("request", "response"), JSON.stringify(params), { qos: 1 });
  });
  await session.subscribeAsync("v1/devices/me/rpc/request/+", { qos: 1 });
  return session;
}

async function isRefused({ mqtt }: NodeProcess, username: string): Promise<boolean> {
  try {
    const session = await connectAsync(mqtt, { username, reconnectPeriod: 0, connectTimeout: PATIENCE_MILLIS });
    await session.endAsync(true);
    return false;
  } catch {
    return true;
  }
}
