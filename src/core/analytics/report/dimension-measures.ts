// Measures of attributes and entity fields. They are computed over the distinct devices of a group, so each device
// counts once, however many samples it has. Source: analytics contract 3.4, 3.5.
import { compareTexts } from "../expressions/text-values.ts";
import type { Aggregation } from "../view/table-view.ts";
import { canonicalText, numberIn } from "./filters.ts";
import { groupCell, typeOfCell } from "./group-by.ts";
import type { Cell } from "./report-engine.ts";

const LIST_MAX = 100;

/** `values`: one per device of the group. Numeric functions ignore texts that are not numbers. */
export function aggregateDimensions(aggregation: Aggregation, values: readonly Cell[]): Cell {
  const { combine, perSeries } = aggregation;
  if (perSeries !== true) return aggregated(aggregation, values);
  const single = values.map((value) => aggregated(aggregation, value === null ? [] : [value]));
  return combined(combine ?? "avg", single);
}

function combined(rule: NonNullable<Aggregation["combine"]>, values: readonly Cell[]): Cell {
  const fn = rule === "sum" || rule === "min" || rule === "max" ? rule : "avg";
  return aggregated({ fn }, values);
}

function aggregated({ fn, p = 0.5 }: Aggregation, values: readonly Cell[]): Cell {
  const present = values.filter((value) => value !== null);
  switch (fn) {
    case "count":
      return present.length;
    case "countDistinct":
      return new Set(present.map(canonicalText)).size;
    case "min":
      return extreme(present, -1);
    case "max":
      return extreme(present, 1);
    case "mode":
      return mostFrequent(present);
    case "onlyValue":
      return onlyValue(present);
    case "list":
      return listed(present);
    default:
      return ofNumbers(
        fn,
        p,
        present.map(numberOf).filter((number) => number !== null),
      );
  }
}

function ofNumbers(fn: Aggregation["fn"], p: number, numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const finite = (value: number): number | null => (Number.isFinite(value) ? (value === 0 ? 0 : value) : null);
  switch (fn) {
    case "sum":
      return finite(sum(numbers));
    case "avg":
      return finite(sum(numbers) / numbers.length);
    case "range": {
      const sorted = ascending(numbers);
      return finite((sorted.at(-1) ?? 0) - (sorted[0] ?? 0));
    }
    case "median":
      return finite(quantile(ascending(numbers), 0.5));
    case "percentile":
      return finite(quantile(ascending(numbers), p));
    case "variance":
      return variance(numbers, finite);
    case "stddev": {
      const found = variance(numbers, finite);
      return found === null ? null : Math.sqrt(found);
    }
    default:
      // Functions over time on dimensions are rejected when the view is parsed.
      return null;
  }
}

function numberOf(value: Exclude<Cell, null>): number | null {
  return typeof value === "boolean" ? Number(value) : numberIn(value);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function ascending(numbers: readonly number[]): readonly number[] {
  return [...numbers].sort((left, right) => left - right);
}

/** Interpolates linearly between the neighbours of rank p·(N−1). */
function quantile(sorted: readonly number[], p: number): number {
  const rank = p * (sorted.length - 1);
  const low = sorted[Math.floor(rank)] ?? 0;
  const high = sorted[Math.ceil(rank)] ?? low;
  return low + (high - low) * (rank - Math.floor(rank));
}

/** Sample variance: divides by N − 1. */
function variance(numbers: readonly number[], finite: (value: number) => number | null): number | null {
  if (numbers.length < 2) return null;
  const mean = sum(numbers) / numbers.length;
  return finite(sum(numbers.map((number) => (number - mean) ** 2)) / (numbers.length - 1));
}

/** Compares numbers by value; compares by code point only if none of the values is a number. */
function extreme(values: readonly Exclude<Cell, null>[], sign: 1 | -1): Cell {
  const numbers = values.map(numberOf).filter((number) => number !== null);
  if (numbers.length > 0) return numbers.reduce((best, number) => ((number - best) * sign > 0 ? number : best));
  const texts = values.filter((value) => typeof value === "string");
  if (texts.length === 0) return null;
  return texts.reduce((best, text) => (compareTexts(text, best) * sign > 0 ? text : best));
}

function mostFrequent(values: readonly Exclude<Cell, null>[]): Cell {
  let best: { readonly text: string; readonly values: readonly Cell[] } | undefined;
  for (const [text, found] of Map.groupBy(values, canonicalText))
    if (
      best === undefined ||
      found.length > best.values.length ||
      (found.length === best.values.length && compareTexts(text, best.text) < 0)
    )
      best = { text, values: found };
  return best === undefined ? null : groupCell(best.values);
}

function onlyValue(values: readonly Exclude<Cell, null>[]): Cell {
  return new Set(values.map(canonicalText)).size === 1 ? groupCell(values) : null;
}

/** Sorted numerically if all values are numbers, otherwise by code point. */
function listed(values: readonly Exclude<Cell, null>[]): Cell {
  if (values.length === 0) return null;
  const isNumeric = values.every((value) => typeOfCell(value) === "number");
  // JavaScript compares bigints of any size exactly, also with doubles.
  const ordered = isNumeric ? [...values].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0)) : values;
  const distinct = [...new Set(ordered.map(canonicalText))];
  const texts = isNumeric ? distinct : distinct.sort(compareTexts);
  return texts.length > LIST_MAX ? `${texts.slice(0, LIST_MAX).join(", ")}, …` : texts.join(", ");
}
