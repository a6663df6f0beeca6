// What is kept of backups: only what has changed is written again, a damaged byte is refused with the name of its file, the key needs
// its passphrase, and the backup of an earlier moment has what was deleted since.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { DATABASE_FILE } from "../../src/adapters/sqlite/sqlite-database.ts";
import { Random } from "../../tools/simulator/random.ts";
import { endOfCommand } from "../support/command-call.ts";
import { runCommand, startCommand, type CommandEnd } from "../support/command-process.ts";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { newFilePackage, newProfile } from "../support/packages.ts";
import { startTestPlatform } from "../support/platform.ts";
import { casesOf, seedOf } from "../support/seed.ts";
import { BackupLoad } from "./backup-load.ts";

const PASSPHRASE = "the passphrase of a test";
const FLIPS = casesOf(80);
const ENDS = casesOf(20);
/** Pieces. */
const ADDED_MAX = 12;
/** Of processes that run behind others. */
const NICE = constants.priority.PRIORITY_BELOW_NORMAL;

const servers = new KillableServers();
/** A stopped data folder with fifty thousand points and a package, and where it has its first backup. */
let used: string;
let first: string;
let firstMoment: string;
const packageBytes = new Uint8Array(700_000).fill(7);

let lastNumber = 0;
const nextNumber = (): number => ++lastNumber;

beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), "bridgehead-used-"));
  first = join(used, "backups");
  await mkdir(join(used, "data"));
  const server = await servers.start(join(used, "data"));
  const tenant = await server.tenant(nextNumber);
  await tenant.createDevice({ name: "early" });
  await newFilePackage(tenant.rest, (await newProfile(tenant)).id, packageBytes);
  const load = await BackupLoad.start(tenant, 2);
  await load.grow(13);
  await load.end();
  await server.stop();
  firstMoment = momentIn(await succeed(["backup", first], join(used, "data")));
});
afterAll(() => rm(used, { recursive: true, force: true }));

let scratch: string;
let data: string;
let to: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "bridgehead-backups-"));
  [data, to] = [join(scratch, "data"), join(scratch, "backups")];
  await cp(join(used, "data"), data, { recursive: true });
  await cp(first, to, { recursive: true });
});
afterEach(async () => {
  await servers.endAll();
  await rm(scratch, { recursive: true, force: true });
});

function call(args: readonly string[], folder = data, passphrase = PASSPHRASE): Promise<CommandEnd> {
  return endOfCommand(args, { DATA_DIR: folder, BACKUP_PASSPHRASE: passphrase });
}

async function succeed(args: readonly string[], folder = data): Promise<string> {
  const { code, out, error } = await call(args, folder);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  return out;
}

async function refusal(args: readonly string[], folder = data, passphrase?: string): Promise<string> {
  const { code, out, error } = await call(args, folder, passphrase);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  return error;
}

const momentIn = (out: string): string => /^backup (\S+) /.exec(out)?.[1] ?? "";

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** On a copy of the data folder. */
async function withServer(use: (server: KillableServer) => Promise<void>): Promise<void> {
  const server = await servers.start(data);
  await use(server);
  await server.stop();
}

test("a backup writes only what is not kept there yet, and that of a moment has what was deleted since", async () => {
  const before = await filesBelow(join(to, "pieces"));
  const unchanged = momentIn(await succeed(["backup", to]));
  // Nothing has changed but the mark of the time.
  expect(await filesBelow(join(to, "pieces"))).toHaveLength(before.length);

  let second = "";
  await withServer(async (server) => {
    const tenant = await server.tenant(nextNumber);
    const { id } = await tenant.createDevice({ name: "late" });
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts: 1, values: { a: 1 } });
    await tenant.deleteDevice((await tenant.existing("early")).id);
    second = momentIn(await succeed(["backup", to]));
  });
  const added = (await filesBelow(join(to, "pieces"))).length - before.length;
  // Headers, metadata and latest values of the telemetry with its log, some tables of the entities, and the lists of pieces.
  expect(before.length).toBeGreaterThan(ADDED_MAX);
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThan(ADDED_MAX);
  await succeed(["verify", to]);

  const into = join(scratch, "restored");
  expect(await succeed(["restore", to, into, "--at", new Date(Date.parse(second) - 1).toISOString()])).toContain(
    `backup ${unchanged} of`,
  );
  expect(devicesIn(into)).toEqual({ early: true, late: false });
  const [file = ""] = await filesBelow(join(into, "packages"));
  expect(new Uint8Array(await readFile(file))).toEqual(packageBytes);

  await rm(into, { recursive: true });
  expect(await succeed(["restore", to, into, "--at", second])).toContain(`backup ${second} of`);
  expect(devicesIn(into)).toEqual({ early: false, late: true });
  expect(await refusal(["restore", to, join(scratch, "none"), "--at", "2020-01-01T00:00:00Z"])).toContain(
    `the oldest backup in ${to} is of ${firstMoment}`,
  );
});

/** Of two devices. That what was restored starts, others show. */
function devicesIn(folder: string): unknown {
  const database = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true });
  try {
    const rows = database.prepare("SELECT name FROM device").all();
    const isThere = (name: string): boolean => rows.some((row) => row["name"] === name);
    return { early: isThere("early"), late: isThere("late") };
  } finally {
    database.close();
  }
}

test(`each of ${String(FLIPS)} changed bytes, wherever it is, is refused and its file is named`, async () => {
  const random = new Random(`backup ${String(seedOf("PROPERTY_SEED"))}`);
  const files = (await filesBelow(to)).filter((file) => !file.endsWith("lock.db"));
  const manifests = files.filter((file) => file.includes("/backups/20"));
  for (let flip = 0; flip < FLIPS; flip++) {
    // A fourth of them in the manifest, which is one file of many.
    const from = flip % 4 === 0 ? manifests : files;
    const file = from[Math.floor(random.between(0, from.length))] ?? "";
    const whole = await readFile(file);
    const damaged = Buffer.from(whole);
    const at = Math.floor(random.between(0, whole.length));
    damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(random.between(0, 8)));
    await writeFile(file, damaged);
    expect(await refusal(["verify", to])).toContain(`${file.slice(to.length + 1)} in ${to} is damaged`);
    expect(await refusal(["restore", to, join(scratch, "restored")])).toContain("is damaged");
    await writeFile(file, whole);
  }
  await succeed(["verify", to]);
  expect(await readdir(scratch)).not.toContain("restored");
});

test("a missing piece is refused and named, and the next backup writes it again where it is needed", async () => {
  const pieces = await filesBelow(join(to, "pieces"));
  const largest = pieces.toSorted().at(7) ?? "";
  await rm(largest);
  expect(await refusal(["verify", to])).toContain(`${largest.slice(to.length + 1)} is missing in ${to}`);

  await rm(to, { recursive: true });
  await cp(first, to, { recursive: true });
  const listed = await listedPieces();
  await rm(listed);
  await succeed(["backup", to]);
  await succeed(["verify", to]);
});

/** A piece of a file, and none with a list of pieces, without which an earlier backup cannot be built upon. */
async function listedPieces(): Promise<string> {
  for (const file of await filesBelow(join(to, "pieces"))) {
    const content = await readFile(file);
    await rm(file);
    const isOfFile = (await refusal(["verify", to])).includes("it is a part of telemetry.duckdb");
    await writeFile(file, content);
    if (isOfFile) return file;
  }
  throw new Error("no piece of the telemetry file");
}

test("the key is restored with the passphrase of its backup alone", async () => {
  const into = join(scratch, "restored");
  expect(await refusal(["restore", to, into], data, "another passphrase")).toContain(
    "the passphrase is not the one that this backup was made with",
  );
  for (const args of [
    ["restore", to, into],
    ["backup", to],
  ])
    expect((await endOfCommand(args, { DATA_DIR: data })).error).toContain("set BACKUP_PASSPHRASE");
  const key = await readFile(join(data, "secret.key"));
  for (const file of await filesBelow(to)) expect((await readFile(file)).includes(key)).toBe(false);

  await succeed(["restore", to, into]);
  expect(await readFile(join(into, "secret.key"))).toEqual(key);
});

test("a folder with something in it is not restored into, and a place keeps the backups of one data folder", async () => {
  expect(await refusal(["restore", to, data])).toContain(`${data} is not empty`);

  await using other = await startTestPlatform();
  expect(await refusal(["backup", to], other.folder)).toContain("holds the backups of another data folder");
  await succeed(["verify", to]);
});

test("what an end in the middle leaves does not keep the next backup from being whole", async () => {
  await rm(to, { recursive: true });
  const random = new Random("ends");
  for (let round = 0; round < ENDS; round++) {
    const { child, ended } = startCommand(["backup", to], { DATA_DIR: data, BACKUP_PASSPHRASE: PASSPHRASE });
    setTimeout(() => child.kill("SIGKILL"), 350 + random.between(0, 500));
    await ended;
  }
  await succeed(["backup", to]);
  await succeed(["verify", to]);
  expect((await filesBelow(to)).filter((file) => file.endsWith(".part"))).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "a command that runs while the platform does yields to everything else on the machine",
  async () => {
    const { child, ended } = startCommand(["verify", to], { DATA_DIR: data });
    let lowest = 0;
    while (child.exitCode === null && lowest < NICE) {
      lowest = Math.min(...(await niceValues(child.pid)));
      await pause(1);
    }
    expect(lowest).toBe(NICE);
    expect((await ended).error).toBe("");
  },
);

/** Of all its threads. */
async function niceValues(pid: number | undefined): Promise<readonly number[]> {
  const threads = `/proc/${String(pid)}/task`;
  const stats = await Promise.all(
    (await readdir(threads).catch(() => [])).map((thread) =>
      readFile(join(threads, thread, "stat"), "utf8").catch(() => ""),
    ),
  );
  // Behind the name, which may hold blanks, the seventeenth field.
  return stats
    .filter((stat) => stat !== "")
    .map((stat) => Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]));
}

test("of two backups to the same place at the same time one is refused", async () => {
  const ends = await Promise.all(
    Array.from({ length: 3 }, () => runCommand(["backup", to], { DATA_DIR: data, BACKUP_PASSPHRASE: PASSPHRASE })),
  );

  expect(ends.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
  for (const { code, error } of ends)
    if (code !== 0) expect(error).toMatch(/another backup to .* is running|is in use by/);
  await succeed(["verify", to]);
});
