// The named conditions of a view: what they look at, how they compare, and their saved values. Source: analytics contract
// 2.8, 3.7.
import { filterValueOf, valuesProblem } from "./filter-values.ts";
import { ObjectReader } from "./object-reader.ts";
import { isDataSource, parseSource } from "./parse-source.ts";
import type { FieldId, Filter, FilterOperator, FilterTarget, FilterValue } from "./table-view.ts";
import type { ViewProblems } from "./view-problems.ts";
import { quote } from "./view-problems.ts";

const FILTERS_MAX = 32;
const NAME_LENGTH_MAX = 128;

const FILTER_OPERATORS: readonly FilterOperator[] = [
  ...(["in", "notIn", "eq", "ne", "contains", "startsWith", "endsWith", "matches"] as const),
  ...(["gt", "gte", "lt", "lte", "between", "isMissing", "isPresent"] as const),
];
const PATTERNS: readonly FilterOperator[] = ["contains", "startsWith", "endsWith", "matches"];
const ORDERING: readonly FilterOperator[] = ["gt", "gte", "lt", "lte", "between"];

export function parseFilters(view: ObjectReader): readonly Filter[] {
  const list = view.list("filters", FILTERS_MAX) ?? [];
  const filters = list.flatMap((json, index) => {
    const pointer = `${view.at("filters")}/${String(index)}`;
    const reader = ObjectReader.of(json, pointer, view.problems, "VIEW_INVALID");
    const filter = reader === undefined ? null : parseFilter(reader);
    return filter === null ? [] : [{ filter, pointer }];
  });
  requireUniqueNames(filters, view.problems);
  return filters.map(({ filter }) => filter);
}

/** Null where there is nothing to look at; its problems have been told. */
function parseFilter(reader: ObjectReader): Filter | null {
  const name = parseName(reader);
  const target = parseTarget(reader);
  const operator = reader.word("operator", FILTER_OPERATORS, "FILTER_OPERATOR") ?? "in";
  const valueType = reader.word("valueType", ["auto", "number", "text", "boolean", "time"]) ?? "auto";
  const isOfSamples = target?.kind === "source" && target.source.type === "telemetry";
  if (reader.has("apply") && !isOfSamples)
    if (reader.any("apply") !== "samples")
      reader.problem("apply", '"apply" chooses among samples; it needs a telemetry target.', "FILTER_TARGET");
  const filter = {
    name,
    label: reader.text("label", NAME_LENGTH_MAX) ?? name,
    apply: reader.word("apply", ["samples", "aligned", "latest"]) ?? "samples",
    operator,
    values: parseValues(reader, { operator, valueType }),
    valueType,
    caseSensitive: reader.flag("caseSensitive", !PATTERNS.includes(operator)),
    emptyMeans: reader.word("emptyMeans", ["all", "none"]) ?? "all",
    required: reader.flag("required", false),
    overridable: reader.flag("overridable", true),
  } as const;
  reader.finish();
  checkOperator(reader, filter);
  const problem = filter.values.length === 0 ? undefined : valuesProblem(filter, filter.values);
  if (problem !== undefined) reader.problem("values", problem.message, problem.code);
  return target === null ? null : { ...filter, target };
}

function parseName(reader: ObjectReader): string {
  const name = reader.text("name", NAME_LENGTH_MAX, "FILTER_NAME");
  const isNamed = name !== undefined && name.trim() !== "";
  if (!isNamed && (name !== undefined || !reader.has("name")))
    reader.problem("name", "A filter needs a name of 1 to 128 characters.", "FILTER_NAME");
  return name ?? "";
}

function requireUniqueNames(
  filters: readonly { readonly filter: Filter; readonly pointer: string }[],
  problems: ViewProblems,
): void {
  const used = new Set<string>();
  for (const { filter, pointer } of filters) {
    if (used.has(filter.name))
      problems.add(`${pointer}/name`, "FILTER_NAME", `Filter name ${quote(filter.name)} is used twice.`);
    used.add(filter.name);
  }
}

function parseTarget(reader: ObjectReader): FilterTarget | null {
  const target = reader.object("target", "FILTER_TARGET");
  if (target === undefined) {
    if (!reader.has("target"))
      reader.problem("target", 'A filter needs a "target": a source, or {"field": id} for a measure.', "FILTER_TARGET");
    return null;
  }
  if (!target.has("type") && target.has("field")) {
    const field = target.text("field", 64, "FILTER_TARGET");
    target.finish();
    return field === undefined ? null : { kind: "field", field: field as FieldId };
  }
  const source = parseSource(target);
  if (source === null) return null;
  if (isDataSource(source) || source.type === "timePart") return { kind: "source", source };
  target.problem("type", `A filter cannot look at a ${source.type}.`, "FILTER_TARGET");
  return null;
}

/** Ordering takes texts only when told so; patterns compare texts. */
function checkOperator(reader: ObjectReader, { operator, valueType }: Pick<Filter, "operator" | "valueType">): void {
  const isMisfit = ORDERING.includes(operator)
    ? valueType === "boolean"
    : PATTERNS.includes(operator) && valueType !== "auto" && valueType !== "text";
  if (isMisfit)
    reader.problem(
      "operator",
      `Operator "${operator}" does not compare values of type ${valueType}.`,
      "FILTER_OPERATOR",
    );
}

function parseValues(reader: ObjectReader, comparison: Pick<Filter, "operator" | "valueType">): readonly FilterValue[] {
  // How many there may be is a rule of the operator, which is checked with the values.
  const list = reader.list("values", Number.MAX_SAFE_INTEGER, "FILTER_VALUE") ?? [];
  const values: FilterValue[] = [];
  for (const json of list) {
    const value = filterValueOf(json, comparison);
    if (value === undefined) {
      reader.problem(
        "values",
        `A filter value is a text, a number, true, false or null, not ${quote(json)}.`,
        "FILTER_VALUE",
      );
      return [];
    }
    values.push(value);
  }
  return values;
}
