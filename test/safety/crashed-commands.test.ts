// Commands on a folder as a crash left it, with points that only the log of the telemetry has: they count, and are kept.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openEngineWithItsLog } from "../../src/adapters/duckdb/open-engine.ts";
import { callCommand } from "../support/command-call.ts";
import { unpackFormerFolder } from "../support/former-folder.ts";
import { telemetrySettings } from "../support/telemetry-settings.ts";
import { CrashedFolders, ENTITIES, pointsOf, use } from "./crashed-folder.ts";
import { digestsOf } from "./folder-digests.ts";

const PASSPHRASE = "the passphrase of a test";

let crashed: CrashedFolders;
let folder: string;
beforeAll(async () => {
  crashed = await CrashedFolders.make();
});
afterAll(() => crashed.remove());
beforeEach(async () => {
  folder = await crashed.copy();
});

const command = (...args: readonly string[]): Promise<string> =>
  callCommand(args, { dataDir: folder, "backup.passphrase": PASSPHRASE });

/** Of the telemetry file and its log, without the journal of a checkpoint that has not begun. */
async function telemetryOf(of = folder): Promise<Readonly<Record<string, string>>> {
  const digests = Object.entries(await digestsOf(of));
  return Object.fromEntries(digests.filter(([path]) => /^telemetry\.duckdb($|\.log|\.wal)/.test(path)));
}

/** As a later version finds it that has one more migration. */
async function makeFormer(): Promise<void> {
  const database = new DatabaseSync(join(folder, ENTITIES));
  // One that changes nothing, so that it can run again.
  database.exec("DELETE FROM migration WHERE number = 200");
  database.close();
  // Closing it has stored its own log.
  await rm(join(folder, "running"));
}

test("a backup has all points, can be verified, and changes no telemetry", async () => {
  const before = await telemetryOf();
  const to = join(crashed.parent, "backups");
  await command("backup", to);
  expect(await telemetryOf()).toEqual(before);

  await command("verify", to);
  const restored = join(crashed.parent, "restored");
  await command("restore", to, restored);
  expect(await use(restored, pointsOf)).toEqual(crashed.stored);
});

test("a backup without a part of the log is refused", async () => {
  await rm(join(folder, "telemetry.duckdb.log"), { recursive: true });

  await expect(command("backup", join(crashed.parent, "none"))).rejects.toThrow(
    /the telemetry log .*telemetry\.duckdb\.log has no entries from [0-9]+ on/,
  );
});

test("an upgrade counts all points, and a rollback brings back the file and its log", async () => {
  await makeFormer();
  const before = await telemetryOf();
  expect(await command("upgrade", "--check")).toContain(` and ${String(crashed.stored.size)} points;`);
  expect(await telemetryOf()).toEqual(before);

  await command("upgrade");
  expect(await telemetryOf()).not.toEqual(before);
  expect(await command("upgrade", "--rollback")).toContain(` and ${String(crashed.stored.size)} points\n`);
  expect(await telemetryOf()).toEqual(before);
  expect(await use(folder, pointsOf)).toEqual(crashed.stored);
});

test("an upgrade from a version whose engine kept its own log counts and stores that, and a rollback brings it back alone", async () => {
  folder = join(crashed.parent, "former");
  await mkdir(folder);
  await unpackFormerFolder("0.2.0", folder);
  const pointsIn = (said: string): number => Number(/ and (\d+) points/.exec(said)?.[1]);
  const points = pointsIn(await command("upgrade", "--check"));
  const { instance, connection } = await openEngineWithItsLog(telemetrySettings(join(folder, "telemetry.duckdb")));
  await connection.run("INSERT INTO points VALUES (1, 1, 1, 1, NULL, 1)");
  connection.closeSync();
  instance.closeSync();
  const before = await telemetryOf();
  expect(Object.keys(before)).toEqual(["telemetry.duckdb", "telemetry.duckdb.wal"]);
  expect(pointsIn(await command("upgrade", "--check"))).toBe(points + 1);
  expect(await telemetryOf()).toEqual(before);

  await command("upgrade");
  const [file, ...log] = Object.keys(await telemetryOf());
  expect(file).toBe("telemetry.duckdb");
  expect(log).toEqual([expect.stringMatching(/^telemetry\.duckdb\.log\/\d+$/)]);
  expect(await command("upgrade", "--rollback")).toMatch(
    new RegExp(`^now there are \\d+ devices and ${String(points + 1)} points$`, "m"),
  );
  expect(await telemetryOf()).toEqual(before);
});
