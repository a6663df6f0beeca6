// The values of a filter, saved or in a request: how many an operator takes, and of which type. Source: analytics
// contract 2.8, 3.7.
import { numberOfText } from "../expressions/text-values.ts";
import type { Filter, FilterOperator, FilterValue } from "./table-view.ts";
import { quote } from "../../problems.ts";

export const FILTER_VALUES_MAX = 1_000;
export const FILTER_VALUE_LENGTH_MAX = 1_024;
const PATTERNS_MAX = 100;

/** How many values each operator takes, if there are any. */
const COUNTS: Readonly<Record<FilterOperator, readonly [least: number, most: number]>> = {
  in: [0, FILTER_VALUES_MAX],
  notIn: [0, FILTER_VALUES_MAX],
  eq: [1, 1],
  ne: [1, 1],
  contains: [1, PATTERNS_MAX],
  startsWith: [1, PATTERNS_MAX],
  endsWith: [1, PATTERNS_MAX],
  matches: [1, PATTERNS_MAX],
  gt: [1, 1],
  gte: [1, 1],
  lt: [1, 1],
  lte: [1, 1],
  between: [2, 2],
  isMissing: [0, 0],
  isPresent: [0, 0],
};

export interface FilterValuesProblem {
  readonly code: "FILTER_ARITY" | "FILTER_VALUE";
  readonly message: string;
}

const ORDERING: ReadonlySet<FilterOperator> = new Set(["gt", "gte", "lt", "lte", "between"] as const);

type Comparison = Pick<Filter, "operator" | "valueType">;

/**
 * A JSON value in the form in which filters store it; undefined if it is not allowed. An integer that exceeds a
 * double's precision is stored as its digits for equality, and as the nearest double for a bound.
 */
export function filterValueOf(json: unknown, filter?: Comparison): FilterValue | undefined {
  if (json === null || typeof json === "boolean") return json;
  if (typeof json === "bigint") {
    const isBound = filter !== undefined && ORDERING.has(filter.operator) && filter.valueType !== "text";
    return isBound ? filterValueOf(Number(json)) : json.toString().slice(0, FILTER_VALUE_LENGTH_MAX + 1);
  }
  if (typeof json === "number") return Number.isFinite(json) ? json : undefined;
  return typeof json === "string" && json.isWellFormed() ? json : undefined;
}

/** Removes duplicates, except that a range may begin and end with the same value. */
export function distinctFilterValues(values: readonly FilterValue[], { operator }: Comparison): readonly FilterValue[] {
  return operator === "between" ? values : [...new Set(values)];
}

/**
 * What is wrong with the values for the operator, if anything. An empty list is governed by `emptyMeans` and
 * `required`.
 */
export function valuesProblem(
  { operator, valueType }: Comparison,
  values: readonly FilterValue[],
): FilterValuesProblem | undefined {
  const [least, most] = COUNTS[operator];
  if (values.length > 0 && (values.length < least || values.length > most)) {
    const wanted = least === most ? `exactly ${String(least)}` : `${String(least)} to ${String(most)}`;
    const noun = most === 1 && least === 1 ? "value" : "values";
    const message =
      most === 0
        ? `Operator "${operator}" takes no values, got ${String(values.length)}.`
        : `Operator "${operator}" needs ${wanted} ${noun}, got ${String(values.length)}.`;
    return { code: "FILTER_ARITY", message };
  }
  for (const value of values) {
    if (typeof value === "string" && value.length > FILTER_VALUE_LENGTH_MAX) {
      const limit = String(FILTER_VALUE_LENGTH_MAX);
      return {
        code: "FILTER_VALUE",
        message: `A filter value may have ${limit} characters, got ${String(value.length)}: ${quote(value)}.`,
      };
    }
    const wanted = wantedBy(operator, valueType, value);
    if (wanted !== undefined)
      return { code: "FILTER_VALUE", message: `Operator "${operator}" needs ${wanted} here, not ${quote(value)}.` };
  }
  return undefined;
}

/** What the value should have been; undefined if it fits. */
function wantedBy(operator: FilterOperator, type: Filter["valueType"], value: FilterValue): string | undefined {
  switch (operator) {
    case "contains":
    case "startsWith":
    case "endsWith":
    case "matches":
      return value === null ? "a text" : undefined;
    case "gt":
    case "gte":
    case "lt":
    case "lte":
    case "between":
      if (type === "text") return typeof value === "string" ? undefined : "a text";
      return typeof value === "number" ? undefined : "a number";
    default:
      return value === null ? undefined : wantedByType(type, value);
  }
}

function wantedByType(type: Filter["valueType"], value: string | number | boolean): string | undefined {
  switch (type) {
    case "auto":
    case "text":
      return undefined;
    case "number":
      return typeof value === "number" || (typeof value === "string" && numberOfText(value) !== null)
        ? undefined
        : "a number";
    case "boolean":
      return typeof value === "boolean" || value === "true" || value === "false" ? undefined : "true or false";
    case "time":
      return typeof value === "number" && Number.isInteger(value) ? undefined : "a time in whole milliseconds";
  }
}
