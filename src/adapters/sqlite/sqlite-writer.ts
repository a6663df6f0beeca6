// The main thread's side of the writer: gathers store calls while a batch is being committed, and hands each caller its
// result after the commit that holds its call has been synced.
import { Worker } from "node:worker_threads";
import { DomainError } from "../../core/errors.ts";
import { estimateBytes } from "./estimate-bytes.ts";
import { decodeError } from "./writer-messages.ts";
import type { FromWriter, StoreCall, ToWriter, WriterData } from "./writer-messages.ts";

export interface WriterBounds {
  /** Calls committed together at most; the others wait for the next batch. */
  readonly batchCallsMax: number;
  /** Bytes of arguments committed together at most, one call excepted; the others wait for the next batch. */
  readonly batchBytesMax: number;
  /** Bytes of arguments that may wait; a call beyond it is refused as `unavailable`. */
  readonly waitingBytesMax: number;
}

/** What the writer's thread makes per batch dies with the batch, so little room is enough and keeps the process small. */
const YOUNG_GENERATION_MEBIBYTES = 4;

export const WRITER_BOUNDS: WriterBounds = {
  batchCallsMax: 5_000,
  batchBytesMax: 16 * 1024 * 1024,
  waitingBytesMax: 256 * 1024 * 1024,
};

interface WaitingCall {
  readonly call: StoreCall;
  readonly bytes: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface WriterCounts {
  readonly calls: number;
  readonly batches: number;
  readonly refused: number;
  readonly waitingCalls: number;
  readonly waitingBytes: number;
}

export class SqliteWriter {
  readonly #worker: Worker;
  readonly #bounds: WriterBounds;
  readonly #failed: (error: Error) => void;
  /** In order of arrival. */
  #waiting: WaitingCall[] = [];
  #waitingBytes = 0;
  #running: WaitingCall[] = [];
  #state: "open" | "closing" | "closed" = "open";
  #scheduled = false;
  #closed: (() => void) | undefined;
  #closing: Promise<void> | undefined;
  readonly #ready = Promise.withResolvers<readonly number[]>();
  #calls = 0;
  #batches = 0;
  #refused = 0;

  /** Settles only when the thread has died by itself, after which no call can succeed and the platform has to stop. */
  readonly failed: Promise<Error>;

  private constructor(worker: Worker, bounds: WriterBounds) {
    this.#worker = worker;
    this.#bounds = bounds;
    const failed = Promise.withResolvers<Error>();
    this.failed = failed.promise;
    this.#failed = failed.resolve;
    worker.on("message", (message: FromWriter) => {
      this.#receive(message);
    });
    worker.on("error", (error: unknown) => {
      this.#die(error);
    });
    worker.on("messageerror", (error) => {
      this.#die(error);
    });
    worker.on("exit", (code) => {
      this.#die(new Error(`the database writer ended with code ${String(code)}`));
    });
  }

  /** Starts the thread and migrates the file. Rejects with what went wrong there, a NewerDatabaseError's text included. */
  static async start(
    data: WriterData,
    bounds: WriterBounds,
  ): Promise<{ readonly writer: SqliteWriter; readonly migrated: readonly number[] }> {
    const worker = new Worker(new URL("./sqlite-worker.ts", import.meta.url), {
      workerData: data,
      name: "sqlite-writer",
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MEBIBYTES },
    });
    const writer = new SqliteWriter(worker, bounds);
    return { writer, migrated: await writer.#ready.promise };
  }

  get counts(): WriterCounts {
    return {
      calls: this.#calls,
      batches: this.#batches,
      refused: this.#refused,
      waitingCalls: this.#waiting.length,
      waitingBytes: this.#waitingBytes,
    };
  }

  /** Rejects with `unavailable` when the commit failed, too much waits already, or the writer is closed. */
  call(store: string, method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#state !== "open") {
        reject(new DomainError("unavailable", "the database is closed"));
        return;
      }
      const bytes = estimateBytes(args);
      if (this.#waitingBytes + bytes > this.#bounds.waitingBytesMax && this.#waiting.length > 0) {
        this.#refused++;
        reject(
          new DomainError(
            "unavailable",
            `the database is behind: ${String(this.#waitingBytes)} bytes wait to be written`,
            {
              limit: { name: "sqlite.waitingBytesMax", value: this.#bounds.waitingBytesMax },
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

  /** Commits what has been taken in, folds the log into the file and ends the thread. */
  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      if (this.#state === "closed") {
        resolve();
        return;
      }
      this.#state = "closing";
      this.#closed = resolve;
      this.#schedule();
    });
    return this.#closing;
  }

  /** The calls made in one turn of the event loop's microtasks travel together. */
  #schedule(): void {
    if (this.#scheduled || this.#running.length > 0) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#sendNext();
    });
  }

  #sendNext(): void {
    if (this.#running.length > 0 || this.#state === "closed") return;
    if (this.#waiting.length === 0) {
      if (this.#state === "closing") this.#send({ kind: "close" });
      return;
    }
    this.#running = this.#takeBatch();
    this.#batches++;
    try {
      this.#send({ kind: "batch", calls: this.#running.map(({ call }) => call) });
    } catch (error) {
      // Some argument cannot be cloned, which is a bug of its caller; nobody else is to suffer from it.
      this.#sendOneByOne(error);
    }
  }

  #takeBatch(): WaitingCall[] {
    const { batchCallsMax, batchBytesMax } = this.#bounds;
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
      this.#die(error);
      return;
    }
    this.#waiting.unshift(...sound);
    for (const { bytes } of sound) this.#waitingBytes += bytes;
    this.#schedule();
  }

  #send(message: ToWriter): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromWriter): void {
    if (message.kind === "closed") {
      this.#state = "closed";
      this.#closed?.();
      return;
    }
    if (message.kind === "ready") {
      this.#ready.resolve(message.migrated);
      return;
    }
    const done = this.#running;
    this.#running = [];
    // The next batch starts before the callers of this one run, so that the disk does not wait for them.
    this.#sendNext();
    for (const [index, { resolve, reject }] of done.entries()) {
      const result = message.results[index];
      if (result === undefined) reject(new Error("the database writer left a call without an answer"));
      else if ("error" in result) reject(decodeError(result.error));
      else resolve(result.value);
    }
  }

  #die(error: unknown): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    const cause = error instanceof Error ? error : new Error(String(error));
    const unanswered = [...this.#running, ...this.#waiting];
    this.#running = [];
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const { reject } of unanswered)
      reject(new DomainError("unavailable", "the database writer has failed", { cause }));
    this.#ready.reject(cause);
    this.#closed?.();
    this.#failed(cause);
  }
}
