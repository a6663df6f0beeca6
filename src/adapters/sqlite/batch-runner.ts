// Runs one batch of store calls as one transaction with a savepoint for each, on the connection that alone may write.
// After a fault of the storage the connection is reopened, so that the database serves again once the fault is gone.
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

  /** Resolves after the commit has been synced, or with the same error for every call when it could not be. */
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

  /** The outcome of the call; throws only what makes the whole batch fail. */
  async #runOne({ connection, methods }: Opened, call: StoreCall): Promise<CallResult> {
    connection.cached("SAVEPOINT call").statement.run();
    try {
      const value = await methods.run(call);
      connection.cached("RELEASE call").statement.run();
      return { value };
    } catch (error) {
      // SQLite gives up the whole transaction on some faults; then nothing of the batch can be kept.
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

  /** What a failed write or sync has left in the connection's memory is not to be trusted. */
  #abandon(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    try {
      if (open.connection.inTransaction) open.connection.exec("ROLLBACK");
      open.connection.close();
    } catch {
      // The fault that ended the batch is reported to its callers; this is the same fault again, and the connection is given
      // up either way: SQLite discards what was not committed when the file is next opened.
    }
  }
}

/** What a call refers to has been there when it was made; another one of the same moment may have deleted it. */
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
