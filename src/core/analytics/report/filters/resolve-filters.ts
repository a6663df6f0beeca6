// Which filters hold for one run: the saved values, or in their place those that the request names. Source: analytics
// contract 3.7.
import { AnalyticsError, type AnalyticsCode, type AnalyticsProblem } from "../../analytics-error.ts";
import { didYouMean } from "../../did-you-mean.ts";
import { distinctFilterValues, FILTER_VALUES_MAX, filterValueOf, valuesProblem } from "../../view/filter-values.ts";
import type { Filter, FilterValue } from "../../view/table-view.ts";
import { quote } from "../../view/view-problems.ts";

/** Names of filters that an error lists. */
const NAMES_LISTED_MAX = 32;

export type FilterProblem = AnalyticsProblem & { readonly code: AnalyticsCode };

export interface ResolvedFilters {
  /** Those that hold, with the values in force; filters that are off are left out. */
  readonly active: readonly Filter[];
  /** A filter without values lets nothing pass (`emptyMeans: "none"`): the report has no rows. */
  readonly matchesNothing: boolean;
}

/**
 * `given`: the members of `filters` in the request as they came; null where there are none. Throws `AnalyticsError` with every
 * problem: FILTER_UNKNOWN, FILTER_VALUES, FILTER_VALUE, FILTER_ARITY, FILTER_REQUIRED, and FILTER_LOCKED for a filter that
 * nobody may override.
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

/** Without values where it needs some. */
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

/** The values of a filter in a request, each once, or what is wrong with them. */
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
