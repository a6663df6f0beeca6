// A server that may open few files and sockets: more connections than fit are turned away, and nothing that was
// acknowledged is lost to them.
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { KillableServers } from "../support/killable-server.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";

const DESCRIPTORS_MAX = 256;
/** From so many addresses, so that the share of each is no help. */
const ADDRESSES = 40;
const ROUNDS = 2;

const servers = new KillableServers(DESCRIPTORS_MAX);
afterAll(() => servers.endAll());

/** Connections on which nothing is sent, from many addresses; whether they are let in is not their business. */
function crowd(port: number, count: number): Socket[] {
  return Array.from({ length: count }, (_, index) => {
    const socket = connect({ host: "127.0.0.1", port, localAddress: `127.0.2.${String(1 + (index % ADDRESSES))}` });
    socket.on("error", () => undefined);
    return socket;
  });
}

test("with 256 descriptors, connections that do not fit are turned away, and all acknowledged telemetry is stored", async () => {
  const folder = servers.folder();
  const server = await servers.start(folder, {}, { "telemetry.duckdb.checkpointMebibytes": 1 });
  let lastNumber = 0;
  const tenant = await server.tenant(() => ++lastNumber);
  const device = await tenant.createDevice();
  const client = await RawMqttClient.connect({ port: server.mqttPort, protocol: 5 }, { username: device.token });
  const said = await server.record(({ event }) => event === "connections bounded by file descriptors");
  expect(JSON.parse(said.line)).toMatchObject({ descriptorsMax: DESCRIPTORS_MAX, level: "warn" });
  const firstTs = 1_700_000_000_000;
  let acknowledged = 0;
  const publish = async (): Promise<void> => {
    const values = { count: acknowledged, filler: "x".repeat(20_000) };
    const puback = await client.publish("v1/devices/me/telemetry", { ts: firstTs + acknowledged, values });
    expect(puback?.reasonCode ?? 0).toBe(0);
    acknowledged++;
  };
  const httpPort = Number(new URL(server.anonymous.baseUrl).port);
  for (let round = 0; round < ROUNDS; round++) {
    const sockets = [...crowd(server.mqttPort, 400), ...crowd(httpPort, 400)];
    const until = performance.now() + 2_000;
    while (performance.now() < until) await publish();
    expect(readdirSync(`/proc/${String(server.pid)}/fd`).length).toBeLessThan(DESCRIPTORS_MAX - 30);
    for (const socket of sockets) socket.destroy();
    while (acknowledged % 50 !== 0) await publish();
  }
  expect(server.hasEnded).toBe(false);
  await pause(1_000);
  for (const name of ["bridgehead_mqtt_connections_turned_away_total", "bridgehead_http_connections_turned_away_total"])
    expect(await server.metric(name), name).toBeGreaterThan(ROUNDS * 200);
  client.destroy();
  await server.kill();

  const again = await servers.start(folder);
  const reader = await again.tenant(() => ++lastNumber);
  const found = await reader.rest.get(
    `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=count&startTs=${String(firstTs)}` +
      `&endTs=${String(firstTs + acknowledged)}&limit=50000&orderBy=ASC`,
  );
  const stored = (found as { readonly count: readonly { readonly ts: number }[] }).count.map(({ ts }) => ts - firstTs);
  expect(stored).toEqual(Array.from({ length: acknowledged }, (_, index) => index));
});
