// What operators alarm on moves when what it counts happens; rules, dashboard and documents name only what there is.
import { randomBytes, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { HOUR_MILLIS, MEBIBYTE } from "../../src/lib/units.ts";
import { RSA_CERTIFICATE, RSA_KEY, SERVER_CERTIFICATE, SERVER_KEY } from "../support/certificates.ts";
import { startTestPlatform, TENANT_ADMIN, type TestPlatform } from "../support/platform.ts";
import { isCluster } from "../support/start-platform.ts";

const ROOT = join(import.meta.dirname, "../..");

let files: string;
let platform: TestPlatform;
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), "bridgehead-test-"));
  const [certFile, keyFile] = [join(files, "cert.pem"), join(files, "key.pem")];
  await writeFile(certFile, SERVER_CERTIFICATE);
  await writeFile(keyFile, SERVER_KEY);
  const tls = { "mqtt.tls.certFile": certFile, "mqtt.tls.keyFile": keyFile, "mqtt.tls.port": 0 };
  // None is made before the clock moves.
  const backups = { "backup.to": join(files, "backups"), "backup.passphrase": "the passphrase of a test" };
  // A cluster refuses them.
  platform = await startTestPlatform({ settings: { ...tls, ...(isCluster ? {} : backups) } });
});
afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  await rm(files, { recursive: true });
});

/** Samples by name with labels, as the page writes them. */
async function metrics(): Promise<Map<string, number>> {
  const page = await platform.anonymous.getText("/metrics");
  const samples = [...page.matchAll(/^([a-z]\S*) (\S+)$/gm)];
  return new Map(samples.map(([, name = "", value]) => [name, Number(value)]));
}

/** How much one sample has grown while `work` was done. */
async function growthOf(sample: string, work: () => Promise<unknown>): Promise<number> {
  const before = (await metrics()).get(sample) ?? 0;
  await work();
  return ((await metrics()).get(sample) ?? 0) - before;
}

const calls = (callClass: string, status: string): string =>
  `bridgehead_http_request_seconds_count{class="${callClass}",status="${status}"}`;
const ask = (path: string): Promise<unknown> => platform.anonymous.request("GET", path);

test.each([
  ["api", "2xx", () => platform.tenant.rest.get("/api/auth/user")],
  ["api", "4xx", () => ask("/api/auth/user")],
  ["device", "4xx", () => ask("/api/v1/no-such-token/attributes")],
  ["waiting", "4xx", () => ask("/api/v1/no-such-token/rpc")],
  ["analytics", "4xx", () => ask("/apiAnalytics/v1/views")],
  ["page", "2xx", () => ask("/v3/api-docs")],
  ["none", "4xx", () => ask("/api/no-such-path")],
])("a call of class %s with status %s is timed", async (callClass, status, call) => {
  expect(await growthOf(calls(callClass, status), call)).toBe(1);
});

test("commits of telemetry and of attributes are timed, from the first message to the acknowledgement", async () => {
  const { token } = await platform.tenant.createDevice();
  const post = (kind: string) => () => platform.anonymous.request("POST", `/api/v1/${token}/${kind}`, { a: 1 });

  expect(await growthOf("bridgehead_telemetry_acknowledgement_seconds_count", post("telemetry"))).toBe(1);
  expect(await growthOf("bridgehead_attributes_acknowledgement_seconds_count", post("attributes"))).toBe(1);
});

test("packets, bytes and messages of MQTT are counted as they went, in and out", async () => {
  const device = await platform.tenant.createDevice();
  const socket = connect(platform.mqttPort, "127.0.0.1");
  await once(socket, "connect");
  const before = await metrics();
  const client = await platform.open(5, { stream: socket });
  await client.connect({ username: device.token, keepalive: 0 });
  await client.subscribe(["v1/devices/me/attributes"], 0);
  await client.publish("v1/devices/me/telemetry", { a: 1 });
  await client.publish("v1/devices/me/telemetry", "no JSON");
  await platform.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: "x".repeat(500) });
  await client.next("publish");
  const now = await metrics();
  const grown = (name: string): number => {
    const sample = `bridgehead_mqtt_${name}_total`;
    return (now.get(sample) ?? Number.NaN) - (before.get(sample) ?? Number.NaN);
  };

  expect({ in: grown("bytes_in"), out: grown("bytes_out") }).toEqual({
    in: socket.bytesWritten,
    out: socket.bytesRead,
  });
  // CONNECT, SUBSCRIBE and two PUBLISH; CONNACK, SUBACK, two PUBACK and one PUBLISH.
  expect({ in: grown("packets_in"), out: grown("packets_out") }).toEqual({ in: 4, out: 5 });
  expect({ in: grown("publishes_in"), out: grown("publishes_out") }).toEqual({ in: 2, out: 1 });
  expect(grown("publishes_refused")).toBe(1);
  client.destroy();
});

test("a refused login is counted", async () => {
  const login = { username: TENANT_ADMIN.email, password: "wrong" };
  const refused = () => platform.anonymous.request("POST", "/api/auth/login", login);

  expect(await growthOf("bridgehead_logins_refused_total", refused)).toBe(1);
});

test("the disk has its size", async () => {
  const now = await metrics();

  for (const name of ["disk_free_bytes", "disk_bytes"]) expect(now.get(`bridgehead_${name}`), name).toBeGreaterThan(0);
  expect(now.get("bridgehead_disk_free_bytes")).toBeLessThan(now.get("bridgehead_disk_bytes") ?? 0);
});

test("the files of the stores have their sizes; those of a node of a cluster, which has none, are 0", async () => {
  const now = await metrics();

  for (const name of ["telemetry_file_bytes", "entities_file_bytes", "entities_log_bytes"])
    if (isCluster) expect(now.get(`bridgehead_${name}`), name).toBe(0);
    else expect(now.get(`bridgehead_${name}`), name).toBeGreaterThan(0);
});

test("free space falls with what is written to the disk of the data folder, whoever writes it", async () => {
  const file = join(platform.folder, "of another program");
  // Others may free space meanwhile: it has to fall in one of several tries.
  const fall = async (): Promise<number> => {
    await rm(file, { force: true });
    return -(await growthOf("bridgehead_disk_free_bytes", () => writeFile(file, randomBytes(32 * MEBIBYTE))));
  };

  await platform.until(fall, (bytes) => bytes > 24 * MEBIBYTE);
  await rm(file);
});

test("the log of entities grows with what is saved", async () => {
  const { id } = await platform.tenant.createDevice();
  const save = () => platform.tenant.saveAttributes(id, "SHARED_SCOPE", { text: "x".repeat(9000) });

  expect(await growthOf("bridgehead_entities_log_bytes", save)).toBeGreaterThan(9000);
});

test("the log of telemetry grows with points, as does what a node of a cluster keeps of that log in memory", async () => {
  const { id, token } = await platform.tenant.createDevice();
  const log = isCluster ? "bridgehead_cluster_tail_bytes" : "bridgehead_telemetry_log_bytes";
  const send = async (): Promise<void> => {
    await platform.anonymous.request("POST", `/api/v1/${token}/telemetry`, { a: "text".repeat(1000) });
    // A node that answers has read the log so far.
    expect(await platform.tenant.history(id, "a")).toHaveLength(1);
  };

  expect(await growthOf(log, send)).toBeGreaterThan(4000);
});

test("a certificate says when it ends, and only where there is one", async () => {
  const now = await metrics();
  const ends = Date.parse(new X509Certificate(SERVER_CERTIFICATE).validTo) / 1000;

  expect(now.get("bridgehead_mqtt_certificate_expiry_timestamp_seconds")).toBe(ends);
  expect(now.has("bridgehead_http_certificate_expiry_timestamp_seconds")).toBe(false);
});

test("a renewed certificate moves the end that is told", async () => {
  const [certFile, keyFile] = [join(files, "cert.pem"), join(files, "key.pem")];
  for (const [file, renewed] of [
    [certFile, RSA_CERTIFICATE],
    [keyFile, RSA_KEY],
  ] as const) {
    await writeFile(`${file}.new`, renewed);
    await rename(`${file}.new`, file);
  }
  const ends = Date.parse(new X509Certificate(RSA_CERTIFICATE).validTo) / 1000;
  expect(ends).not.toBe((await metrics()).get("bridgehead_mqtt_certificate_expiry_timestamp_seconds"));
  platform.clock.advance(HOUR_MILLIS);

  const told = (): Promise<number | undefined> =>
    metrics().then((now) => now.get("bridgehead_mqtt_certificate_expiry_timestamp_seconds"));
  await platform.until(told, (end) => end === ends);
});

/** Names of the page, those of the other server's certificate and of the other pools among them. */
async function namesThere(): Promise<Set<string>> {
  const page = await platform.anonymous.getText("/metrics");
  const names = [...page.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name);
  return new Set([...names, "bridgehead_http_certificate_expiry_timestamp_seconds"]);
}

/** A cluster makes no backups of a data folder. */
const OF_BACKUPS = [
  "bridgehead_backup_duration_seconds",
  "bridgehead_backup_newest_timestamp_seconds",
  "bridgehead_backup_restorable_timestamp_seconds",
  "bridgehead_backups_failed_total",
];

const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:bridgehead|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ""));
const alertRules = (): string => {
  const { groups } = parse(read("deploy/prometheus/alerts.yml")) as { groups: { rules: { expr: string }[] }[] };
  return groups.flatMap((group) => group.rules.map(({ expr }) => expr)).join("\n");
};
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

test("the operations page names the metrics that there are, and no others", async () => {
  const there = await namesThere();
  const named = new Set(namesIn(read("docs/operations.md")));
  // Each pool has the same ones; the page names those of one and says what the others are called.
  const isOfOtherPool = (name: string): boolean => /_analytics_(ui|jobs)_/.test(name);

  expect([...there].filter((name) => !named.has(name) && !isOfOtherPool(name))).toEqual([]);
  // A platform that runs alone has heard no counts.
  const lacks = isCluster ? OF_BACKUPS : ["bridgehead_cluster_counts_heard_total"];
  expect([...named].filter((name) => !there.has(name)).sort()).toEqual(lacks);
});

test("alert rules and the dashboard ask for metrics that there are", async () => {
  const there = await namesThere();

  const ofBackups = isCluster ? OF_BACKUPS : [];
  const isMissing = (name: string): boolean => !there.has(name) && !ofBackups.includes(name);
  expect(namesIn(alertRules()).filter(isMissing)).toEqual([]);
  expect(namesIn(read("deploy/grafana/bridgehead.json")).filter(isMissing)).toEqual([]);
});

test("what the operations page calls an alarm has a rule", () => {
  const asked = new Set(namesIn(alertRules()));
  const alarms = read("docs/operations.md")
    .split("\n")
    .filter((row) => row.startsWith("| `bridgehead_") && row.includes("**alarm**"));

  expect(alarms.length).toBeGreaterThan(5);
  expect(alarms.filter((row) => !namesIn(row).some((name) => asked.has(name)))).toEqual([]);
});
