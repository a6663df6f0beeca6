// The main thread's handle of a thread that makes store calls: the writer or a reader.
import { Worker } from "node:worker_threads";
import type { ThreadPlace } from "./store-engine.ts";
import type { CallResult, FromThread, StoreCall, ThreadData, ToThread } from "./store-calls.ts";

/** Objects made for a message die with it, so a small young generation is enough and keeps the process small. */
const YOUNG_GENERATION_MEBIBYTES = 4;

export interface ThreadStart extends Omit<ThreadData, "place"> {
  /** What the thread needs to reach the database; called once for each thread. */
  readonly connect: () => ThreadPlace;
}

export class StoreThread {
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<readonly number[]>();
  readonly #ended = Promise.withResolvers<undefined>();
  readonly #died: (cause: Error) => void;
  #pending: PromiseWithResolvers<readonly CallResult[]> | undefined;
  #isOver = false;
  #hasStarted = false;

  /** Resolves with the numbers of the migrations that ran. Rejects with the error of the start. */
  readonly ready = this.#ready.promise;

  /** `died` is called once if the thread has ended by itself. */
  constructor({ connect, ...rest }: ThreadStart, died: (cause: Error) => void) {
    this.#died = died;
    const { place, transfer } = connect();
    this.#worker = new Worker(new URL("./store-worker.ts", import.meta.url), {
      workerData: { ...rest, place } satisfies ThreadData,
      transferList: [...transfer],
      name: `${rest.name}-${rest.role}`,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MEBIBYTES },
    });
    // Callers that await neither the start nor a call learn of the failure through `died`.
    this.ready.catch(() => undefined);
    this.#worker.on("message", (message: FromThread) => {
      this.#receive(message);
    });
    this.#worker.on("error", (error: unknown) => {
      this.#die(error);
    });
    this.#worker.on("messageerror", (error) => {
      this.#die(error);
    });
    this.#worker.on("exit", (code) => {
      this.#die(new Error(`the thread of the database (${rest.role}) ended with code ${String(code)}`));
    });
  }

  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  get isBusy(): boolean {
    return this.#pending !== undefined;
  }

  /** May be called only after the answers of the last call have arrived. Throws if an argument cannot be cloned. */
  run(calls: readonly StoreCall[]): Promise<readonly CallResult[]> {
    return this.#ask({ kind: "calls", calls });
  }

  /** The writer copies the log of the database into the folder; undefined ends that. As with `run`, one at a time. */
  copyLog(folder: string | undefined): Promise<readonly CallResult[]> {
    return this.#ask({ kind: "copy-log", folder });
  }

  /** Ends the thread after its present work; the writer folds its log into the file. */
  close(): Promise<void> {
    if (!this.#isOver) this.#send({ kind: "close" });
    return this.#ended.promise;
  }

  #ask(message: ToThread): Promise<readonly CallResult[]> {
    this.#send(message);
    this.#pending = Promise.withResolvers();
    return this.#pending.promise;
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromThread): void {
    if (message.kind === "ready") {
      this.#hasStarted = true;
      this.#ready.resolve(message.migrated);
    } else if (message.kind === "closed") {
      this.#isOver = true;
      this.#ended.resolve(undefined);
    } else {
      const pending = this.#pending;
      this.#pending = undefined;
      pending?.resolve(message.results);
    }
  }

  #die(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const cause = error instanceof Error ? error : new Error(String(error));
    this.#ready.reject(cause);
    this.#pending?.reject(cause);
    this.#ended.resolve(undefined);
    this.#died(cause);
  }
}
