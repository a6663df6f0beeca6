// Between two backups any moment can be restored: what was acknowledged before it is there, and nothing that came later.
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BucketServer } from "../support/bucket-server.ts";
import { endOfCommand } from "../support/command-call.ts";
import { type KillableServer, KillableServers, type ServerEnvironment } from "../support/killable-server.ts";
import { Random } from "../fuzz/random.ts";
import { casesOf, isEveryCase, seedOf } from "../support/seed.ts";
import { soakTest } from "../support/soak-test.ts";
import { BackupLoad } from "./backup-load.ts";
import { EntityLoad } from "./entity-load.ts";

const PASSPHRASE = "the passphrase of a test";
/** Small enough that checkpoints run all the time. */
const BUSY_STORE = { "telemetry.duckdb.checkpointMebibytes": 2, "telemetry.duckdb.snapshotPoints": 20_000 };
const DEADLINE_MILLIS = 60_000;

const servers = new KillableServers();
let scratch: string;
let to: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "bridgehead-changes-"));
  to = join(scratch, "backups");
  await mkdir(to);
});
afterEach(async () => {
  await servers.endAll();
  await rm(scratch, { recursive: true, force: true });
});

let lastNumber = 0;
const nextNumber = (): number => ++lastNumber;

async function startWithBackups(environment: ServerEnvironment = {}): Promise<KillableServer> {
  const settings = { BACKUP_TO: to, BACKUP_PASSPHRASE: PASSPHRASE, BACKUP_EVERY_MINUTES: "1", ...environment };
  return await servers.start(servers.folder(), settings, { ...BUSY_STORE, "backup.changesMillis": 1_000 });
}

async function succeed(args: readonly string[], environment: ServerEnvironment = {}): Promise<string> {
  const settings = { DATA_DIR: servers.folder(), BACKUP_PASSPHRASE: PASSPHRASE, ...environment };
  const { code, out, error } = await endOfCommand(args, settings);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  return out;
}

/** A moment after the present one that can be restored, when there is one. */
async function nextRestorable(server: KillableServer): Promise<number> {
  const now = Date.now();
  const restorable = async (): Promise<number> =>
    Math.round(1000 * ((await server.metric("bridgehead_backup_restorable_timestamp_seconds")) ?? 0));
  await expect.poll(restorable, { timeout: DEADLINE_MILLIS }).toBeGreaterThan(now);
  return await restorable();
}

/** Restores, and resolves with a server of that state and its moment. */
async function restored(...at: string[]): Promise<{ readonly server: KillableServer; readonly moment: number }> {
  const into = join(scratch, `restored-${String(nextNumber())}`);
  const out = await succeed(["restore", to, into, ...at]);
  const [, backup = "", change] = /^backup (\S+)(?: with what changed until (\S+))? of /.exec(out) ?? [];
  return { server: await servers.start(into), moment: Date.parse(change ?? backup) };
}

test(
  "a platform under load is killed: the newest state and any before it can be restored, whole",
  { timeout: 900_000 },
  async () => {
    const server = await startWithBackups();
    await server.record(({ event }) => event === "backup made", DEADLINE_MILLIS);
    const load = await BackupLoad.start(await server.tenant(nextNumber), 2, isEveryCase ? 250 : 0);
    const entities = await EntityLoad.start(await server.tenant(nextNumber));
    const first = await nextRestorable(server);
    const startedAt = Date.now();
    // The soak goes on long enough for a second backup.
    await pause(isEveryCase ? 80_000 : 5_000);
    const last = await nextRestorable(server);
    const killedAt = Date.now();
    await server.kill();
    await Promise.all([load.end(), entities.end()]);

    expect(await succeed(["verify", to])).toContain("with what changed until");
    const random = new Random(seedOf("KILL_SEED"));
    const chosen = Array.from({ length: casesOf(20) }, () => startedAt + random.below(killedAt - startedAt));
    for (const [at, from] of [[killedAt, last] as const, ...chosen.map((each) => [each, first] as const)]) {
      const { server: copy, moment } = await restored("--at", new Date(at).toISOString());
      expect(moment).toBeLessThanOrEqual(at);
      expect(moment).toBeGreaterThanOrEqual(from);
      const { acknowledged, sent } = load.before(moment);
      expect(await load.problems(copy, acknowledged, sent)).toEqual([]);
      expect(await entities.problems(copy, moment)).toEqual([]);
      await copy.kill();
    }
  },
);

test("what was acknowledged before a stop can be restored", async () => {
  const server = await startWithBackups();
  await server.record(({ event }) => event === "backup made", DEADLINE_MILLIS);
  const load = await BackupLoad.start(await server.tenant(nextNumber), 1);
  await load.grow(10);
  await load.end();
  await server.stop();

  const { server: copy } = await restored();
  expect(await load.problems(copy, load.acknowledged(), load.sent())).toEqual([]);
  expect(await readdir(join(to, "backups"))).toHaveLength(1);
});

soakTest("changes are kept in a bucket as in a folder, also while it refuses some of them", async () => {
  const bucket = await BucketServer.start();
  try {
    const address = `s3://${bucket.bucket}/plant 7`;
    const server = await startWithBackups({ ...bucket.variables, BACKUP_TO: address });
    await server.record(({ event }) => event === "backup made", DEADLINE_MILLIS);
    const load = await BackupLoad.start(await server.tenant(nextNumber), 1);
    await load.grow(3);
    bucket.disturb(
      (method) => method === "PUT",
      2,
      (response) => {
        response.writeHead(503).end();
      },
    );
    await load.grow(3);
    await load.end();
    await nextRestorable(server);
    await server.kill();

    const into = join(scratch, "restored");
    expect(await succeed(["restore", address, into], bucket.variables)).toContain("with what changed until");
    const copy = await servers.start(into);
    expect(await load.problems(copy, load.acknowledged(), load.sent())).toEqual([]);
    expect(await succeed(["verify", address], bucket.variables)).toContain("is whole");
  } finally {
    await bucket.stop();
  }
});

soakTest(
  "changes are kept in a bucket that takes six seconds for an object, as one behind a slow line does",
  async () => {
    const bucket = await BucketServer.start();
    try {
      bucket.slowness = (method, key) => (method === "PUT" && key.includes("/changes/") ? 6_000 : 0);
      const server = await startWithBackups({ ...bucket.variables, BACKUP_TO: `s3://${bucket.bucket}/plant` });
      await server.record(({ event }) => event === "backup made", DEADLINE_MILLIS);
      const load = await BackupLoad.start(await server.tenant(nextNumber), 1);
      await load.grow(3);
      await load.end();
      const ended = Date.now();
      await expect
        .poll(() => [...bucket.objects.keys()].filter((key) => key.includes("/changes/")), { timeout: DEADLINE_MILLIS })
        .not.toEqual([]);
      await expect
        .poll(async () => 1000 * ((await server.metric("bridgehead_backup_restorable_timestamp_seconds")) ?? 0), {
          timeout: DEADLINE_MILLIS,
        })
        .toBeGreaterThan(ended);
    } finally {
      await bucket.stop();
    }
  },
);
