// The command-line clients of Mosquitto.
import { spawnSync } from "node:child_process";
import assert from "node:assert/strict";
import { searchPath } from "../../../scripts/system-packages.mjs";
import type { CompatClient, Scenario } from "../compat-client.ts";
import type { CompatServer } from "../compat-server.ts";
import { until } from "../gateway-scenarios.ts";
import { MissingTool } from "../missing-tool.ts";
import { run } from "../tools.ts";

const ENVIRONMENT = { ...process.env, PATH: searchPath() };

export const mosquitto: CompatClient = {
  name: "mosquitto",
  install() {
    const asked = spawnSync("mosquitto_pub", ["--help"], { env: ENVIRONMENT });
    if (asked.error !== undefined) return Promise.reject(new MissingTool("mosquitto_pub is not installed"));
    const version = /version (\S+)/.exec(asked.stdout.toString())?.[1] ?? "";
    const scenarios = ["mqttv31", "mqttv311", "mqttv5"].flatMap((version) => [
      ...[0, 1, 2].map((qos): Scenario => ({
        name: `${version}, QoS ${String(qos)}: telemetry`,
        run: (server) => publishes(server, version, qos),
      })),
      { name: `${version}: attribute request and its answer`, run: (server: CompatServer) => asks(server, version) },
    ]);
    return Promise.resolve({ version, scenarios });
  },
};

async function publishes(server: CompatServer, version: string, qos: number): Promise<void> {
  const { tenant } = server;
  const gateway = await tenant.createGateway();
  const name = tenant.uniqueName("Device");
  const payload = JSON.stringify({ [name]: [{ ts: 5, values: { temperature: 21.5 } }] });
  const publish = ["-V", version, "-u", gateway.token, "-q", String(qos), "-t", "v1/gateway/telemetry", "-m", payload];
  await run("mosquitto_pub", ["-p", String(server.mqttPort), ...publish], { env: ENVIRONMENT });
  await until(async () => (await tenant.device(name)) !== undefined);
  const { id } = await tenant.existing(name);
  await until(async () => "temperature" in (await tenant.latest(id)));
  assert.deepEqual(await tenant.latest(id), { temperature: { ts: 5, value: 21.5 } });
}

async function asks(server: CompatServer, version: string): Promise<void> {
  const { tenant } = server;
  const gateway = await tenant.createGateway();
  const device = await tenant.createDevice();
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 21.5 });
  const request = JSON.stringify({ id: 1, device: device.name, shared: ["target"] });
  const topics = ["-t", "v1/gateway/attributes/request", "-e", "v1/gateway/attributes/response"];
  const args = ["-p", String(server.mqttPort), "-V", version, "-u", gateway.token, "-q", "1", ...topics, "-m", request];
  const answer = await run("mosquitto_rr", args, { env: ENVIRONMENT });
  assert.deepEqual(JSON.parse(answer), {
    id: 1,
    device: device.name,
    shared: { target: 21.5 },
    values: { target: 21.5 },
  });
}
