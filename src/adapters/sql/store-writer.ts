// The main thread's side of the writer: gathers store calls while a batch is being committed, and gives each caller its
// result after the commit with its call has been synced.
import { DomainError } from "../../core/errors.ts";
import { closedError, estimateBytes, settle } from "./store-calls.ts";
import type { CallResult, PendingCall } from "./store-calls.ts";
import { StoreThread, type ThreadStart } from "./store-thread.ts";

export interface WriterOptions {
  /** Maximum number of calls committed together; the others wait for the next batch. */
  readonly batchCallsMax: number;
  /**
   * Maximum bytes of arguments committed together, unless a single call has more; the others wait for the next batch.
   */
  readonly batchBytesMax: number;
  /** Bytes of arguments that may wait; a call above this is refused as `unavailable`. */
  readonly waitingBytesMax: number;
}

interface WaitingCall extends PendingCall {
  readonly bytes: number;
}

interface WaitingCopy {
  readonly folder: string | undefined;
  readonly done: PromiseWithResolvers<unknown>;
}

export interface WriterCounts {
  readonly calls: number;
  readonly batches: number;
  /** Those that could not be committed. */
  readonly failedBatches: number;
  readonly refused: number;
  readonly waitingCalls: number;
  readonly waitingBytes: number;
}

export class StoreWriter {
  readonly #thread: StoreThread;
  readonly #options: WriterOptions;
  readonly #failed = Promise.withResolvers<Error>();
  /** In order of arrival. */
  #waiting: WaitingCall[] = [];
  #waitingBytes = 0;
  #running: WaitingCall[] = [];
  #copies: WaitingCopy[] = [];
  #isCopying = false;
  #state: "open" | "closing" | "closed" = "open";
  #scheduled = false;
  readonly #idle = Promise.withResolvers<undefined>();
  #calls = 0;
  #batches = 0;
  #failedBatches = 0;
  #refused = 0;

  /** Settles only if the thread has died by itself; then no call can succeed and the platform must stop. */
  readonly failed = this.#failed.promise;

  private constructor(data: ThreadStart, options: WriterOptions) {
    this.#thread = new StoreThread(data, (cause) => {
      this.#die(cause);
    });
    this.#options = options;
  }

  /**
   * Starts the thread and migrates the file. Rejects with the error of that, including the text of a
   * NewerDatabaseError.
   */
  static async start(
    data: Omit<ThreadStart, "role">,
    options: WriterOptions,
  ): Promise<{ readonly writer: StoreWriter; readonly migrated: readonly number[] }> {
    const writer = new StoreWriter({ ...data, role: "writer" }, options);
    return { writer, migrated: await writer.#thread.ready };
  }

  get counts(): WriterCounts {
    return {
      calls: this.#calls,
      batches: this.#batches,
      failedBatches: this.#failedBatches,
      refused: this.#refused,
      waitingCalls: this.#waiting.length,
      waitingBytes: this.#waitingBytes,
    };
  }

  /** Rejects with `unavailable` if the commit fails, too much is waiting already, or the writer is closed. */
  call(store: string, method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#state !== "open") {
        reject(closedError());
        return;
      }
      const bytes = estimateBytes(args);
      if (this.#waitingBytes + bytes > this.#options.waitingBytesMax && this.#waiting.length > 0) {
        this.#refused++;
        reject(
          new DomainError(
            "unavailable",
            `the database is behind: ${String(this.#waitingBytes)} bytes wait to be written`,
            {
              limit: { name: "sqlite.waitingBytesMax", value: this.#options.waitingBytesMax },
            },
          ),
        );
        return;
      }
      this.#waiting.push({ call: { store, method, args }, bytes, resolve, reject });
      this.#waitingBytes += bytes;
      this.#calls++;
      this.#schedule();
    });
  }

  /**
   * Between two batches, copies into files of the folder what the log of the database has gained since the last call
   * (`StoreConnection.copyLog`). Undefined ends that. Undefined results if there is no such log.
   */
  async copyLog(folder: string | undefined): Promise<unknown> {
    if (this.#state !== "open") throw closedError();
    const copy = { folder, done: Promise.withResolvers<unknown>() };
    this.#copies.push(copy);
    this.#schedule();
    return await copy.done.promise;
  }

  /** Commits every accepted call, folds the log into the file and ends the thread. */
  async close(): Promise<void> {
    if (this.#state === "open") {
      this.#state = "closing";
      this.#schedule();
    }
    await this.#idle.promise;
    this.#state = "closed";
    await this.#thread.close();
  }

  /** Sends all calls made in one turn of the microtask queue together. */
  #schedule(): void {
    if (this.#scheduled || this.#isBusy) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#sendNext();
    });
  }

  get #isBusy(): boolean {
    return this.#isCopying || this.#running.length > 0;
  }

  #sendNext(): void {
    if (this.#isBusy || this.#state === "closed") return;
    const copy = this.#copies.shift();
    if (copy !== undefined) {
      void this.#copyLog(copy);
      return;
    }
    if (this.#waiting.length === 0) {
      if (this.#state === "closing") this.#idle.resolve(undefined);
      return;
    }
    this.#running = this.#takeBatch();
    this.#batches++;
    try {
      this.#thread.run(this.#running.map(({ call }) => call)).then(
        (results) => {
          this.#receive(results);
        },
        // The thread has died; `#die` handles that.
        () => undefined,
      );
    } catch (error) {
      // An argument cannot be cloned, which is a bug of its caller; other calls must not suffer from it.
      this.#sendOneByOne(error);
    }
  }

  async #copyLog({ folder, done }: WaitingCopy): Promise<void> {
    this.#isCopying = true;
    try {
      const [result] = await this.#thread.copyLog(folder);
      settle(done, result);
    } catch (cause) {
      done.reject(new DomainError("unavailable", "the database writer has failed", { cause }));
    }
    this.#isCopying = false;
    this.#sendNext();
  }

  #takeBatch(): WaitingCall[] {
    const { batchCallsMax, batchBytesMax } = this.#options;
    let count = 0;
    let bytes = 0;
    for (const { bytes: size } of this.#waiting) {
      if (count === batchCallsMax || (count > 0 && bytes + size > batchBytesMax)) break;
      count++;
      bytes += size;
    }
    this.#waitingBytes -= bytes;
    if (count === this.#waiting.length) {
      const all = this.#waiting;
      this.#waiting = [];
      return all;
    }
    return this.#waiting.splice(0, count);
  }

  #sendOneByOne(error: unknown): void {
    const sound: WaitingCall[] = [];
    for (const waiting of this.#running) {
      try {
        structuredClone(waiting.call);
        sound.push(waiting);
      } catch (cause) {
        const { store, method } = waiting.call;
        waiting.reject(new Error(`an argument of ${store}.${method} cannot cross to the database writer`, { cause }));
      }
    }
    const stuck = sound.length === this.#running.length;
    this.#running = [];
    if (stuck) {
      this.#die(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.#waiting.unshift(...sound);
    for (const { bytes } of sound) this.#waitingBytes += bytes;
    this.#schedule();
  }

  #receive(results: readonly CallResult[]): void {
    const done = this.#running;
    this.#running = [];
    if (results.every(isUnavailable)) this.#failedBatches++;
    // The next batch starts before the callers of this one continue, so that the disk does not wait for them.
    this.#sendNext();
    for (const [index, waiting] of done.entries()) settle(waiting, results[index]);
  }

  #die(cause: Error): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    const unanswered = [...this.#running, ...this.#waiting];
    this.#running = [];
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const { reject } of [...unanswered, ...this.#copies.splice(0).map(({ done }) => done)])
      reject(new DomainError("unavailable", "the database writer has failed", { cause }));
    this.#idle.resolve(undefined);
    this.#failed.resolve(cause);
  }
}

/** What every call of a batch gets whose commit fails. */
function isUnavailable(result: CallResult): boolean {
  return "error" in result && result.error.kind === "unavailable";
}
