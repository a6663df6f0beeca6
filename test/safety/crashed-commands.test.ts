// Commands on a folder as a crash left it, with points that only the log of the telemetry has: they count, and are kept.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callCommand } from "../support/command-call.ts";
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
  return Object.fromEntries(digests.filter(([path]) => /^telemetry\.duckdb($|\.log)/.test(path)));
}

/** As a later version finds it that has one more migration. */
async function makeFormer(): Promise<void> {
  const database = new DatabaseSync(join(folder, ENTITIES));
  database.exec("DELETE FROM migration WHERE number = (SELECT max(number) FROM migration)");
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
