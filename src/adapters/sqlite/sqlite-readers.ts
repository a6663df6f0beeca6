// A pool of threads that read: a list of a hundred thousand devices holds up no message. A thread makes one call at a
// time, in the order of arrival, and each on what has been committed by then.
import { DomainError } from "../../core/errors.ts";
import { closedError, settle, type PendingCall, type ThreadData } from "./store-calls.ts";
import { StoreThread } from "./store-thread.ts";

/** One reader for as long as few calls wait: each costs some twenty megabytes. */
const READERS_MAX = 2;
const WAITING_FOR_ANOTHER = 4;

/** Calls that may wait; one more is refused as `unavailable`. */
const WAITING_MAX = 10_000;

export class SqliteReaders {
  readonly #data: ThreadData;
  readonly #failed = Promise.withResolvers<Error>();
  readonly #threads: StoreThread[] = [];
  #waiting: PendingCall[] = [];
  #isOpen = true;

  /** Settles only when a thread has died by itself. */
  readonly failed = this.#failed.promise;

  constructor(data: Omit<ThreadData, "role">) {
    this.#data = { ...data, role: "reader" };
  }

  call(store: string, method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!this.#isOpen) reject(closedError());
      else if (this.#waiting.length >= WAITING_MAX)
        reject(new DomainError("unavailable", `the database is behind: ${String(WAITING_MAX)} reads wait`));
      else {
        this.#waiting.push({ call: { store, method, args }, resolve, reject });
        this.#next();
      }
    });
  }

  /** Refuses what waits and ends the threads after what they do at the moment. */
  async close(): Promise<void> {
    this.#isOpen = false;
    for (const { reject } of this.#waiting.splice(0)) reject(closedError());
    await Promise.all(this.#threads.map((thread) => thread.close()));
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
      // The next call starts before the caller of this one runs on.
      this.#next();
      settle(pending, result);
    } catch (error) {
      pending.reject(new DomainError("unavailable", "a reader of the database has failed", { cause: error }));
      // The thread lives on where only the arguments could not be sent to it.
      if (this.#isOpen) this.#next();
    }
  }

  #startThread(): StoreThread | undefined {
    const started = this.#threads.length;
    if (started === READERS_MAX || (started > 0 && this.#waiting.length < WAITING_FOR_ANOTHER)) return undefined;
    const thread = new StoreThread(this.#data, (cause) => {
      this.#failed.resolve(cause);
      void this.close();
    });
    this.#threads.push(thread);
    return thread;
  }
}
