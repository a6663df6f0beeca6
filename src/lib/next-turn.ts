// Gives other work a turn in the middle of long work: what has arrived meanwhile is served first.

/** Resolves when the event loop has gone around once. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Says when a loop over many things has handled so many of them that others should have their turn. */
export class Turns {
  readonly #things: number;
  #handled = 0;

  constructor(things: number) {
    this.#things = things;
  }

  /** Counts what is handled next, `many` things at once. */
  isDue(many = 1): boolean {
    this.#handled += many;
    if (this.#handled <= this.#things) return false;
    this.#handled = 0;
    return true;
  }
}
