// Completes the filters of a view whose structure has been checked: fills in defaults and parses the saved values.
// Source: analytics contract 2.8, 3.7.
import { problemData } from "../../problem-words.ts";
import { fieldOf, quote } from "../../problems.ts";
import type { SchemaReader } from "../../schema-reader.ts";
import { filterValueOf, valuesProblem } from "./filter-values.ts";
import { completeSource } from "./parse-fields.ts";
import { leftOut } from "./view-schema.ts";
import type { Filter, FilterOperator, FilterValue } from "./table-view.ts";
import type { ViewCode, ViewProblems } from "./view-problems.ts";

const PATTERNS: readonly FilterOperator[] = ["contains", "startsWith", "endsWith", "matches"];
const ORDERING: readonly FilterOperator[] = ["gt", "gte", "lt", "lte", "between"];

export function completeFilters(
  filters: readonly Filter[],
  reader: SchemaReader<ViewCode>,
  problems: ViewProblems,
): readonly Filter[] {
  const used = new Set<string>();
  return filters.map((filter) => {
    const pointer = reader.pointerOf(filter);
    const { name } = filter;
    const [place, field] = [`${pointer}/name`, fieldOf(`${pointer}/name`)];
    if (name.trim() === "") {
      const message = "A filter needs a name of 1 to 128 characters.";
      problems.add(place, "FILTER_NAME", message, problemData("blank", { field }));
    } else if (used.has(name)) {
      const message = `Filter name ${quote(name)} is used twice.`;
      problems.add(place, "FILTER_NAME", message, problemData("taken", { field, found: name }));
    }
    used.add(name);
    return completeFilter(filter, pointer, problems);
  });
}

function completeFilter(filter: Filter, pointer: string, problems: ViewProblems): Filter {
  const { operator, valueType, apply, target } = filter;
  const addProblem = (name: string, code: ViewCode, message: string): void => {
    problems.add(`${pointer}/${name}`, code, message);
  };
  const source = "type" in target ? completeSource(target, `${pointer}/target`, "FILTER_TARGET", problems) : undefined;
  if (apply !== "samples" && source?.type !== "telemetry")
    addProblem("apply", "FILTER_TARGET", '"apply" chooses among samples; it needs a telemetry target.');
  // Ordering compares texts only if the filter says so; patterns compare texts.
  const isMisfit = ORDERING.includes(operator)
    ? valueType === "boolean"
    : PATTERNS.includes(operator) && valueType !== "auto" && valueType !== "text";
  if (isMisfit)
    addProblem("operator", "FILTER_OPERATOR", `Operator "${operator}" does not compare values of type ${valueType}.`);
  const values = valuesOf(filter, (message) => {
    addProblem("values", "FILTER_VALUE", message);
  });
  const problem = values.length === 0 ? undefined : valuesProblem(filter, values);
  if (problem !== undefined) addProblem("values", problem.code, problem.message);
  return {
    ...filter,
    label: leftOut(filter, "label") ?? filter.name,
    target,
    values,
    caseSensitive: leftOut(filter, "caseSensitive") ?? !PATTERNS.includes(operator),
  };
}

/** The values in stored form; empty if one of them is not allowed. */
function valuesOf(filter: Filter, addProblem: (message: string) => void): readonly FilterValue[] {
  const values: FilterValue[] = [];
  for (const json of filter.values) {
    const value = filterValueOf(json, filter);
    if (value === undefined) {
      addProblem(`A filter value is a text, a number, true, false or null, not ${quote(json)}.`);
      return [];
    }
    values.push(value);
  }
  return values;
}
