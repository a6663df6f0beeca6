// What other machines reach by default: nothing without TLS, unless the operator has said so.
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { get } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../../src/app/config.ts";
import { ConfigError } from "../../src/app/config-source.ts";
import { isThisMachine } from "../../src/app/listen-hosts.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import { millis } from "../../src/lib/clock.ts";
import { SERVER_CERTIFICATE, SERVER_KEY } from "../support/certificates.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";

const FREE_PORTS = { HTTP_PORT: "0", MQTT_PORT: "0", MQTT_TLS_PORT: "0" };
const DAY_MILLIS = 86_400_000;
/** On Linux an address of this machine on which a server at 127.0.0.1 does not listen, and one at all addresses does. */
const OTHER_ADDRESS = "127.0.0.2";
const onLinux = test.skipIf(process.platform !== "linux");

const files = await scratchFolder();
const certFile = join(files, "server.pem");
const keyFile = join(files, "server.key");
await writeFile(certFile, SERVER_CERTIFICATE);
await writeFile(keyFile, SERVER_KEY);
afterAll(() => rm(files, { recursive: true, force: true }));

const TLS = {
  HTTP_TLS_CERT_FILE: certFile,
  HTTP_TLS_KEY_FILE: keyFile,
  MQTT_TLS_CERT_FILE: certFile,
  MQTT_TLS_KEY_FILE: keyFile,
};

interface Started {
  readonly platform: Platform;
  readonly log: LogRecorder;
  readonly folder: string;
}

interface StartOptions {
  readonly folder?: string;
  readonly clock?: ManualClock;
}

async function start(environment: Record<string, string>, options: StartOptions = {}): Promise<Started> {
  const folder = options.folder ?? (await scratchFolder());
  const log = new LogRecorder();
  const config = parseConfig(new Map(), { ...FREE_PORTS, DATA_DIR: folder, ...environment });
  const platform = await startPlatform(config, { clock: options.clock ?? new ManualClock(), log });
  onTestFinished(async () => {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { platform, log, folder };
}

async function isOpen(address: string, host: string): Promise<boolean> {
  const socket = connect(Number(new URL(address).port), host);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

onLinux("without TLS, HTTP and MQTT listen on this machine only, and the log says what to do", async () => {
  const { platform, log } = await start({});

  for (const address of [platform.http, platform.mqtt]) {
    expect(await isOpen(address, "127.0.0.1")).toBe(true);
    expect(await isOpen(address, OTHER_ADDRESS)).toBe(false);
  }
  expect(log.records).toContainEqual({
    level: "info",
    event: "reached from this machine only, as there is no TLS",
    fields: { protocols: ["HTTP", "MQTT"], remedy: expect.stringContaining("TLS_AUTO=true") },
  });
});

onLinux("ALLOW_PLAINTEXT lets other machines in without TLS, and each start warns of it", async () => {
  const { platform, log } = await start({ ALLOW_PLAINTEXT: "true" });

  for (const address of [platform.http, platform.mqtt]) expect(await isOpen(address, OTHER_ADDRESS)).toBe(true);
  expect(log.records).toContainEqual({
    level: "warn",
    event: "other machines may send passwords and tokens without TLS",
    fields: { protocols: ["HTTP", "MQTT"], setting: "ALLOW_PLAINTEXT (allowPlaintext)" },
  });
});

test("the links of a first start lead to where other machines reach it, to this machine where none do, or to BASE_URL", async () => {
  const hostsOf = async (environment: Record<string, string>): Promise<readonly string[]> => {
    const { platform } = await start(environment);
    return platform.activationLinks.map(({ address }) => new URL(address).hostname);
  };

  expect(await hostsOf({})).toEqual(["localhost", "localhost"]);
  expect(await hostsOf({ ALLOW_PLAINTEXT: "true", BASE_URL: "https://iot.example.com" })).toEqual([
    "iot.example.com",
    "iot.example.com",
  ]);
  for (const host of await hostsOf({ ALLOW_PLAINTEXT: "true" })) expect(isThisMachine(host)).toBe(false);
});

onLinux(
  "with certificates, HTTPS and MQTT over TLS listen on all addresses, and MQTT without TLS on this machine",
  async () => {
    const { platform, log } = await start(TLS);

    expect(await isOpen(platform.http, OTHER_ADDRESS)).toBe(true);
    expect(await isOpen(platform.mqtts ?? "", OTHER_ADDRESS)).toBe(true);
    expect(await isOpen(platform.mqtt, "127.0.0.1")).toBe(true);
    expect(await isOpen(platform.mqtt, OTHER_ADDRESS)).toBe(false);
    expect(log.events).not.toContain("reached from this machine only, as there is no TLS");
  },
);

onLinux("with certificates and ALLOW_PLAINTEXT, the warning names MQTT alone", async () => {
  const { platform, log } = await start({ ...TLS, ALLOW_PLAINTEXT: "true" });

  expect(await isOpen(platform.mqtt, OTHER_ADDRESS)).toBe(true);
  expect(log.records).toContainEqual(
    expect.objectContaining({ level: "warn", fields: expect.objectContaining({ protocols: ["MQTT"] }) }),
  );
});

test.each([
  ["HTTP_HOST", "http.host", "0.0.0.0", "HTTP"],
  ["HTTP_HOST", "http.host", "plant.example.com", "HTTP"],
  ["MQTT_HOST", "mqtt.host", "192.0.2.1", "MQTT"],
  ["MQTT_HOST", "mqtt.host", "::", "MQTT"],
])("%s (%s) %s without TLS stops the start, which names the ways out", (variable, setting, host, protocol) => {
  const parse = (environment: Record<string, string>) => parseConfig(new Map(), { [variable]: host, ...environment });

  expect(() => parse({})).toThrow(
    new ConfigError([
      `${variable} (${setting}) lets other machines reach ${protocol} at "${host}" without TLS: give ${protocol}_TLS_CERT_FILE ` +
        `and ${protocol}_TLS_KEY_FILE, let the platform make a certificate (TLS_AUTO=true), or allow it (ALLOW_PLAINTEXT=true)`,
    ]),
  );
  for (const way of [TLS, { TLS_AUTO: "true" }, { ALLOW_PLAINTEXT: "true" }]) expect(() => parse(way)).not.toThrow();
});

test.each(["127.0.0.1", "127.8.9.10", "localhost", "::1"])("the host %s needs neither", (host) => {
  expect(() => parseConfig(new Map(), { HTTP_HOST: host, MQTT_HOST: host })).not.toThrow();
});

test("TLS_AUTO makes a certificate for this machine and the public address, and says how to replace it", async () => {
  // Clients look at the clock of the system.
  const clock = new ManualClock(millis(Date.now()));
  const { platform, log, folder } = await start({ TLS_AUTO: "true", BASE_URL: "https://iot.example.com" }, { clock });
  const own = join(folder, "tls/certificate.pem");
  const ca = await readFile(own, "utf8");
  const certificate = new X509Certificate(ca);

  expect(platform.http).toMatch(/^https:/);
  for (const name of ["localhost", "iot.example.com"]) expect(certificate.checkHost(name)).toBe(name);
  for (const address of ["127.0.0.1", "::1"]) expect(certificate.checkIP(address)).toBe(address);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect((await stat(join(folder, "tls/key.pem"))).mode & 0o077).toBe(0);
  // A client that trusts the certificate checks all that it would of any other.
  const answer = once(get(`${platform.http}/api/health/live`, { ca }), "response") as Promise<[{ statusCode: number }]>;
  expect((await answer)[0].statusCode).toBe(200);
  const mqtts = connectTls({ port: Number(new URL(platform.mqtts ?? "").port), host: "localhost", ca });
  await once(mqtts, "secureConnect");
  expect(mqtts.authorized).toBe(true);
  mqtts.destroy();
  expect(log.records).toContainEqual({
    level: "warn",
    event: "certificate made by the platform in use, which clients do not trust by themselves",
    fields: {
      certFile: own,
      fingerprint256: certificate.fingerprint256,
      validTo: certificate.validTo,
      remedy: expect.stringContaining("HTTP_TLS_CERT_FILE"),
    },
  });
});

test("the next start keeps that certificate until it has 30 days left", async () => {
  const folder = await scratchFolder();
  const certificateAt = async (now: number): Promise<X509Certificate> => {
    const { platform } = await start({ TLS_AUTO: "true" }, { folder, clock: new ManualClock(millis(now)) });
    await platform.stop();
    return new X509Certificate(await readFile(join(folder, "tls/certificate.pem")));
  };
  const begin = Date.parse("2027-01-01T00:00:00Z");

  const first = await certificateAt(begin);
  const end = Date.parse(first.validTo);

  expect((await certificateAt(end - 31 * DAY_MILLIS)).fingerprint256).toBe(first.fingerprint256);
  const next = await certificateAt(end - 29 * DAY_MILLIS);
  expect(next.fingerprint256).not.toBe(first.fingerprint256);
  expect(Date.parse(next.validTo)).toBeGreaterThan(end + 300 * DAY_MILLIS);
});

test("TLS_AUTO leaves a server with files of its own to them", async () => {
  const { HTTP_TLS_CERT_FILE, HTTP_TLS_KEY_FILE } = TLS;
  const { platform, folder } = await start({ TLS_AUTO: "true", HTTP_TLS_CERT_FILE, HTTP_TLS_KEY_FILE });
  const servedAt = async (address: string): Promise<string> => {
    const socket = connectTls({ port: Number(new URL(address).port), host: "127.0.0.1", rejectUnauthorized: false });
    await once(socket, "secureConnect");
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };

  expect(await servedAt(platform.http)).toBe(new X509Certificate(SERVER_CERTIFICATE).fingerprint256);
  const own = new X509Certificate(await readFile(join(folder, "tls/certificate.pem")));
  expect(await servedAt(platform.mqtts ?? "")).toBe(own.fingerprint256);
});
