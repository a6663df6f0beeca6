// A pool of threads that read, so that a list of a hundred thousand devices delays no message. A thread makes one call
// at a time, on what has been committed by then; tenants take turns. Threads start when there is something to read, and
// end after a while without reads.
import type { Clock, Timer } from "../../lib/clock.ts";
import { Turns } from "../../lib/turns.ts";
import { DomainError } from "../../core/errors.ts";
import { closedError, settle, type PendingCall, type StoreCall } from "./store-calls.ts";
import { StoreThread, type ThreadStart } from "./store-thread.ts";

/** One reader is enough while few calls wait: each takes some twenty megabytes, and 0.25 s of a processor to start. */
const READERS_MAX = 2;
const WAITING_FOR_ANOTHER = 4;

/** Readers end after this time without a read; the next read waits some 0.2 s for a new one. */
const IDLE_MILLIS = 5 * 60_000;

/** Calls that may wait; for one more, the newest of the tenant with the most is refused as `unavailable`. */
const WAITING_MAX = 10_000;

/** What readers do while no other can start. */
export interface ReaderFallback {
  /** Throws while the files are not those that were opened. */
  requireFiles(): void;
  /** Makes a call on a connection that is open. */
  run(call: StoreCall): Promise<unknown>;
}

export interface ReadersOptions {
  readonly readersMax?: number;
  /** For an engine with files. */
  readonly fallback?: ReaderFallback;
}

export class StoreReaders {
  readonly #data: ThreadStart;
  readonly #clock: Clock;
  readonly #readersMax: number;
  readonly #fallback: ReaderFallback | undefined;
  readonly #failed = Promise.withResolvers<Error>();
  readonly #threads: StoreThread[] = [];
  #ended: Promise<unknown> = Promise.resolve();
  #rest: Timer | undefined;
  readonly #waiting = new Turns<unknown, PendingCall>(WAITING_MAX);
  #isOpen = true;

  /** Settles only if a thread that had started has died by itself. */
  readonly failed = this.#failed.promise;

  constructor(
    data: Omit<ThreadStart, "role">,
    clock: Clock,
    { readersMax = READERS_MAX, fallback }: ReadersOptions = {},
  ) {
    this.#readersMax = readersMax;
    this.#data = { ...data, role: "reader" };
    this.#clock = clock;
    this.#fallback = fallback;
  }

  call(store: string, method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!this.#isOpen) {
        reject(closedError());
        return;
      }
      const surplus = this.#waiting.push(tenantOf(args[0]), { call: { store, method, args }, resolve, reject });
      surplus?.reject(new DomainError("unavailable", `the database is behind: ${String(WAITING_MAX)} reads wait`));
      this.#next();
    });
  }

  /** Rejects waiting calls, and ends the threads after their present call. */
  async close(): Promise<void> {
    this.#isOpen = false;
    for (const { reject } of this.#waiting.takeAll()) reject(closedError());
    this.#rest?.cancel();
    this.#endThreads();
    await this.#ended;
  }

  #next(): void {
    const thread = this.#threads.find(({ isBusy }) => !isBusy) ?? this.#startThread();
    if (thread === undefined) return;
    const pending = this.#waiting.shift();
    if (pending !== undefined) void this.#run(thread, pending);
  }

  async #run(thread: StoreThread, pending: PendingCall): Promise<void> {
    try {
      const [result] = await thread.run([pending.call]);
      // The next call starts before the caller of this one continues.
      this.#next();
      settle(pending, result);
    } catch (error) {
      pending.reject(new DomainError("unavailable", "a reader of the database has failed", { cause: error }));
      // If only the arguments could not be sent, the thread is still alive.
      if (this.#isOpen) this.#next();
    }
    if (this.#isOpen) this.#restLater();
  }

  #restLater(): void {
    this.#rest?.cancel();
    this.#rest = this.#clock.after(IDLE_MILLIS, () => {
      // A busy thread will call this again.
      if (!this.#threads.some(({ isBusy }) => isBusy)) this.#endThreads();
    });
  }

  #endThreads(): void {
    this.#ended = Promise.all([this.#ended, ...this.#threads.splice(0).map((thread) => thread.close())]);
  }

  /** While one is starting, the number of waiting calls does not show how many are needed. */
  #needsAnother(): boolean {
    return (
      this.#threads.length < this.#readersMax &&
      this.#waiting.length >= WAITING_FOR_ANOTHER &&
      this.#threads.every(({ hasStarted }) => hasStarted)
    );
  }

  /** A new thread would read other files. Those that run go on with theirs; without any, what waits runs without one. */
  #hasFiles(): boolean {
    try {
      this.#fallback?.requireFiles();
      return true;
    } catch {
      // It has logged what is missing.
      if (this.#threads.length === 0)
        for (const { call, resolve, reject } of this.#waiting.takeAll())
          this.#fallback?.run(call).then(resolve, reject);
      return false;
    }
  }

  #startThread(): StoreThread | undefined {
    if (this.#threads.length > 0 && !this.#needsAnother()) return undefined;
    if (!this.#hasFiles()) return undefined;
    const thread: StoreThread = new StoreThread(this.#data, (cause) => {
      // One that cannot even open the file fails only its call: the others have theirs, and the next one may find it.
      if (!thread.hasStarted) {
        this.#threads.splice(this.#threads.indexOf(thread), 1);
        return;
      }
      this.#failed.resolve(cause);
      void this.close();
    });
    this.#threads.push(thread);
    return thread;
  }
}

/**
 * Whose turn a read takes. In almost all reads the first argument is the tenant, or what is read of it; any other, such
 * as a user, takes turns of its own.
 */
function tenantOf(argument: unknown): unknown {
  if (typeof argument !== "object" || argument === null) return argument;
  const { tenantId, scope, reader } = argument as { tenantId?: unknown; scope?: unknown; reader?: unknown };
  return tenantId ?? (scope === undefined && reader === undefined ? undefined : tenantOf(scope ?? reader));
}
