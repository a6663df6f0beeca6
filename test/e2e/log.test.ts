// The log of a process, which must not stop what it is about: nobody reads it, its reader has gone, there is too much to say.
import { afterAll, expect, test } from "vitest";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { member } from "../support/rest-client.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";

/** Each leaves a record of some 250 bytes; a pipe holds at most the first thousand. */
const REQUESTS = 2000;

const servers = new KillableServers();
afterAll(() => servers.endAll());

test("requests are answered while nobody reads the log, which says how many records were left out, and after its reader has gone", async () => {
  const server = await servers.start(
    servers.folder(),
    { HTTP_ACCESS_LOG: "true" },
    { "log.waitingBytesMax": 65_536, "log.eventRecordsMax": 10 },
  );
  server.leaveLogUnread();

  await answered(server, REQUESTS);

  server.readLogAgain();
  const { line } = await server.record(({ event }) => event === "records left out");
  const written = server.records.filter(({ event }) => event === "request answered").length;
  expect(written).toBeGreaterThan(100);
  expect(written + Number(member(JSON.parse(line), "records"))).toBe(REQUESTS);

  server.closeLog();
  await answered(server, 50);

  expect(await server.stop()).toBe(0);
});

test("a client that causes the same record again and again fills no disk: the log has some, and the number of the others", async () => {
  const server = await servers.start(servers.folder(), {}, { "log.eventRecordsMax": 1, "log.windowMillis": 2000 });
  const device = await (await server.tenant(() => 1)).createDevice();

  const connects = 30;
  const clients: RawMqttClient[] = [];
  for (let i = 0; i < connects; i++) {
    clients.push(await RawMqttClient.connect({ port: server.mqttPort }, { username: device.token }));
  }

  const { line } = await server.record(({ event }) => event === "records left out");
  expect(JSON.parse(line)).toMatchObject({ level: "info", of: "session taken over" });
  for (const client of clients) client.destroy();
});

async function answered(server: KillableServer, requests: number): Promise<void> {
  for (let i = 0; i < requests; i += 50) {
    const health = Array.from({ length: 50 }, () => server.anonymous.request("GET", "/api/health/live"));
    for (const { status } of await Promise.all(health)) expect(status).toBe(200);
  }
}
