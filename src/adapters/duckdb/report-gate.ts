// A readers-writer lock: reports read concurrently, and work that must not overlap with their transactions runs as soon
// as none of them reads. Reports that arrive during that work wait for its end.

export class ReportGate {
  #reading = 0;
  #waiting: (() => Promise<void>) | undefined;
  #closed: Promise<void> | undefined;

  /** Resolves once the report may read, with a function that the report must call once when it ends. */
  async enter(): Promise<() => void> {
    while (this.#closed !== undefined) await this.#closed;
    this.#reading++;
    return () => {
      this.#reading--;
      this.#close();
    };
  }

  /** Runs `work` when no report reads; replaces work that still waits. The work must not reject. */
  whenNoneReads(work: () => Promise<void>): void {
    this.#waiting = work;
    this.#close();
  }

  #close(): void {
    const work = this.#waiting;
    if (work === undefined || this.#reading > 0 || this.#closed !== undefined) return;
    this.#waiting = undefined;
    this.#closed = work().finally(() => {
      this.#closed = undefined;
      this.#close();
    });
  }
}
