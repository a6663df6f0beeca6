// Whether a value meets a filter: equality in canonical form, order, patterns, and what each of them makes of a missing
// value. The engine says the same of samples in its own words. Source: analytics contract 2.8, 3.7.
import { JsonText } from "../../../values.ts";
import { compareTexts, foldedText, numberOfText } from "../../expressions/text-values.ts";
import type { Cell, SampleFilter } from "../report-engine.ts";
import { isLike } from "./wildcard.ts";

export type CellTest = (cell: Cell) => boolean;
type Present = Exclude<Cell, null>;

/**
 * A number in its shortest form, `true` or `false`, a text as it is, JSON compact: values of one canonical text are equal,
 * so that 5 is "5" and never "05".
 */
export function canonicalText(value: Present): string {
  if (typeof value === "string") return value;
  return value instanceof JsonText ? value.text : String(value);
}

/**
 * The condition as a function of one value. The values of the filter fit its operator (view/filter-values.ts); what no
 * values at all mean has been settled by the caller, but for `isMissing` and `isPresent`, which take none.
 */
export function cellTest(filter: SampleFilter): CellTest {
  switch (filter.operator) {
    case "in":
    case "eq":
      return equalToAny(filter);
    case "notIn":
    case "ne": {
      const isEqual = equalToAny(filter);
      return (cell) => !isEqual(cell);
    }
    case "contains":
      return anyText(filter, (text, part) => text.includes(part));
    case "startsWith":
      return anyText(filter, (text, part) => text.startsWith(part));
    case "endsWith":
      return anyText(filter, (text, part) => text.endsWith(part));
    case "matches":
      return anyText(filter, isLike);
    case "gt":
      return ordered(filter, ([bound]) => bound > 0);
    case "gte":
      return ordered(filter, ([bound]) => bound >= 0);
    case "lt":
      return ordered(filter, ([bound]) => bound < 0);
    case "lte":
      return ordered(filter, ([bound]) => bound <= 0);
    case "between":
      return filter.valueType === "time"
        ? ordered(filter, ([low, high]) => low >= 0 && high < 0)
        : ordered(filter, ([low, high]) => low >= 0 && high <= 0);
    case "isMissing":
      return (cell) => cell === null;
    case "isPresent":
      return (cell) => cell !== null;
  }
}

/** Of what holds times: a range of times leaves out its end. Equality is that of any value, as text in a table shows it. */
export function ofTimes<Given extends SampleFilter>(filter: Given): Given {
  return filter.operator === "between" && filter.valueType === "auto" ? { ...filter, valueType: "time" } : filter;
}

/** Missing is equal to a listed null only. A value that cannot be read as the type that is compared equals nothing. */
function equalToAny({ values, valueType, caseSensitive }: SampleFilter): CellTest {
  const read = comparable(valueType, caseSensitive);
  const wanted = new Set<string | number | boolean>();
  for (const value of values) {
    const key = value === null ? undefined : read(value);
    if (key !== undefined) wanted.add(key);
  }
  const hasMissing = values.includes(null);
  return (cell) => {
    if (cell === null) return hasMissing;
    const key = read(cell);
    return key !== undefined && wanted.has(key);
  };
}

/** What is compared in place of a value; undefined where it is no value of the type. */
function comparable(
  valueType: SampleFilter["valueType"],
  caseSensitive: boolean,
): (value: Present) => string | number | boolean | undefined {
  switch (valueType) {
    case "number":
      return numberOf;
    case "time":
      return (value) => (typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined);
    case "boolean":
      return booleanOf;
    case "auto":
    case "text":
      return caseSensitive ? canonicalText : (value) => foldedText(canonicalText(value));
  }
}

/** As the cast of that name. Source: 2.7. */
function numberOf(value: Present): number | undefined {
  if (typeof value === "string") return numberOfText(value) ?? undefined;
  return value instanceof JsonText ? undefined : Number(value);
}

function booleanOf(value: Present): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value === "number" || typeof value === "bigint") return Number(value) !== 0;
  if (value instanceof JsonText) return undefined;
  const word = value.toLowerCase();
  return word === "true" ? true : word === "false" ? false : undefined;
}

function anyText({ values, caseSensitive }: SampleFilter, holds: (text: string, wanted: string) => boolean): CellTest {
  const folded = (text: string): string => (caseSensitive ? text : foldedText(text));
  const wanted = values.flatMap((value) => (value === null ? [] : [folded(canonicalText(value))]));
  return (cell) => {
    if (cell === null) return false;
    const text = folded(canonicalText(cell));
    return wanted.some((each) => holds(text, each));
  };
}

/** `holds` sees how the value stands to the bounds: negative, zero or positive. */
function ordered(filter: SampleFilter, holds: (orders: readonly [number, number]) => boolean): CellTest {
  return filter.valueType === "text" ? orderedTexts(filter, holds) : orderedNumbers(filter, holds);
}

function orderedTexts(
  { values, caseSensitive }: SampleFilter,
  holds: (orders: readonly [number, number]) => boolean,
): CellTest {
  const folded = (text: string): string => (caseSensitive ? text : foldedText(text));
  const [low, high = low] = values.flatMap((value) => (value === null ? [] : [folded(canonicalText(value))]));
  return (cell) => {
    if (cell === null || low === undefined || high === undefined) return false;
    const text = folded(canonicalText(cell));
    return holds([compareTexts(text, low), compareTexts(text, high)]);
  };
}

/** Stored numbers only: texts that look like numbers have no order here, and neither have true and false. */
function orderedNumbers({ values }: SampleFilter, holds: (orders: readonly [number, number]) => boolean): CellTest {
  const [low, high = low] = values.flatMap((value) => (value === null ? [] : [orderedNumber(value)]));
  return (cell) => {
    const number = cell === null ? undefined : orderedNumber(cell);
    if (number === undefined || low === undefined || high === undefined) return false;
    return holds([Math.sign(number - low), Math.sign(number - high)]);
  };
}

function orderedNumber(value: Present): number | undefined {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}
