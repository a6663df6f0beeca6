// Converts a view to JSON, the inverse of parsing: the form that the API returns, exports and stores. Defaults are
// included. Source: analytics contract 2.1 (P3), 2.2.
import type { JsonObject } from "../../devices/device.ts";
import type { Aggregation, Field, Filter, Source, TimeRange, ViewDefinition } from "./table-view.ts";

/** Parsing the result gives the same view, if the tenant still has the entities that it names. */
export function viewJson(view: ViewDefinition): JsonObject {
  const { name, description, folder, tags, schemaVersion, sharing, scope, timeRange, fields, filters } = view;
  const { grouping, gaps, sort, limit, nulls, compare, options, visualization } = view;
  return {
    ...{ name, description, folder, tags, schemaVersion, sharing },
    scope: present(scope),
    timeRange: rangeJson(timeRange),
    fields: fields.map(fieldJson),
    filters: filters.map(filterJson),
    ...{ grouping, gaps: present(gaps), sort, limit: present(limit), nulls },
    compare: compare === null ? null : present(compare),
    options: present(options),
    visualization,
  };
}

function fieldJson(field: Field): JsonObject {
  const { source, aggregation, range, fill } = field;
  return {
    ...present(field),
    source: sourceJson(source),
    ...(aggregation === null ? {} : { aggregation: aggregationJson(aggregation) }),
    ...(range === null ? {} : { range: rangeJson(range) }),
    ...(fill === null ? {} : { fill: present(fill) }),
  };
}

function sourceJson(source: Source): JsonObject {
  if (source.type !== "expression") return present(source);
  const { type, stage, expr, inputs, align } = source;
  return stage === "group" ? { type, stage, expr } : { type, stage, expr, inputs: inputsJson(inputs), align };
}

function aggregationJson(aggregation: Aggregation): JsonObject {
  return {
    ...aggregation,
    ...(aggregation.inputs === undefined ? {} : { inputs: inputsJson(aggregation.inputs) }),
  };
}

/** `Object.fromEntries` defines each member, so `__proto__` is a name like any other. */
function inputsJson(inputs: ReadonlyMap<string, Source>): JsonObject {
  return Object.fromEntries([...inputs].map(([name, source]) => [name, sourceJson(source)]));
}

function filterJson(filter: Filter): JsonObject {
  const { target } = filter;
  return { ...filter, target: "type" in target ? sourceJson(target) : target };
}

/** A time range in the form used in the JSON of a view. */
export function rangeJson(range: TimeRange): JsonObject {
  return present(range);
}

/** Omits members that are null, which means the same. */
function present(object: object): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
