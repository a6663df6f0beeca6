// The filters of a report: which are active, with which values, and which cells match. Source: analytics contract 2.8,
// 3.7.
import { JsonText } from "../../values.ts";
import { type AnalyticsCode, AnalyticsError, type AnalyticsProblem } from "../analytics-error.ts";
import { didYouMean } from "../../did-you-mean.ts";
import { spelledNumber } from "../../../lib/spelled-number.ts";
import { indexOfPart } from "../../../lib/text-search.ts";
import { compareTexts, foldedText, numberOfText } from "../expressions/text-values.ts";
import { distinctFilterValues, FILTER_VALUES_MAX, filterValueOf, valuesProblem } from "../view/filter-values.ts";
import type { Filter, FilterValue } from "../view/table-view.ts";
import { quote } from "../../problems.ts";
import type { Cell, SampleFilter } from "./report-engine.ts";

/**
 * Most characters that one filter may compare in one cell. The comparison blocks the event loop, so more are rejected.
 */
const COMPARED_CHARS_MAX = 8_388_608;
/** Most filter names listed in an error. */
const NAMES_LISTED_MAX = 32;

export type FilterProblem = AnalyticsProblem & { readonly code: AnalyticsCode };

export interface ResolvedFilters {
  /** The active filters with the values to use; filters that are off are left out. */
  readonly active: readonly Filter[];
  /**
   * True if an active filter has no values and therefore matches nothing (`emptyMeans: "none"`): the report has no
   * rows.
   */
  readonly matchesNothing: boolean;
}

/**
 * `given`: the unparsed members of `filters` in the request; null if it has none. Throws `AnalyticsError` with every
 * problem: FILTER_UNKNOWN, FILTER_VALUES, FILTER_VALUE, FILTER_ARITY, FILTER_REQUIRED, and FILTER_LOCKED for a filter
 * that cannot be overridden.
 */
export function resolveFilters(
  filters: readonly Filter[],
  given: ReadonlyMap<string, unknown> | null,
): ResolvedFilters {
  const problems: FilterProblem[] = [];
  const values = valuesGiven(filters, given ?? new Map(), problems);
  const inForce = filters.map((filter) => ({ ...filter, values: values.get(filter.name) ?? filter.values }));
  for (const filter of inForce)
    if (filter.required && isEmpty(filter))
      problems.push(
        problemAt(filter.name, "FILTER_REQUIRED", `Filter ${quote(filter.name)} needs at least one value.`),
      );
  const [first] = problems;
  if (first !== undefined) throw new AnalyticsError(first.code, first.message, problems);
  return {
    active: inForce.filter((filter) => !isEmpty(filter)),
    matchesNothing: inForce.some((filter) => isEmpty(filter) && filter.emptyMeans === "none"),
  };
}

/** Whether the filter has no values although its operator needs some. */
function isEmpty({ operator, values }: Filter): boolean {
  return values.length === 0 && operator !== "isMissing" && operator !== "isPresent";
}

function valuesGiven(
  filters: readonly Filter[],
  given: ReadonlyMap<string, unknown>,
  problems: FilterProblem[],
): ReadonlyMap<string, readonly FilterValue[]> {
  const byName = new Map(filters.map((filter) => [filter.name, filter]));
  const found = new Map<string, readonly FilterValue[]>();
  for (const [name, json] of given) {
    const filter = byName.get(name);
    if (filter?.overridable !== true) {
      problems.push(filter === undefined ? unknownFilter(name, filters) : fixedFilter(name));
      continue;
    }
    const values = parseValues(json, filter);
    const problem = typeof values === "string" ? ({ code: "FILTER_VALUES", message: values } as const) : undefined;
    const misfit = problem ?? (typeof values === "string" ? undefined : valuesProblem(filter, values));
    if (misfit !== undefined) problems.push(problemAt(name, misfit.code, `Filter ${quote(name)}: ${misfit.message}`));
    else if (typeof values !== "string") found.set(name, values);
  }
  return found;
}

/** The values of a filter in a request without duplicates, or a text that says what is wrong with them. */
function parseValues(json: unknown, filter: Filter): readonly FilterValue[] | string {
  if (!Array.isArray(json)) return `its values are an array, not ${quote(json)}.`;
  const items: readonly unknown[] = json;
  if (items.length > FILTER_VALUES_MAX)
    return `it may have ${String(FILTER_VALUES_MAX)} values, got ${String(items.length)}.`;
  const values: FilterValue[] = [];
  for (const item of items) {
    const value = filterValueOf(item, filter);
    if (value === undefined) return `a value is a text, a number, true, false or null, not ${quote(item)}.`;
    values.push(value);
  }
  return distinctFilterValues(values, filter);
}

export function unknownFilter(name: string, filters: readonly Filter[]): FilterProblem {
  const names = filters.filter(({ overridable }) => overridable).map((filter) => filter.name);
  const listed = names.slice(0, NAMES_LISTED_MAX).map(quote).join(", ");
  const valid = names.length === 0 ? "The view has no filter that can be set." : `Filters of this view: ${listed}.`;
  return problemAt(name, "FILTER_UNKNOWN", `There is no filter ${quote(name)}.${didYouMean(name, names)} ${valid}`);
}

function fixedFilter(name: string): FilterProblem {
  return problemAt(name, "FILTER_LOCKED", `Filter ${quote(name)} is fixed by the view and cannot be set by a request.`);
}

function problemAt(name: string, code: AnalyticsCode, message: string): FilterProblem {
  const part = name.slice(0, 128).toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1");
  return { pointer: `/filters/${part}`, code, message };
}

export type CellTest = (cell: Cell) => boolean;
type Present = Exclude<Cell, null>;

/**
 * A number in its shortest form, `true` or `false`, a text unchanged, JSON compact. Two values are equal if their
 * canonical texts are equal, so 5 equals "5" but not "05".
 */
export function canonicalText(value: Present): string {
  if (typeof value === "string") return value;
  return value instanceof JsonText ? value.text : String(value);
}

/** The value as a number: a text is parsed; true and false give null. Source: 2.7. */
export function numberIn(value: Present): number | null {
  return typeof value === "string" ? spelledNumber(value) : (numericOf(value) ?? null);
}

/**
 * Compiles the condition to a function of one value. The filter's values must fit its operator (view/filter-values.ts).
 * The caller has already handled filters without values, except `isMissing` and `isPresent`, which take none.
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
      return anyText(filter, (text, part) => indexOfPart(text, part) >= 0);
    case "startsWith":
      return anyText(filter, (text, part) => text.startsWith(part));
    case "endsWith":
      return anyText(filter, (text, part) => text.endsWith(part));
    case "matches":
      return anyText(filter, isLike, unitsTried);
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

/**
 * The filter for time values: the end of a `between` range is exclusive. Equality compares the text shown in a table,
 * as for any value.
 */
export function ofTimes<Given extends SampleFilter>(filter: Given): Given {
  return filter.operator === "between" && filter.valueType === "auto" ? { ...filter, valueType: "time" } : filter;
}

/** A missing value equals only a listed null. A value that cannot be read as the compared type equals nothing. */
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

/**
 * Returns a function that converts a value to the form that is compared; it gives undefined if the value does not have
 * the type.
 */
function comparable(
  valueType: SampleFilter["valueType"],
  caseSensitive: boolean,
): (value: Present) => string | number | boolean | undefined {
  switch (valueType) {
    case "number":
      return numberOf;
    case "time":
      return numericOf;
    case "boolean":
      return booleanOf;
    case "auto":
    case "text":
      return caseSensitive ? canonicalText : (value) => foldedText(canonicalText(value));
  }
}

/** Converts like the `number` cast. Source: 2.7. */
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

/** `tries`: how often each character of a text may have to be examined for one wanted value. */
function anyText(
  { values, caseSensitive }: SampleFilter,
  holds: (text: string, wanted: string) => boolean,
  tries: (wanted: string) => number = () => 1,
): CellTest {
  const folded = (text: string): string => (caseSensitive ? text : foldedText(text));
  const wanted = values.flatMap((value) => (value === null ? [] : [folded(canonicalText(value))]));
  const triesOfAll = wanted.reduce((sum, each) => sum + tries(each), 0);
  return (cell) => {
    if (cell === null) return false;
    const found = canonicalText(cell);
    if (found.length * triesOfAll > COMPARED_CHARS_MAX) throw tooLong(found.length, triesOfAll);
    const text = folded(found);
    return wanted.some((each) => holds(text, each));
  };
}

function tooLong(length: number, tries: number): AnalyticsError {
  const most = String(COMPARED_CHARS_MAX);
  return new AnalyticsError(
    "REPORT_TOO_EXPENSIVE",
    `a filter may compare ${most} characters with one value, a value with ${String(length)} characters makes ${String(length * tries)}; use fewer values, or shorter ones`,
  );
}

/** `holds` gets the comparison of the value with the lower and with the upper bound: negative, zero or positive. */
function ordered(filter: SampleFilter, holds: (orders: readonly [number, number]) => boolean): CellTest {
  if (filter.valueType !== "text")
    return orderedBy(filter.values, numberIn, (one, other) => Math.sign(one - other), holds);
  const fold = filter.caseSensitive ? canonicalText : (value: Present) => foldedText(canonicalText(value));
  return orderedBy(filter.values, fold, compareTexts, holds);
}

function orderedBy<Key>(
  values: SampleFilter["values"],
  read: (value: Present) => Key | null,
  compare: (one: Key, other: Key) => number,
  holds: (orders: readonly [number, number]) => boolean,
): CellTest {
  const [low = null, high = low] = values.flatMap((value) => (value === null ? [] : [read(value)]));
  return (cell) => {
    const key = cell === null ? null : read(cell);
    if (key === null || low === null || high === null) return false;
    return holds([compare(key, low), compare(key, high)]);
  };
}

/** Converts only values of a numeric type: not texts, true or false. */
function numericOf(value: Present): number | undefined {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

/**
 * Whether the whole text matches the pattern. A character is a code point. Each run between two `*` is searched for
 * after the end of the previous one, so the text is scanned once; a run with `?` is tried at every position.
 */
export function isLike(text: string, pattern: string): boolean {
  const [first = "", ...runs] = pattern.split("*");
  const last = runs.pop();
  let at = endOfRun(text, first, 0);
  if (last === undefined) return at === text.length;
  for (const run of runs) {
    if (at < 0) return false;
    at = endAfter(text, run, at);
  }
  const lastAt = startOfEnd(text, last);
  return at >= 0 && lastAt >= at && endOfRun(text, last, lastAt) === text.length;
}

/** The length of the pattern's longest run with `?`, in UTF-16 units. */
function unitsTried(pattern: string): number {
  const runs = pattern.split("*").filter((run) => run.includes("?"));
  return Math.max(1, ...runs.map(({ length }) => length));
}

/** The end of the run if the text matches it at `start`, otherwise -1. */
function endOfRun(text: string, run: string, start: number): number {
  if (!run.includes("?")) return text.startsWith(run, start) ? start + run.length : -1;
  let at = start;
  for (const sign of run) {
    if (at >= text.length || (sign !== "?" && !text.startsWith(sign, at))) return -1;
    at += widthAt(text, at);
  }
  return at;
}

/** The end of the first match of the run at or after `from`; -1 if there is none. */
function endAfter(text: string, run: string, from: number): number {
  if (!run.includes("?")) {
    const start = indexOfPart(text, run, from);
    return start < 0 ? -1 : start + run.length;
  }
  for (let start = from; start < text.length; start += widthAt(text, start)) {
    const end = endOfRun(text, run, start);
    if (end >= 0) return end;
  }
  return -1;
}

/**
 * The position at which the last characters of the text, as many as the run has, begin; -1 if the text is too short.
 */
function startOfEnd(text: string, run: string): number {
  let at = text.length;
  for (const _ of run) {
    if (at === 0) return -1;
    at -= at > 1 && widthAt(text, at - 2) === 2 ? 2 : 1;
  }
  return at;
}

/** Number of UTF-16 units of the character at this position. */
function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
