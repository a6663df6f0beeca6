// A filter on samples as an SQL condition that is true or false, never null. Equivalent to `cellTest` for cells
// (core/analytics/report/filters.ts). Source: analytics contract 2.8, 3.7.
import { canonicalText } from "../../../core/analytics/report/filters.ts";
import type { SampleFilter } from "../../../core/analytics/report/report-engine.ts";
import { numberOfText } from "../../../core/analytics/expressions/text-values.ts";
import type { FilterValue } from "../../../core/analytics/view/table-view.ts";
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import { NUMBER_OF_TEXT } from "./value-functions.ts";
import { sqlDouble } from "../literals.ts";
import { canonicalSql, foldedSql, type ValueSql } from "./value-sql.ts";

const NUMERIC_KINDS = `${String(ValueKind.NUMBER)}, ${String(ValueKind.INTEGER)}`;
const TEXT = String(ValueKind.STRING);

/** Binds a text and returns its placeholder in the statement. */
type Bind = (text: string) => string;

const TEXT_FUNCTIONS = { contains: "contains", startsWith: "starts_with", endsWith: "ends_with" } as const;
const ORDERS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/**
 * `value` must be columns, because the condition repeats them. If the filter orders numbers, `num` must include those
 * that texts spell.
 */
export function filterSql(filter: SampleFilter, value: ValueSql, bind: Bind): string {
  const { operator } = filter;
  switch (operator) {
    case "in":
    case "eq":
      return equalToAny(filter, value, bind);
    case "notIn":
    case "ne":
      return `NOT ${equalToAny(filter, value, bind)}`;
    case "contains":
    case "startsWith":
    case "endsWith":
      return anyText(filter, value, bind, (text, part) => `${TEXT_FUNCTIONS[operator]}(${text}, ${part})`);
    case "matches":
      return anyText(
        filter,
        value,
        (pattern) => bind(regularExpression(pattern)),
        (text, part) => `regexp_full_match(${text}, ${part}, 's')`,
      );
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return ordered(filter, value, bind, ORDERS[operator]);
    case "between":
      return between(filter, value, bind);
    case "isMissing":
      return `(${value.kind} IS NULL)`;
    case "isPresent":
      return `(${value.kind} IS NOT NULL)`;
  }
}

function equalToAny({ values, valueType, caseSensitive }: SampleFilter, value: ValueSql, bind: Bind): string {
  const wanted = new Set<string>();
  for (const each of values) {
    const sql = each === null ? undefined : literalOf(each, valueType, caseSensitive, bind);
    if (sql !== undefined) wanted.add(sql);
  }
  const compared = comparedSql(value, valueType, caseSensitive);
  const isEqual = wanted.size === 0 ? "false" : `coalesce(${compared} IN (${[...wanted].join(", ")}), false)`;
  return values.includes(null) ? `(${value.kind} IS NULL OR ${isEqual})` : `(${value.kind} IS NOT NULL AND ${isEqual})`;
}

function comparedSql(value: ValueSql, valueType: SampleFilter["valueType"], caseSensitive: boolean): string {
  const { kind, num, text } = value;
  switch (valueType) {
    case "number":
      return `CASE WHEN ${kind} = ${TEXT} THEN ${NUMBER_OF_TEXT}(${text}) ELSE ${num} END`;
    case "time":
      return `CASE WHEN ${kind} IN (${NUMERIC_KINDS}) THEN ${num} END`;
    case "boolean":
      return `CASE WHEN ${num} IS NOT NULL THEN ${num} <> 0 WHEN ${kind} = ${TEXT} AND lower(${text}) = 'true' THEN true
        WHEN ${kind} = ${TEXT} AND lower(${text}) = 'false' THEN false END`;
    case "auto":
    case "text":
      return folded(canonicalSql(value), caseSensitive);
  }
}

/** A value of the filter as the type that is compared; undefined if it cannot be converted. */
function literalOf(
  value: Exclude<FilterValue, null>,
  valueType: SampleFilter["valueType"],
  caseSensitive: boolean,
  bind: Bind,
): string | undefined {
  switch (valueType) {
    case "number": {
      const number = typeof value === "string" ? numberOfText(value) : Number(value);
      return number === null ? undefined : sqlDouble(number);
    }
    case "time":
      return typeof value === "number" ? sqlDouble(value) : undefined;
    case "boolean": {
      if (typeof value !== "string") return String(Boolean(value));
      const word = value.toLowerCase();
      return word === "true" || word === "false" ? word : undefined;
    }
    case "auto":
    case "text":
      return folded(bind(canonicalText(value)), caseSensitive);
  }
}

function anyText(
  { values, caseSensitive }: SampleFilter,
  value: ValueSql,
  bind: Bind,
  condition: (text: string, part: string) => string,
): string {
  const text = folded(canonicalSql(value), caseSensitive);
  const conditions = values.flatMap((each) =>
    each === null ? [] : [condition(text, folded(bind(canonicalText(each)), caseSensitive))],
  );
  return conditions.length === 0 ? "false" : `coalesce(${conditions.join(" OR ")}, false)`;
}

function ordered(filter: SampleFilter, value: ValueSql, bind: Bind, operator: ">" | ">=" | "<" | "<="): string {
  const [bound] = boundsOf(filter, bind);
  return bound === undefined ? "false" : `coalesce(${orderedSql(filter, value)} ${operator} ${bound}, false)`;
}

function between(filter: SampleFilter, value: ValueSql, bind: Bind): string {
  const [low, high = low] = boundsOf(filter, bind);
  if (low === undefined || high === undefined) return "false";
  const compared = orderedSql(filter, value);
  return `coalesce(${compared} >= ${low} AND ${compared} ${filter.valueType === "time" ? "<" : "<="} ${high}, false)`;
}

/** Whether the filter orders numbers; `num` of the compared value must then include numbers that texts spell. */
export function ordersNumbers({ operator, valueType }: SampleFilter): boolean {
  return (operator === "between" || Object.hasOwn(ORDERS, operator)) && valueType !== "text";
}

/** Texts are ordered by code point, which is the order of their bytes. */
function orderedSql({ valueType, caseSensitive }: SampleFilter, value: ValueSql): string {
  if (valueType === "text") return folded(canonicalSql(value), caseSensitive);
  return `CASE WHEN ${value.kind} IN (${NUMERIC_KINDS}, ${TEXT}) THEN ${value.num} END`;
}

function boundsOf({ values, valueType, caseSensitive }: SampleFilter, bind: Bind): readonly (string | undefined)[] {
  return values.flatMap((value) => {
    if (value === null) return [];
    if (valueType === "text") return [folded(bind(canonicalText(value)), caseSensitive)];
    return [typeof value === "number" ? sqlDouble(value) : undefined];
  });
}

/** The engine folds both sides of a comparison, so that no letter can differ from itself. */
function folded(text: string, caseSensitive: boolean): string {
  return caseSensitive ? text : foldedSql(text);
}

/**
 * `*` matches any run of characters and `?` one character. LIKE tries every way to match several runs, which can take
 * hours on a text with many matches and cannot be interrupted; a regular expression is matched in one pass. Letters get
 * no backslash, because both sides are folded afterwards.
 */
function regularExpression(pattern: string): string {
  return pattern
    .replaceAll(/[\\^$.|+()[\]{}]/g, "\\$&")
    .replaceAll(/\*+/g, ".*")
    .replaceAll("?", ".");
}
