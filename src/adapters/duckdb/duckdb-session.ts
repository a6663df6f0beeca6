// A connection to the engine, with temporary tables of its own. An export or a report reads for long and has its own
// session, so that it does not block dashboards; the session ends with that work, and whenever the file is closed.
import {
  DuckDBResultReader,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBPendingResult,
  type DuckDBResult,
  type DuckDBValue,
} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import { DomainError } from "../../core/errors.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { ReportPace } from "./report-pace.ts";

/**
 * An interrupt is lost if no thread has taken up the statement yet, so it is repeated until the statement has ended.
 */
const INTERRUPT_AGAIN_MILLIS = 50;

/** Whether a statement has ended is checked first after this time, then after twice as long, and so on. */
const FIRST_CHECK_MILLIS = 1;
const CHECK_MILLIS_MAX = 8;

/** Values bound to `$1`, `$2` and so on, or to `$name`. */
type Values = DuckDBValue[] | Record<string, DuckDBValue>;

export interface SessionDeps {
  readonly clock: Clock;
  /** Set for the session of a report, which yields to telemetry. */
  readonly pace?: ReportPace | undefined;
  readonly onClose?: (session: DuckdbSession) => unknown;
  /** Called with the engine's error when a statement fails. */
  readonly onError?: (error: unknown) => unknown;
}

export class DuckdbSession {
  readonly #connection: DuckDBConnection;
  readonly #deps: SessionDeps;
  #running: Promise<unknown> | undefined;
  #interrupts: Timer | undefined;
  #isClosed = false;
  #closing: Promise<void> | undefined;
  #hasBegun = false;
  #tables = 0;
  #isInterrupted = false;
  /** Whether it was closed in the middle of its work to free memory for others. */
  #hasGivenWay = false;

  constructor(connection: DuckDBConnection, deps: SessionDeps) {
    this.#connection = connection;
    this.#deps = deps;
    deps.pace?.reportBegins();
  }

  /** Whether it may be closed in the middle of its work. */
  get yields(): boolean {
    return this.#deps.pace !== undefined;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A table name that is unique in this session. */
  newTable(prefix: string): string {
    return `${prefix}_${String(this.#tables++)}`;
  }

  /** Runs one statement; the caller runs one at a time. Rejects with the engine's error, like the methods below. */
  async run(sql: string, values: Values = {}): Promise<void> {
    await this.#statement(() => this.#run(sql, values));
  }

  /** The rows of one statement. */
  async query(sql: string, values: Values = {}): Promise<readonly (readonly DuckDBValue[])[]> {
    return await this.#statement(async () => {
      const reader = new DuckDBResultReader(await this.#run(sql, values));
      await reader.readAll();
      return reader.getRows();
    });
  }

  /** The same by column. Reads some rows at a time, because a hundred thousand at once would block all other work. */
  async columns(sql: string, values: Values = {}): Promise<readonly (readonly DuckDBValue[])[]> {
    return await this.#statement(async () => {
      const result = await this.#run(sql, values);
      const columns = Array.from({ length: result.columnCount }, (): DuckDBValue[] => []);
      await eachChunk(result, (chunk) => {
        for (const [index, column] of columns.entries())
          for (const value of chunk.getColumnValues(index)) column.push(value);
      });
      return columns;
    });
  }

  /**
   * Calls `use` for each row, reading some at a time, because all of them may not fit into memory. Does not use the
   * engine's stream, which ends without an error if reading fails midway.
   */
  async eachRow(sql: string, use: (row: readonly DuckDBValue[]) => void): Promise<void> {
    await this.#statement(
      async () => await eachChunk(await this.#run(sql, {}), (chunk) => chunk.getRows().forEach(use)),
    );
  }

  async #statement<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    return await this.#own(work());
  }

  /**
   * Begins a transaction. The next statement fixes the state of the file that it and all later ones see, until the
   * session is closed.
   */
  async begin(): Promise<void> {
    this.#hasBegun = true;
    await this.#statement(() => runAtOnce(this.#connection, "BEGIN", {}));
  }

  /** Ends the transaction, of which nothing remains. */
  async end(): Promise<void> {
    if (this.#isClosed || !this.#hasBegun) return;
    await this.#statement(() => runAtOnce(this.#connection, "ROLLBACK", {}));
    this.#hasBegun = false;
  }

  /** The first read after `begin`, which fixes the state seen. Commits wait for it, so no pause may delay it. */
  async look(read = "FROM points LIMIT 0"): Promise<void> {
    await this.#statement(() => runAtOnce(this.#connection, read, {}));
  }

  async #run(sql: string, values: Values): Promise<DuckDBResult> {
    const { pace } = this.#deps;
    if (pace?.isHeavy !== true) return await runAtOnce(this.#connection, sql, values);
    return await this.#runOnEngineThreads(sql, values, pace);
  }

  /**
   * Only the engine's own threads work on the statement, so it stops at once when they are taken away. A thread of the
   * runtime's pool that waits for the statement would also work on it, and would be lost to commits. Once telemetry is
   * no longer heavy, or the statement is interrupted, it is awaited in the usual way, which notices an interrupt even
   * if no thread works on it.
   */
  async #runOnEngineThreads(sql: string, values: Values, pace: ReportPace): Promise<DuckDBResult> {
    const pending = await this.#connection.start(sql, values);
    let wait = FIRST_CHECK_MILLIS;
    while (pace.isHeavy && !this.#isInterrupted && isUnfinished(pending)) {
      await new Promise<void>((resolve) => this.#deps.clock.after(wait, resolve));
      wait = Math.min(2 * wait, CHECK_MILLIS_MAX);
    }
    return await pending.getResult();
  }

  async #own<Result>(running: Promise<Result>): Promise<Result> {
    this.#running = running;
    try {
      return await running;
    } catch (error) {
      this.#deps.onError?.(error);
      throw error;
    } finally {
      this.#running = undefined;
      this.#interrupts?.cancel();
      this.#interrupts = undefined;
    }
  }

  /** An appender that fills a table of this session; the caller closes it. */
  async appender(table: string): Promise<DuckDBAppender> {
    this.#requireOpen();
    return await this.#connection.createAppender(table);
  }

  /** Runs `work`, and interrupts the running statement when the signal aborts. */
  async interruptible<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    const interrupt = (): void => this.interrupt();
    signal?.addEventListener("abort", interrupt);
    try {
      // The signal may have aborted while the work waited for a session.
      signal?.throwIfAborted();
      return await work();
    } finally {
      signal?.removeEventListener("abort", interrupt);
    }
  }

  /** Makes the running statement end with an error. */
  interrupt(): void {
    if (this.#isClosed) return;
    this.#isInterrupted = true;
    this.#connection.interrupt();
    if (this.#running !== undefined)
      this.#interrupts ??= this.#deps.clock.every(INTERRUPT_AGAIN_MILLIS, () => this.#connection.interrupt());
  }

  get hasGivenWay(): boolean {
    return this.#hasGivenWay;
  }

  /** Closes the session in the middle of its work. */
  async giveWay(): Promise<void> {
    this.#hasGivenWay ||= !this.#isClosed;
    await this.close();
  }

  /** Interrupts the running statement and closes the connection. May be called twice. */
  async close(): Promise<void> {
    await (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.interrupt();
    this.#isClosed = true;
    try {
      await this.#running;
      // Also frees what the transaction has made, which must not happen on the main thread.
      if (this.#hasBegun) await this.#connection.run("ROLLBACK");
    } catch {
      // The caller of the statement gets the error.
    }
    this.#connection.closeSync();
    this.#deps.pace?.reportEnds();
    this.#deps.onClose?.(this);
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new DomainError("unavailable", "the telemetry store has been closed meanwhile");
  }
}

/** Whether a block of the file is not as it was written. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Error && /does not match stored checksum/i.test(error.message);
}

/** Uses as few switches between threads as possible, because they are most of the cost of a small statement. */
async function runAtOnce(connection: DuckDBConnection, sql: string, values: Values): Promise<DuckDBResult> {
  if (Object.keys(values).length === 0) return await connection.run(sql);
  const prepared = await connection.prepare(sql);
  try {
    prepared.bind(values);
    return await prepared.run();
  } finally {
    prepared.destroySync();
  }
}

async function eachChunk(result: DuckDBResult, use: (chunk: DuckDBDataChunk) => void): Promise<void> {
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    use(chunk);
  }
}

/**
 * Whether the statement still runs. The package has no call that only checks: each of its own also works on the
 * statement, on the main thread. Without the package's internal handle this returns false, and the statement is awaited
 * in the usual way.
 */
function isUnfinished(pending: DuckDBPendingResult): boolean {
  const handle: unknown = Reflect.get(pending, "pending_result");
  if (!isHandle(handle)) return false;
  const state = duckdb.pending_execute_check_state(handle);
  return state === duckdb.PendingState.NO_TASKS_AVAILABLE || state === duckdb.PendingState.RESULT_NOT_READY;
}

function isHandle(value: unknown): value is duckdb.PendingResult {
  return typeof value === "object" && value !== null;
}
