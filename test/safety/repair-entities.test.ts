// A damaged database of the entities: the repair says so and makes nothing, as nobody can make up devices and their secrets.
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CrashedFolders, ENTITIES } from "./crashed-folder.ts";
import { repair } from "./repair-check.ts";

const PAGE_BYTES = 4096;

let folders: CrashedFolders;
beforeAll(async () => {
  folders = await CrashedFolders.make({ checkpointed: 1, logged: 1 });
});
afterAll(() => folders.remove());

/** A folder whose database has no log, with zeros in the page where this table or index begins. */
async function withoutPageOf(name: string | undefined): Promise<string> {
  const folder = await folders.copy();
  const path = join(folder, ENTITIES);
  const database = new DatabaseSync(path);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const page =
    name === undefined
      ? 1
      : Number(database.prepare("SELECT rootpage FROM sqlite_master WHERE name = ?").get(name)?.["rootpage"]);
  database.close();
  await rm(join(folder, "running"));
  const bytes = await readFile(path);
  bytes.fill(0, (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
  await writeFile(path, bytes);
  return folder;
}

test.each(["device", "series", "device_by_profile", undefined])(
  "without the page of %s nothing can be kept, which is said, and nothing is made",
  async (name) => {
    const folder = await withoutPageOf(name);
    const { code, error } = await repair(folder, `${folder}-new`);

    expect(code).toBe(1);
    expect(error).toMatch(
      /bridgehead\.sqlite is damaged \(.*restore all files of the data folder from the same backup/,
    );
    expect(existsSync(`${folder}-new`)).toBe(false);
  },
);
