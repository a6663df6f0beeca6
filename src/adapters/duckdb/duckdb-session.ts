// A connection to the engine, with temporary tables of its own. What reads for long, an export or a report, has one for itself, so
// that it keeps no dashboard waiting; it survives neither the end of its work nor the file's.
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

/** An interrupt that comes before a thread has taken up the statement is lost, so that it is repeated until that has ended. */
const INTERRUPT_AGAIN_MILLIS = 50;

/** Whether a statement has ended is checked after this time, then after twice as long, and so on. */
const FIRST_CHECK_MILLIS = 1;
const CHECK_MILLIS_MAX = 8;

/** What is bound to `$1` and so on, or to names behind such a sign. */
type Values = DuckDBValue[] | Record<string, DuckDBValue>;

export interface SessionDeps {
  readonly clock: Clock;
  /** Of the session of a report, which gives way to telemetry. */
  readonly pace?: ReportPace | undefined;
  readonly onClose?: (session: DuckdbSession) => unknown;
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
  /** Whether it has been closed in the middle of its work, to give its memory to others. */
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

  /** A name that no other table of this session has. */
  newTable(prefix: string): string {
    return `${prefix}_${String(this.#tables++)}`;
  }

  /** One statement. One at a time; rejects with the engine's error, as all that follow. */
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

  /** The same, column by column. Some rows at a time, as a hundred thousand of them at once would hold up all other work. */
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
   * Calls `use` for each row, some at a time: all of them together may be more than the memory holds. Not over the engine's
   * stream, which ends without an error where reading fails in the middle.
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

  /** The next statement begins to see the file as it is then, and all that follow see the same until the session is closed. */
  async begin(): Promise<void> {
    this.#hasBegun = true;
    await this.#statement(() => runAtOnce(this.#connection, "BEGIN", {}));
  }

  /** The first look at the file after `begin`. Commits wait for it, so that no pause holds it up. */
  async look(): Promise<void> {
    await this.#statement(() => runAtOnce(this.#connection, "FROM points LIMIT 0", {}));
  }

  async #run(sql: string, values: Values): Promise<DuckDBResult> {
    const { pace } = this.#deps;
    if (pace?.isHeavy !== true) return await runAtOnce(this.#connection, sql, values);
    return await this.#runOnEngineThreads(sql, values, pace);
  }

  /**
   * Only the engine's own threads work on the statement, so that it stops at once when they are taken away. A thread of the
   * runtime that waits for it would work on it as well, and be lost to commits. Once telemetry is no longer heavy or the
   * statement is interrupted, it ends in the usual way, where an interrupt is noticed although no thread works on it.
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
    } finally {
      this.#running = undefined;
      this.#interrupts?.cancel();
      this.#interrupts = undefined;
    }
  }

  /** Fills a table of this session; the caller closes it. */
  async appender(table: string): Promise<DuckDBAppender> {
    this.#requireOpen();
    return await this.#connection.createAppender(table);
  }

  /** Work on this session, of which the statement that runs is interrupted when the signal aborts. */
  async interruptible<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    const interrupt = (): void => this.interrupt();
    signal?.addEventListener("abort", interrupt);
    try {
      // It may have come while the work waited for a session.
      signal?.throwIfAborted();
      return await work();
    } finally {
      signal?.removeEventListener("abort", interrupt);
    }
  }

  /** The statement that runs ends with an error. */
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

  /** Closes it in the middle of its work. */
  async giveWay(): Promise<void> {
    this.#hasGivenWay ||= !this.#isClosed;
    await this.close();
  }

  /** Ends what runs and closes the connection. May be called twice. */
  async close(): Promise<void> {
    await (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.interrupt();
    this.#isClosed = true;
    try {
      await this.#running;
      // With what the transaction has made, which is not for the main thread to free.
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

/** With as few turns between the threads as can be, which are most of what a small statement costs. */
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
 * The package has no call that only checks: each of its own also works on the statement, in the main thread. Without the handle that
 * it keeps to itself, the statement is waited for in the usual way.
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
