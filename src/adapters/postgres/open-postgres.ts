// The entities in PostgreSQL, for several processes: the same stores as over SQLite, in the same threads, over a server.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { SecretBox } from "../../lib/secret-box.ts";
import { StoreReaders } from "../sql/store-readers.ts";
import { StoreWriter, type WriterCounts, type WriterOptions } from "../sql/store-writer.ts";
import { closedError } from "../sql/store-calls.ts";
import { portsOver, type PortsOf } from "../sql/store-table.ts";
import { stores } from "../sql/stores.ts";
import { PostgresServer } from "./postgres-server.ts";

/** Reads wait for the server rather than for a processor, and those by key are among them here. */
const READERS_MAX = 4;

export interface PostgresSetting {
  readonly clock: Clock;
  readonly log: Logger;
  readonly writer: WriterOptions;
  /** The same in all processes. */
  readonly masterKey: Uint8Array;
}

export interface PostgresDatabase {
  /** The ports. A write resolves after its commit has been synced; a read sees every write that has resolved before it. */
  readonly stores: PortsOf<typeof stores>;
  readonly secrets: SecretBox;
  /** Settles only if a thread of ours has died by itself; the platform must then stop. */
  readonly failed: Promise<Error>;
  readonly counts: WriterCounts;
  /** Resolves after every accepted call has been committed. May be called twice. */
  close(): Promise<void>;
}

/**
 * Connects to the database at `url`, and brings its schema to that of this program. Rejects if the server is away or
 * could lose commits, if a newer version has used the database, and if its secrets were encrypted with another key.
 */
export async function openPostgres(
  url: string,
  { clock, log, writer: options, masterKey }: PostgresSetting,
): Promise<PostgresDatabase> {
  const server = new PostgresServer(url);
  const data = {
    name: "postgres",
    engineUrl: new URL("./postgres-engine.ts", import.meta.url).href,
    connect: () => {
      const line = server.line();
      return { place: line, transfer: [line.port] };
    },
    masterKey,
    storesUrl: new URL("../sql/stores.ts", import.meta.url).href,
    startedAt: clock.now(),
  };
  const { writer, migrated } = await startWriter(data, options, server);
  if (migrated.length > 0) log.info("database migrated", { migrations: migrated });
  const readers = new StoreReaders(data, clock, { readersMax: READERS_MAX });
  let isClosing = false;
  let closed: Promise<void> | undefined;
  const database: PostgresDatabase = {
    stores: portsOver(stores, undefined, {
      write: async (...call) => {
        if (isClosing) throw closedError();
        return await writer.call(...call);
      },
      read: (...call) => readers.call(...call),
    }),
    secrets: new SecretBox(masterKey),
    failed: Promise.race([writer.failed, readers.failed, server.failed]),
    get counts() {
      return writer.counts;
    },
    close() {
      isClosing = true;
      closed ??= readers
        .close()
        .then(() => writer.close())
        .then(() => server.close());
      return closed;
    },
  };
  try {
    await database.stores.marks.requireKey("the master key of this process", clock.now(), "the database");
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startWriter(
  data: Parameters<typeof StoreWriter.start>[0],
  options: WriterOptions,
  server: PostgresServer,
): ReturnType<typeof StoreWriter.start> {
  try {
    return await StoreWriter.start(data, options);
  } catch (error) {
    await server.close();
    throw error;
  }
}
