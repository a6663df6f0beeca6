// The DuckDB file: opens it for writing or only for reading, and owns its transactions, checkpoints and connections.
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { DomainError } from "../../core/errors.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import { Slots } from "../../lib/slots.ts";
import { CheckpointJournal } from "./checkpoint-journal.ts";
import { DuckdbSession, isDamage } from "./duckdb-session.ts";
import { EngineTuning } from "./engine-tuning.ts";
import {
  memoryLimit,
  oldLogOf,
  openEngineForReading,
  openEngineForWriting,
  openEngineWithItsLog,
  raiseMemory,
  type EngineLimits,
  type EngineOptions,
  type OpenEngine,
} from "./open-engine.ts";
import { ReportPace, type ReportPaceOptions } from "./report-pace.ts";

export interface DuckdbOptions extends DatabaseOptions {
  readonly file: string;
}

export interface DatabaseOptions extends EngineLimits {
  /** Without it, the engine keeps what it has in memory only. */
  readonly file?: string;
  /** Memory that the engine may use in addition while it writes a checkpoint and reports run. */
  readonly writeReserveMebibytes: number;
  /** Queries that run at the same time; others wait. */
  readonly readersMax: number;
  /** How reports yield to heavy telemetry; without it, they yield only if memory runs out. */
  readonly pace?: ReportPaceOptions;
}

/** How a transaction that has begun gets what it sees, where that is more than the tables of the engine. */
export interface Pin {
  /** Fixes the tables. */
  readonly look: string;
  /** Fixes the rest; returns a number that is the same for all transactions that see the same. */
  readonly rest: (session: DuckdbSession) => Promise<number>;
}

/** So often a snapshot is tried whose connections do not see the same. */
const SNAPSHOT_TRIES_MAX = 20;

/** After a query that has found no memory, until it is known what holds it. */
const RAISE_MILLIS = 500;

/** How long an interrupted query may take to end before its caller is told. */
const INTERRUPTED_MILLIS_MAX = 1_000;

/** The pace of reports if none is configured: no telemetry counts as heavy. */
const NEVER_HEAVY: ReportPaceOptions = {
  heavyPoints: Infinity,
  threads: 1,
  queriesMax: Infinity,
  pauseAfterMillis: Infinity,
  pauseMaxMillis: 0,
  turnMillis: 0,
};

export class DuckdbDatabase {
  readonly #options: DatabaseOptions;
  readonly #clock: Clock;
  #instance: DuckDBInstance | undefined;
  #writer: DuckdbSession | undefined;
  /** One slot for each running query. */
  readonly #slots: Slots;
  #idleReaders: DuckdbSession[] = [];
  /** All open sessions except the writer. */
  readonly #sessions = new Set<DuckdbSession>();
  /** How reports yield to telemetry. */
  readonly pace: ReportPace;
  readonly #journal: CheckpointJournal | undefined;
  /** Settles when the journal of the next checkpoint has been written. */
  #keeping: Promise<void> = Promise.resolve();
  /** The connection for tuning the engine. */
  #control: DuckDBConnection | undefined;
  #tuning: EngineTuning | undefined;
  /** Set while the file is being closed or opened; settles when that is done. */
  #changing: Promise<undefined> | undefined;
  /** Number of times the file has been closed or opened. */
  #changes = 0;
  readonly #connecting = new Set<Promise<DuckDBConnection>>();
  /** Allows one commit at a time, and none while the sessions of a report begin their transactions. */
  readonly #commits = new Slots({ max: 1 });
  /** Resolves when the engine has everything that was acknowledged before the call. */
  #upToDate: () => Promise<void> = () => Promise.resolve();
  #pin: Pin | undefined;
  /** Set while reports are held back because telemetry needs memory; settles when they may begin again. */
  #clearing: Promise<undefined> | undefined;
  #damage: string | undefined;
  /** The memory limit of the engine that is open. */
  #memoryMebibytes: number;
  #isMemoryRaised = false;
  #raising: Timer | undefined;

  constructor(options: DatabaseOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#memoryMebibytes = options.memoryMaxMebibytes;
    this.#journal = options.file === undefined ? undefined : new CheckpointJournal(options.file);
    this.pace = new ReportPace(options.pace ?? NEVER_HEAVY, options.threads, clock);
    this.#slots = new Slots({ max: options.readersMax });
  }

  /** The engine's words for the damaged block that was met last; undefined if none was. */
  get damage(): string | undefined {
    return this.#damage;
  }

  /**
   * Reads begin once `upToDate` has resolved. It is called when a connection is open, which a change of the engine closes.
   * With `pin`, each read is a transaction.
   */
  readAfter(upToDate: () => Promise<void>, pin?: Pin): void {
    this.#upToDate = upToDate;
    this.#pin = pin;
  }

  /**
   * Opens the file, creating it if missing, and runs its migrations. Closes it first if it was open. What no checkpoint
   * has stored is gone.
   */
  async openForWriting(): Promise<void> {
    // The engine creates its spill folder when it needs it, but not the parent folder. A checkpoint that cannot spill
    // invalidates the whole database.
    await mkdir(this.#options.scratchFolder, { recursive: true });
    await this.#change(async () => {
      const options = this.#withFile();
      await this.#journal?.restore();
      if (existsSync(oldLogOf(options.file))) await this.#storeOldLog(options);
      const engine = await openEngineForWriting(options);
      await this.#beginWriting(engine);
      await this.#limitMemory(engine.connection);
      this.#keepAhead();
    });
  }

  /** From the next opening on, as `raiseMemory` of open-engine.ts says. */
  raiseMemory(): void {
    this.#isMemoryRaised = true;
  }

  /**
   * A query has found no memory. If groups that have lost rows hold it, rather than queries, the next one gets more. The query that failed
   * ends its session first.
   */
  #raiseMemorySoon(): void {
    if (this.#isMemoryRaised) return;
    this.#raising ??= this.#clock.after(RAISE_MILLIS, () => {
      this.#raising = undefined;
      this.holdsHalfOfMemory()
        .then(async (isHeld) => {
          if (!isHeld || this.#control === undefined) return;
          this.raiseMemory();
          await this.#limitMemory(this.#control);
        })
        // The file has been closed meanwhile.
        .catch(() => undefined);
    });
  }

  async #limitMemory(connection: DuckDBConnection): Promise<void> {
    const { memoryMaxMebibytes } = this.#options;
    this.#memoryMebibytes = this.#isMemoryRaised ? await raiseMemory(connection, this.#options) : memoryMaxMebibytes;
  }

  get memoryMebibytes(): number {
    return this.#memoryMebibytes;
  }

  /**
   * Whether the engine holds half of its memory although no session outside the pool of readers is open: for groups that have lost rows, as
   * `raiseMemory` of open-engine.ts says, and for those that several transactions have written to. Drops what its cache has beyond that half.
   */
  async holdsHalfOfMemory(): Promise<boolean> {
    const control = this.#control;
    if (control === undefined || this.#sessions.size > this.#idleReaders.length + this.#slots.running) return false;
    try {
      // In one call, so that reads hardly notice.
      await control.run(`${memoryLimit(Math.floor(this.#memoryMebibytes / 2))}; ${memoryLimit(this.#memoryMebibytes)}`);
      return false;
    } catch {
      // The engine refuses a limit below what it holds.
      return true;
    }
  }

  /** Opens an engine that has no file. Closes the present one first. */
  async openInMemory(open: () => Promise<OpenEngine>): Promise<void> {
    await mkdir(this.#options.scratchFolder, { recursive: true });
    await this.#change(async () => this.#beginWriting(await open()));
  }

  async #beginWriting(engine: OpenEngine): Promise<void> {
    await this.#openWriter(engine);
    this.#tuning = new EngineTuning(async ({ threads, mergesMax }) => {
      await this.#control?.run(`SET max_vacuum_tasks = ${String(mergesMax)}`);
      await this.#control?.run(`SET threads = ${String(threads)}`);
    });
    this.pace.start(this.#tuning);
  }

  #withFile(): EngineOptions {
    const { file } = this.#options;
    if (file === undefined) throw new Error("a database in memory has no file");
    return { ...this.#options, file };
  }

  /** Versions up to 0.2.0 left what no checkpoint had stored in a log of the engine. */
  async #storeOldLog(options: EngineOptions): Promise<void> {
    await this.#openWriter(await openEngineWithItsLog(options));
    await this.#keep();
    await this.writer.run("FORCE CHECKPOINT");
    await this.#shut();
  }

  async #openWriter({ instance, connection }: OpenEngine): Promise<void> {
    this.#instance = instance;
    this.#writer = new DuckdbSession(connection, { clock: this.#clock, onError: (error) => this.#noteDamage(error) });
    this.#control = await this.#connect();
  }

  /** Opens the file as it is, for reads while it cannot be written. Closes it first if it was open. */
  async openForReading(): Promise<void> {
    await this.#change(async () => {
      // If the disk accepts no writes, the journal stays for later; usually the file can be read without it.
      await this.#journal?.restore().catch(() => undefined);
      const { instance, connection } = await openEngineForReading(this.#withFile());
      this.#instance = instance;
      await this.#limitMemory(connection);
      this.#idleReaders.push(this.#sessionOn(connection));
    });
  }

  /** A number that changes with each opening. If it has changed, everything in the engine's memory is gone. */
  get openings(): number {
    return this.#changes;
  }

  /** The only connection that writes. Its user runs one transaction at a time. */
  get writer(): DuckdbSession {
    if (this.#writer === undefined) throw new DomainError("unavailable", "the telemetry store is not open for writing");
    return this.#writer;
  }

  /**
   * Runs a query on a session of its own; aborting interrupts it. If the file is reopened meanwhile, or memory was short, the query runs
   * once more. A query that an interrupt does not end, as it waits for another server, keeps its slot, but not its caller.
   */
  async read<Result>(query: (session: DuckdbSession) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    for (let isAgain = false; ; isAgain = true) {
      const changes = this.#changes;
      try {
        return await this.#unlessGivenUp(
          this.#slots.run(() => this.#read(query, signal), { signal }),
          signal,
        );
      } catch (error) {
        signal?.throwIfAborted();
        // What others held may be free again.
        const isWorthIt = changes !== this.#changes || wantsMemory(error);
        if (isAgain || !isWorthIt) throw asDomainError(error);
      }
    }
  }

  async #unlessGivenUp<Result>(running: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    if (signal === undefined) return await running;
    const given = Promise.withResolvers<never>();
    let timer: Timer | undefined;
    const giveUp = (): void => {
      timer = this.#clock.after(INTERRUPTED_MILLIS_MAX, () => given.reject(new Error("the query does not end")));
    };
    signal.addEventListener("abort", giveUp);
    try {
      return await Promise.race([running, given.promise]);
    } finally {
      signal.removeEventListener("abort", giveUp);
      timer?.cancel();
    }
  }

  async #read<Result>(query: (session: DuckdbSession) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    while (this.#changing !== undefined) await this.#changing;
    const session = this.#idleReaders.pop() ?? (await this.openSessionAtOnce());
    try {
      await this.#upToDate();
      return await session.interruptible(() => this.#pinned(session, query), signal);
    } finally {
      if (!session.isClosed) this.#idleReaders.push(session);
    }
  }

  async #pinned<Result>(session: DuckdbSession, query: (session: DuckdbSession) => Promise<Result>): Promise<Result> {
    if (this.#pin === undefined) return await query(session);
    await session.begin();
    try {
      await this.#fix([session]);
      return await query(session);
    } finally {
      await session.end();
    }
  }

  /**
   * Runs one transaction of the writer. After a failed one the engine's tables cannot be relied on: a commit that finds
   * no memory for its rows leaves some of their columns in the tables, and what is stored next is wrong. So the caller
   * must reopen the file before the next transaction.
   */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    const { writer } = this;
    try {
      await writer.run("BEGIN");
      const result = await work();
      await this.#commits.run(() => writer.run("COMMIT"));
      return result;
    } catch (error) {
      await rollBack(writer);
      throw error;
    }
  }

  /**
   * Stores what has been committed in the file. A checkpoint that runs out of memory leaves the engine invalid, so the reserve is lent
   * before it if reports run. If reports have taken the reserve too, they are stopped.
   */
  async checkpoint(statement: "CHECKPOINT" | "FORCE CHECKPOINT" = "CHECKPOINT"): Promise<void> {
    await this.pace.checkpoint(() => this.#checkpoint(statement));
  }

  async #checkpoint(statement: string): Promise<void> {
    if (![...this.#sessions].some(({ yields }) => yields)) {
      await this.#store(statement);
      return;
    }
    await this.#lendReserve();
    try {
      await this.#store(statement);
    } finally {
      if (!(await this.#tryToTakeReserveBack(this.writer))) void this.withoutReports(() => this.#returnReserve());
    }
  }

  async #store(statement: string): Promise<void> {
    // If the journal could not be written then, it may be possible now.
    await this.#keeping.catch(() => this.#keep());
    await this.writer.run(statement);
    this.#keepAhead();
  }

  /**
   * Writes the journal of the next checkpoint while further batches are stored, so that the checkpoint need not wait.
   * Batches do not change the journaled blocks.
   */
  #keepAhead(): void {
    this.#keeping = this.#keep();
    // The next checkpoint reports the failure.
    this.#keeping.catch(() => undefined);
  }

  async #keep(): Promise<void> {
    if (this.#control === undefined)
      throw new DomainError("unavailable", "the telemetry store is not open for writing");
    const { blockBytes, numbers } = await readOverwritten(this.#control);
    await this.#journal?.keep(numbers, blockBytes);
  }

  /**
   * Opens a session that yields: it is closed in the middle of its work if telemetry cannot be stored for lack of
   * memory.
   */
  async openYieldingSession(): Promise<DuckdbSession> {
    // A report that began before telemetry has its memory would take it.
    while (this.#clearing !== undefined) await this.#clearing;
    return await this.#openSession(this.pace);
  }

  /**
   * Opens this many yielding sessions, all of which see the points as committed at one moment until they are closed.
   */
  async openSnapshot(sessionsMax: number): Promise<readonly DuckdbSession[]> {
    for (let tries = 1; ; tries++) {
      const { sessions, isOne } = await this.#tryToOpenSnapshot(sessionsMax);
      if (isOne) return sessions;
      await Promise.all(sessions.map((session) => session.close()));
      if (tries === SNAPSHOT_TRIES_MAX)
        throw new DomainError("unavailable", "telemetry changes too fast to be seen as it is at one moment");
    }
  }

  async #tryToOpenSnapshot(sessionsMax: number): Promise<{ sessions: readonly DuckdbSession[]; isOne: boolean }> {
    const sessions: DuckdbSession[] = [];
    try {
      while (sessions.length < sessionsMax) {
        const session = await this.openYieldingSession();
        sessions.push(session);
        await session.begin();
      }
      await this.#upToDate();
      return { sessions, isOne: await this.#fix(sessions) };
    } catch (error) {
      await Promise.all(sessions.map((session) => session.close()));
      throw error;
    }
  }

  /** Fixes what the transactions of the sessions see; returns whether that is the same for all. */
  async #fix(sessions: readonly DuckdbSession[]): Promise<boolean> {
    await this.#commits.run(async () => {
      for (const session of sessions) await session.look(this.#pin?.look);
    });
    if (this.#pin === undefined) return true;
    const states = new Set<number>();
    for (const session of sessions) states.add(await this.#pin.rest(session));
    return states.size <= 1;
  }

  /** A session outside the pool of readers; its owner closes it and limits how many there are. */
  async openSession(): Promise<DuckdbSession> {
    const session = await this.openSessionAtOnce();
    try {
      await this.#upToDate();
      if (this.#pin !== undefined) {
        await session.begin();
        await this.#fix([session]);
      }
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** The same without waiting for what was acknowledged before. */
  async openSessionAtOnce(): Promise<DuckdbSession> {
    return await this.#openSession(undefined);
  }

  /** Connects to the engine that is open at that time, even if the file is reopened meanwhile. */
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
    const onError = (error: unknown): void => {
      this.#noteDamage(error);
      if (wantsMemory(error)) this.#raiseMemorySoon();
    };
    const session = new DuckdbSession(connection, { clock: this.#clock, pace, onClose, onError });
    this.#sessions.add(session);
    return session;
  }

  #noteDamage(error: unknown): void {
    if (isDamage(error)) this.#damage = error.message.split("\n", 1)[0];
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

  /** Interrupts the running queries, waits for them to end, and closes the file. */
  async close(): Promise<void> {
    await this.#change(async () => await this.#journal?.restore().catch(() => undefined));
  }

  /** Closes the file, then runs `next`; reads wait until it has ended. */
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
    this.#raising?.cancel();
    this.#raising = undefined;
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

  /** Stops all reports; those that want to begin wait until `work` has ended. */
  async withoutReports<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = Promise.withResolvers<undefined>();
    this.#clearing = done.promise;
    try {
      await this.#stopReports();
      return await work();
    } finally {
      if (this.#clearing === done.promise) this.#clearing = undefined;
      done.resolve(undefined);
    }
  }

  /** Stops all reports; their callers may try again. Returns whether there were any. */
  async giveWay(): Promise<boolean> {
    const hasReports = [...this.#sessions].some(({ yields }) => yields);
    await this.#stopReports();
    return hasReports;
  }

  /**
   * Stops all sessions that yield: the engine has one memory limit for all, and does not say how much each one holds.
   */
  async #stopReports(): Promise<void> {
    const yielding = [...this.#sessions].filter(({ yields }) => yields);
    await Promise.all(yielding.map((session) => session.giveWay()));
  }

  async #lendReserve(): Promise<void> {
    await this.writer.run(memoryLimit(this.#memoryMebibytes + this.#options.writeReserveMebibytes));
  }

  /** If something else holds the memory, the limit stays raised until the next time. */
  async #returnReserve(): Promise<void> {
    try {
      const session = await this.#openSession(undefined);
      await this.#tryToTakeReserveBack(session);
      await session.close();
    } catch {
      // The file was closed meanwhile, and the raised limit with it.
    }
  }

  /** Returns false if more memory is in use than the normal limit: the engine refuses such a limit. */
  async #tryToTakeReserveBack(session: DuckdbSession): Promise<boolean> {
    try {
      await session.run(memoryLimit(this.#memoryMebibytes));
      return true;
    } catch {
      return false;
    }
  }
}

/** The block size in bytes, and the blocks that the next checkpoint may overwrite: metadata blocks with room left. */
async function readOverwritten(connection: DuckDBConnection): Promise<{ blockBytes: number; numbers: number[] }> {
  const found = await connection.runAndReadAll(
    `SELECT size.block_size, info.block_id FROM pragma_database_size() size, pragma_metadata_info() info
     WHERE size.database_name = current_database() AND info.free_blocks > 0`,
  );
  const rows = found.getRows();
  return { blockBytes: Number(rows[0]?.[0] ?? 0), numbers: rows.map(([, number]) => Number(number)) };
}

/** A commit that failed has already ended its transaction. */
async function rollBack(writer: DuckdbSession): Promise<void> {
  try {
    await writer.run("ROLLBACK");
  } catch {
    // There was nothing to roll back, or the engine accepts no more statements; then the next statement fails too.
  }
}

/**
 * Whether the engine ran out of memory. That includes data that does not fit into the scratch folder or cannot be
 * written there: the engine creates no other folder, and only its spill files in it.
 */
export function wantsMemory(error: unknown): boolean {
  return error instanceof Error && (NO_MEMORY.test(error.message) || NO_SCRATCH.test(error.message));
}

const NO_MEMORY = /out of memory|could not allocate|failed to (pin|allocate|offload)|max_temp_directory_size/i;
const NO_SCRATCH = /failed to create directory|[\\/]duckdb_temp_[^"]*"/i;

/** Whether the engine accepts no more statements until the file has been reopened. */
export function isInvalidated(error: unknown): boolean {
  return error instanceof Error && /^FATAL Error|has been invalidated/i.test(error.message);
}

/** Every error of the engine counts as a storage fault, because queries here are fixed texts with bound values. */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const message = isDamage(error)
    ? "a part of the history that this reads is damaged"
    : "the telemetry store cannot serve now";
  return new DomainError("unavailable", message, { cause: error });
}
