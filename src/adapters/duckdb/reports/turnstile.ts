// Lets a bounded number of pieces of work run at once; the others wait in the order in which they came, or leave.

export class Turnstile {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Rejects with the reason of the signal where that comes first. */
  async pass<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free++;
      else next();
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
