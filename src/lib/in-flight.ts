// Knows which pieces of work are under way, so that somebody can wait for those that began before a moment.

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

  /** Resolves when everything that is under way now has ended, well or badly. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#work);
  }
}
