// Many new devices at once cost few commits: each sync takes as long as the disk does, and everybody waits for the writer.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { CSV, imported } from "../support/history-files.ts";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import type { TestTenant } from "../support/tenant.ts";
import { Strace } from "../support/strace.ts";
import { parseCalls, traceArguments } from "./system-calls.ts";

const DEVICES = 500;
/** Of all commits, those of the points and of series among them. */
const SYNCS_MAX = 40;

/** Each brings one device a message. */
const GATEWAYS = 20;
const MESSAGES_OF_GATEWAY = 5;
/** Where each device had a commit of its own, as each of its series has, there were more than twice as many as devices. */
const SYNCS_OF_GATEWAYS_MAX = GATEWAYS * MESSAGES_OF_GATEWAY;

const MESSAGES = 3;
const DEVICES_OF_MESSAGE = 700;
/** Of the other tenant, while all of them are created. */
const BETWEEN_MIN = 8;

const servers = new KillableServers();
afterEach(() => servers.endAll());

test("the devices of one gateway message, and of one import, are created in few commits", async () => {
  const server = await servers.start(servers.folder(), { LOG_LEVEL: "warn" });
  let lastNumber = 0;
  const tenant = await server.tenant(() => ++lastNumber);
  const { token } = await tenant.createGateway();
  const client = await RawMqttClient.connect({ port: server.mqttPort, protocol: 5 }, { username: token, keepalive: 0 });
  const names = (kind: string) => Array.from({ length: DEVICES }, (_, index) => `${kind} ${String(index)}`);

  const ofMessage = await syncs(server, () =>
    client.publish("v1/gateway/telemetry", Object.fromEntries(names("M").map((name) => [name, [{ a: 1 }]]))),
  );
  const csv = `device,ts,a\n${names("I")
    .map((name) => `${name},1,1\n`)
    .join("")}`;
  const ofImport = await syncs(server, () => imported(tenant.rest, CSV, csv, "createDevices=true"));

  expect(await tenant.deviceCount()).toBe(2 * DEVICES + 1);
  expect(ofMessage).toBeLessThan(SYNCS_MAX);
  expect(ofImport).toBeLessThan(SYNCS_MAX);
});

test("devices that many gateways bring one by one are created in common commits", async () => {
  const server = await servers.start(servers.folder(), { LOG_LEVEL: "warn" });
  let lastNumber = 0;
  const tenant = await server.tenant(() => ++lastNumber);
  const connected = async (): Promise<RawMqttClient> => {
    const { token } = await tenant.createGateway();
    return RawMqttClient.connect({ port: server.mqttPort, protocol: 5 }, { username: token, keepalive: 0 });
  };
  const gateways = await Promise.all(Array.from({ length: GATEWAYS }, connected));

  const found = await syncs(server, async () => {
    for (let message = 0; message < MESSAGES_OF_GATEWAY; message++)
      await Promise.all(
        gateways.map((gateway, number) =>
          gateway.publish("v1/gateway/telemetry", { [`G ${String(number)} ${String(message)}`]: [{ a: 1 }] }),
        ),
      );
  });

  expect(await tenant.deviceCount()).toBe(GATEWAYS * (1 + MESSAGES_OF_GATEWAY));
  expect(found).toBeLessThan(SYNCS_OF_GATEWAYS_MAX);
});

test("while one tenant's gateways bring thousands of devices, attributes of another are acknowledged in between", async () => {
  const server = await servers.start(servers.folder(), { LOG_LEVEL: "warn" });
  let lastNumber = 0;
  const connected = async (tenant: TestTenant): Promise<RawMqttClient> => {
    const { token } = await tenant.createGateway();
    return RawMqttClient.connect({ port: server.mqttPort, protocol: 5, timeoutMillis: 120_000 }, { username: token });
  };
  const other = await connected(await server.newTenant({}, () => ++lastNumber));
  const tenant = await server.tenant(() => ++lastNumber);
  const gateways = await Promise.all(Array.from({ length: MESSAGES }, () => connected(tenant)));

  const creation = { isOver: false };
  const publishes = gateways.map((gateway, message) => {
    const names = Array.from({ length: DEVICES_OF_MESSAGE }, (_, index) => `${String(message)} ${String(index)}`);
    return gateway.publish("v1/gateway/telemetry", Object.fromEntries(names.map((name) => [name, [{ a: 1 }]])));
  });
  const created = Promise.all(publishes).finally(() => {
    creation.isOver = true;
  });
  let acknowledged = 0;
  for (; !creation.isOver; acknowledged++) await other.publish("v1/gateway/attributes", { Other: { n: acknowledged } });

  await created;
  expect(await tenant.deviceCount()).toBe(MESSAGES * (1 + DEVICES_OF_MESSAGE));
  expect(acknowledged).toBeGreaterThan(BETWEEN_MIN);
});

async function syncs(server: KillableServer, work: () => Promise<unknown>): Promise<number> {
  const file = join(server.folder, "trace");
  const strace = await Strace.attach(server.pid, traceArguments(file, ["fsync", "fdatasync"]));
  await work();
  await strace.detach();
  return parseCalls(readFileSync(file, "latin1")).length;
}
