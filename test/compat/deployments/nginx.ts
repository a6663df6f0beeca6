// `deploy/nginx.conf` in nginx: checked by it, run by it, and its certificate renewed while clients are connected.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
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

export const nginx: CompatClient = {
  name: "nginx",
  programs: [["nginx", "nginx-full"]],
  async install(tools) {
    const { PATH } = env;
    const version = await new Promise<string>((resolve, reject) => {
      const asked = spawn("nginx", ["-v"], { env: { PATH }, stdio: ["ignore", "ignore", "pipe"] });
      asked.on("error", reject);
      asked.stderr.on("data", (chunk: Buffer) => {
        resolve(chunk.toString().trim().replace("nginx version: nginx/", ""));
      });
    });
    return {
      version,
      scenarios: [
        {
          name: "HTTPS, WebSocket and MQTT over TLS through it, and a renewed certificate",
          run: (server) => throughNginx(server, tools.scratch("nginx")),
        },
      ],
    };
  },
};

async function throughNginx(server: CompatServer, folder: string): Promise<void> {
  const ports = { http: await freePort(), https: await freePort(), mqtts: await freePort() };
  const config = join(folder, "nginx.conf");
  writeFileSync(config, configOf(server, folder, ports));
  renew(folder);
  const args = ["-e", join(folder, "error.log"), "-c", config];
  await run("nginx", ["-t", ...args], { env });
  const proxy = new Program(
    "nginx",
    spawn("nginx", [...args, "-g", "daemon off;"], { env, stdio: ["ignore", "pipe", "pipe"] }),
  );
  try {
    const address = (): ProxyAddress => ({
      host: "127.0.0.1",
      port: ports.https,
      servername: NAME,
      ca: certificateIn(folder),
    });
    await eventually(
      () => servedAt(ports.https).catch(() => undefined),
      (served) => served !== undefined,
      START_MILLIS_MAX,
      () => `nginx does not listen: ${proxy.complaint}`,
    );
    await showRest(address(), server);
    await showMqttOverWebSocket(address(), server);
    await showLiveValues(address(), server);
    await showMonitoringClosed(address());
    await showWayToHttps(ports.http);
    const device = await server.tenant.createDevice();
    const tls = { ca: certificateIn(folder), servername: NAME };
    const client = await RawMqttClient.connect({ port: ports.mqtts, tls }, { username: device.token });
    await client.publish("v1/devices/me/telemetry", '{"heat":1}');
    await stored(address(), server, device.id, "heat", "1");

    const former = await servedAt(ports.mqtts);
    renew(folder);
    await run("nginx", ["-s", "reload", ...args], { env });
    for (const port of [ports.https, ports.mqtts])
      await eventually(
        () => servedAt(port),
        (served) => served !== former,
        START_MILLIS_MAX,
        () => "the renewed certificate is not served",
      );
    // A client that was there before stays.
    await client.publish("v1/devices/me/telemetry", '{"heat":2}');
    await stored(address(), server, device.id, "heat", "2");
    client.destroy();
  } finally {
    await proxy.stop();
  }
}

function configOf(
  server: CompatServer,
  folder: string,
  ports: Readonly<Record<"http" | "https" | "mqtts", number>>,
): string {
  return deployFile("nginx.conf", [
    [`/etc/letsencrypt/live/${NAME}`, folder],
    ["pid /run/nginx.pid;", `pid ${folder}/nginx.pid;`],
    ["listen 80;", `listen 127.0.0.1:${String(ports.http)};`],
    ["listen [::]:80;", ""],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${String(ports.https)} ssl http2;`],
    ["listen [::]:443 ssl http2;", ""],
    ["listen 8883 ssl;", `listen 127.0.0.1:${String(ports.mqtts)} ssl;`],
    ["listen [::]:8883 ssl;", ""],
    ["127.0.0.1:8080", `127.0.0.1:${String(server.httpPort)}`],
    ["127.0.0.1:1883", `127.0.0.1:${String(server.mqttPort)}`],
  ]);
}

/** What a renewal leaves: another certificate, with a key of its own. */
function renew(folder: string): void {
  const now = Date.now();
  const { cert, key } = selfSignedCertificate({
    names: [NAME],
    validFrom: millis(now - HOUR_MILLIS),
    validTo: millis(now + 24 * HOUR_MILLIS),
  });
  writeFileSync(join(folder, "privkey.pem"), key);
  writeFileSync(join(folder, "fullchain.pem"), cert);
}

function certificateIn(folder: string): string {
  return readFileSync(join(folder, "fullchain.pem"), "utf8");
}

/** The fingerprint of the certificate that is served. */
async function servedAt(port: number): Promise<string> {
  const socket: TLSSocket = connect({ port, host: "127.0.0.1", servername: NAME, rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect");
    return new X509Certificate(socket.getPeerCertificate().raw).fingerprint256;
  } finally {
    socket.destroy();
  }
}

async function showWayToHttps(port: number): Promise<void> {
  const asked = get({ host: "127.0.0.1", port, path: "/devices?page=1", headers: { host: NAME } });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  assert.equal(answer.statusCode, 301);
  assert.equal(answer.headers.location, `https://${NAME}/devices?page=1`);
}
