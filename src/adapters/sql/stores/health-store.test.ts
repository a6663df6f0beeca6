import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratchSqlite } from "../../../../test/support/scratch-sqlite.ts";

test("finding out whether the database can be written to writes to its log, each time", async () => {
  await using scratch = await scratchSqlite();
  const logBytes = (): number => statSync(join(scratch.folder, "bridgehead.sqlite-wal")).size;

  for (let round = 0; round < 2; round++) {
    const before = logBytes();
    await scratch.stores.health.touch();
    expect(logBytes()).toBeGreaterThan(before);
  }
});

test("a database that is closed cannot be written to", async () => {
  await using scratch = await scratchSqlite();
  await scratch.close();

  await expect(scratch.stores.health.touch()).rejects.toMatchObject({ kind: "unavailable" });
});
