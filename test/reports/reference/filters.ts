// Whether a value meets a filter. Source: analytics contract 2.8, 3.7.
import type { Filter, FilterValue } from "../../../src/core/analytics/view/table-view.ts";
import type { Value } from "../../../src/core/values.ts";
import { canonical, castTo, compareTexts, withNumber } from "./values.ts";
import type { Cell } from "./reference-input.ts";

/** A filter with the values of this run. */
export interface ActiveFilter extends Filter {
  /** Of times, between leaves out its upper end. */
  readonly isOfTimes: boolean;
}

export function meets(cell: Cell, filter: ActiveFilter): boolean {
  const { operator, values } = filter;
  switch (operator) {
    case "isMissing":
      return cell === null;
    case "isPresent":
      return cell !== null;
    case "in":
    case "eq":
      return values.some((value) => equal(cell, value, filter));
    case "notIn":
    case "ne":
      return !values.some((value) => equal(cell, value, filter));
    case "contains":
    case "startsWith":
    case "endsWith":
    case "matches":
      return cell !== null && values.some((value) => value !== null && fits(cell, value, filter));
    case "gt":
    case "gte":
    case "lt":
    case "lte":
    case "between":
      return cell !== null && isOrdered(cell, filter);
  }
}

function equal(cell: Cell, value: FilterValue, { valueType, caseSensitive }: ActiveFilter): boolean {
  if (cell === null || value === null) return cell === value;
  if (valueType === "number" || valueType === "boolean") {
    const [left, right] = [castTo(cell, valueType), castTo(value, valueType)];
    return left !== null && right !== null && canonical(left) === canonical(right);
  }
  if (valueType === "time")
    return (typeof cell === "number" || typeof cell === "bigint") && canonical(cell) === canonical(value);
  const fold = (text: string): string => (caseSensitive ? text : text.toLowerCase());
  return fold(canonical(cell)) === fold(canonical(value));
}

function fits(cell: Value, value: string | number | boolean, { operator, caseSensitive }: ActiveFilter): boolean {
  const fold = (text: string): string => (caseSensitive ? text : text.toLowerCase());
  const [text, part] = [fold(canonical(cell)), fold(canonical(value))];
  if (operator === "contains") return text.includes(part);
  if (operator === "startsWith") return text.startsWith(part);
  if (operator === "endsWith") return text.endsWith(part);
  return likeWildcard(Array.from(text), Array.from(part));
}

/** `*` any run, `?` one character. */
export function likeWildcard(text: readonly string[], pattern: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return text.length === 0;
  if (head === "*") {
    for (let skipped = 0; skipped <= text.length; skipped++) if (likeWildcard(text.slice(skipped), rest)) return true;
    return false;
  }
  return text.length > 0 && (head === "?" || head === text[0]) && likeWildcard(text.slice(1), rest);
}

function isOrdered(cell: Value, { operator, values, valueType, isOfTimes, caseSensitive }: ActiveFilter): boolean {
  const [first, second] = values;
  const compare = (value: FilterValue | undefined): number | null => {
    if (value === null || value === undefined) return null;
    if (valueType === "text") {
      const fold = (text: string): string => (caseSensitive ? text : text.toLowerCase());
      return typeof cell === "string" ? compareTexts(fold(cell), fold(canonical(value))) : null;
    }
    const number = withNumber(cell);
    if (typeof value !== "number" || (typeof number !== "number" && typeof number !== "bigint")) return null;
    return number < value ? -1 : number > value ? 1 : 0;
  };
  const order = compare(first);
  if (order === null) return false;
  if (operator === "gt") return order > 0;
  if (operator === "gte") return order >= 0;
  if (operator === "lt") return order < 0;
  if (operator === "lte") return order <= 0;
  const upper = compare(second);
  const isOpen = valueType === "time" || (valueType === "auto" && isOfTimes);
  return order >= 0 && upper !== null && (isOpen ? upper < 0 : upper <= 0);
}
