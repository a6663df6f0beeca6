// Three nodes of a cluster in this process, on engines that all tests share, behind the balancer of `npm run cluster`: to tests they
// are one platform. Their clock is that of the test; what they wait for from engines takes the time of these.
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes, randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { jetstreamManager } from "@nats-io/jetstream";
import { Client } from "pg";
import { inject } from "vitest";
import { connectNats } from "../../src/adapters/nats/connect-nats.ts";
import { configOf, type GivenSettings } from "../../src/app/config.ts";
import { listOf } from "../../src/app/connections.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import { systemClock, type Clock } from "../../src/lib/clock.ts";
import { Balancer, type HttpBy } from "../../tools/cluster/balancer.ts";
import { eventually } from "./deadline.ts";
import { extensionFolder } from "./engines.ts";
import type { StartDeps, StartedPlatform } from "./start-platform.ts";

const NODES = 3;
const HOST = "127.0.0.1";
const READY_MILLIS_MAX = 60_000;
const MEBIBYTE = 1_048_576;

/** So often nodes would tell each other what they have counted against limits; no other timer has this period. */
const COUNTS_MILLIS = 2 ** 31 - 3;

/**
 * Pauses before an engine that has not answered is asked again: it does not come back while the clock of a test stands still. No other
 * pause that tests look at is as long.
 */
const ENGINE_PAUSES: ReadonlySet<number> = new Set([5, 100, 400]);

/** A clock that a test moves is no measure of engines: what would take too long by it may take as long as it likes. Streams are small. */
const ENGINE_BOUNDS: GivenSettings = {
  "cluster.lease.seconds": 86_400,
  "cluster.keeper.stuckSeconds": 2 ** 31 - 1,
  "cluster.tail.lookMillis": 2 ** 31 - 1,
  "cluster.tail.patienceMillis": 2 ** 31 - 1,
  "cluster.log.patienceMillis": 2 ** 31 - 1,
  "cluster.log.batchMillis": 0,
  "cluster.log.bytesMax": 128 * MEBIBYTE,
  "cluster.events.bytesMax": MEBIBYTE,
  // A day that passes at once would have each node read everything again a thousand times at once.
  "cluster.events.recheckMillis": 2 ** 31 - 1,
  // Nor is a node gone when the clock moves by a month at once, or has to say five million times that it is there: it does when it starts.
  "cluster.peers.goneMillis": 2 ** 31 - 1,
  "cluster.peers.heartbeatMillis": 2 ** 31 - 1,
  "cluster.peers.answerMillis": 2 ** 31 - 1,
  // Distinguished by it from what else goes by the clock.
  "cluster.counts.sendMillis": COUNTS_MILLIS,
};

/** Of a cluster: what its nodes share. */
interface Place {
  readonly folder: string;
  readonly database: string;
  readonly natsUrl: string;
  readonly masterKey: string;
}

/** By the data folder that the test has named. */
const places = new Map<string, Place>();
const freeAccounts = [...(inject("engines").natsUrls[Number(process.env["VITEST_POOL_ID"])] ?? [])];

/** For each node that runs: tells the others what it has counted. */
const counts = new Set<() => void>();

/**
 * Nodes tell each other what they have counted when a request or a connection begins, and not when the clock of the test says so: it
 * catches up with the stream of events first, and has heard of the counts by then.
 */
export function tellCounts(): void {
  for (const tell of counts) tell();
}

for (const channel of ["http.server.request.start", "net.server.socket"]) subscribe(channel, tellCounts);

/** The clock of a node. */
function clockOf(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    after: (delayMillis, action) => (ENGINE_PAUSES.has(delayMillis) ? systemClock : clock).after(delayMillis, action),
    every(periodMillis, action) {
      const timer = clock.every(periodMillis, action);
      if (periodMillis === COUNTS_MILLIS) counts.add(action);
      return {
        cancel: () => {
          counts.delete(action);
          timer.cancel();
        },
      };
    },
  };
}

interface Ports {
  http: number;
  mqtt: number;
  mqtts: number;
}

/** The ports of the nodes of each cluster that runs, and those that the balancer knows. */
const balanced = new Set<readonly { readonly ports: Ports; readonly own: Ports }[]>();
let isToFirst = false;
let plainHttpBy: HttpBy = "request";

/** Whether balancers send everything to the first node from now on, or to each node in turn. */
export function toFirstNode(isSo: boolean): void {
  isToFirst = isSo;
  for (const nodes of balanced) for (const { ports, own } of nodes) Object.assign(ports, isSo ? nodes[0]?.own : own);
}

/** Whether balancers that are started from now on pass on whole connections of HTTP, or each request; over TLS they can only do the former. */
export function byConnection(isSo: boolean): void {
  plainHttpBy = isSo ? "connection" : "request";
}

export async function startNodes(
  settings: GivenSettings,
  { clock, log }: Required<StartDeps>,
): Promise<StartedPlatform> {
  const backends = Array.from({ length: NODES }, (_, index) => ({
    name: `node ${String(index + 1)}`,
    host: HOST,
    ports: { http: 0, mqtt: 0, mqtts: 0 },
    own: { http: 0, mqtt: 0, mqtts: 0 },
  }));
  const hasTls = settings["mqtt.tls.certFile"] !== undefined || settings["tls.auto"] === true;
  // It looks at nodes until all are ready, and never again: a test that moves the clock by a year holds up this process for longer than a
  // balancer waits for an answer.
  let areReady = false;
  const untilReady: Clock = {
    ...systemClock,
    every: (periodMillis, action) =>
      systemClock.every(periodMillis, () => {
        if (!areReady) action();
      }),
  };
  const httpBy = settings["http.tls.certFile"] === undefined ? plainHttpBy : "TLS connection";
  const trustedProxies = listOf(settings["http.trustedProxies"]?.toString() ?? "");
  const balancer = new Balancer(
    backends,
    { host: HOST, httpPort: 0, httpBy, mqttPort: 0, mqttsPort: hasTls ? 0 : undefined, trustedProxies },
    untilReady,
  );
  await balancer.start();
  const { folder, ...place } = await placeOf(String(settings.dataDir));
  const shared: GivenSettings = {
    "cluster.postgresUrl": urlOf(place.database),
    "cluster.natsUrls": place.natsUrl,
    "cluster.natsReplicas": 1,
    "cluster.files": join(folder, "files"),
    "cluster.extensionsDir": extensionFolder,
    "cluster.masterKey": place.masterKey,
    "device.connectivity.http.port": portOf(balancer.http),
    "device.connectivity.mqtt.port": portOf(balancer.mqtt),
    ...(balancer.mqtts === undefined ? {} : { "device.connectivity.mqtts.port": portOf(balancer.mqtts) }),
    ...ENGINE_BOUNDS,
    // As `npm run cluster` has it; of connections the balancer says nothing.
    ...(httpBy === "request" ? { "security.apiKeys.requireHttps": "never" } : {}),
    ...settings,
    ...(httpBy === "request" ? { "http.trustedProxies": [HOST, ...trustedProxies].join(",") } : {}),
  };
  const nodes: Platform[] = [];
  const stop = async (): Promise<void> => {
    balanced.delete(backends);
    // Nodes first: what they say to their clients as they stop goes through the balancer.
    await Promise.all(nodes.map((node) => node.stop()));
    await balancer.stop();
  };
  const startNode = async ({ name, ports, own }: (typeof backends)[number]): Promise<void> => {
    const dataDir = join(folder, name);
    await mkdir(dataDir, { recursive: true });
    const node = await startPlatform(configOf({ ...shared, dataDir }), { clock: clockOf(clock), log });
    nodes.push(node);
    own.http = portOf(node.http);
    own.mqtt = portOf(node.mqtt);
    own.mqtts = node.mqtts === undefined ? 0 : portOf(node.mqtts);
    Object.assign(ports, own);
  };
  try {
    const [first, ...others] = backends;
    // What all of them share, the first makes.
    if (first !== undefined) await startNode(first);
    await Promise.all(others.map(startNode));
    await eventually(
      async () => [...balancer.seen.values()],
      (seen) => seen.every((each) => each === "ready"),
      READY_MILLIS_MAX,
      (seen) => `the nodes are ${seen.join(", ")}`,
    );
    areReady = true;
    balanced.add(backends);
    toFirstNode(isToFirst);
    const [{ routes, activationLinks }] = nodes as [Platform, ...Platform[]];
    return {
      http: balancer.http,
      mqtt: balancer.mqtt,
      mqtts: balancer.mqtts,
      nodes: nodes.map(({ http }) => http),
      routes,
      activationLinks,
      failed: Promise.race(nodes.map(({ failed }) => failed)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function placeOf(folder: string): Promise<Place> {
  const known = places.get(folder);
  if (known !== undefined) return known;
  await removeGone();
  const natsUrl = freeAccounts.pop();
  if (natsUrl === undefined) throw new Error("there is no account of NATS for another cluster");
  const database = `nodes_${randomUUID().replaceAll("-", "")}`;
  await administer(`CREATE DATABASE ${database}`);
  const place = { folder, database, natsUrl, masterKey: randomBytes(32).toString("base64") };
  places.set(folder, place);
  await mkdir(join(folder, "files"), { recursive: true });
  return place;
}

/** The rows that a query of its database answers. */
export async function rowsOfCluster(
  folder: string,
  sql: string,
  parameters: readonly string[],
): Promise<Record<string, unknown>[]> {
  return await connected(urlOf(databaseIn(folder)), async (client) => {
    await client.query("SET search_path TO bridgehead");
    return (await client.query<Record<string, unknown>>(sql, [...parameters])).rows;
  });
}

/** Its entities can be read, and changes of them wait, until `until` resolves. */
export async function lockTables(folder: string, until: Promise<unknown>, locked: () => void): Promise<void> {
  await connected(urlOf(databaseIn(folder)), async (client) => {
    const { rows } = await client.query<{ names: string }>(
      "SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') AS names FROM pg_tables WHERE schemaname = 'bridgehead'",
    );
    await client.query(`BEGIN; LOCK TABLE ${String(rows[0]?.names)} IN EXCLUSIVE MODE`);
    locked();
    await until;
  });
}

/** Whether its database server takes connections to it; those that are open end if it does not. */
export async function takeConnections(folder: string, isSo: boolean): Promise<void> {
  const database = databaseIn(folder);
  await administer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS ${String(isSo)}`);
  if (!isSo) await administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
}

function databaseIn(folder: string): string {
  const place = places.get(folder);
  if (place === undefined) throw new Error(`there is no cluster in ${folder}`);
  return place.database;
}

/** A test that has removed its data folder has done with the rest as well. */
async function removeGone(): Promise<void> {
  for (const { folder, database, natsUrl } of places.values()) {
    if (existsSync(folder)) continue;
    places.delete(folder);
    const connection = await connectNats([natsUrl], systemClock);
    const manager = await jetstreamManager(connection);
    for await (const { config } of manager.streams.list()) await manager.streams.delete(config.name);
    await connection.close();
    await administer(`DROP DATABASE ${database} WITH (FORCE)`);
    freeAccounts.push(natsUrl);
  }
}

async function administer(sql: string): Promise<void> {
  await connected(inject("engines").postgresUrl, (client) => client.query(sql));
}

async function connected<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(inject("engines").postgresUrl);
  url.pathname = database;
  return url.href;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
