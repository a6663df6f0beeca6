// Suggests values for one filter of a view: those of the devices that match the other filters. Filters on samples or
// results would need a run of the report and are ignored here. Source: analytics contract 4.3, 6.1.
import { AnalyticsError } from "../analytics-error.ts";
import {
  type DeviceDimensionsStore,
  type DevicesQuery,
  devicesMeeting,
  dimensionOfFilter,
  DimensionPlan,
  type DimensionSource,
} from "../report/choose-devices.ts";
import { resolveFilters, unknownFilter } from "../report/filters.ts";
import type { RunnableView } from "../report/report.ts";
import { PART_RANGES } from "../time/time-part.ts";
import { viewFormulas } from "../view/view-formulas.ts";
import type { Filter, TimePart } from "../view/table-view.ts";
import { quote } from "../../problems.ts";
import { distinctValues, type FoundValues } from "./distinct-values.ts";

export interface SuggestionQuery extends Pick<DevicesQuery, "reader" | "now"> {
  readonly name: string;
  /** Unparsed filter values by name, including those of this filter; null if there are none. */
  readonly filters: ReadonlyMap<string, unknown> | null;
  /** Part of the value, case-insensitive; empty for all. */
  readonly text: string;
  readonly limit: number;
}

const NO_VALUES: FoundValues = { values: [], isCut: false };

export class FilterSuggestions {
  readonly #store: DeviceDimensionsStore;

  constructor(store: DeviceDimensionsStore) {
    this.#store = store;
  }

  /**
   * Throws `FILTER_UNKNOWN` for a filter that the view does not have, `FILTER_LOCKED` for one that cannot be
   * overridden, and like `resolveFilters` for values of other filters.
   */
  async suggest(view: RunnableView, query: SuggestionQuery, signal: AbortSignal): Promise<FoundValues> {
    const filter = openFilter(view, query.name);
    const others = othersInForce(view, query);
    if (others === null) return NO_VALUES;
    const { target } = filter;
    if (!("type" in target)) return NO_VALUES;
    const plan = new DimensionPlan();
    const dimension = suggestedDimension(filter);
    if (dimension !== undefined) plan.dimension(dimension);
    const { reader, now } = query;
    const conditions = { reader, scope: view.scope, now, where: viewFormulas(view).scopeWhere, filters: others };
    const devices = await devicesMeeting(this.#store, plan, conditions, signal);
    if (dimension !== undefined) return distinctValues(devices.dimension(dimension), query.text, query.limit);
    return target.type === "timePart" ? partValues(target.part, devices.length, query) : NO_VALUES;
  }
}

function openFilter(view: RunnableView, name: string): Filter {
  const filter = view.filters.find((each) => each.name === name);
  if (filter === undefined) {
    const problem = unknownFilter(name, view.filters);
    throw new AnalyticsError(problem.code, problem.message, [problem]);
  }
  if (!filter.overridable) throw new AnalyticsError("FILTER_LOCKED", `Filter ${quote(name)} is fixed by the view.`);
  return filter;
}

/**
 * The active filters other than this one; null if one of them matches nothing. None is required, because a form may not
 * be complete yet.
 */
function othersInForce(view: RunnableView, { name, filters }: SuggestionQuery): readonly Filter[] | null {
  const others = view.filters.filter((each) => each.name !== name).map((each) => ({ ...each, required: false }));
  const given = new Map(filters ?? []);
  given.delete(name);
  const { active, matchesNothing } = resolveFilters(others, given);
  return matchesNothing ? null : active;
}

/** For a filter on samples, the newest values of its key replace those in the range, which only a run could find. */
function suggestedDimension(filter: Filter): DimensionSource | undefined {
  return dimensionOfFilter({ ...filter, apply: "latest" });
}

function partValues(part: TimePart, devices: number, { text, limit }: SuggestionQuery): FoundValues {
  const range = PART_RANGES[part];
  if (range === null || devices === 0) return NO_VALUES;
  const [from, to] = range;
  const cells = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const { values, isCut } = distinctValues(cells, text, limit);
  return { values: values.map(({ value }) => ({ value, devices })), isCut };
}
