// Counts what should not happen often, by source: wrong passwords and tokens, unknown keys, mails that are asked for.
import type { EpochMillis } from "./clock.ts";
import { remember } from "./remember.ts";

export interface FailureWindowOptions {
  /** Failures of one key within `windowMillis`; the last of them blocks it. */
  readonly failuresMax: number;
  /** Infinity: until the key is forgotten after a success. */
  readonly windowMillis: number;
  /** How long a key stays blocked, and then starts again from none; left out, `windowMillis`. */
  readonly blockMillis?: number;
  /** Keys remembered; the one that failed longest ago is forgotten first. */
  readonly keysMax: number;
}

interface Failures {
  /** When those happened that still count, oldest first; never more than the maximum. */
  readonly times: EpochMillis[];
  blockedUntil: number;
}

export class FailureWindows {
  readonly #options: FailureWindowOptions;
  /** In order of the last failure. */
  readonly #entries = new Map<string, Failures>();

  constructor(options: FailureWindowOptions) {
    this.#options = options;
  }

  /** For how long the key is still blocked; 0 where it is not. */
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
