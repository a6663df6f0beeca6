// Hostile clients against a real server: they are disconnected, and other clients go on.
import { setTimeout as pause } from "node:timers/promises";
import { parser, type Packet } from "mqtt-packet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodePublish, encodeSubscribe, PINGREQ } from "../../bench/load/packets.ts";
import { Random } from "../../tools/simulator/random.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { seedOf } from "../support/seed.ts";
import { soakTest } from "../support/soak-test.ts";
import type { TestTenant } from "../support/tenant.ts";
import { Bystander } from "./bystander.ts";
import * as peers from "./hostile-peers.ts";

const MEBIBYTE = 1024 * 1024;
const CONNECT_TIMEOUT_MILLIS = 10_000;
/** The sweep that closes silent connections, and the scheduling of a machine that is busy with other things. */
const LATENESS_MILLIS = 30_000;
/**
 * How much the server may compute between two acknowledgements of a bystander while an attack runs. Processor time, since
 * attacker, server and bystander share processors with whatever else the machine does.
 */
const COMPUTED_MILLIS_MAX = 500;
/** Long enough for a mean that means something. */
const MEASURE_MILLIS = 1_500;
/** The first of each attack makes the heap of the runtime grow, which it keeps. */
const RSS_GROWTH_MAX = 400 * MEBIBYTE;
/** The heap goes up and down by some 100 MiB. What is never freed grows each time. */
const RSS_GROWTH_AGAIN_MAX = 20 * MEBIBYTE;
const FLOODS_AGAIN = 3;
const BRACKET_PACKETS = 200;
const FLOODING_GATEWAYS = 40;
const PROVISIONING_SESSIONS = 100;
const ASKING_GATEWAYS = 20;
/** In turns with all gateways it is four milliseconds; with each of them it was hundreds. */
const COMPUTED_IN_TURNS_MILLIS_MAX = 100;
/** As many devices as a packet has room for. */
const REFUSALS = `{${Array.from({ length: 8_000 }, (_, index) => `"${index.toString(36)}":1`).join(",")}}`;
const VALUES = `{${Array.from({ length: 800 }, (_, index) => `"${index.toString(36)}":1`).join(",")}}`;
const POINTS = `{"Flooded":[${Array.from({ length: 8 }, (_, index) => `{"ts":${String(index)},"values":${VALUES}}`).join(",")}]}`;
/** Dozens are; it was one, that of the turn of the event loop between two messages. */
const CALLS_OF_A_MESSAGE_MIN = 5;
const DEAF_BYTES_MAX = 256 * MEBIBYTE;

const seed = String(seedOf("FUZZ_SEED"));
const servers = new KillableServers();
let server: KillableServer;
let tenant: TestTenant;
let bystander: Bystander;
let rssBefore = 0;
let lastNumber = 0;

beforeAll(async () => {
  server = await servers.start(servers.folder(), { LOG_LEVEL: "warn" });
  tenant = await server.tenant(() => ++lastNumber);
  const { token } = await tenant.createGateway();
  bystander = await Bystander.start({ port: server.mqttPort, token });
  // The heap takes its size.
  await pause(2 * MEASURE_MILLIS);
  rssBefore = server.residentBytes();
});
afterAll(async () => {
  await bystander.stop();
  await servers.endAll();
});

/**
 * Attacks again and again for a while, and demands that a bystander is acknowledged again and again meanwhile, however busy
 * the server is with the attack. Answers what became of the last attack.
 */
async function attackDuringWork<Result>(
  attack: () => Promise<Result>,
  computedMillisMax = COMPUTED_MILLIS_MAX,
): Promise<Result> {
  await bystander.report();
  const computedBefore = server.loopMillis();
  const endsAt = performance.now() + MEASURE_MILLIS;
  let result = await attack();
  while (performance.now() < endsAt) result = await attack();
  const acknowledged = (await bystander.report()).length;
  const computed = server.loopMillis() - computedBefore;
  expect(computed / acknowledged, `milliseconds of ${String(acknowledged)} acknowledgements`).toBeLessThan(
    computedMillisMax,
  );
  return result;
}

test("2,000 connections that send nothing, CONNECTs that come byte by byte and half-open ones are gone after 10 s", async () => {
  const { token } = await tenant.createGateway();

  const [silent, dribbling, halfOpen] = await attackDuringWork(() =>
    Promise.all([
      peers.silence(server.mqttPort, 2_000),
      peers.dribble(server.mqttPort, 50, token),
      peers.halfOpen(server.mqttPort, 50),
    ]),
  );

  for (const { millis, received } of [...silent, ...dribbling]) {
    expect(millis).toBeGreaterThan(CONNECT_TIMEOUT_MILLIS - 1_000);
    expect(millis).toBeLessThan(CONNECT_TIMEOUT_MILLIS + LATENESS_MILLIS);
    expect(received).toHaveLength(0);
  }
  for (const { millis } of halfOpen) expect(millis).toBeLessThan(CONNECT_TIMEOUT_MILLIS + LATENESS_MILLIS);
});

test("floods of garbage are closed one by one", async () => {
  const closed = await attackDuringWork(() => peers.garbage(server.mqttPort, 20, 25, new Random(seed)));

  expect(closed, `seed ${seed}`).toHaveLength(500);
});

test("packets larger than allowed are closed at their header", async () => {
  const closed = await attackDuringWork(() => peers.oversized(server.mqttPort, 20));

  // None of them has waited for the end that is meant for silence.
  for (const { millis } of closed) expect(millis).toBeLessThan(CONNECT_TIMEOUT_MILLIS);
});

const REFUSED_PACKET = encodePublish({ protocol: 5, topic: "v1/gateway/telemetry", payload: "[", qos: 1, packetId: 1 });

test.each([
  ["pings", PINGREQ],
  ["messages that are refused with a reason", REFUSED_PACKET],
])("a client that sends %s and never reads is not read from without end", async (_what, packet) => {
  const { token } = await tenant.createGateway();

  const { peer, sentBytes } = await attackDuringWork(() =>
    peers.deafness(server.mqttPort, token, packet, DEAF_BYTES_MAX),
  );

  expect(peer.socket.destroyed, "the session is not over yet").toBe(false);
  expect(sentBytes).toBeLessThan(DEAF_BYTES_MAX);
  expect(server.residentBytes() - rssBefore).toBeLessThan(RSS_GROWTH_MAX);
  peer.socket.destroy();
});

test("packets of 65,536 brackets are each refused, and the session of their sender goes on", async () => {
  const { token } = await tenant.createGateway();

  const { received } = await attackDuringWork(() => peers.brackets(server.mqttPort, token, BRACKET_PACKETS));

  const refusals = packetsOf(received).filter((packet) => packet.cmd === "puback" && packet.reasonCode === 0x99);
  expect(refusals.length).toBeGreaterThanOrEqual(BRACKET_PACKETS - 2);
});

test.each([
  ["name thousands of devices to refuse", REFUSALS],
  ["hold thousands of points", POINTS],
])("messages that %s, from many gateways of another tenant, hold nobody up", async (_what, payload) => {
  const other = await server.newTenant({}, () => ++lastNumber);
  const gateways = Array.from({ length: FLOODING_GATEWAYS }, async () => (await other.createGateway()).token);
  const tokens = await Promise.all(gateways);
  const packet = encodePublish({
    protocol: 5,
    topic: "v1/gateway/telemetry",
    payload,
    qos: 1,
    packetId: 1,
  });

  await attackDuringWork(
    () => peers.flood(server.mqttPort, tokens, packet, MEASURE_MILLIS),
    COMPUTED_IN_TURNS_MILLIS_MAX,
  );
});

test("nor do messages of sessions for provisioning, which need no credentials", async () => {
  const packet = encodePublish({
    protocol: 5,
    topic: "/provision/request",
    payload: `[${REFUSALS}]`,
    qos: 1,
    packetId: 1,
  });

  await attackDuringWork(
    () =>
      peers.flood(server.mqttPort, new Array<string>(PROVISIONING_SESSIONS).fill("provision"), packet, MEASURE_MILLIS),
    COMPUTED_IN_TURNS_MILLIS_MAX,
  );
});

test("nor do answers of megabytes to short requests for attributes", async () => {
  const other = await server.newTenant({}, () => ++lastNumber);
  const gateways = Array.from({ length: ASKING_GATEWAYS }, async () => (await other.createGateway()).token);
  const tokens = await Promise.all(gateways);
  const writer = await RawMqttClient.connect(
    { port: server.mqttPort, protocol: 5 },
    { username: tokens[0] ?? "", keepalive: 0 },
  );
  for (let message = 0; message < 60; message++) {
    const values = Array.from({ length: 10 }, (_, key) => [`${String(message)}.${String(key)}`, "v".repeat(5_000)]);
    await writer.publish("v1/gateway/attributes", { Large: Object.fromEntries(values) });
  }
  writer.destroy();
  const topic = "v1/gateway/attributes/request";
  const payload = `{"id":1,"device":"Large"}`;
  const packet = Buffer.concat([
    encodeSubscribe(5, 1, ["v1/gateway/attributes/response"], 0),
    encodePublish({ protocol: 5, topic, payload, qos: 1, packetId: 1 }),
  ]);

  await attackDuringWork(
    () => peers.flood(server.mqttPort, tokens, packet, MEASURE_MILLIS),
    COMPUTED_IN_TURNS_MILLIS_MAX,
  );
});

test("nor does a tenant wait that only calls over HTTP", async () => {
  const { token } = await tenant.createGateway();
  const other = await server.newTenant({}, () => ++lastNumber);
  const flooder = await RawMqttClient.connect(
    { port: server.mqttPort, protocol: 5 },
    { username: (await other.createGateway()).token, keepalive: 0 },
  );
  await bystander.stop();
  // Messages of a second ago would count, too.
  await pause(MEASURE_MILLIS);

  let refused = 0;
  const publishing = Array.from({ length: 10 }, async () => {
    await flooder.publish("v1/gateway/telemetry", REFUSALS);
    refused++;
  });
  let calls = 0;
  while (refused < publishing.length) {
    await tenant.rest.get("/api/auth/user");
    if (refused > 0) calls++;
  }
  await Promise.all(publishing);

  expect(calls / publishing.length).toBeGreaterThan(CALLS_OF_A_MESSAGE_MIN);
  bystander = await Bystander.start({ port: server.mqttPort, token });
});

soakTest("the same floods again and again take no more memory each time, and the server is well", async () => {
  const { token } = await tenant.createGateway();

  const growths: number[] = [];
  for (let flood = 0; flood < FLOODS_AGAIN; flood++) {
    const before = server.residentBytes();
    await peers.garbage(server.mqttPort, 20, 25, new Random(seed));
    await peers.oversized(server.mqttPort, 20);
    const { peer } = await peers.deafness(server.mqttPort, token, REFUSED_PACKET, DEAF_BYTES_MAX);
    peer.socket.destroy();
    await peers.brackets(server.mqttPort, token, BRACKET_PACKETS);
    growths.push(server.residentBytes() - before);
  }

  expect(Math.min(...growths), `bytes of each flood: ${growths.join(", ")}`).toBeLessThan(RSS_GROWTH_AGAIN_MAX);
  expect(await server.isHealthy()).toBe(true);
  expect(server.records.filter(({ level }) => level === "error").map(({ line }) => line)).toEqual([]);
});

function packetsOf(bytes: Buffer): readonly Packet[] {
  const packets: Packet[] = [];
  const reading = parser({ protocolVersion: 5 });
  reading.on("packet", (packet: Packet) => packets.push(packet));
  reading.parse(bytes);
  return packets;
}
