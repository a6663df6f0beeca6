// Files that are removed, moved or replaced while the platform has them open: the system lets it go on with what has no name any more,
// so it says so and acknowledges nothing on it, and serves again when the files are back.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { configOf } from "../../src/app/config.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { SYS_ADMIN, TENANT_ADMIN, TEST_SETTINGS } from "../support/platform.ts";
import { member, RestClient, text } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";

const FIRST_TS = 1_700_000_000_000;
const LOG = "telemetry.duckdb.log";
const FILES = ["bridgehead.sqlite", "bridgehead.sqlite-wal", "telemetry.duckdb", LOG];

let scratch: string;
let folder: string;
let log: LogRecorder;
let platform: Platform;
let sysAdmin: RestClient;
let admin: RestClient;
let device: string;
beforeEach(async () => {
  scratch = await scratchFolder();
  folder = join(scratch, "data");
  await start();
  sysAdmin = await new RestClient(platform.http).login(SYS_ADMIN.email, SYS_ADMIN.password);
  device = text(await admin.post("/api/device", { name: "press", type: "default" }), "id", "id");
  expect(await sent(1)).toBe(200);
});
afterEach(async () => {
  await platform.stop();
  await rm(scratch, { recursive: true });
});

async function start(): Promise<void> {
  log = new LogRecorder();
  platform = await startPlatform(configOf({ ...TEST_SETTINGS, dataDir: folder }), { clock: systemClock, log });
  admin = await new RestClient(platform.http).login(TENANT_ADMIN.email, TENANT_ADMIN.password);
}

/** The status of a save of one point. */
async function sent(number: number): Promise<number> {
  const point = { ts: FIRST_TS + number, values: { number } };
  return (await admin.request("POST", `/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, point)).status;
}

async function stored(): Promise<readonly number[]> {
  const query = `keys=number&startTs=0&endTs=${String(2 ** 45)}&orderBy=ASC&useStrictDataTypes=true`;
  const answer = await admin.get(`/api/plugins/telemetry/DEVICE/${device}/values/timeseries?${query}`);
  const points = member(answer, "number");
  return Array.isArray(points) ? points.map((point) => Number(member(point, "value"))) : [];
}

const readiness = async (): Promise<number> => (await admin.request("GET", "/api/health/ready")).status;

async function foundGone(): Promise<unknown> {
  const findings = member(await sysAdmin.get("/api/system/posture"), "findings");
  return (Array.isArray(findings) ? findings : [])
    .filter((finding) => member(finding, "kind") === "files-gone")
    .map((finding) => member(finding, "found"))[0];
}

test.each([...FILES, "the whole folder"])(
  "%s, moved away while it is open: nothing is acknowledged until it is back, reads go on, and it is said",
  async (name) => {
    const isFolder = name === "the whole folder";
    const path = isFolder ? folder : join(folder, name);
    const files = isFolder ? FILES : [name];
    renameSync(path, `${path}.moved`);
    expect(await sent(2)).toBe(503);
    expect(await readiness()).toBe(503);
    expect(await stored()).toEqual([1]);
    expect(await foundGone()).toContain(files.join(", "));
    expect((await sysAdmin.request("GET", "/api/health/details")).status).toBe(200);
    expect(await admin.getText("/metrics")).toContain("bridgehead_telemetry_store_healthy 0");

    renameSync(`${path}.moved`, path);
    expect(await readiness()).toBe(200);
    expect(await foundGone()).toBeUndefined();
    expect(await sent(3)).toBe(200);
    const reported = (words: string): unknown[] =>
      log.records.filter(({ event }) => event.includes(words)).map(({ fields }) => fields["file"]);
    const paths = files.map((file) => join(folder, file));
    expect(reported("was removed from the data folder")).toEqual(paths);
    expect(reported("is back in the data folder")).toEqual(paths);
    await platform.stop();
    await start();
    expect(await stored()).toEqual([1, 3]);
  },
);

test("another folder in the place of the one that is open: nothing is acknowledged, and the other keeps its log of telemetry", async () => {
  const copy = join(scratch, "copy");
  mkdirSync(copy);
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.includes("lock.") && !path.endsWith(".sock") });
  const readLog = (path: string): Buffer[] =>
    readdirSync(join(path, LOG)).map((name) => readFileSync(join(path, LOG, name)));
  const logBefore = readLog(copy);
  expect(logBefore[0]?.length).toBeGreaterThan(100);
  renameSync(folder, `${folder}.moved`);
  renameSync(copy, folder);
  expect(await sent(2)).toBe(503);
  expect(await readiness()).toBe(503);
  await platform.stop();
  expect(readLog(folder)).toEqual(logBefore);

  rmSync(folder, { recursive: true });
  renameSync(`${folder}.moved`, folder);
  await start();
  expect(await stored()).toEqual([1]);
});

test("a folder into which the platform may no longer look: nothing is acknowledged, and the answer names the reason", async () => {
  renameSync(folder, `${folder}.moved`);
  // A link to itself, as permissions keep nobody out who is root.
  symlinkSync(folder, folder);
  const point = { ts: FIRST_TS, values: { number: 2 } };
  const refused = await admin.request("POST", `/api/plugins/telemetry/DEVICE/${device}/timeseries/ANY`, point);
  expect([refused.status, text(refused.body, "message")]).toEqual([
    503,
    expect.stringMatching(/cannot be looked at: ELOOP/),
  ]);
  expect(await readiness()).toBe(503);

  rmSync(folder);
  renameSync(`${folder}.moved`, folder);
  expect(await readiness()).toBe(200);
  expect(await sent(3)).toBe(200);
  expect(await stored()).toEqual([1, 3]);
});

test("the lock of the folder, removed while the platform runs: no other platform starts beside it", async () => {
  for (const name of ["lock.db", "lock.pid"]) rmSync(join(folder, name));
  await expect(
    startPlatform(configOf({ ...TEST_SETTINGS, dataDir: folder }), { clock: systemClock, log }),
  ).rejects.toThrow(/in use by another process.*lock\.db.*stop/);
  expect(await sent(2)).toBe(200);
  expect(await readiness()).toBe(200);
  await platform.stop();
  await start();
  expect(await stored()).toEqual([1, 2]);
});

test("the key of the secrets, removed while the platform runs, is written again", async () => {
  const file = join(folder, "secret.key");
  const key = readFileSync(file);
  rmSync(file);
  expect((await sysAdmin.request("GET", "/api/system/posture")).status).toBe(200);
  expect(await readiness()).toBe(200);
  expect(readFileSync(file)).toEqual(key);
  expect(log.records.find(({ event }) => event.includes("was written again"))).toMatchObject({ fields: { file } });
  await platform.stop();
  await start();
  expect(await stored()).toEqual([1]);
});
