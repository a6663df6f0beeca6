// The mean of the last durations, for telling callers when a place is likely to be free.

const REMEMBERED = 100;

export class MeanDuration {
  readonly #last: number[] = [];
  #next = 0;
  #sum = 0;

  add(millis: number): void {
    this.#sum += millis - (this.#last[this.#next] ?? 0);
    this.#last[this.#next] = millis;
    this.#next = (this.#next + 1) % REMEMBERED;
  }

  /** Milliseconds; 0 before the first. */
  get millis(): number {
    return this.#last.length === 0 ? 0 : this.#sum / this.#last.length;
  }
}
