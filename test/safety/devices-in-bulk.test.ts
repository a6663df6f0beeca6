// Many new devices at once cost few commits: each sync takes as long as the disk does, and everybody waits for the writer.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { CSV, imported } from "../support/history-files.ts";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { Strace } from "../support/strace.ts";
import { parseCalls, traceArguments } from "./system-calls.ts";

const DEVICES = 500;
/** Of all commits, those of the points and of series among them. */
const SYNCS_MAX = 40;

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

async function syncs(server: KillableServer, work: () => Promise<unknown>): Promise<number> {
  const file = join(server.folder, "trace");
  const strace = await Strace.attach(server.pid, traceArguments(file, ["fsync", "fdatasync"]));
  await work();
  await strace.detach();
  return parseCalls(readFileSync(file, "latin1")).length;
}
