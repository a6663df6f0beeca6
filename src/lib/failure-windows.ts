// Counts failures by source, such as wrong passwords and tokens, unknown keys, or requested mails, and blocks a source
// with too many.
import type { EpochMillis } from "./clock.ts";
import { remember } from "./remember.ts";

export interface FailureWindowOptions {
  /** The number of failures of one key within `windowMillis` that blocks it. */
  readonly failuresMax: number;
  /** Infinity counts failures until the key succeeds. */
  readonly windowMillis: number;
  /** How long a key stays blocked, after which its count starts at zero; default: `windowMillis`. */
  readonly blockMillis?: number;
  /** Most keys kept; the one whose last failure is oldest is dropped first. */
  readonly keysMax: number;
}

interface Failures {
  /** Times of the failures that still count, oldest first; never more than the maximum. */
  readonly times: EpochMillis[];
  blockedUntil: number;
}

export class FailureWindows {
  readonly #options: FailureWindowOptions;
  /** Ordered by the last failure. */
  readonly #entries = new Map<string, Failures>();

  constructor(options: FailureWindowOptions) {
    this.#options = options;
  }

  /** How long the key is still blocked; 0 if it is not. */
  waitMillis(key: string, now: EpochMillis): number {
    const entry = this.#entries.get(key);
    return entry === undefined ? 0 : Math.max(0, entry.blockedUntil - now);
  }

  add(key: string, now: EpochMillis): void {
    const { failuresMax, windowMillis, blockMillis = windowMillis, keysMax } = this.#options;
    const entry = this.#entries.get(key) ?? { times: [], blockedUntil: 0 };
    const { times } = entry;
    while (times[0] !== undefined && times[0] <= now - windowMillis) times.shift();
    times.push(now);
    if (times.length >= failuresMax) {
      entry.blockedUntil = now + blockMillis;
      times.length = 0;
    }
    this.#entries.delete(key);
    remember(this.#entries, key, entry, keysMax);
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}
