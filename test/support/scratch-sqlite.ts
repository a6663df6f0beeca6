// A database in a folder that exists for one test.
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteConnection } from "../../src/adapters/sqlite/connection.ts";
import { engine } from "../../src/adapters/sqlite/sqlite-engine.ts";
import { DATABASE_FILE } from "../../src/adapters/sqlite/sqlite-database.ts";
import { MASTER_KEY_FILE, SecretBox } from "../../src/lib/secret-box.ts";
import { storesOver, type ScratchStores } from "./scratch-stores.ts";

export interface ScratchSqlite extends ScratchStores {
  readonly folder: string;
}

/** `await using scratch = await scratchSqlite()` closes it at the end of the block. */
export async function scratchSqlite(): Promise<ScratchSqlite> {
  const folder = await scratchFolder();
  const file = await putEmptyDatabase(folder);
  const secrets = new SecretBox(randomBytes(32));
  const { stores, close } = storesOver(secrets, (role) =>
    role === "writer" ? unsynced(file) : new SqliteConnection(file, "read"),
  );
  const remove = async (): Promise<void> => {
    await close();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    folder,
    stores,
    connect: () => new SqliteConnection(file, "write"),
    async isReadable(text) {
      const files = await readdir(folder);
      const contents = await Promise.all(files.map((name) => readFile(join(folder, name))));
      return contents.some((content) => content.includes(text));
    },
    close,
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

export function scratchFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "bridgehead-test-"));
}

/** A migrated database without entities, which opens faster than one that has to be made, and its key. The path of its file. */
export async function putEmptyDatabase(folder: string): Promise<string> {
  const file = join(folder, DATABASE_FILE);
  await writeFile(join(folder, MASTER_KEY_FILE), randomBytes(32), { mode: 0o600 });
  await writeFile(file, await (emptyDatabase ??= makeEmptyDatabase()));
  return file;
}

/** Its bytes, made once in a process. */
let emptyDatabase: Promise<Uint8Array> | undefined;

async function makeEmptyDatabase(): Promise<Uint8Array> {
  const folder = await scratchFolder();
  const file = join(folder, DATABASE_FILE);
  const connection = unsynced(file);
  engine.migrate(connection, 0);
  connection.close();
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}

/** Without waiting for the disk: what is lost with the power is no matter of these tests. */
function unsynced(file: string): SqliteConnection {
  const connection = new SqliteConnection(file, "write");
  connection.exec("PRAGMA synchronous = OFF");
  return connection;
}
