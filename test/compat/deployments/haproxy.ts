// `deploy/cluster/haproxy.cfg` in HAProxy, in front of one node: checked by it, run by it, and clients through it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { searchPath } from "../../../scripts/system-packages.mjs";
import { millis } from "../../../src/lib/clock.ts";
import { selfSignedCertificate } from "../../../src/lib/self-signed-certificate.ts";
import { eventually } from "../../support/deadline.ts";
import { RawMqttClient } from "../../support/raw-mqtt-client.ts";
import type { CompatClient } from "../compat-client.ts";
import { type CompatServer, freePort } from "../compat-server.ts";
import { Program } from "../program.ts";
import { run } from "../tools.ts";
import { deployFile } from "./deploy-file.ts";
import {
  ask,
  type ProxyAddress,
  showLiveValues,
  showMonitoringClosed,
  showMqttOverWebSocket,
  showRest,
  stored,
} from "./through-proxy.ts";

const NAME = "iot.example.com";
const HOUR_MILLIS = 3_600_000;
const START_MILLIS_MAX = 20_000;
const env = { PATH: searchPath() };

export const haproxy: CompatClient = {
  name: "haproxy",
  programs: [["haproxy", "haproxy"]],
  async install(tools) {
    return {
      version: /version (\S+)/.exec(await run("haproxy", ["-v"], { env }))?.[1] ?? "unknown",
      scenarios: [
        {
          name: "HTTPS, WebSocket and MQTT over TLS through it",
          run: (server) => throughHaproxy(server, tools.scratch("haproxy")),
        },
      ],
    };
  },
};

async function throughHaproxy(server: CompatServer, folder: string): Promise<void> {
  const ports = { https: await freePort(), mqtts: await freePort() };
  const config = join(folder, "haproxy.cfg");
  writeCertificate(folder);
  writeFileSync(config, configOf(server, folder, ports));
  await run("haproxy", ["-c", "-f", config], { env });
  const proxy = new Program(
    "HAProxy",
    spawn("haproxy", ["-db", "-f", config], { env, stdio: ["ignore", "pipe", "pipe"] }),
  );
  try {
    const ca = readFileSync(join(folder, "cert.pem"), "utf8");
    const address: ProxyAddress = { host: "127.0.0.1", port: ports.https, servername: NAME, ca };
    await eventually(
      async () => (await ask(address, "/api/noauth/userPasswordPolicy").catch(() => undefined))?.status,
      (status) => status === 200,
      START_MILLIS_MAX,
      (status) => `HAProxy answers ${String(status)}: ${proxy.complaint}`,
    );
    await showRest(address, server);
    await showMqttOverWebSocket(address, server);
    await showLiveValues(address, server);
    await showMonitoringClosed(address);
    const device = await server.tenant.createDevice();
    const tls = { ca, servername: NAME };
    const client = await RawMqttClient.connect({ port: ports.mqtts, tls }, { username: device.token });
    const puback = await client.publish("v1/devices/me/telemetry", '{"heat":1}');
    assert.equal(puback?.reasonCode ?? 0, 0);
    await stored(address, server, device.id, "heat", "1");
    client.destroy();
  } finally {
    await proxy.stop();
  }
}

/** With one node in the place of three. */
function configOf(server: CompatServer, folder: string, ports: Readonly<Record<"https" | "mqtts", number>>): string {
  const [http, mqtt] = [String(server.httpPort), String(server.mqttPort)];
  return deployFile("cluster/haproxy.cfg", [
    ["maxconn 200000", "maxconn 100"],
    ["/certs/bridgehead.pem", join(folder, "bridgehead.pem")],
    ["bind :8443", `bind 127.0.0.1:${String(ports.https)}`],
    ["bind :8883", `bind 127.0.0.1:${String(ports.mqtts)}`],
    ["  server node-2 node-2:8080\n  server node-3 node-3:8080\n", ""],
    ["  server node-2 node-2:1883 port 8080\n  server node-3 node-3:1883 port 8080\n", ""],
    ["node-1:8080", `127.0.0.1:${http}`],
    ["node-1:1883 port 8080", `127.0.0.1:${mqtt} port ${http}`],
  ]);
}

function writeCertificate(folder: string): void {
  const now = Date.now();
  const { cert, key } = selfSignedCertificate({
    names: [NAME],
    validFrom: millis(now - HOUR_MILLIS),
    validTo: millis(now + 24 * HOUR_MILLIS),
  });
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "bridgehead.pem"), `${cert}${key}`);
}
