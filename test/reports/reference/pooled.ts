// One value for a set of values: the functions that look at all samples of a group, or at the devices of one.
// Source: analytics contract 3.5, 3.6.
import type { Aggregation } from "../../../src/core/analytics/view/table-view.ts";
import type { Cell } from "./reference-input.ts";
import { canonical, compareTexts, finite, numbersOf, sharedCell, withNumber } from "./values.ts";
import type { Value } from "../../../src/core/values.ts";
import { JsonText } from "../../../src/core/values.ts";

const LISTED_MOST = 100;
const NUMERIC: ReadonlySet<string> = new Set(["sum", "avg", "range", "median", "percentile", "stddev", "variance"]);

/** The values as a function looks at them, where no cast says what texts are. */
export function readFor({ fn }: Aggregation, values: readonly Value[]): readonly Value[] {
  return NUMERIC.has(fn) || fn === "min" || fn === "max" ? values.map(withNumber) : values;
}

/** `values` are those that are not skipped by a cast. */
export function pool({ fn, p = 0.5 }: Aggregation, values: readonly Value[]): Cell {
  const numbers = numbersOf(values);
  switch (fn) {
    case "count":
      return values.length;
    case "countDistinct":
      return new Set(values.map(canonical)).size;
    case "sum":
      return numbers.length === 0 ? null : finite(sum(numbers));
    case "avg":
      return numbers.length === 0 ? null : finite(sum(numbers) / numbers.length);
    case "min":
    case "max":
      return extreme(fn, values);
    case "range":
      return numbers.length === 0 ? null : finite(Math.max(...numbers) - Math.min(...numbers));
    case "median":
      return atRank(numbers, 0.5);
    case "percentile":
      return atRank(numbers, p);
    case "variance":
      return variance(numbers);
    case "stddev": {
      const squared = variance(numbers);
      return squared === null ? null : finite(Math.sqrt(squared));
    }
    case "mode":
      return mode(values);
    case "onlyValue":
      return new Set(values.map(canonical)).size === 1 ? sharedCell(values) : null;
    case "list":
      return list(values);
    default:
      throw new Error(`${fn} is not computed from a set`);
  }
}

/** How many of the values a function leaves out. */
export function skippedBy({ fn }: Aggregation, values: readonly Value[]): number {
  const others = values.length - numbersOf(values).length;
  if (NUMERIC.has(fn)) return others;
  if (fn !== "min" && fn !== "max") return 0;
  return others < values.length ? others : values.filter((value) => value instanceof JsonText).length;
}

export function extreme(fn: "min" | "max", values: readonly Cell[]): Cell {
  const numbers = numbersOf(values);
  if (numbers.length > 0) return finite(fn === "min" ? Math.min(...numbers) : Math.max(...numbers));
  const texts = values.filter((value) => typeof value === "string").sort(compareTexts);
  return (fn === "min" ? texts[0] : texts.at(-1)) ?? null;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Linear between the neighbours of rank p·(N−1). */
function atRank(numbers: readonly number[], p: number): number | null {
  const sorted = [...numbers].sort((left, right) => left - right);
  const rank = p * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return low === undefined || high === undefined ? null : finite(low + (high - low) * (rank - Math.floor(rank)));
}

function variance(numbers: readonly number[]): number | null {
  if (numbers.length < 2) return null;
  const mean = sum(numbers) / numbers.length;
  return finite(sum(numbers.map((number) => (number - mean) ** 2)) / (numbers.length - 1));
}

function mode(values: readonly Value[]): Cell {
  const found = new Map<string, Value[]>();
  for (const value of values) found.set(canonical(value), [...(found.get(canonical(value)) ?? []), value]);
  const [best] = [...found].sort(
    ([text, some], [other, others]) => others.length - some.length || compareTexts(text, other),
  );
  return best === undefined ? null : sharedCell(best[1]);
}

function list(values: readonly Value[]): Cell {
  if (values.length === 0) return null;
  const isNumeric = values.every((value) => typeof value === "number" || typeof value === "bigint");
  const texts = [...new Set(values.map(canonical))].sort((left, right) =>
    isNumeric ? Number(left) - Number(right) : compareTexts(left, right),
  );
  const shown = texts.slice(0, LISTED_MOST).join(", ");
  return texts.length > LISTED_MOST ? `${shown}, …` : shown;
}
