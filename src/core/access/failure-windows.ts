// Counts what should not happen often, by whoever it is that does it: wrong passwords, unknown keys, mails that are asked for.
import type { EpochMillis } from "../../lib/clock.ts";
import { remember } from "../../lib/remember.ts";

interface Failures {
  /** Times of the failures that still count, oldest first; never more than the maximum. */
  times: EpochMillis[];
  blockedUntil: number;
}

/**
 * A window of failures, or of whatever else should not happen often, for each key, with a bound on the keys: after the
 * last that is allowed there is a wait of one window.
 */
export class FailureWindows {
  readonly #failuresMax: number;
  readonly #windowMillis: number;
  readonly #entriesMax: number;
  /** In order of the last failure. */
  readonly #entries = new Map<string, Failures>();

  constructor(failuresMax: number, windowMillis: number, entriesMax: number) {
    this.#failuresMax = failuresMax;
    this.#windowMillis = windowMillis;
    this.#entriesMax = entriesMax;
  }

  waitMillis(key: string, now: EpochMillis): number {
    const entry = this.#entries.get(key);
    return entry === undefined ? 0 : Math.max(0, entry.blockedUntil - now);
  }

  add(key: string, now: EpochMillis): void {
    const entry = this.#entries.get(key) ?? { times: [], blockedUntil: 0 };
    entry.times = entry.times.filter((time) => time > now - this.#windowMillis);
    entry.times.push(now);
    if (entry.times.length >= this.#failuresMax) {
      entry.blockedUntil = now + this.#windowMillis;
      entry.times = [];
    }
    this.#entries.delete(key);
    remember(this.#entries, key, entry, this.#entriesMax);
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}
