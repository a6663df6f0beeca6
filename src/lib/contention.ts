// Whether others have used the same thing lately: who is alone may take all of it, who is not leaves some to the others.
import type { EpochMillis } from "./clock.ts";

const LATELY_MILLIS = 1_000;

export class Contention<Key> {
  #last: Key | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When anybody but the last one used it. */
  #othersAt = Number.NEGATIVE_INFINITY;

  noteUse(key: Key, now: EpochMillis): void {
    if (key !== this.#last) {
      this.#othersAt = this.#lastAt;
      this.#last = key;
    }
    this.#lastAt = now;
  }

  /** Whether anybody but `key` has used it within the last second. */
  hasOthersThan(key: Key, now: EpochMillis): boolean {
    return now - (key === this.#last ? this.#othersAt : this.#lastAt) < LATELY_MILLIS;
  }
}
