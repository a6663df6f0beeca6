// Yields to the event loop during long work, so that what has arrived in the meantime is served first.

/** Resolves after one turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Tells a loop when it has processed enough items to yield to other work. */
export class Turns {
  readonly #things: number;
  #handled = 0;

  constructor(things: number) {
    this.#things = things;
  }

  /** Counts `many` items and returns whether it is time to yield. */
  isDue(many = 1): boolean {
    this.#handled += many;
    if (this.#handled <= this.#things) return false;
    this.#handled = 0;
    return true;
  }
}
