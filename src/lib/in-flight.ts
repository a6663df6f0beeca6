// Tracks running work, so that a stop, or a reader of its results, can wait for it.

export class InFlight {
  readonly #work = new Set<Promise<unknown>>();

  /** Runs the work; it is tracked until its promise settles. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = work();
    this.#work.add(running);
    try {
      return await running;
    } finally {
      this.#work.delete(running);
    }
  }

  /** Tracks background work that handles its own failures. */
  add(work: Promise<void>): void {
    const running = work.finally(() => this.#work.delete(running));
    this.#work.add(running);
  }

  /** Resolves when all work that is running now has settled. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#work);
  }

  /** Resolves when no work is left, including work that starts in the meantime. */
  async drained(): Promise<void> {
    while (this.#work.size > 0) await this.settled();
  }
}
