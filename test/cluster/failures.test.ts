// Parts of a cluster fail while clients write to it. What it acknowledged is there on every node, once; its nodes say truly whether
// they are ready; and it goes on by itself.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { member, RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import type { Point } from "../support/tenant.ts";
import { CLUSTER_ADMIN } from "../support/three-nodes.ts";
import { FAILURES } from "./failures.ts";
import { MESSAGES_OF_TWO_SESSIONS, WrittenCluster } from "./written-cluster.ts";

/** Each waits for parts to start and to find each other: what hangs says so itself, with what it has seen. */
const HANGING_MILLIS_MAX = 600_000;

/** Of the failures, those that stand for the others in each run of the tests; the soak does all of them, in random order. */
const IN_EACH_RUN: readonly string[] = [
  "a node stands still",
  "all NATS servers are killed",
  "PostgreSQL fails over to its standby",
  "a node is cut off from NATS",
  "the bucket is killed",
];

/** Less than what a clock is fast or slow by. */
const CLOCKS_MILLIS_MIN = 20_000;

let folder: string;
let written: WrittenCluster;

beforeAll(async () => {
  folder = await scratchFolder();
  written = await WrittenCluster.start(folder);
  await written.goesOn();
}, HANGING_MILLIS_MAX);

afterAll(async () => {
  await written.stop();
  await rm(folder, { recursive: true, force: true });
});

test("clocks of nodes are two minutes apart: a login counts at each, and of two sessions of a device the later one stays", async () => {
  const [, fast = expect.fail(), slow = expect.fail()] = written.broken.cluster.nodes;
  for (const [here, there] of [
    [fast, slow],
    [slow, fast],
  ] as const) {
    const client = await new RestClient(here.http).login(CLUSTER_ADMIN.email, CLUSTER_ADMIN.password);
    const elsewhere = new RestClient(there.http, client.authorization);
    const name = `seen by ${there.name}`;
    const id = text(await client.post(`/api/device?accessToken=${name}`, { name }), "id", "id");
    const before = await RawMqttClient.connect({ port: here.ports.mqtt }, { username: name });
    const after = await RawMqttClient.connect({ port: there.ports.mqtt }, { username: name });
    await before.closed();
    await after.publish("v1/devices/me/telemetry", { n: 1 });
    after.destroy();
    const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=n`;
    const [point] = member(await elsewhere.get(path), "n") as readonly Point[];
    // A point without a time has that of the node that took it.
    const ahead = Number(point?.ts) - Date.now();
    expect(there === fast ? ahead : -ahead).toBeGreaterThan(CLOCKS_MILLIS_MIN);
  }
});

const chosen = FAILURES.filter(({ name }) => IN_EACH_RUN.includes(name));

test("each failure that is chosen for each run exists", () => {
  expect(chosen).toHaveLength(IN_EACH_RUN.length);
});

for (const [index, { name, acknowledgements, ready, begin }] of chosen.entries())
  test(
    `${name}: acknowledgements ${acknowledgements}, nodes are ${ready ? "" : "not "}ready, and nothing is lost`,
    { timeout: HANGING_MILLIS_MAX },
    async () => {
      const { nodes, cutOff = [], end } = await begin(written.broken, (index % 3) / 3);
      try {
        await written.say(nodes, ready);
        await written.say(cutOff, false);
        if (acknowledgements === "stop") await written.standsStill();
        else await written.goesOn(MESSAGES_OF_TWO_SESSIONS);
      } finally {
        await end();
      }
      await written.recovers();
      expect(await written.contradictions()).toEqual([]);
    },
  );
