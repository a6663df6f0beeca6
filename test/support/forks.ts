// The processes that run the test files, each with the files it was given last: where one dies, those get a second run.
import { ForksPoolWorker, type PoolRunnerInitializer, type WorkerRequest } from "vitest/node";

/** The files that a process was running when it died, or had just run. */
export type Death = readonly string[];

/** Of the pool and of its processes: those of another name would not be used again. */
const NAME = "watched-forks";

export class Forks implements PoolRunnerInitializer {
  readonly name = NAME;
  readonly deaths: Death[] = [];

  readonly createPoolWorker: PoolRunnerInitializer["createPoolWorker"] = (options) =>
    new WatchedFork(options, (files, how) => {
      this.deaths.push(files);
      process.stderr.write(`A process of tests ended with ${how}. It was given ${files.join(", ")}.\n`);
    });
}

class WatchedFork extends ForksPoolWorker {
  override readonly name = NAME;
  readonly #onDeath: (files: Death, how: string) => void;
  #files: Death = [];
  #isStopping = false;

  constructor(options: ConstructorParameters<typeof ForksPoolWorker>[0], onDeath: (files: Death, how: string) => void) {
    super(options);
    this.#onDeath = onDeath;
  }

  override async start(): Promise<void> {
    await super.start();
    this.on("exit", (...[code, signal]: unknown[]) => {
      if (!this.#isStopping) this.#onDeath(this.#files, `code ${String(code)}, signal ${String(signal)}`);
    });
  }

  override send(message: WorkerRequest): void {
    if (message.type === "run") this.#files = message.context.files.map(({ filepath }) => filepath);
    // Once the tests are done a process may end however it likes.
    if (message.type === "stop") this.#isStopping = true;
    super.send(message);
  }

  override stop(): Promise<void> {
    this.#isStopping = true;
    return super.stop();
  }
}
