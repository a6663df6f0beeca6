// The filter bar of a dashboard: the values that are in force, and what they do to a view. They only ever narrow it: a device or a
// customer that its reader may not see stays unseen.
import { AnalyticsError } from "../../analytics/analytics-error.ts";
import type { RunnableView } from "../../analytics/report/report.ts";
import { distinctFilterValues, valuesProblem } from "../../analytics/view/filter-values.ts";
import type { Filter, FilterValue } from "../../analytics/view/table-view.ts";
import { didYouMean } from "../../did-you-mean.ts";
import { invalid } from "../../errors.ts";
import type { CustomerId, DeviceId, ViewId } from "../../ids.ts";
import { Problems, quote } from "../../problems.ts";
import { SchemaReader } from "../../schema-reader.ts";
import { FilterSchema, type BarFilter } from "../configuration-schema.ts";

/** Those of the bar with the values that were sent. Throws `invalid` for a name or a value that does not fit. */
export function filtersInForce(
  filters: readonly BarFilter[],
  sent: ReadonlyMap<string, unknown> | null,
): readonly BarFilter[] {
  const names = filters.map(({ name }) => name);
  for (const name of sent?.keys() ?? [])
    if (!names.includes(name))
      throw invalid(`filters: the dashboard has no filter ${quote(name)}.${didYouMean(name, names)}`);
  return filters.map((filter) => {
    const values = sent?.get(filter.name);
    if (values === undefined) return filter;
    const read = withValues(filter, values);
    if (typeof read === "string") throw invalid(`filters/${filter.name}: ${read}`);
    return read;
  });
}

/** The filter with other values, or why they do not fit. */
export function withValues(filter: BarFilter, values: unknown): BarFilter | string {
  const problems = new Problems("VALUES");
  const read = new SchemaReader(problems).read(FilterSchema, sentAs(filter, values), "VALUES");
  const [first] = problems.list;
  return read === undefined || first !== undefined ? (first?.message ?? "The values do not fit.") : read;
}

function sentAs(filter: BarFilter, values: unknown): object {
  switch (filter.type) {
    case "device":
      return { ...filter, deviceIds: values };
    case "customer":
      return { ...filter, customerIds: values };
    case "attribute":
    case "view":
      return { ...filter, values };
  }
}

/** What filters do to the view of one panel. Equal ones have equal JSON. */
export interface Narrowing {
  readonly deviceIds: readonly DeviceId[] | null;
  readonly customerIds: readonly CustomerId[] | null;
  readonly attributes: readonly Filter[];
  /** Values by the filters of the view itself. */
  readonly ofView: readonly (readonly [filter: string, values: readonly FilterValue[]])[];
}

/** `viewId`: of the panel, if it shows one. A filter without values restricts nothing. */
export function narrowingOf(filters: readonly BarFilter[], viewId: ViewId | null): Narrowing {
  let deviceIds: Narrowing["deviceIds"] = null;
  let customerIds: Narrowing["customerIds"] = null;
  const attributes: Filter[] = [];
  const ofView: Narrowing["ofView"][number][] = [];
  for (const filter of filters)
    switch (filter.type) {
      case "device":
        if (filter.deviceIds.length > 0) deviceIds = common(deviceIds, filter.deviceIds);
        break;
      case "customer":
        if (filter.customerIds.length > 0) customerIds = common(customerIds, filter.customerIds);
        break;
      case "attribute":
        if (filter.values.length > 0) attributes.push(attributeFilter(filter));
        break;
      case "view":
        if (filter.viewId === viewId && filter.values.length > 0) ofView.push([filter.filter, filter.values]);
    }
  return { deviceIds, customerIds, attributes, ofView };
}

export function narrowed(view: RunnableView, { deviceIds, customerIds, attributes, ofView }: Narrowing): RunnableView {
  const { scope, filters } = view;
  return {
    ...view,
    scope: {
      ...scope,
      deviceIds: deviceIds === null ? scope.deviceIds : common(scope.deviceIds, deviceIds),
      customerIds: customerIds === null ? scope.customerIds : common(scope.customerIds, customerIds),
    },
    filters: [...filters, ...attributes, ...furtherOf(ofView, filters)],
  };
}

/** The values of filters of the view itself. Where several set the same one, these are the first, and `narrowed` adds the others. */
export function valuesOfView({ ofView }: Narrowing): ReadonlyMap<string, unknown> | null {
  return ofView.length === 0 ? null : new Map(ofView.toReversed());
}

/** All of them hold: a filter that a link fixes must not be widened by another one. */
function furtherOf(ofView: Narrowing["ofView"], filters: readonly Filter[]): readonly Filter[] {
  const names = ofView.map(([name]) => name);
  return ofView.flatMap(([name, values], index) => {
    const filter = filters.find((each) => each.name === name);
    // A report refuses a name that the view does not have.
    if (names.indexOf(name) === index || filter === undefined) return [];
    const distinct = distinctFilterValues(values, filter);
    const misfit = valuesProblem(filter, distinct);
    if (misfit !== undefined) throw new AnalyticsError(misfit.code, `Filter ${quote(name)}: ${misfit.message}`);
    return [{ ...filter, name: "", values: distinct, overridable: false }];
  });
}

/** Those of both lists; null is a list of all. */
function common<Item>(one: readonly Item[] | null, other: readonly Item[]): readonly Item[] {
  if (one === null) return other;
  const known = new Set(one);
  return other.filter((item) => known.has(item));
}

function attributeFilter({ scope, key, values }: Extract<BarFilter, { type: "attribute" }>): Filter {
  return viewFilter({ type: "attribute", scope, key, of: "self", path: null }, "in", values);
}

/** One that no request can set: no filter of a view has this name. */
export function viewFilter(
  target: Filter["target"],
  operator: Filter["operator"],
  values: readonly FilterValue[],
): Filter {
  return {
    ...{ name: "", label: "", target, apply: "samples", operator, values, valueType: "auto" },
    ...{ caseSensitive: operator === "in", emptyMeans: "all", required: false, overridable: false },
  };
}
