// A filter of a view in the form that its input needs. Source: analytics contract 2.8.
import type { Schema } from "../../api/schemas.ts";
import type { FilterValue } from "./view-address.ts";
import { words } from "../../words/words.ts";

/** How values are entered: several choices, one choice, texts, numbers, times, yes or no; or not at all. */
export type FilterInput = "choices" | "choice" | "texts" | "number" | "numbers" | "time" | "times" | "boolean" | "none";

type SavedFilter = Schema<"ViewFilter">;
type Operator = NonNullable<SavedFilter["operator"]>;

export interface ViewFilter {
  readonly name: string;
  readonly label: string;
  readonly operator: Operator;
  readonly saved: readonly FilterValue[];
  readonly isRequired: boolean;
  readonly input: FilterInput;
}

const ORDERINGS: readonly Operator[] = ["gt", "gte", "lt", "lte"];
const PATTERNS: readonly Operator[] = ["contains", "startsWith", "endsWith", "matches"];
const TIME_FIELDS: readonly string[] = ["createdTime", "lastActivityTime"];

/** The word for an operator, between the label of a filter and its values; operators that need no word are missing. */
export const OPERATOR_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(words.view.filters.operators));

/** The filters that a reader may change, in the order of the view. */
export function overridableFilters(filters: readonly SavedFilter[]): readonly ViewFilter[] {
  return filters
    .filter(({ overridable = true }) => overridable)
    .map((filter) => {
      const { name, label = name, operator = "in", values = [], required = false } = filter;
      return { name, label, operator, saved: values, isRequired: required, input: inputOf(operator, filter) };
    });
}

function inputOf(operator: Operator, { valueType, target }: SavedFilter): FilterInput {
  const isTime = valueType === "time" || ("field" in target && TIME_FIELDS.includes(target.field));
  if (operator === "isMissing" || operator === "isPresent") return "none";
  if (PATTERNS.includes(operator)) return "texts";
  if (operator === "between") return isTime ? "times" : "numbers";
  if (ORDERINGS.includes(operator)) return isTime ? "time" : valueType === "text" ? "choice" : "number";
  if (valueType === "boolean") return "boolean";
  return operator === "eq" || operator === "ne" ? "choice" : "choices";
}
