// The NATS servers of a cluster: what a stream of three replicas has acknowledged is there after whatever happens to one or all.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePorts } from "../../tools/cluster/free-ports.ts";
import { NATS_PORTS_COUNT, NatsCluster, natsPorts, type NatsServer } from "../../tools/cluster/nats-cluster.ts";
import { eventually } from "../support/deadline.ts";
import { NatsClient } from "../support/nats-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { soakTest } from "../support/soak-test.ts";

let folder: string;
let nats: NatsCluster;

beforeEach(async () => {
  folder = await scratchFolder();
  nats = new NatsCluster({
    folder,
    password: "a password/of+tests",
    ports: natsPorts(await freePorts(NATS_PORTS_COUNT)),
  });
  await nats.start();
});

afterEach(async () => {
  await Promise.all(nats.servers.filter(({ state }) => state !== "stopped").map((server) => server.kill()));
  await rm(folder, { recursive: true, force: true });
});

soakTest("messages are there after one server, then all were killed, and one has lost its disk", async () => {
  const [first, second, third] = nats.servers as [NatsServer, NatsServer, NatsServer];
  await using created = await connected(first);
  const stream = { name: "log", subjects: ["log.>"], num_replicas: 3, storage: "file" };
  expect(await created.client.request("$JS.API.STREAM.CREATE.log", JSON.stringify(stream))).toMatchObject({
    config: { num_replicas: 3 },
  });
  expect(await created.client.request("log.a", "one")).toMatchObject({ stream: "log", seq: 1 });

  await second.kill();
  await published(first, "two", 2);
  await second.start();
  await nats.ready();
  await untilStored(second, 2);

  third.freeze();
  await published(first, "three", 3);
  third.thaw();
  await nats.ready();

  await Promise.all(nats.servers.map((server) => server.kill()));
  await first.wipe();
  await nats.start();
  await untilStored(first, 3);
  await published(third, "four", 4);
});

test("two servers of three cannot be spared", async () => {
  const [first, second, third] = nats.servers as [NatsServer, NatsServer, NatsServer];
  await second.kill();
  await third.kill();
  await eventually(
    () => first.isInStep(),
    (isInStep) => !isInStep,
    60_000,
    () => "one server alone still has a leader",
  );
  await second.start();
  await nats.ready();
});

test("a stranger is refused, and each message is synced", async () => {
  const [first] = nats.servers as [NatsServer];
  const address = new URL(first.url);
  address.password = "of-a-stranger";
  const stranger = await NatsClient.connect(address.href);
  await expect(stranger.request("$JS.API.INFO", "").finally(() => stranger.close())).rejects.toThrow("closed");
  const settings = (await (await fetch(`${first.monitor}/jsz`)).json()) as { config: object };
  expect(settings.config).toMatchObject({ sync_always: true, store_dir: join(first.dataFolder, "jetstream") });
});

async function connected(server: NatsServer): Promise<AsyncDisposable & { readonly client: NatsClient }> {
  const client = await NatsClient.connect(server.url);
  return { client, [Symbol.asyncDispose]: async () => client.close() };
}

/** Tried again until the stream has a leader; the id lets the servers drop what they have taken already. */
async function published(server: NatsServer, message: string, sequence: number): Promise<void> {
  await using connection = await connected(server);
  await eventually(
    () => connection.client.request("log.a", message).catch(() => ({})),
    (answer) => (answer as { seq?: number }).seq === sequence,
    60_000,
    (answer) => `message ${String(sequence)} was answered ${JSON.stringify(answer)}`,
  );
}

/** In the replica of this server. */
async function untilStored(server: NatsServer, messages: number): Promise<void> {
  await eventually(
    () => stored(server),
    (count) => count === messages,
    60_000,
    (count) => `${String(count)} messages are there`,
  );
}

async function stored(server: NatsServer): Promise<number | undefined> {
  const answer = (await (await fetch(`${server.monitor}/jsz?streams=true`)).json()) as {
    readonly account_details?: readonly { readonly stream_detail?: readonly { state: { messages: number } }[] }[];
  };
  return answer.account_details?.[0]?.stream_detail?.[0]?.state.messages;
}
