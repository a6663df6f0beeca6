// Whether somebody else has been here lately: who is alone may have all there is, who is not leaves some to the others.
import type { EpochMillis } from "./clock.ts";

const LATELY_MILLIS = 1_000;

export class Company<Key> {
  #last: Key | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** When anybody but the last one was here. */
  #othersAt = Number.NEGATIVE_INFINITY;

  note(key: Key, now: EpochMillis): void {
    if (key !== this.#last) {
      this.#othersAt = this.#lastAt;
      this.#last = key;
    }
    this.#lastAt = now;
  }

  /** Whether anybody but `key` has been noted within the last second. */
  has(key: Key, now: EpochMillis): boolean {
    return now - (key === this.#last ? this.#othersAt : this.#lastAt) < LATELY_MILLIS;
  }
}
