// Engine settings that change while it runs: its threads, and how much of a checkpoint may go into merging. Applies one
// change at a time, and only to the latest target. The engine counts the callers that wait for its answers as one
// thread. With one thread it therefore has none of its own, and a statement that nobody waits for makes no progress.

export interface Tuning {
  readonly threads: number;
  /** Maximum number of merges of underfilled row groups in one checkpoint; each rewrites some groups. */
  readonly mergesMax: number;
}

export class EngineTuning {
  readonly #change: (tuning: Tuning) => Promise<void>;
  /** Undefined before the first change, and after a failed one. */
  #present: Tuning | undefined;
  #target: Tuning | undefined;
  #changing: Promise<void> | undefined;

  constructor(change: (tuning: Tuning) => Promise<void>) {
    this.#change = change;
  }

  /** Resolves when the engine has the latest target. */
  async set(tuning: Tuning): Promise<void> {
    this.#target = tuning;
    if (this.#changing === undefined && isSame(this.#present, tuning)) return;
    this.#changing ??= this.#run();
    await this.#changing;
  }

  /** Resolves when nothing is being changed. */
  async settled(): Promise<void> {
    await this.#changing;
  }

  async #run(): Promise<void> {
    try {
      while (this.#target !== undefined && !isSame(this.#present, this.#target)) {
        const tuning = this.#target;
        await this.#change(tuning);
        this.#present = tuning;
      }
    } catch {
      // An engine that was closed meanwhile needs no tuning; in any other case the next call tries again.
      this.#present = undefined;
    } finally {
      this.#changing = undefined;
    }
  }
}

function isSame(one: Tuning | undefined, other: Tuning): boolean {
  return one?.threads === other.threads && one.mergesMax === other.mergesMax;
}
