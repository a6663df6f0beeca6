// Work that is under way, so that a stop, or a reader of its results, can wait for it.

export class InFlight {
  readonly #work = new Set<Promise<unknown>>();

  /** Does the work; it counts as under way until its promise has settled. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = work();
    this.#work.add(running);
    try {
      return await running;
    } finally {
      this.#work.delete(running);
    }
  }

  /** Work in the background, which handles its own failures. */
  add(work: Promise<void>): void {
    const running = work.finally(() => this.#work.delete(running));
    this.#work.add(running);
  }

  /** Resolves when everything that is under way now has ended, well or badly. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#work);
  }

  /** The same, with what begins meanwhile. */
  async drained(): Promise<void> {
    while (this.#work.size > 0) await this.settled();
  }
}
