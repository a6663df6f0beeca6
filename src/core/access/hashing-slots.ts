// Bounds how many password hashes run at a time, so that a flood of logins cannot take the processors and the memory from
// ingest. Those beyond it wait in order of arrival; when too many wait, the next is refused.
import { DomainError } from "../errors.ts";

export interface HashingBounds {
  /** Hashes that run at a time. */
  readonly parallelMax: number;
  /** Those that may wait for their turn; one more is refused as `rate-limited`. */
  readonly waitingMax: number;
}

const RETRY_AFTER_SECONDS = 2;

export class HashingSlots {
  readonly #bounds: HashingBounds;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #refused = 0;

  constructor(bounds: HashingBounds) {
    this.#bounds = bounds;
  }

  get counts(): { readonly running: number; readonly waiting: number; readonly refused: number } {
    return { running: this.#running, waiting: this.#waiting.length, refused: this.#refused };
  }

  /** Runs `work` when a slot is free. Throws `rate-limited` where too many wait already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#bounds.parallelMax) await this.#turn();
    else this.#running++;
    try {
      return await work();
    } finally {
      // The slot goes to the next in line as it is, so that nobody who arrives now can overtake it.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#bounds.waitingMax) {
      this.#refused++;
      throw new DomainError("rate-limited", "too many logins are waiting; try again in a moment", {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        limit: { name: "security.hashing.waitingMax", value: this.#bounds.waitingMax },
      });
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
