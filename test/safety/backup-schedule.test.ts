// Backups that the platform makes by itself: each when it is due, with what came of it in the log and in the metrics; old ones go.
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { millis } from "../../src/lib/clock.ts";
import { callCommand, endOfCommand } from "../support/command-call.ts";
import { type KillableServer, KillableServers, SYS_ADMIN } from "../support/killable-server.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { member } from "../support/rest-client.ts";
import { soakTest } from "../support/soak-test.ts";

const BACKUP_PASSPHRASE = "the passphrase of a test";
const DEADLINE_MILLIS = 60_000;
const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

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

test("a backup that is due is made, counted and whole; a restart does not make it again", async () => {
  const settings = { BACKUP_TO: to, BACKUP_PASSPHRASE, BACKUP_KEEP_DAYS: "30", BACKUP_EVERY_MINUTES: "60" };
  const before = Date.now() / 1000;
  await mkdir(to);
  const bounds = { "backup.changesMillis": 0 };
  const server = await servers.start(servers.folder(), settings, bounds);
  expect(await server.metric("bridgehead_backup_newest_timestamp_seconds")).toBe(0);
  await server.record(({ event }) => event === "backup made", DEADLINE_MILLIS);
  await expect.poll(() => server.metric("bridgehead_backup_newest_timestamp_seconds")).toBeGreaterThan(before);
  expect(await server.metric("bridgehead_backup_duration_seconds")).toBeGreaterThan(0);
  expect(await server.metric("bridgehead_backups_failed_total")).toBe(0);
  expect(await findingsAboutBackups(server)).toEqual(["backups-unverified"]);
  await server.stop();
  expect((await endOfCommand(["verify", to])).error).toBe("");

  const again = await servers.start(server.folder, settings, bounds);
  expect(await findingsAboutBackups(again)).toEqual([]);
  expect(await again.metric("bridgehead_backup_newest_timestamp_seconds")).toBeGreaterThan(before);
  // A note that cannot be read says nothing against the backups.
  await rm(join(to, "verified"));
  await mkdir(join(to, "verified"));
  expect(await findingsAboutBackups(again)).toEqual(["backups-unverified"]);
  await again.stop();
  expect(await readdir(join(to, "backups"))).toHaveLength(1);
});

async function findingsAboutBackups(server: KillableServer): Promise<unknown[]> {
  const sysAdmin = await server.anonymous.login(SYS_ADMIN.email, SYS_ADMIN.password);
  const findings = member(await sysAdmin.get("/api/system/posture"), "findings") as { kind: string }[];
  return findings.map(({ kind }) => kind).filter((kind) => kind.includes("backup"));
}

soakTest(
  "a backup is due as long after the one before as the setting says, no earlier and also after a restart",
  async () => {
    const settings = {
      dataDir: servers.folder(),
      "backup.to": to,
      "backup.passphrase": BACKUP_PASSPHRASE,
      "backup.everyMinutes": 60,
      "backup.changesMillis": 0,
    };
    const failed = (platform: TestPlatform): Promise<number> => platform.counted("backups_failed_total");
    const away = join(scratch, "away");
    /** A backup that is made sooner fails, as its folder is away, and then the next one is late. */
    const expectOneInAnHour = async (platform: TestPlatform): Promise<void> => {
      const [newest, failures] = [await newestMillis(platform), await failed(platform)];
      await rename(to, away);
      platform.clock.advance(HOUR_MILLIS - 1);
      expect(await failed(platform)).toBe(failures);
      await rename(away, to);
      platform.clock.advance(1);
      await expect.poll(() => newestMillis(platform), { timeout: DEADLINE_MILLIS }).toBeGreaterThan(newest);
    };
    await mkdir(to);

    await using platform = await startTestPlatform({ settings });
    platform.clock.advance(0);
    await expect.poll(() => newestMillis(platform), { timeout: DEADLINE_MILLIS }).toBeGreaterThan(0);
    await expectOneInAnHour(platform);
    const clock = new ManualClock(millis(await newestMillis(platform)));
    await platform.stop();

    await using again = await startTestPlatform({ settings, clock });
    await expectOneInAnHour(again);
  },
);

soakTest("where changes are kept, a backup is made within a minute of a start", async () => {
  const settings = { dataDir: servers.folder(), "backup.to": to, "backup.passphrase": BACKUP_PASSPHRASE };
  await mkdir(to);
  await using platform = await startTestPlatform({ settings });
  platform.clock.advance(0);
  await expect.poll(() => newestMillis(platform), { timeout: DEADLINE_MILLIS }).toBeGreaterThan(0);
  const made = await newestMillis(platform);
  platform.clock.advance(10_000);
  await expect.poll(() => momentMillis(platform, "restorable")).toBe(made + 10_000);
  await platform.stop();

  await using again = await startTestPlatform({ settings, clock: new ManualClock(millis(made + HOUR_MILLIS)) });
  again.clock.advance(59_999);
  await again.settle();
  expect(await newestMillis(again)).toBe(made);
  again.clock.advance(1);
  await expect.poll(() => newestMillis(again), { timeout: DEADLINE_MILLIS }).toBe(made + HOUR_MILLIS + MINUTE_MILLIS);
});

soakTest(
  "a backup of the future is not the newest one: others are made and get the changes, and the log names it",
  async () => {
    const settings = { dataDir: servers.folder(), "backup.to": to, "backup.passphrase": BACKUP_PASSPHRASE };
    const future = millis(Date.now() + 365 * DAY_MILLIS);
    await (await startTestPlatform({ settings: { dataDir: settings.dataDir } })).stop();
    await callCommand(
      ["backup", to],
      { dataDir: settings.dataDir, "backup.passphrase": BACKUP_PASSPHRASE },
      new ManualClock(future),
    );
    const [name = ""] = await readdir(join(to, "backups"));
    const log = new LogRecorder();
    const clock = new ManualClock(millis(Date.now()));
    const startedAt = clock.now();
    await using platform = await startTestPlatform({ settings, clock, log });
    expect(await newestMillis(platform)).toBe(0);
    expect(await platform.sysAdmin.get("/api/system/posture")).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ kind: "backup-overdue" })]) as unknown,
    });
    expect(log.records).toContainEqual(
      expect.objectContaining({ level: "warn", fields: { name: `backups/${name}`, place: to } }),
    );

    clock.advance(0);
    await expect.poll(() => newestMillis(platform), { timeout: DEADLINE_MILLIS }).toBe(startedAt);
    clock.advance(10_000);
    await expect.poll(() => momentMillis(platform, "restorable")).toBe(startedAt + 10_000);
  },
);

/** Of the newest backup that the platform knows of. */
function newestMillis(platform: TestPlatform): Promise<number> {
  return momentMillis(platform, "newest");
}

async function momentMillis(platform: TestPlatform, which: "newest" | "restorable"): Promise<number> {
  const metrics = await platform.anonymous.getText("/metrics");
  const [, seconds] = new RegExp(`^bridgehead_backup_${which}_timestamp_seconds (\\S+)$`, "m").exec(metrics) ?? [];
  return Math.round(Number(seconds) * 1000);
}

soakTest("a backup removes those that are older than they are kept, and no other", async () => {
  const folder = servers.folder();
  await (await servers.start(folder)).stop();
  const now = Date.now();
  await mkdir(to);
  for (const ageMillis of [30 * DAY_MILLIS + HOUR_MILLIS, 30 * DAY_MILLIS - HOUR_MILLIS]) {
    const settings = { dataDir: folder, "backup.passphrase": BACKUP_PASSPHRASE };
    await callCommand(["backup", to], settings, new ManualClock(millis(now - ageMillis)));
  }
  const [, young = ""] = await readdir(join(to, "backups"));

  const settings = { BACKUP_TO: to, BACKUP_PASSPHRASE, BACKUP_KEEP_DAYS: "30" };
  const server = await servers.start(folder, settings);
  await server.record(({ event }) => event === "backup made", DEADLINE_MILLIS);
  await server.stop();

  expect(await readdir(join(to, "backups"))).toEqual([young, expect.any(String)]);
});

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
