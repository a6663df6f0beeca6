// Statements of reports pass side by side; work that must not come beside them has its turn as soon as none runs, and those that
// come meanwhile wait for its end.

export class StatementGate {
  #running = 0;
  #waiting: (() => Promise<void>) | undefined;
  #closed: Promise<void> | undefined;

  async pass<Result>(statement: () => Promise<Result>): Promise<Result> {
    while (this.#closed !== undefined) await this.#closed;
    this.#running++;
    try {
      return await statement();
    } finally {
      this.#running--;
      this.#close();
    }
  }

  /** Work that waits already is replaced. The work tells of its own failures. */
  whenNoneRuns(work: () => Promise<void>): void {
    this.#waiting = work;
    this.#close();
  }

  #close(): void {
    const work = this.#waiting;
    if (work === undefined || this.#running > 0 || this.#closed !== undefined) return;
    this.#waiting = undefined;
    this.#closed = work().finally(() => {
      this.#closed = undefined;
      this.#close();
    });
  }
}
