// The main thread's handle of the thread that talks to the server. Each thread of stores gets a line to it.
import { MessageChannel, Worker } from "node:worker_threads";
import type { Line, ServerThreadData, ToServerThread } from "./postgres-calls.ts";

/** How long a connection may take to be made; then the server counts as away. */
const CONNECT_MILLIS = 5_000;

/** How long an answer may take; then the connection counts as lost. The server ends statements before this. */
const ANSWER_MILLIS = 70_000;

const YOUNG_GENERATION_MEBIBYTES = 16;

export class PostgresServer {
  readonly #worker: Worker;
  readonly #failed = Promise.withResolvers<Error>();
  readonly #ended = Promise.withResolvers<undefined>();
  #isOver = false;

  /** Settles only if the thread has died by itself. */
  readonly failed = this.#failed.promise;

  constructor(url: string) {
    const data: ServerThreadData = { url, connectMillis: CONNECT_MILLIS, answerMillis: ANSWER_MILLIS };
    this.#worker = new Worker(new URL("./postgres-io.ts", import.meta.url), {
      workerData: data,
      name: "postgres-io",
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MEBIBYTES },
    });
    this.#worker.on("error", (error: unknown) => {
      this.#die(error instanceof Error ? error : new Error(String(error)));
    });
    this.#worker.on("exit", () => {
      this.#die(new Error("the thread that talks to the database server has ended"));
    });
  }

  /** For one thread of stores; the port changes hands. */
  line(): Line {
    const { port1, port2 } = new MessageChannel();
    const counts = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
    this.#send({ kind: "line", port: port1, counts }, port1);
    return { port: port2, counts };
  }

  async close(): Promise<void> {
    if (!this.#isOver) this.#send({ kind: "end" });
    this.#isOver = true;
    await this.#ended.promise;
  }

  #send(message: ToServerThread, ...transfer: Line["port"][]): void {
    this.#worker.postMessage(message, transfer);
  }

  #die(error: Error): void {
    this.#ended.resolve(undefined);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failed.resolve(error);
  }
}
