// The first rows of an order, kept while rows come in any order: what lies beyond the page is forgotten on the way, so that
// memory follows the page and not the number of entities.
import { JsonText, type Value } from "../values.ts";
import type { Fact } from "./entity-query.ts";

interface Row {
  readonly id: string;
  readonly value: Value | null;
}

/** Rows gathered beyond those kept before they are sorted and cut. */
const SLACK = 1024;

export class SortedRows {
  readonly #direction: 1 | -1;
  readonly #kept: number;
  #rows: Row[] = [];
  /** The last row that is kept; what comes after it need not be gathered. */
  #worst: Row | undefined;

  /** `kept` is how many rows of the order are of interest. */
  constructor(order: "ASC" | "DESC", kept: number) {
    this.#direction = order === "DESC" ? -1 : 1;
    this.#kept = kept;
  }

  add(id: string, fact: Fact | null): void {
    const row = { id, value: fact === null ? null : fact.value };
    if (this.#worst !== undefined && this.#compare(row, this.#worst) > 0) return;
    this.#rows.push(row);
    if (this.#rows.length >= this.#kept + SLACK + this.#kept) this.#cut();
  }

  /** The ids of a part of the order. */
  ids(from: number, to: number): readonly string[] {
    this.#rows.sort((one, other) => this.#compare(one, other));
    return this.#rows.slice(from, Math.min(to, this.#kept)).map(({ id }) => id);
  }

  #cut(): void {
    this.#rows.sort((one, other) => this.#compare(one, other));
    this.#rows.length = this.#kept;
    this.#worst = this.#rows.at(-1);
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
