// Runs one batch of store calls as one transaction, with a savepoint for each call, on the only connection of this process
// that may write. After a storage fault the connection is reopened, so that the database works again once the fault is gone.
import { DomainError } from "../../core/errors.ts";
import {
  isConflict,
  isOutdated,
  isStorageFault,
  mayBeConflict,
  storageError,
  violatesForeignKey,
} from "./storage-errors.ts";
import { encodeError } from "./store-calls.ts";
import type { CallResult, StoreCall } from "./store-calls.ts";
import type { StoreConnection } from "./store-connection.ts";
import type { StoreMethods } from "./store-table.ts";

/**
 * How often a batch runs at the same time as transactions of other processes, with a pause in between. If it still does not fit with them, it runs
 * while they wait: a process that is slower than the others would fail again and again.
 */
const RUNS_WITH_OTHERS = 2;
const PAUSE_MILLIS_MAX = 20;

/** Then it is refused as `unavailable`. */
const RUNS_MAX = 6;

interface Opened {
  readonly connection: StoreConnection;
  readonly methods: StoreMethods;
}

export class BatchRunner {
  readonly #connect: () => StoreConnection;
  readonly #methodsOver: (connection: StoreConnection) => StoreMethods;
  #open: Opened | undefined;

  /** `connection` is the first one; `connect` opens another after a fault. */
  constructor(
    connection: StoreConnection,
    connect: () => StoreConnection,
    methodsOver: (connection: StoreConnection) => StoreMethods,
  ) {
    this.#connect = connect;
    this.#methodsOver = methodsOver;
    this.#open = { connection, methods: methodsOver(connection) };
  }

  /**
   * Resolves after the commit has been synced. If the commit fails, every call gets the same error. Rejects where this program must not
   * use the database any more.
   */
  async run(calls: readonly StoreCall[]): Promise<CallResult[]> {
    for (let run = 1; ; run++) {
      const isAlone = run > RUNS_WITH_OTHERS;
      try {
        return await this.#runOnce(calls, isAlone);
      } catch (error) {
        if (isOutdated(error)) throw error;
        if ((isConflict(error) || (mayBeConflict(error) && !isAlone)) && run < RUNS_MAX && this.#takeBack()) {
          if (run < RUNS_WITH_OTHERS) pause(Math.random() * PAUSE_MILLIS_MAX);
          continue;
        }
        this.#abandon();
        const encoded = encodeError(failureOfBatch(error));
        return calls.map(() => ({ error: encoded }));
      }
    }
  }

  /** Copies the log of the database into the folder; undefined ends that. */
  copyLog(folder: string | undefined): CallResult {
    try {
      const { connection } = this.#opened();
      if (folder !== undefined) return { value: connection.copyLog?.(folder) };
      connection.endLogCopy?.();
      return { value: undefined };
    } catch (error) {
      return { error: encodeError(storageError(error)) };
    }
  }

  close(): void {
    this.#open?.connection.close();
    this.#open = undefined;
  }

  async #runOnce(calls: readonly StoreCall[], isAlone: boolean): Promise<CallResult[]> {
    const open = this.#opened();
    const { begin, beginAlone } = open.connection.dialect;
    open.connection.exec(isAlone ? beginAlone : begin);
    const results: CallResult[] = [];
    for (const call of calls) results.push(await this.#runOne(open, call, isAlone));
    open.connection.exec("COMMIT");
    return results;
  }

  /** The outcome of one call; throws only errors that fail the whole batch. */
  async #runOne({ connection, methods }: Opened, call: StoreCall, isAlone: boolean): Promise<CallResult> {
    connection.cached("SAVEPOINT call").statement.run();
    try {
      const value = await methods.run(call);
      // The call has made something of an error of a statement; with SQLite what it did before stays.
      if (connection.isAborted) connection.cached("ROLLBACK TO call").statement.run();
      connection.cached("RELEASE call").statement.run();
      return { value };
    } catch (error) {
      // On some faults SQLite rolls back the whole transaction; then nothing of the batch can be kept.
      if (isStorageFault(error) || isConflict(error) || !connection.inTransaction) throw error;
      // Where a key is taken, another process may have taken it since this one looked.
      if (mayBeConflict(error) && !isAlone) throw error;
      connection.cached("ROLLBACK TO call").statement.run();
      connection.cached("RELEASE call").statement.run();
      return { error: encodeError(failureOfCall(error)) };
    }
  }

  #opened(): Opened {
    if (this.#open === undefined) {
      const connection = this.#connect();
      this.#open = { connection, methods: this.#methodsOver(connection) };
    }
    return this.#open;
  }

  /** Undoes the batch on a connection that is sound; the stores must not remember anything of it. */
  #takeBack(): boolean {
    const connection = this.#open?.connection;
    if (connection === undefined) return false;
    try {
      if (connection.inTransaction) connection.exec("ROLLBACK");
    } catch {
      // The connection is not sound, and this is reported as the failure of the batch.
      return false;
    }
    this.#open = { connection, methods: this.#methodsOver(connection) };
    return true;
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

/** In the writer's thread nothing else could be done meanwhile. */
function pause(millis: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
}
