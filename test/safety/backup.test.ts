// A backup of a platform that runs is its state at one moment: what was acknowledged before is in it, and nothing is in it by half.
// What was damaged since is refused and named, and no end of a process leaves backups that cannot be used.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endOfCommand } from "../support/command-call.ts";
import { runCommand, type CommandEnd } from "../support/command-process.ts";
import { KillableServers } from "../support/killable-server.ts";
import { BackupLoad } from "./backup-load.ts";

const PASSPHRASE = "the passphrase of a test";
/** Small enough that checkpoints run all the time. */
const BUSY_STORE = { "telemetry.duckdb.checkpointMebibytes": 2, "telemetry.duckdb.snapshotPoints": 20_000 };

const servers = new KillableServers();
let scratch: string;
let to: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "bridgehead-backup-"));
  to = join(scratch, "backups");
});
afterEach(async () => {
  await servers.endAll();
  await rm(scratch, { recursive: true, force: true });
});

const call = (args: readonly string[], folder: string): Promise<CommandEnd> =>
  runCommand(args, { DATA_DIR: folder, BACKUP_PASSPHRASE: PASSPHRASE });

/** Backups are made by a command while the platform runs, as an operator makes them. */
async function succeed(args: readonly string[], folder: string, run = endOfCommand): Promise<string> {
  const { code, out, error } = await run(args, { DATA_DIR: folder, BACKUP_PASSPHRASE: PASSPHRASE });
  expect({ code, error }).toEqual({ code: 0, error: "" });
  return out;
}

const momentIn = (out: string): string => /^backup (\S+) /.exec(out)?.[1] ?? "";

let lastNumber = 0;
const nextNumber = (): number => ++lastNumber;

test("backups of a platform under load: each has what was acknowledged before it, whole messages and no others", async () => {
  const folder = servers.folder();
  const server = await servers.start(folder, {}, BUSY_STORE);
  const load = await BackupLoad.start(await server.tenant(nextNumber), 2);
  const made: { moment: string; atLeast: readonly number[]; atMost: readonly number[] }[] = [];
  for (let round = 0; round < 2; round++) {
    await load.grow(4);
    const atLeast = load.acknowledged();
    const moment = momentIn(await succeed(["backup", to], folder, runCommand));
    made.push({ moment, atLeast, atMost: load.sent() });
  }
  await load.end();
  await server.stop();

  for (const { moment, atLeast, atMost } of made) {
    const into = join(scratch, "restored");
    await succeed(["restore", to, into, "--at", moment], folder);
    const restored = await servers.start(into);
    expect(await load.problems(restored, atLeast, atMost)).toEqual([]);
    await restored.kill();
    await rm(into, { recursive: true });
  }
});

test("the platform is killed during a backup, which fails in words; the next one, without the platform, has what a start would read back", async () => {
  const folder = servers.folder();
  const server = await servers.start(folder, {}, BUSY_STORE);
  const load = await BackupLoad.start(await server.tenant(nextNumber), 2);
  await load.grow(10);
  const backup = call(["backup", to], folder);
  while ((await readdir(to).catch(() => [])).length === 0) await load.grow(0);
  await server.kill();
  await load.end();
  const { code, error } = await backup;
  // It may have been done before.
  if (code !== 0) expect(error).toMatch(/the platform ended while the backup was being made/);

  const moment = momentIn(await succeed(["backup", to], folder));
  await succeed(["verify", to], folder);
  const into = join(scratch, "restored");
  await succeed(["restore", to, into, "--at", moment], folder);
  expect(await load.problems(await servers.start(into), load.acknowledged(), load.sent())).toEqual([]);
});

test("checkpoints are not put off for longer than they may: the backup fails, says why, and telemetry goes on", async () => {
  const folder = servers.folder();
  const server = await servers.start(folder, {}, { ...BUSY_STORE, "backup.holdMillis": 0 });
  const load = await BackupLoad.start(await server.tenant(nextNumber), 4);
  await load.grow(5);
  let end = await call(["backup", to], folder);
  // Where no checkpoint was due meanwhile it has done no harm.
  while (end.code === 0) end = await call(["backup", join(scratch, String(nextNumber()))], folder);

  expect(end.error).toContain("copying what had changed took too long");
  await load.grow(1);
  expect(await server.isHealthy()).toBe(true);
  await load.end();
});
