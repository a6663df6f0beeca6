// The stores of the platform over the connections of an engine; their calls are made in the thread of the test, so that
// it starts in milliseconds. What the threads of a database promise is tested with the database.
import { setImmediate } from "node:timers/promises";
import { BatchRunner } from "../../src/adapters/sql/batch-runner.ts";
import { storageError } from "../../src/adapters/sql/storage-errors.ts";
import { closedError, settle, type ThreadRole } from "../../src/adapters/sql/store-calls.ts";
import type { StoreConnection } from "../../src/adapters/sql/store-connection.ts";
import { portsOver, StoreMethods, type PortsOf } from "../../src/adapters/sql/store-table.ts";
import { stores } from "../../src/adapters/sql/stores.ts";
import type { SecretBox } from "../../src/lib/secret-box.ts";

export interface ScratchStores extends AsyncDisposable {
  readonly stores: PortsOf<typeof stores>;
  /** A connection that may write, past all stores; whoever asks for it closes it. */
  connect(): StoreConnection;
  /** Whether this text can be found anywhere in what is stored. */
  isReadable(text: string): Promise<boolean>;
  /** Ends after the writes made so far; later calls are refused. May be called twice. */
  close(): Promise<void>;
  /** Closes the database and removes it. */
  remove(): Promise<void>;
}

export type OpenScratch = () => Promise<ScratchStores>;

/** `hasDirect`: whether some reads are made by the thread that asks, as with an engine that is a file. */
export function storesOver(
  secrets: SecretBox,
  connect: (role: ThreadRole) => StoreConnection,
  hasDirect = true,
): Pick<ScratchStores, "stores" | "close"> {
  const over = (connection: StoreConnection): StoreMethods => new StoreMethods(stores, connection, secrets);
  const writer = new BatchRunner(connect("writer"), () => connect("writer"), over);
  // A store may give its connection functions, so that each set of stores has its own.
  const reading = connect("reader");
  const direct = hasDirect ? connect("reader") : undefined;
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
      settle({ resolve, reject }, result);
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
  return {
    stores: portsOver(stores, direct && { connection: direct, secrets }, { write, read }),
    close: async () => {
      isOpen = false;
      await lastWrite;
      for (const connection of [direct, reading, writer]) connection?.close();
    },
  };
}
