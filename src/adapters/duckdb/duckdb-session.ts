// A connection for one piece of work that takes long, with temporary tables of its own. It is no reader of the pool, so
// that an export of an hour never keeps a dashboard waiting, and it survives neither the end of its work nor the file's.
import {
  DuckDBResultReader,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBResult,
  type DuckDBValue,
} from "@duckdb/node-api";
import { DomainError } from "../../core/errors.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { ReportPace } from "./report-pace.ts";
import { runBeside } from "./run-beside.ts";
import type { StatementGate } from "./statement-gate.ts";

/** An interrupt that comes before a thread has taken up the statement is lost, so that it is repeated until that has ended. */
export const INTERRUPT_AGAIN_MILLIS = 50;

/** What the statements of reports keep to. */
export interface ReportManners {
  readonly pace: ReportPace;
  readonly gate: StatementGate;
}

export class DuckdbSession {
  readonly #connection: DuckDBConnection;
  readonly #onClose: (session: DuckdbSession) => void;
  readonly #clock: Clock;
  #running: Promise<unknown> | undefined;
  #interrupts: Timer | undefined;
  #isClosed = false;
  #isInterrupted = false;
  readonly #manners: ReportManners | undefined;
  /** Whether it has been closed in the middle of its work, to give its memory to others. */
  #hasGivenWay = false;

  /** With manners it is the session of a report, which gives way to telemetry. */
  constructor(
    connection: DuckDBConnection,
    clock: Clock,
    onClose: (session: DuckdbSession) => void,
    manners?: ReportManners,
  ) {
    this.#connection = connection;
    this.#clock = clock;
    this.#onClose = onClose;
    this.#manners = manners;
    manners?.pace.reportBegins();
  }

  /** Whether it may be closed in the middle of its work. */
  get yields(): boolean {
    return this.#manners !== undefined;
  }

  /** The rows of one statement. One at a time; rejects with the engine's error. */
  async query(sql: string, values: DuckDBValue[] = []): Promise<readonly (readonly DuckDBValue[])[]> {
    return await this.#statement(async () => {
      const reader = new DuckDBResultReader(await this.#run(sql, values));
      await reader.readAll();
      return reader.getRows();
    });
  }

  /** The same, column by column. Some rows at a time, as a hundred thousand of them at once would keep everybody waiting. */
  async columns(sql: string, values: DuckDBValue[] = []): Promise<readonly (readonly DuckDBValue[])[]> {
    return await this.#statement(async () => columnsOf(await this.#run(sql, values)));
  }

  async #statement<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = async (): Promise<Result> => {
      this.#requireOpen();
      return await this.#own(work());
    };
    return await (this.#manners === undefined ? run() : this.#manners.gate.pass(run));
  }

  async #run(sql: string, values: DuckDBValue[]): Promise<DuckDBResult> {
    const pace = this.#manners?.pace;
    if (pace?.isHeavy !== true) return await runAtOnce(this.#connection, sql, values);
    return await runBeside(this.#connection, sql, values, this.#clock, () => pace.isHeavy && !this.#isInterrupted);
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

  /** The statement that runs ends with an error. */
  interrupt(): void {
    if (this.#isClosed) return;
    this.#isInterrupted = true;
    this.#connection.interrupt();
    if (this.#running !== undefined)
      this.#interrupts ??= this.#clock.every(INTERRUPT_AGAIN_MILLIS, () => {
        this.#connection.interrupt();
      });
  }

  get hasGivenWay(): boolean {
    return this.#hasGivenWay;
  }

  /** Closes it under whoever works with it. */
  async giveWay(): Promise<void> {
    this.#hasGivenWay ||= !this.#isClosed;
    await this.close();
  }

  /** Ends what runs and closes the connection. May be called twice. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.interrupt();
    this.#isClosed = true;
    try {
      await this.#running;
    } catch {
      // Whoever asked for it is told.
    }
    this.#connection.closeSync();
    this.#manners?.pace.reportEnds();
    this.#onClose(this);
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new DomainError("unavailable", "the telemetry store has been closed meanwhile");
  }
}

/** With as few turns between the threads as can be, which are most of what a small statement costs. */
async function runAtOnce(connection: DuckDBConnection, sql: string, values: DuckDBValue[]): Promise<DuckDBResult> {
  if (values.length === 0) return await connection.run(sql);
  const prepared = await connection.prepare(sql);
  try {
    prepared.bind(values);
    return await prepared.run();
  } finally {
    prepared.destroySync();
  }
}

async function columnsOf(result: DuckDBResult): Promise<DuckDBValue[][]> {
  const columns = Array.from({ length: result.columnCount }, (): DuckDBValue[] => []);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return columns;
    for (const [index, column] of columns.entries())
      for (const value of chunk.getColumnValues(index)) column.push(value);
  }
}
