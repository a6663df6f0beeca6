// Tracks whether others have used the same resource recently: a sole user may take all of it, others must share it.
import type { EpochMillis } from "./clock.ts";

const LATELY_MILLIS = 1_000;

export class Contention<Key> {
  #last: Key | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When anyone other than the last user used it. */
  #othersAt = Number.NEGATIVE_INFINITY;

  noteUse(key: Key, now: EpochMillis): void {
    if (key !== this.#last) {
      this.#othersAt = this.#lastAt;
      this.#last = key;
    }
    this.#lastAt = now;
  }

  /** Whether anyone other than `key` has used it within the last second. */
  hasOthersThan(key: Key, now: EpochMillis): boolean {
    return now - (key === this.#last ? this.#othersAt : this.#lastAt) < LATELY_MILLIS;
  }
}
