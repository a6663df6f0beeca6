// The embedded database: one file in the data folder, written by one thread and read by others.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { keepMasterKey, loadMasterKey, MASTER_KEY_FILE, SecretBox } from "../../lib/secret-box.ts";
import { settleRotation } from "./key-rotation.ts";
import { SqliteConnection } from "./connection.ts";
import { StoreReaders, type ReaderFallback } from "../sql/store-readers.ts";
import { StoreWriter, type WriterCounts, type WriterOptions } from "../sql/store-writer.ts";
import { storageError } from "../sql/storage-errors.ts";
import { closedError } from "../sql/store-calls.ts";
import { portsOver, StoreMethods } from "../sql/store-table.ts";
import type { PortsOf, StoreContext, StoreTable } from "../sql/store-table.ts";
import { stores } from "../sql/stores.ts";

export const DATABASE_FILE = "bridgehead.sqlite";

export interface SqliteSetting {
  readonly clock: Clock;
  readonly log: Logger;
  readonly writer: WriterOptions;
  /** Called before each change and for each new reader; throws if the files are no longer in the folder. */
  readonly requireFiles?: () => void;
}

export interface SqliteDatabase<Table extends StoreTable = typeof stores> {
  /** The ports. A write resolves after it has been synced to disk; a read sees every write that has resolved. */
  readonly stores: PortsOf<Table>;
  /** Read-only access for code outside the ports. */
  readonly direct: StoreContext;
  /**
   * Copies into files of the folder what was committed since the last call; applied to any earlier copy of the database
   * file, they bring it to the present state (`apply-log.ts`). "begun": the folder was emptied before, and the copies
   * begin here. Undefined ends that.
   */
  copyLog(folder: string | undefined): Promise<"begun" | "continued" | undefined>;
  /** Settles only if a thread of the database has died by itself; the platform must then stop. */
  readonly failed: Promise<Error>;
  readonly counts: WriterCounts;
  /** Resolves after every accepted call has been committed. May be called twice. */
  close(): Promise<void>;
}

/** Opens or creates the database in `folder`. Rejects if the file cannot be used or was written by a newer version. */
export function openSqlite(folder: string, setting: SqliteSetting): Promise<SqliteDatabase> {
  return openSqliteWith(stores, new URL("../sql/stores.ts", import.meta.url), folder, setting);
}

/**
 * Like `openSqlite`, with another table of stores: `storesUrl` is the module that exports the same table as `stores`.
 */
export async function openSqliteWith<Table extends StoreTable>(
  table: Table,
  storesUrl: URL,
  folder: string,
  { clock, log, writer: options, requireFiles }: SqliteSetting,
): Promise<SqliteDatabase<Table>> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, DATABASE_FILE);
  settleRotation(folder, file);
  const masterKey = loadMasterKey(folder);
  const data = {
    name: "sqlite",
    engineUrl: new URL("./sqlite-engine.ts", import.meta.url).href,
    connect: () => ({ place: file, transfer: [] }),
    masterKey,
    storesUrl: storesUrl.href,
    startedAt: clock.now(),
  };
  const { writer, migrated } = await StoreWriter.start(data, options);
  if (migrated.length > 0) log.info("database migrated", { migrations: migrated });
  const connection = new SqliteConnection(file, "read");
  const direct = { connection, secrets: new SecretBox(masterKey) };
  const onThisThread = new StoreMethods(table, direct.connection, direct.secrets);
  const fallback: ReaderFallback = {
    requireFiles: requireFiles ?? (() => undefined),
    run: async (call) => {
      try {
        return await onThisThread.run(call);
      } catch (error) {
        throw storageError(error);
      }
    },
  };
  const readers = new StoreReaders(data, clock, { fallback });
  let isClosing = false;
  return {
    stores: portsOver(table, direct, {
      write: async (...call) => {
        // Closing the last connection removes its log.
        if (isClosing) throw closedError();
        requireFiles?.();
        if (keepMasterKey(folder, masterKey))
          log.warn("file was missing in the data folder, and was written again", {
            file: join(folder, MASTER_KEY_FILE),
          });
        return await writer.call(...call);
      },
      read: (...call) => readers.call(...call),
    }),
    direct,
    copyLog: async (folder) => (await writer.copyLog(folder)) as "begun" | "continued" | undefined,
    failed: Promise.race([writer.failed, readers.failed]),
    get counts() {
      return writer.counts;
    },
    async close() {
      isClosing = true;
      // The last connection to close folds the log into the file, and only one that writes can do that.
      connection.close();
      await readers.close();
      await writer.close();
    },
  };
}
