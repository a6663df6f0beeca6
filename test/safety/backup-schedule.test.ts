// Backups that the platform makes by itself: the first one when it is due, with what came of it in the log and in the metrics.
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endOfCommand } from "../support/command-call.ts";
import { type KillableServer, KillableServers, SYS_ADMIN } from "../support/killable-server.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member } from "../support/rest-client.ts";

const BACKUP_PASSPHRASE = "the passphrase of a test";
const DEADLINE_MILLIS = 60_000;

const servers = new KillableServers();
let scratch: string;
let to: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "bridgehead-schedule-"));
  to = join(scratch, "backups");
});
afterEach(async () => {
  await servers.endAll();
  await rm(scratch, { recursive: true, force: true });
});

test(
  "a backup that is due is made, counted and whole; a restart does not make it again",
  { timeout: 180_000 },
  async () => {
    const settings = { BACKUP_TO: to, BACKUP_PASSPHRASE, BACKUP_KEEP_DAYS: "30", BACKUP_EVERY_MINUTES: "60" };
    const before = Date.now() / 1000;
    await mkdir(to);
    const server = await servers.start(servers.folder(), settings);
    expect(await server.metric("bridgehead_backup_newest_timestamp_seconds")).toBe(0);
    await server.record(({ event }) => event === "backup made", DEADLINE_MILLIS);
    await expect.poll(() => server.metric("bridgehead_backup_newest_timestamp_seconds")).toBeGreaterThan(before);
    expect(await server.metric("bridgehead_backup_duration_seconds")).toBeGreaterThan(0);
    expect(await server.metric("bridgehead_backups_failed_total")).toBe(0);
    expect(await findingsAboutBackups(server)).toEqual(["backups-unverified"]);
    await server.stop();
    expect((await endOfCommand(["verify", to])).error).toBe("");

    const again = await servers.start(server.folder, settings);
    expect(await findingsAboutBackups(again)).toEqual([]);
    expect(await again.metric("bridgehead_backup_newest_timestamp_seconds")).toBeGreaterThan(before);
    // A note that cannot be read says nothing against the backups.
    await rm(join(to, "verified"));
    await mkdir(join(to, "verified"));
    expect(await findingsAboutBackups(again)).toEqual(["backups-unverified"]);
    await again.stop();
    expect(await readdir(join(to, "backups"))).toHaveLength(1);
  },
);

async function findingsAboutBackups(server: KillableServer): Promise<unknown[]> {
  const sysAdmin = await server.anonymous.login(SYS_ADMIN.email, SYS_ADMIN.password);
  const findings = member(await sysAdmin.get("/api/system/posture"), "findings") as { kind: string }[];
  return findings.map(({ kind }) => kind).filter((kind) => kind.includes("backup"));
}

test("a backup does not make its folder: where a disk is not mounted, it would fill the one below", async () => {
  const log = new LogRecorder();
  const settings = { "backup.to": to, "backup.passphrase": BACKUP_PASSPHRASE };
  await using platform = await startTestPlatform({ log, settings });
  platform.clock.advance(0);
  await expect.poll(() => log.events).toContain("backup failed");

  const failed = log.records.find(({ event }) => event === "backup failed");
  expect(failed?.fields["error"]).toContain(`the folder ${to} does not exist: mount its disk, or create it`);
  expect(await readdir(scratch)).toEqual([]);
});

test("a folder that cannot even be looked at is named with what keeps it from being used, as by the command", async () => {
  await writeFile(to, "a file, and no folder");
  const log = new LogRecorder();
  const settings = { "backup.to": join(to, "plant"), "backup.passphrase": BACKUP_PASSPHRASE };
  await using platform = await startTestPlatform({ log, settings });
  platform.clock.advance(0);
  await expect.poll(() => log.events).toContain("backup failed");

  const failed = log.records.find(({ event }) => event === "backup failed");
  expect(failed?.fields["error"]).toContain(`the folder ${join(to, "plant")} cannot be used for backups: ENOTDIR`);
});

test("a backup that fails is an error in the log, with what the command has said, and counted", async () => {
  await writeFile(to, "a file, and no folder");
  const log = new LogRecorder();
  const settings = { "backup.to": to, "backup.passphrase": BACKUP_PASSPHRASE };
  await using platform = await startTestPlatform({ log, settings });
  platform.clock.advance(0);
  await expect.poll(() => log.events).toContain("backup failed");

  const failed = log.records.find(({ event }) => event === "backup failed");
  expect(failed).toMatchObject({ level: "error", fields: { to, error: expect.stringContaining(to) as unknown } });
  expect(await platform.anonymous.getText("/metrics")).toContain("\nbridgehead_backups_failed_total 1\n");
});
