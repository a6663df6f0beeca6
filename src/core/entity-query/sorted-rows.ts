// The first rows of an order, kept while rows come in any order: what lies beyond the page is forgotten on the way, so that
// memory follows the page and not the number of entities.
import { invalid } from "../errors.ts";
import { JsonText, type Value } from "../values.ts";
import type { Fact } from "./entity-query.ts";
import { textLength } from "./held-text.ts";

interface Row {
  readonly id: string;
  readonly value: Value | null;
}

/** Rows gathered beyond those kept before they are sorted and cut. */
const SLACK = 1024;

export class SortedRows {
  readonly #direction: 1 | -1;
  readonly #kept: number;
  readonly #charsMax: number;
  #chars = 0;
  #rows: Row[] = [];
  /** The last row that is kept; what comes after it need not be gathered. */
  #worst: Row | undefined;

  /**
   * `kept` is how many rows of the order are of interest; `charsMax` how many characters their values may have together.
   * Those of rows that have not been passed over yet may have as many again.
   */
  constructor(order: "ASC" | "DESC", kept: number, charsMax: number) {
    this.#charsMax = charsMax;
    this.#direction = order === "DESC" ? -1 : 1;
    this.#kept = kept;
  }

  /** Throws `invalid` where the values of the rows kept are too long. */
  add(id: string, fact: Fact | null): void {
    const row = { id, value: fact === null ? null : fact.value };
    if (this.#worst !== undefined && this.#compare(row, this.#worst) > 0) return;
    this.#rows.push(row);
    this.#chars += charsOf(row);
    if (this.#rows.length >= this.#kept + SLACK + this.#kept || this.#chars > 2 * this.#charsMax) this.#cut();
  }

  /** The ids of a part of the order. */
  ids(from: number, to: number): readonly string[] {
    this.#rows.sort((one, other) => this.#compare(one, other));
    return this.#rows.slice(from, Math.min(to, this.#kept)).map(({ id }) => id);
  }

  #cut(): void {
    this.#rows.sort((one, other) => this.#compare(one, other));
    if (this.#rows.length >= this.#kept) {
      this.#rows.length = this.#kept;
      this.#worst = this.#rows.at(-1);
    }
    this.#chars = this.#rows.reduce((chars, row) => chars + charsOf(row), 0);
    if (this.#chars > this.#charsMax)
      throw invalid(
        `the values that a query sorts by may have ${String(this.#charsMax)} characters up to its page (half of entityQuery.maxHeldMebibytes), got ${String(this.#chars)}; narrow the query, or sort by another key`,
      );
  }

  /** Entities without a value come last in either direction; among equals the id ascends. */
  #compare(one: Row, other: Row): number {
    if (one.value === null || other.value === null) {
      if (one.value !== other.value) return one.value === null ? 1 : -1;
      return compareTexts(one.id, other.id);
    }
    return this.#direction * compareValues(one.value, other.value) || compareTexts(one.id, other.id);
  }
}

function charsOf({ value }: Row): number {
  return value === null ? 0 : textLength(value);
}

/** Booleans before numbers before texts. */
function compareValues(one: Value, other: Value): number {
  const [rank, otherRank] = [rankOf(one), rankOf(other)];
  if (rank !== otherRank) return rank - otherRank;
  if (rank === 2) return compareTexts(textOf(one), textOf(other));
  return one < other ? -1 : one > other ? 1 : 0;
}

function rankOf(value: Value): 0 | 1 | 2 {
  if (typeof value === "boolean") return 0;
  return typeof value === "number" || typeof value === "bigint" ? 1 : 2;
}

function textOf(value: Value): string {
  return value instanceof JsonText ? value.text : String(value);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
