// A database in a folder that exists for one test.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../../src/adapters/sqlite/sqlite-database.ts";
import type { SqliteDatabase, SqliteSetting } from "../../src/adapters/sqlite/sqlite-database.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";

export interface ScratchSqlite extends AsyncDisposable {
  readonly folder: string;
  readonly database: SqliteDatabase;
  /** Closes the database and removes the folder. */
  remove(): Promise<void>;
}

/** `await using scratch = await scratchSqlite()` closes it at the end of the block. */
export async function scratchSqlite(setting: Partial<SqliteSetting> = {}): Promise<ScratchSqlite> {
  const folder = await scratchFolder();
  const database = await openSqlite(folder, { clock: systemClock, log: silentLogger, ...setting });
  const remove = async (): Promise<void> => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, database, remove, [Symbol.asyncDispose]: remove };
}

export function scratchFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "bridgehead-test-"));
}
