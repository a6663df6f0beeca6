// The DuckDB file: opening it for writing or only for reading, its transactions, its checkpoints and its connections.
import { statSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { DomainError } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";
import { Slots } from "../../lib/slots.ts";
import { syncFolder } from "../../lib/sync-folder.ts";
import { CheckpointJournal } from "./checkpoint-journal.ts";
import { DuckdbSession } from "./duckdb-session.ts";
import { cutTornCommit, requireLogOfCommits } from "./engine-log.ts";
import { EngineTuning } from "./engine-tuning.ts";
import { openEngineForReading, openEngineForWriting, type EngineOptions } from "./open-engine.ts";
import { ReportPace, type ReportPaceOptions } from "./report-pace.ts";

export interface DuckdbOptions extends EngineOptions {
  /** What the engine may use on top of that while it writes a checkpoint and reports run. */
  readonly writeReserveMebibytes: number;
  /** Queries that run side by side; further ones wait. */
  readonly readersMax: number;
  /** How reports give way to heavy telemetry; without it they do so only when memory is wanting. */
  readonly pace?: ReportPaceOptions;
}

/** Reports as they are without a pace: no telemetry counts as heavy. */
const NEVER_HEAVY: ReportPaceOptions = {
  heavyPoints: Infinity,
  threads: 1,
  queriesMax: Infinity,
  pauseAfterMillis: Infinity,
  pauseMaxMillis: 0,
  turnMillis: 0,
};

/** What the user of the writer's connection has open on it, and needs again on another one. */
export interface WriterParts {
  close(): void;
  open(): Promise<void>;
}

export class DuckdbDatabase {
  readonly #options: DuckdbOptions;
  readonly #clock: Clock;
  #instance: DuckDBInstance | undefined;
  #writer: DuckdbSession | undefined;
  /** One for each query that runs. */
  readonly #slots: Slots;
  #idleReaders: DuckdbSession[] = [];
  /** All that are open, but for the writer. */
  readonly #sessions = new Set<DuckdbSession>();
  /** How reports give way to telemetry. */
  readonly pace: ReportPace;
  readonly #journal: CheckpointJournal;
  /** Settles when the journal of the next checkpoint has been written. */
  #keeping: Promise<void> = Promise.resolve();
  /** Whether the name of the log has been synced, and the journal knows that it holds commits. */
  #isLogNamed = false;
  /** The connection on which the engine is tuned. */
  #control: DuckDBConnection | undefined;
  #tuning: EngineTuning | undefined;
  /** While the file is being closed or opened: settles when that is done. */
  #changing: Promise<undefined> | undefined;
  /** How often that has happened. */
  #changes = 0;
  readonly #connecting = new Set<Promise<DuckDBConnection>>();
  /** One commit at a time, and none while the sessions of a report begin their transactions. */
  readonly #commits = new Slots({ max: 1 });
  /** While telemetry makes room for itself: settles when reports may begin again. */
  #clearing: Promise<undefined> | undefined;

  constructor(options: DuckdbOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#journal = new CheckpointJournal(options.file);
    this.pace = new ReportPace(options.pace ?? NEVER_HEAVY, options.threads, clock);
    this.#slots = new Slots({ max: options.readersMax });
  }

  /** Opens the file, creating it where there is none, and brings its tables up to date. If it was open, it is closed before. */
  async openForWriting(): Promise<void> {
    // The engine makes the folder for what does not fit its memory when it needs it, but not the one around that; a
    // checkpoint that cannot put something aside invalidates the whole database.
    await mkdir(this.#options.scratchFolder, { recursive: true });
    await this.#change(async () => {
      await this.#journal.restore();
      await cutTornCommit(this.#options.file);
      await requireLogOfCommits(this.#options.file);
      const { instance, connection } = await openEngineForWriting(this.#options);
      this.#instance = instance;
      this.#writer = new DuckdbSession(connection, { clock: this.#clock });
      const control = await this.#connect();
      this.#control = control;
      this.#tuning = new EngineTuning(async ({ threads, mergesMax }) => {
        await control.run(`SET max_vacuum_tasks = ${String(mergesMax)}`);
        await control.run(`SET threads = ${String(threads)}`);
      });
      this.pace.start(this.#tuning);
      this.#keepAhead();
    });
  }

  /** Opens the file as it is, for reads while it cannot be written. If it was open, it is closed before. */
  async openForReading(): Promise<void> {
    await this.#change(async () => {
      // A disk that takes no writes keeps the journal for later; most of the time the file can be read without it.
      await this.#journal.restore().catch(() => undefined);
      const { instance, connection } = await openEngineForReading(this.#options);
      this.#instance = instance;
      this.#idleReaders.push(this.#sessionOn(connection));
    });
  }

  /** Differs between openings: what was in the engine's memory is gone when it has changed. */
  get openings(): number {
    return this.#changes;
  }

  /** The one connection that writes. Its user runs one transaction at a time. */
  get writer(): DuckdbSession {
    if (this.#writer === undefined) throw new DomainError("unavailable", "the telemetry store is not open for writing");
    return this.#writer;
  }

  /** Runs a query on a session of its own; aborting interrupts it. Where the file is reopened meanwhile it runs again. */
  async read<Result>(query: (session: DuckdbSession) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    for (let isAgain = false; ; isAgain = true) {
      const changes = this.#changes;
      try {
        return await this.#slots.run(() => this.#read(query, signal), { signal });
      } catch (error) {
        signal?.throwIfAborted();
        if (isAgain || changes === this.#changes) throw asDomainError(error);
      }
    }
  }

  async #read<Result>(query: (session: DuckdbSession) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    while (this.#changing !== undefined) await this.#changing;
    const session = this.#idleReaders.pop() ?? (await this.openSession());
    try {
      return await session.interruptible(() => query(session), signal);
    } finally {
      if (!session.isClosed) this.#idleReaders.push(session);
    }
  }

  /**
   * One transaction of the writer. After one that failed the engine's tables cannot be relied on: a commit that finds no memory
   * for its rows leaves some of their columns in them, and what is stored next is wrong, in the file and in the log. So where
   * memory is wanting, reports are stopped, the file is reopened from its log, and the work is done a second time; after any
   * other failure that is up to the caller, before the next transaction.
   */
  async transaction<Result>(work: () => Promise<Result>, parts: WriterParts): Promise<Result> {
    try {
      return await this.#transact(work);
    } catch (error) {
      if (!wantsMemory(error)) throw error;
      return await this.#clear(async () => {
        parts.close();
        await this.#stopReports();
        await this.openForWriting();
        await parts.open();
        return await this.#transact(work);
      });
    }
  }

  /**
   * Folds the log into the file. A checkpoint that finds no memory leaves the engine invalid, so that while reports run the
   * reserve is lent before, not after; should they take that as well, they are stopped.
   */
  async checkpoint(statement: "CHECKPOINT" | "FORCE CHECKPOINT" = "CHECKPOINT"): Promise<void> {
    await this.pace.checkpoint(() => this.#checkpoint(statement));
  }

  async #checkpoint(statement: string): Promise<void> {
    if (![...this.#sessions].some(({ yields }) => yields)) {
      await this.#foldLog(statement);
      return;
    }
    await this.#lendReserve();
    try {
      await this.#foldLog(statement);
    } finally {
      if (!(await this.#tryToTakeReserveBack(this.writer))) void this.#clear(() => this.#returnReserve());
    }
  }

  /** The size of the log. Read after each batch: it is in the system's memory, and a turn of another thread would take longer. */
  get logBytes(): number {
    return statSync(this.#logFile, { throwIfNoEntry: false })?.size ?? 0;
  }

  get #logFile(): string {
    return `${this.#options.file}.wal`;
  }

  async #foldLog(statement: string): Promise<void> {
    // Where it could not be written then it may be now.
    await this.#keeping.catch(() => this.#keep());
    // The engine deletes the log at the end. The system frees a deleted file when it is not open any more: here with the
    // batches that follow, and not while they wait. Record: docs/decisions/0050-deleted-logs-are-freed-later.md.
    const log = await open(this.#logFile).catch(() => undefined);
    try {
      await this.writer.run(statement);
    } finally {
      log?.close().catch(() => undefined);
    }
    this.#keepAhead();
  }

  /** While further batches are written, none of which changes what is kept, so that the next checkpoint need not wait for it. */
  #keepAhead(): void {
    this.#isLogNamed = false;
    this.#keeping = this.#keep();
    // The next checkpoint reports the failure.
    this.#keeping.catch(() => undefined);
  }

  async #keep(): Promise<void> {
    if (this.#control === undefined)
      throw new DomainError("unavailable", "the telemetry store is not open for writing");
    const { blockBytes, numbers } = await readOverwritten(this.#control);
    await this.#journal.keep(numbers, blockBytes);
  }

  /**
   * With the first commit in it: the engine syncs what the log holds, but not that it is there, and a start has to know that it must be.
   * No batch waits for the latter, the next checkpoint does.
   */
  async #nameLog(): Promise<void> {
    if (this.#isLogNamed || this.logBytes === 0) return;
    await syncFolder(dirname(this.#options.file));
    this.#isLogNamed = true;
    this.#keeping = this.#keeping.then(() => this.#journal.noteLog().catch(() => undefined));
    this.#keeping.catch(() => undefined);
  }

  /** A session that gives way: it is closed in the middle of its work when telemetry cannot be stored for want of memory. */
  async openYieldingSession(): Promise<DuckdbSession> {
    // What is begun before telemetry has its room would take it.
    while (this.#clearing !== undefined) await this.#clearing;
    return await this.#openSession(this.pace);
  }

  /** So many of them, which see the points as they were committed at one moment for as long as they are open. */
  async openSnapshot(sessionsMax: number): Promise<readonly DuckdbSession[]> {
    const sessions: DuckdbSession[] = [];
    try {
      while (sessions.length < sessionsMax) {
        const session = await this.openYieldingSession();
        sessions.push(session);
        await session.begin();
      }
      await this.#commits.run(async () => {
        for (const session of sessions) await session.look();
      });
      return sessions;
    } catch (error) {
      await Promise.all(sessions.map((session) => session.close()));
      throw error;
    }
  }

  /** A session outside the pool of readers; its owner closes it and bounds how many there are. */
  async openSession(): Promise<DuckdbSession> {
    return await this.#openSession(undefined);
  }

  /** On the engine as it is then, also where the file is reopened meanwhile. */
  async #openSession(pace: ReportPace | undefined): Promise<DuckdbSession> {
    for (;;) {
      while (this.#changing !== undefined) await this.#changing;
      const changes = this.#changes;
      const connecting = this.#connect();
      this.#connecting.add(connecting);
      try {
        const connection = await connecting;
        if (changes === this.#changes) return this.#sessionOn(connection, pace);
        connection.closeSync();
      } catch (error) {
        if (changes === this.#changes) throw error;
      } finally {
        this.#connecting.delete(connecting);
      }
    }
  }

  #sessionOn(connection: DuckDBConnection, pace?: ReportPace): DuckdbSession {
    const onClose = (closed: DuckdbSession) => this.#sessions.delete(closed);
    const session = new DuckdbSession(connection, { clock: this.#clock, pace, onClose });
    this.#sessions.add(session);
    return session;
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

  /** Interrupts the queries that run, waits for them to end, and closes the file. */
  async close(): Promise<void> {
    await this.#change(() => this.#journal.restore().catch(() => undefined));
  }

  /** Closes the file and does what comes next; reads wait for it. */
  async #change(next: () => Promise<void>): Promise<void> {
    while (this.#changing !== undefined) await this.#changing;
    const done = Promise.withResolvers<undefined>();
    this.#changing = done.promise;
    this.#changes++;
    try {
      await this.#shut();
      await next();
    } finally {
      this.#changing = undefined;
      done.resolve(undefined);
    }
  }

  async #shut(): Promise<void> {
    await Promise.allSettled(this.#connecting);
    await Promise.all([...this.#sessions].map((session) => session.close()));
    this.#idleReaders = [];
    this.pace.stop();
    await this.#keeping.catch(() => undefined);
    await this.#tuning?.settled();
    this.#tuning = undefined;
    this.#control?.closeSync();
    this.#control = undefined;
    await this.#writer?.close();
    this.#writer = undefined;
    this.#instance?.closeSync();
    this.#instance = undefined;
  }

  async #transact<Result>(work: () => Promise<Result>): Promise<Result> {
    const { writer } = this;
    try {
      await writer.run("BEGIN");
      const result = await work();
      await this.#commits.run(() => writer.run("COMMIT"));
      await this.#nameLog();
      return result;
    } catch (error) {
      await rollBack(writer);
      throw error;
    }
  }

  /** Reports that want to begin wait until `work` has ended. */
  async #clear<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = Promise.withResolvers<undefined>();
    this.#clearing = done.promise;
    try {
      return await work();
    } finally {
      if (this.#clearing === done.promise) this.#clearing = undefined;
      done.resolve(undefined);
    }
  }

  /** Whether there were any; their callers may try again. */
  async giveWay(): Promise<boolean> {
    const hasReports = [...this.#sessions].some(({ yields }) => yields);
    await this.#stopReports();
    return hasReports;
  }

  /** Those who can be started again; the engine has one limit of memory for all, and does not say who holds how much of it. */
  async #stopReports(): Promise<void> {
    const yielding = [...this.#sessions].filter(({ yields }) => yields);
    await Promise.all(yielding.map((session) => session.giveWay()));
  }

  async #lendReserve(): Promise<void> {
    const { memoryMaxMebibytes, writeReserveMebibytes } = this.#options;
    await this.writer.run(memoryLimit(memoryMaxMebibytes + writeReserveMebibytes));
  }

  /** Where something else holds on to the memory the limit stays raised, until the next time. */
  async #returnReserve(): Promise<void> {
    await this.#stopReports();
    try {
      const session = await this.openSession();
      await this.#tryToTakeReserveBack(session);
      await session.close();
    } catch {
      // The file has been closed meanwhile, and with it went the limit.
    }
  }

  /** The engine refuses a limit below what is held. */
  async #tryToTakeReserveBack(session: DuckdbSession): Promise<boolean> {
    try {
      await session.run(memoryLimit(this.#options.memoryMaxMebibytes));
      return true;
    } catch {
      return false;
    }
  }
}

function memoryLimit(mebibytes: number): string {
  return `SET memory_limit = '${String(mebibytes)}MiB'`;
}

/** The size of a block, and the blocks that the next checkpoint may overwrite: those of the metadata that have room left. */
async function readOverwritten(connection: DuckDBConnection): Promise<{ blockBytes: number; numbers: number[] }> {
  const found = await connection.runAndReadAll(
    `SELECT size.block_size, info.block_id FROM pragma_database_size() size, pragma_metadata_info() info
     WHERE size.database_name = current_database() AND info.free_blocks > 0`,
  );
  const rows = found.getRows();
  return { blockBytes: Number(rows[0]?.[0] ?? 0), numbers: rows.map(([, number]) => Number(number)) };
}

/** A commit that failed has ended its transaction by itself. */
async function rollBack(writer: DuckdbSession): Promise<void> {
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

/** Whether the engine takes no statement any more until the file has been reopened. */
export function isInvalidated(error: unknown): boolean {
  return error instanceof Error && /^FATAL Error|has been invalidated/i.test(error.message);
}

/** Whatever the engine throws is a storage fault: queries here are fixed texts with bound values. */
export function asDomainError(error: unknown): DomainError {
  return error instanceof DomainError
    ? error
    : new DomainError("unavailable", "the telemetry store cannot serve now", { cause: error });
}
