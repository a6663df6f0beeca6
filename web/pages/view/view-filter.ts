// A filter of a view as its input needs it. What the platform describes is loosely typed, and is read here once.
// Source: analytics contract 2.8.
import { isRecord } from "../../api/json.ts";
import type { FilterValue } from "./view-address.ts";

/** How values are entered: some of many, one of many, texts, numbers, times, yes or no; or not at all. */
export type FilterInput = "choices" | "choice" | "texts" | "number" | "numbers" | "time" | "times" | "boolean" | "none";

export interface ViewFilter {
  readonly name: string;
  readonly label: string;
  readonly operator: string;
  readonly saved: readonly FilterValue[];
  readonly isRequired: boolean;
  readonly input: FilterInput;
}

const ORDERINGS: readonly string[] = ["gt", "gte", "lt", "lte"];
const PATTERNS: readonly string[] = ["contains", "startsWith", "endsWith", "matches"];
const TIME_FIELDS: readonly unknown[] = ["createdTime", "lastActivityTime"];

/** What an operator does, between the label of a filter and its values; those that need no word have none. */
export const OPERATOR_WORDS: ReadonlyMap<string, string> = new Map([
  ["notIn", "none of"],
  ["ne", "is not"],
  ["contains", "contains"],
  ["startsWith", "begins with"],
  ["endsWith", "ends with"],
  ["matches", "fits the pattern"],
  ["gt", "above"],
  ["gte", "at least"],
  ["lt", "below"],
  ["lte", "at most"],
  ["between", "between"],
  ["isMissing", "has no value"],
  ["isPresent", "has a value"],
]);

/** Those that whoever runs the view may change, in its order. */
export function overridableFilters(filters: readonly unknown[]): readonly ViewFilter[] {
  return filters.filter(isRecord).flatMap((filter) => {
    const { name, label, operator, values, required, overridable } = filter;
    if (typeof name !== "string" || overridable === false) return [];
    const known = typeof operator === "string" ? operator : "in";
    return [
      {
        name,
        label: typeof label === "string" && label !== "" ? label : name,
        operator: known,
        saved: Array.isArray(values) ? values.filter(isFilterValue) : [],
        isRequired: required === true,
        input: inputOf(known, filter),
      },
    ];
  });
}

function inputOf(operator: string, { valueType, target }: Readonly<Record<string, unknown>>): FilterInput {
  const isTime = valueType === "time" || (isRecord(target) && TIME_FIELDS.includes(target["field"]));
  if (operator === "isMissing" || operator === "isPresent") return "none";
  if (PATTERNS.includes(operator)) return "texts";
  if (operator === "between") return isTime ? "times" : "numbers";
  if (ORDERINGS.includes(operator)) return isTime ? "time" : valueType === "text" ? "choice" : "number";
  if (valueType === "boolean") return "boolean";
  return operator === "eq" || operator === "ne" ? "choice" : "choices";
}

function isFilterValue(value: unknown): value is FilterValue {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
