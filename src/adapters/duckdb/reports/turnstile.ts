// Lets a bounded number of pieces of work run at once; the others wait in the order in which they came, or leave. The bound may
// change; whatever runs goes on.

export class Turnstile {
  readonly #places: () => number;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(places: () => number) {
    this.#places = places;
  }

  /** Rejects with the reason of the signal where that comes first. */
  async pass<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#taken < this.#places()) this.#taken++;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#taken--;
      for (const enter of this.#waiting) {
        if (this.#taken >= this.#places()) break;
        this.#taken++;
        enter();
      }
    }
  }

  /** The place of whoever leaves goes to the one who waits for longest. */
  async #wait(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(enter);
        reject(asError(signal.reason));
      };
      const enter = (): void => {
        this.#waiting.delete(enter);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      this.#waiting.add(enter);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("the work was given up", { cause: reason });
}
