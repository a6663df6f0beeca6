// Random choices that can be repeated: everything follows from one seed, which the test prints.

/** The generator "mulberry32": small, fast, and good enough to choose which byte to break. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 to `bound` - 1. */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError("nothing to pick from");
    return item;
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; at++) bytes[at] = this.below(256);
    return bytes;
  }
}
