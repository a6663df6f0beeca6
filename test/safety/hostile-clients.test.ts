// Hostile clients against a real server: they are shown out, and those beside them hardly notice.
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodePublish, PINGREQ } from "../../bench/load/packets.ts";
import { Random } from "../../tools/simulator/random.ts";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import type { TestTenant } from "../support/tenant.ts";
import * as peers from "./hostile-peers.ts";

const MEBIBYTE = 1024 * 1024;
const CONNECT_TIMEOUT_MILLIS = 10_000;
/** The sweep that closes silent connections, and the scheduling of a loaded machine. */
const LATENESS_MILLIS = 5_000;
/** Acknowledgements of others while an attack runs: at most so much slower in the middle, on processors they share. */
const SLOWER_MAX = 15;
const SLOWER_MILLIS_MAX = 40;
const ROUND_TRIPS_BEFORE = 200;
/** The first of each attack makes the heap of the runtime grow, which it keeps; the same again adds nearly nothing. */
const RSS_GROWTH_MAX = 400 * MEBIBYTE;
const RSS_GROWTH_AGAIN_MAX = 80 * MEBIBYTE;
const BRACKET_PACKETS = 200;
const DEAF_BYTES_MAX = 256 * MEBIBYTE;

const seed = String(Date.now());
const servers = new KillableServers();
let server: KillableServer;
let tenant: TestTenant;
let bystander: RawMqttClient;
let medianBefore = 0;
let rssBefore = 0;
let ts = 1_700_000_000_000;

beforeAll(async () => {
  server = await servers.start(servers.folder(), { LOG_LEVEL: "warn" });
  let lastNumber = 0;
  tenant = await server.tenant(() => ++lastNumber);
  const { token } = await tenant.createGateway();
  bystander = await RawMqttClient.connect({ port: server.mqttPort, protocol: 5, timeoutMillis: 30_000 }, { username: token, keepalive: 0 });
  await roundTrips(ROUND_TRIPS_BEFORE);
  medianBefore = median(await roundTrips(ROUND_TRIPS_BEFORE));
  rssBefore = server.residentBytes();
});
afterAll(() => servers.endAll());

/** The milliseconds that each of `count` acknowledgements takes, or of as many as fit into `attack`. */
async function roundTrips(count: number, isOver: () => boolean = () => false): Promise<number[]> {
  const millis: number[] = [];
  while (millis.length < count && !isOver()) {
    const startedAt = performance.now();
    const puback = await bystander.publish("v1/gateway/telemetry", { Bystander: [{ ts: ts++, values: { level: 1 } }] });
    expect(puback?.reasonCode ?? 0).toBe(0);
    millis.push(performance.now() - startedAt);
  }
  return millis;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Runs the attack while the bystander works, and demands that the bystander's acknowledgements come nearly as before. */
async function attackBesideWork<Result>(attack: Promise<Result>): Promise<Result> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  attack.then(end, end);
  const during = median(await roundTrips(Number.POSITIVE_INFINITY, () => isOver));
  expect(during, `the median of acknowledgements, ${medianBefore.toFixed(1)} ms before`).toBeLessThan(
    Math.max(SLOWER_MAX * medianBefore, medianBefore + SLOWER_MILLIS_MAX),
  );
  return await attack;
}

test("2,000 connections that send nothing, CONNECTs that come byte by byte and half-open ones are gone after 10 s", { timeout: 60_000 }, async () => {
  const { token } = await tenant.createGateway();

  const [silent, dribbling, halfOpen] = await attackBesideWork(
    Promise.all([peers.silence(server.mqttPort, 2_000), peers.dribble(server.mqttPort, 50, token), peers.halfOpen(server.mqttPort, 50)]),
  );

  for (const { millis, received } of [...silent, ...dribbling]) {
    expect(millis).toBeGreaterThan(CONNECT_TIMEOUT_MILLIS - 1_000);
    expect(millis).toBeLessThan(CONNECT_TIMEOUT_MILLIS + LATENESS_MILLIS);
    expect(received).toHaveLength(0);
  }
  for (const { millis } of halfOpen) expect(millis).toBeLessThan(CONNECT_TIMEOUT_MILLIS + LATENESS_MILLIS);
});

test("floods of garbage are closed one by one", { timeout: 60_000 }, async () => {
  const closed = await attackBesideWork(peers.garbage(server.mqttPort, 20, 25, new Random(seed)));

  expect(closed, `seed ${seed}`).toHaveLength(500);
});

test("packets larger than allowed are closed at their header", { timeout: 60_000 }, async () => {
  const closed = await attackBesideWork(peers.oversized(server.mqttPort, 20));

  for (const { millis } of closed) expect(millis).toBeLessThan(LATENESS_MILLIS);
});

const REFUSED_PACKET = encodePublish({ protocol: 5, topic: "v1/gateway/telemetry", payload: "[", qos: 1, packetId: 1 });

test.each([
  ["pings", PINGREQ],
  ["messages that are refused with a reason", REFUSED_PACKET],
])("a client that sends %s and never reads is not read from without end", { timeout: 90_000 }, async (_what, packet) => {
  const { token } = await tenant.createGateway();

  const { peer, sentBytes } = await attackBesideWork(peers.deafness(server.mqttPort, token, packet, DEAF_BYTES_MAX));

  expect(peer.socket.destroyed, "the session is not over yet").toBe(false);
  expect(sentBytes).toBeLessThan(DEAF_BYTES_MAX);
  expect(server.residentBytes() - rssBefore).toBeLessThan(RSS_GROWTH_MAX);
  peer.socket.destroy();
});

test("packets of 65,536 brackets are each refused, and the session of their sender goes on", { timeout: 60_000 }, async () => {
  const { token } = await tenant.createGateway();

  const { received } = await attackBesideWork(peers.brackets(server.mqttPort, token, BRACKET_PACKETS));

  // PUBACKs of MQTT 5 with the code 0x99 behind their packet id.
  const refusals = received.toString("latin1").split("\x40").filter((piece) => piece.charCodeAt(3) === 0x99);
  expect(refusals.length).toBeGreaterThanOrEqual(BRACKET_PACKETS - 2);
});

test("the same floods once more take no more memory, and the server is well", { timeout: 90_000 }, async () => {
  const { token } = await tenant.createGateway();
  const rssAfterFirst = server.residentBytes();

  await peers.garbage(server.mqttPort, 20, 25, new Random(seed));
  await peers.oversized(server.mqttPort, 20);
  const { peer } = await peers.deafness(server.mqttPort, token, REFUSED_PACKET, DEAF_BYTES_MAX);
  peer.socket.destroy();
  await peers.brackets(server.mqttPort, token, BRACKET_PACKETS);

  expect(server.residentBytes() - rssAfterFirst).toBeLessThan(RSS_GROWTH_AGAIN_MAX);
  expect(await server.isHealthy()).toBe(true);
  expect(server.records.filter(({ level }) => level === "error").map(({ line }) => line)).toEqual([]);
});
