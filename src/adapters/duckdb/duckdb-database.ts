// The DuckDB file: opening it for writing or only for reading, its migrations and its connections.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { DomainError } from "../../core/errors.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import { DuckdbSession, INTERRUPT_AGAIN_MILLIS, type ReportManners } from "./duckdb-session.ts";
import { EngineTuning } from "./engine-tuning.ts";
import { migrate } from "./migrations.ts";
import { quoted } from "./quoted.ts";
import { ReportPace, type ReportPaceSettings } from "./report-pace.ts";
import { VALUE_FUNCTIONS } from "./reports/value-functions.ts";
import { StatementGate } from "./statement-gate.ts";
import { readWholeTexts } from "./whole-texts.ts";

export interface DuckdbSettings {
  readonly file: string;
  /** Where exports write what they are about to send; the only other place that the engine may touch. */
  readonly scratchFolder: string;
  /** Threads of the engine, which commits and queries share; more than processors only get in each other's way. */
  readonly threads: number;
  /** What the engine may use for buffers and queries. */
  readonly memoryMaxMebibytes: number;
  /** What the engine may use on top of that for a moment, when telemetry cannot be stored because reports hold all of it. */
  readonly writeReserveMebibytes: number;
  /** What queries that do not fit may put aside in the scratch folder; one that needs more fails. */
  readonly spillMaxMebibytes: number;
  /** Queries that run side by side; further ones wait. */
  readonly readersMax: number;
  /** Size of the write-ahead log at which a commit also checkpoints; the store does so earlier as a rule. */
  readonly checkpointMebibytes: number;
  /** How reports give way to heavy telemetry; without it they do so only when memory is wanting. */
  readonly pace?: ReportPaceSettings;
}

/** Reports as they are without a pace: no telemetry counts as heavy. */
const NEVER_HEAVY: ReportPaceSettings = {
  heavyPoints: Infinity,
  threads: 1,
  queriesMax: Infinity,
  pauseAfterMillis: Infinity,
  pauseMaxMillis: 0,
  turnMillis: 0,
};

/**
 * Rows of a row group of the engine, half of its default: what fills a group in one batch goes to the file at once, past
 * the write-ahead log, and smaller groups leave less to be written twice. Much smaller ones would make every checkpoint of
 * a long history dear, which writes a header for each group.
 */
export const ROW_GROUP_ROWS = 61_440;

export class DuckdbDatabase {
  readonly #settings: DuckdbSettings;
  readonly #clock: Clock;
  #instance: DuckDBInstance | undefined;
  #writer: DuckDBConnection | undefined;
  readonly #idleReaders: DuckDBConnection[] = [];
  readonly #busyReaders = new Set<DuckDBConnection>();
  readonly #sessions = new Set<DuckdbSession>();
  readonly manners: ReportManners;
  /** The connection on which the engine is tuned. */
  #control: DuckDBConnection | undefined;
  #tuning: EngineTuning | undefined;
  #isClosing = false;
  /** While the reserve is lent out: settles when what reports held has been given back. */
  #reserveReturned: Promise<void> | undefined;
  #waiting: (() => void)[] = [];
  #whenIdle: (() => void) | undefined;

  constructor(settings: DuckdbSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    const pace = new ReportPace(settings.pace ?? NEVER_HEAVY, settings.threads, clock);
    this.manners = { pace, gate: new StatementGate() };
  }

  /** Opens the file, creating it where there is none, and brings its tables up to date. */
  async openForWriting(): Promise<void> {
    // The engine makes the folder for what does not fit its memory when it needs it, but not the one around that; a
    // checkpoint that cannot put something aside invalidates the whole database.
    await mkdir(this.#settings.scratchFolder, { recursive: true });
    this.#instance = await this.#createEngine();
    this.#writer = await this.#attach(this.#instance, `ROW_GROUP_SIZE ${String(ROW_GROUP_ROWS)}`);
    await migrate(this.#writer);
    const control = await this.#instance.connect();
    this.#control = control;
    this.#tuning = new EngineTuning(async ({ threads, mergesMax }) => {
      await control.run(`SET max_vacuum_tasks = ${String(mergesMax)}`);
      await control.run(`SET threads = ${String(threads)}`);
    });
    this.manners.pace.start(this.#tuning);
  }

  /** Opens the file as it is, for reads while it cannot be written. */
  async openForReading(): Promise<void> {
    this.#instance = await this.#createEngine();
    this.#idleReaders.push(await this.#attach(this.#instance, "READ_ONLY"));
  }

  /** The one connection that writes. Its user runs one transaction at a time. */
  get writer(): DuckDBConnection {
    if (this.#writer === undefined) throw new DomainError("unavailable", "the telemetry store is not open for writing");
    return this.#writer;
  }

  /** Runs a query on a connection of its own; aborting interrupts it. */
  async read<Result>(query: (connection: DuckDBConnection) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const connection = await this.#acquireReader();
    let interrupts: Timer | undefined;
    const interrupt = (): void => {
      interrupts = this.#interruptAgain(() => {
        connection.interrupt();
      });
    };
    signal?.addEventListener("abort", interrupt);
    try {
      // It may have come while this waited for a connection.
      signal?.throwIfAborted();
      return await query(connection);
    } catch (error) {
      signal?.throwIfAborted();
      throw asDomainError(error);
    } finally {
      signal?.removeEventListener("abort", interrupt);
      interrupts?.cancel();
      this.#releaseReader(connection);
    }
  }

  /**
   * One transaction of the writer. Where memory is wanting it is made room for, and the work is done a second time, after
   * `again`; what the writer's connection held of the first time is gone.
   */
  async transaction<Result>(work: () => Promise<Result>, again: () => Promise<void>): Promise<Result> {
    try {
      return await this.#transact(work);
    } catch (error) {
      if (!wantsMemory(error) || isInvalidated(error)) throw error;
      await this.#makeRoom();
      await again();
      return await this.#transact(work);
    }
  }

  /**
   * Folds the log into the file. A checkpoint that finds no memory leaves the engine invalid, so that beside reports the
   * reserve is lent before, not after; should they take that as well, they are stopped.
   */
  async checkpoint(): Promise<void> {
    await this.manners.pace.checkpoint(() => this.#checkpoint());
  }

  async #checkpoint(): Promise<void> {
    if (![...this.#sessions].some(({ yields }) => yields)) {
      await this.writer.run("CHECKPOINT");
      return;
    }
    await this.#lendReserve();
    try {
      await this.writer.run("CHECKPOINT");
    } finally {
      if (!(await this.#tryToTakeReserveBack(this.writer))) this.#stopReports();
    }
  }

  /** A session that gives way: it is closed in the middle of its work when telemetry cannot be stored for want of memory. */
  async openYieldingSession(): Promise<DuckdbSession> {
    // What is begun before the reserve is back would take it.
    while (this.#reserveReturned !== undefined) await this.#reserveReturned;
    return await this.#openSession(this.manners);
  }

  /** A connection outside the pool of readers; whoever opens it closes it and bounds how many there are. */
  async openSession(): Promise<DuckdbSession> {
    return await this.#openSession(undefined);
  }

  async #openSession(manners: ReportManners | undefined): Promise<DuckdbSession> {
    if (this.#isClosing) throw new DomainError("unavailable", "the telemetry store is being closed");
    const closed = (session: DuckdbSession): void => {
      this.#sessions.delete(session);
    };
    const session = new DuckdbSession(await this.#connect(), this.#clock, closed, manners);
    this.#sessions.add(session);
    return session;
  }

  /** Interrupts the queries that run, waits for them to end, and closes the file. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const interrupts = this.#interruptAgain(() => {
      for (const reader of this.#busyReaders) reader.interrupt();
    });
    await Promise.all([...this.#sessions].map((session) => session.close()));
    if (this.#busyReaders.size > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    interrupts.cancel();
    this.#whenIdle = undefined;
    for (const reader of this.#idleReaders.splice(0)) reader.closeSync();
    this.manners.pace.stop();
    await this.#tuning?.settled();
    this.#tuning = undefined;
    this.#control?.closeSync();
    this.#control = undefined;
    this.#writer?.closeSync();
    this.#writer = undefined;
    this.#instance?.closeSync();
    this.#instance = undefined;
    this.#isClosing = false;
    this.#wakeWaiting();
  }

  async #transact<Result>(work: () => Promise<Result>): Promise<Result> {
    const { writer } = this;
    try {
      await writer.run("BEGIN");
      const result = await work();
      await writer.run("COMMIT");
      return result;
    } catch (error) {
      await rollBack(writer);
      throw error;
    }
  }

  /**
   * The engine has one limit for all, so a report can hold every byte when a batch comes. The limit is raised at once, which
   * needs nobody's cooperation; then those who can be started again are stopped, and it goes back when they have ended.
   */
  async #makeRoom(): Promise<void> {
    await this.#lendReserve();
    this.#stopReports();
  }

  async #lendReserve(): Promise<void> {
    const { memoryMaxMebibytes, writeReserveMebibytes } = this.#settings;
    await this.writer.run(memoryLimit(memoryMaxMebibytes + writeReserveMebibytes));
  }

  #stopReports(): void {
    this.#reserveReturned ??= this.#returnReserve().finally(() => {
      this.#reserveReturned = undefined;
    });
  }

  /** Where something else holds on to the memory the limit stays raised, until the next time. */
  async #returnReserve(): Promise<void> {
    const yielding = [...this.#sessions].filter(({ yields }) => yields);
    await Promise.all(yielding.map((session) => session.giveWay()));
    try {
      const connection = await this.#connect();
      await this.#tryToTakeReserveBack(connection);
      connection.closeSync();
    } catch {
      // The file has been closed meanwhile, and with it went the limit.
    }
  }

  /** The engine refuses a limit below what is held. */
  async #tryToTakeReserveBack(connection: DuckDBConnection): Promise<boolean> {
    try {
      await connection.run(memoryLimit(this.#settings.memoryMaxMebibytes));
      return true;
    } catch {
      return false;
    }
  }

  /** Now, and until it is cancelled. */
  #interruptAgain(interrupt: () => void): Timer {
    interrupt();
    return this.#clock.every(INTERRUPT_AGAIN_MILLIS, interrupt);
  }

  #createEngine(): Promise<DuckDBInstance> {
    const { threads, memoryMaxMebibytes, checkpointMebibytes, scratchFolder } = this.#settings;
    readWholeTexts();
    return DuckDBInstance.create(":memory:", {
      threads: String(threads),
      memory_limit: `${String(memoryMaxMebibytes)}MiB`,
      temp_directory: join(scratchFolder, "spill"),
      checkpoint_threshold: `${String(checkpointMebibytes)}MiB`,
      // A thread looks for other work every few milliseconds, so that the number of threads can be changed at once.
      scheduler_process_partial: "true",
      autoinstall_known_extensions: "false",
      autoload_known_extensions: "false",
    });
  }

  /** A first connection, on which the file is attached: only so can its row groups have a size of their own. */
  async #attach(instance: DuckDBInstance, options: string): Promise<DuckDBConnection> {
    const connection = await instance.connect();
    // Among the settings that an engine is made with this one is shown, but not in force: nine tenths of the disk are.
    await connection.run(`SET max_temp_directory_size = '${String(this.#settings.spillMaxMebibytes)}MiB'`);
    await connection.run(`ATTACH ${quoted(this.#settings.file)} AS telemetry (${options})`);
    await connection.run(`SET allowed_directories = [${quoted(this.#settings.scratchFolder)}]`);
    // From here on nothing inside the engine needs other files or the network.
    await connection.run("SET enable_external_access = false");
    // In the catalog that the engine begins with: once for all sessions, and nothing of it in the file.
    for (const definition of VALUE_FUNCTIONS) await connection.run(definition);
    await connection.run("USE telemetry");
    return connection;
  }

  async #acquireReader(): Promise<DuckDBConnection> {
    for (;;) {
      if (this.#instance === undefined && !this.#isClosing)
        throw new DomainError("unavailable", "the telemetry store is not open");
      if (!this.#isClosing && this.#busyReaders.size < this.#settings.readersMax) {
        const reader = this.#idleReaders.pop() ?? (await this.#connect());
        this.#busyReaders.add(reader);
        return reader;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async #connect(): Promise<DuckDBConnection> {
    try {
      if (this.#instance === undefined) throw new DomainError("unavailable", "the telemetry store is not open");
      const connection = await this.#instance.connect();
      await connection.run("USE telemetry");
      return connection;
    } catch (error) {
      throw asDomainError(error);
    }
  }

  #releaseReader(reader: DuckDBConnection): void {
    this.#busyReaders.delete(reader);
    if (this.#isClosing) {
      reader.closeSync();
      if (this.#busyReaders.size === 0) this.#whenIdle?.();
    } else {
      this.#idleReaders.push(reader);
      this.#waiting.shift()?.();
    }
  }

  #wakeWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

function memoryLimit(mebibytes: number): string {
  return `SET memory_limit = '${String(mebibytes)}MiB'`;
}

/** A commit that failed has ended its transaction by itself. */
async function rollBack(writer: DuckDBConnection): Promise<void> {
  try {
    await writer.run("ROLLBACK");
  } catch {
    // Nothing was left to roll back, or the engine takes no statement any more, which the next one says again.
  }
}

/**
 * Whether the engine failed for want of memory, of which what does not fit into the scratch folder is a part, and what cannot be
 * written there: the only folder that the engine makes, and the files in it.
 */
export function wantsMemory(error: unknown): boolean {
  return error instanceof Error && (NO_MEMORY.test(error.message) || NO_SCRATCH.test(error.message));
}

const NO_MEMORY = /out of memory|could not allocate|failed to (pin|allocate|offload)|max_temp_directory_size/i;
const NO_SCRATCH = /failed to create directory|[\\/]duckdb_temp_[^"]*"/i;

/** Whether the engine takes no statement any more until the file has been opened anew. */
export function isInvalidated(error: unknown): boolean {
  return error instanceof Error && /^FATAL Error|has been invalidated/i.test(error.message);
}

/** Whatever the engine throws is a storage fault: queries here are fixed texts with bound values. */
export function asDomainError(error: unknown): DomainError {
  return error instanceof DomainError
    ? error
    : new DomainError("unavailable", "the telemetry store cannot serve now", { cause: error });
}
