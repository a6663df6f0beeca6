// Counts the text of stored values that a query has in memory: a value may be megabytes, and a step takes many entities.
// Source: REST contract 13.
import { JsonText, type Value } from "../values.ts";

/** Characters read from the store between two turns of others: a few milliseconds of work. */
export const READ_CHARS_MAX = 4_000_000;

/** A step has read more than may be held; it is taken again with fewer entities. */
export class TooMuchText extends Error {}

export class HeldText {
  readonly #charsMax: number;
  readonly #refusal: () => Error;
  #chars = 0;

  /** `refusal` is what is thrown once there are more than `charsMax` characters. */
  constructor(charsMax: number, refusal: () => Error) {
    this.#charsMax = charsMax;
    this.#refusal = refusal;
  }

  /** At most a quarter of what may be held: twice as many entities will do as well. */
  get isSlight(): boolean {
    return this.#chars <= this.#charsMax / 4;
  }

  add(chars: number): void {
    this.#chars += chars;
    if (this.#chars > this.#charsMax) throw this.#refusal();
  }
}

/** Characters of a text; numbers and booleans have none, as their memory is bounded by their count. */
export function textLength(value: Value): number {
  if (typeof value === "string") return value.length;
  return value instanceof JsonText ? value.text.length : 0;
}
