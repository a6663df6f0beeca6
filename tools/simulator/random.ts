// Reproducible randomness: the same seed gives the same plant, so that what was seen once can be seen again.

export class Random {
  #state: number;

  /** Any text is a seed. */
  constructor(seed: string) {
    this.#state = hash(seed);
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    // Source: the public-domain mulberry32 generator.
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** Whether an event of this rate falls into a span: 3 per hour over 1,200,000 ms is true in 63 % of cases. */
  happens(perHour: number, spanMillis: number): boolean {
    return this.next() < 1 - Math.exp((-perHour * spanMillis) / 3_600_000);
  }

  /** Bell-shaped noise around 0, by the method of Box and Muller. */
  noise(deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return deviation * radius * Math.cos(2 * Math.PI * this.next());
  }
}

// FNV-1a, 32 bits.
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
