// A database in a folder that exists for one test. The stores are those of the platform; their calls are made in the thread
// of the test, so that it starts in milliseconds. What the database's own threads promise is tested in `sqlite-database.test.ts`.
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { BatchRunner } from "../../src/adapters/sqlite/batch-runner.ts";
import { SqliteConnection } from "../../src/adapters/sqlite/connection.ts";
import { migrate } from "../../src/adapters/sqlite/migrate.ts";
import { migrations } from "../../src/adapters/sqlite/migrations/index.ts";
import { DATABASE_FILE, type SqliteDatabase } from "../../src/adapters/sqlite/sqlite-database.ts";
import type { StoreConnection } from "../../src/adapters/sqlite/store-connection.ts";
import { storageError } from "../../src/adapters/sqlite/sqlite-errors.ts";
import { closedError, settle } from "../../src/adapters/sqlite/store-calls.ts";
import { portsOver, StoreMethods } from "../../src/adapters/sqlite/store-table.ts";
import { stores } from "../../src/adapters/sqlite/stores.ts";
import { MASTER_KEY_FILE, SecretBox } from "../../src/lib/secret-box.ts";

export interface ScratchSqlite extends AsyncDisposable {
  readonly folder: string;
  readonly stores: SqliteDatabase["stores"];
  /** Ends after the writes made so far; later calls are refused. May be called twice. */
  close(): Promise<void>;
  /** Closes the database and removes the folder. */
  remove(): Promise<void>;
}

/** `await using scratch = await scratchSqlite()` closes it at the end of the block. */
export async function scratchSqlite(): Promise<ScratchSqlite> {
  const folder = await scratchFolder();
  const file = await putEmptyDatabase(folder);
  const secrets = new SecretBox(randomBytes(32));
  const over = (connection: StoreConnection): StoreMethods => new StoreMethods(stores, connection, secrets);
  const writer = new BatchRunner(unsynced(file), () => new SqliteConnection(file, "write"), over);
  // A store may give its connection functions, so that each set of stores has its own.
  const [reading, direct] = [new SqliteConnection(file, "read"), new SqliteConnection(file, "read")];
  const reader = over(reading);

  let isOpen = true;
  let lastWrite: Promise<unknown> = Promise.resolve();
  // As on the way to a thread, arguments and results are copied, and the answer comes in a later turn.
  const write = async (store: string, method: string, args: readonly unknown[]): Promise<unknown> => {
    if (!isOpen) throw closedError();
    const call = structuredClone({ store, method, args });
    const written = lastWrite.then(() => writer.run([call]));
    lastWrite = written;
    const [result] = structuredClone(await written);
    await setImmediate();
    return await new Promise((resolve, reject) => {
      settle({ call, resolve, reject }, result);
    });
  };
  const read = async (store: string, method: string, args: readonly unknown[]): Promise<unknown> => {
    if (!isOpen) throw closedError();
    try {
      return structuredClone(await reader.run(structuredClone({ store, method, args })));
    } catch (error) {
      throw storageError(error);
    } finally {
      await setImmediate();
    }
  };
  const close = async (): Promise<void> => {
    isOpen = false;
    await lastWrite;
    for (const connection of [direct, reading, writer]) connection.close();
  };
  const remove = async (): Promise<void> => {
    await close();
    await rm(folder, { recursive: true, force: true });
  };
  const ports = portsOver(stores, { connection: direct, secrets }, { write, read });
  return { folder, stores: ports, close, remove, [Symbol.asyncDispose]: remove };
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
  migrate(connection, migrations, 0);
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
