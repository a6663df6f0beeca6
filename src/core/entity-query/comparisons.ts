// Compares the values of entities with conditions and search texts, and gives others their turn in between: a value may be
// megabytes of text, and a query may have a thousand conditions on it. Source: REST contract 13.
import { nextTurn } from "../../lib/next-turn.ts";
import { invalid } from "../errors.ts";
import { JsonText, type Value } from "../values.ts";
import type { EntityFacts } from "./entity-facts.ts";
import type { EntityKey, KeyFilter, Predicate } from "./entity-query.ts";
import { factText, meets } from "./predicates.ts";

/** Characters compared between two turns of others: a few milliseconds of work. */
const CHARS_A_TURN = 4_000_000;
/** What a comparison costs whatever is compared, and about what a number or boolean has as text; in characters. */
const CHARS_AT_LEAST = 16;

export class Comparisons {
  readonly #valueCharsMax: number;
  readonly #signal: AbortSignal | undefined;
  #charsOfTurn = 0;

  /**
   * `valueCharsMax`: characters that the conditions of a query compare with one value together, which is what cannot be
   * interrupted; setting `entityQuery.maxComparedMebibytes`.
   */
  constructor(valueCharsMax: number, signal: AbortSignal | undefined) {
    this.#valueCharsMax = valueCharsMax;
    this.#signal = signal;
  }

  /** The rows whose value meets the condition. Throws `invalid` for a value that is too long, and the reason of the signal. */
  async meeting(
    facts: EntityFacts,
    rows: readonly number[],
    { key, predicate }: KeyFilter,
  ): Promise<readonly number[]> {
    await facts.load(key, rows);
    const comparisons = countOf(predicate);
    const met: number[] = [];
    for (const row of rows) {
      const fact = facts.get(key, row);
      if (this.#isDue(comparisons, fact === null ? 0 : lengthOf(fact.value), key)) await this.#rest();
      if (meets(fact, predicate)) met.push(row);
    }
    return met;
  }

  /** The rows whose value has this text in it, which is in lower case. Throws the same. */
  async containing(
    facts: EntityFacts,
    rows: readonly number[],
    key: EntityKey,
    text: string,
  ): Promise<readonly number[]> {
    await facts.load(key, rows);
    const found: number[] = [];
    for (const row of rows) {
      const fact = facts.get(key, row);
      if (fact === null) continue;
      if (this.#isDue(1, lengthOf(fact.value), key)) await this.#rest();
      if (factText(fact.value).toLowerCase().includes(text)) found.push(row);
    }
    return found;
  }

  #isDue(comparisons: number, length: number, { key }: EntityKey): boolean {
    const chars = comparisons * (length + CHARS_AT_LEAST);
    if (chars > this.#valueCharsMax)
      throw invalid(
        `the conditions may compare ${String(this.#valueCharsMax)} characters with one value (entityQuery.maxComparedMebibytes), ` +
          `a value of "${key.slice(0, 64)}" with ${String(length)} characters makes ${String(chars)}; use fewer conditions`,
      );
    this.#charsOfTurn += chars;
    return this.#charsOfTurn > CHARS_A_TURN;
  }

  async #rest(): Promise<void> {
    this.#charsOfTurn = 0;
    await nextTurn();
    this.#signal?.throwIfAborted();
  }
}

function countOf(predicate: Predicate): number {
  if (predicate.kind !== "all" && predicate.kind !== "any") return 1;
  return predicate.predicates.reduce((count, each) => count + countOf(each), 0);
}

function lengthOf(value: Value): number {
  if (typeof value === "string") return value.length;
  return value instanceof JsonText ? value.text.length : CHARS_AT_LEAST;
}
