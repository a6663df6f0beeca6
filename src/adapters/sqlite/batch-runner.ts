// Runs one batch of store calls as one transaction, with a savepoint for each call, on the only connection that may
// write. After a storage fault the connection is reopened, so that the database works again once the fault is gone.
import { DomainError } from "../../core/errors.ts";
import { SqliteConnection } from "./connection.ts";
import { isStorageFault, storageError, violatesForeignKey } from "./sqlite-errors.ts";
import { encodeError } from "./store-calls.ts";
import type { CallResult, StoreCall } from "./store-calls.ts";
import type { StoreMethods } from "./store-table.ts";

interface Opened {
  readonly connection: SqliteConnection;
  readonly methods: StoreMethods;
}

export class BatchRunner {
  readonly #file: string;
  readonly #methodsOver: (connection: SqliteConnection) => StoreMethods;
  #open: Opened | undefined;

  constructor(file: string, connection: SqliteConnection, methodsOver: (connection: SqliteConnection) => StoreMethods) {
    this.#file = file;
    this.#methodsOver = methodsOver;
    this.#open = { connection, methods: methodsOver(connection) };
  }

  /** Resolves after the commit has been synced. If the commit fails, every call gets the same error. */
  async run(calls: readonly StoreCall[]): Promise<CallResult[]> {
    try {
      const open = this.#opened();
      open.connection.exec("BEGIN IMMEDIATE");
      const results: CallResult[] = [];
      for (const call of calls) results.push(await this.#runOne(open, call));
      open.connection.exec("COMMIT");
      return results;
    } catch (error) {
      this.#abandon();
      const encoded = encodeError(failureOfBatch(error));
      return calls.map(() => ({ error: encoded }));
    }
  }

  close(): void {
    this.#open?.connection.close();
    this.#open = undefined;
  }

  /** The outcome of one call; throws only errors that fail the whole batch. */
  async #runOne({ connection, methods }: Opened, call: StoreCall): Promise<CallResult> {
    connection.cached("SAVEPOINT call").statement.run();
    try {
      const value = await methods.run(call);
      connection.cached("RELEASE call").statement.run();
      return { value };
    } catch (error) {
      // On some faults SQLite rolls back the whole transaction; then nothing of the batch can be kept.
      if (isStorageFault(error) || !connection.inTransaction) throw error;
      connection.cached("ROLLBACK TO call").statement.run();
      connection.cached("RELEASE call").statement.run();
      return { error: encodeError(failureOfCall(error)) };
    }
  }

  #opened(): Opened {
    if (this.#open === undefined) {
      const connection = new SqliteConnection(this.#file, "write");
      this.#open = { connection, methods: this.#methodsOver(connection) };
    }
    return this.#open;
  }

  /** After a failed write or sync, the contents of the connection's memory cannot be trusted. */
  #abandon(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    try {
      if (open.connection.inTransaction) open.connection.exec("ROLLBACK");
      open.connection.close();
    } catch {
      // The fault that ended the batch is reported to its callers; this is the same fault again. The connection is
      // dropped either way: SQLite discards uncommitted changes when the file is next opened.
    }
  }
}

/** Whatever the call refers to existed when the call was made; another call of the same batch may have deleted it. */
function failureOfCall(error: unknown): unknown {
  return violatesForeignKey(error)
    ? new DomainError("not-found", "what this belongs to has been deleted meanwhile", { cause: error })
    : error;
}

function failureOfBatch(error: unknown): unknown {
  const known = storageError(error);
  return known instanceof DomainError && known.kind === "unavailable"
    ? known
    : new DomainError("unavailable", "the database could not commit; sending again later may succeed", {
        cause: error,
      });
}
