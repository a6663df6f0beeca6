// Selects the devices of a report and reads the data it needs about them. A device is included if the reader may see
// it, it is in the scope, and it passes the filters on dimensions. Devices have a dense index, which the engine uses to
// identify them. Source: analytics contract 2.3, 2.8, 3.1 no. 5, 3.4, 3.7, 6.2.
import type { DeviceId } from "../../ids.ts";
import { compileCondition } from "../expressions/compile.ts";
import type { Expression, Name } from "../expressions/expression.ts";
import { TextReads } from "../expressions/text-reads.ts";
import { nameKey, namesIn } from "../expressions/name-key.ts";
import { ENTITY_FIELDS } from "../expressions/scopes.ts";
import { ATTRIBUTE_SCOPES } from "../view/field-schema.ts";
import type { Reader } from "../reader.ts";
import type {
  AttributeSource,
  DataSource,
  EntitySource,
  Field,
  Filter,
  Of,
  Scope,
  TelemetrySource,
} from "../view/table-view.ts";
import type { ViewFormulas } from "../view/view-formulas.ts";
import { cellTest, ofTimes } from "./filters.ts";
import type { Cell, SampleFilter, SeriesColumns } from "./report-engine.ts";
import type { RunnableView } from "./report.ts";
import { charsOf, type IndexTest, passing } from "./tests-in-turns.ts";

/** Cost of evaluating a condition that reads no text, in characters. */
const CHARS_OF_A_CONDITION = 50;

export interface DeviceChoice {
  readonly view: RunnableView;
  readonly formulas: ViewFormulas;
  /** The active filters. */
  readonly filters: readonly Filter[];
  readonly reader: Reader;
  readonly now: number;
}

export async function chooseDevices(
  store: DeviceDimensionsStore,
  choice: DeviceChoice,
  signal: AbortSignal,
): Promise<DeviceColumns> {
  const { view, formulas, filters } = choice;
  const plan = new DimensionPlan();
  for (const field of view.fields) planField(plan, field, formulas);
  for (const filter of filters) planFilter(plan, filter);
  return await devicesMeeting(store, plan, { ...choice, scope: view.scope, where: formulas.scopeWhere }, signal);
}

function planField(plan: DimensionPlan, field: Field, formulas: ViewFormulas): void {
  const { source, aggregation } = field;
  switch (source.type) {
    case "entity":
    case "attribute":
      plan.dimension(source);
      break;
    case "telemetry":
      plan.key(source.key, source.of);
      break;
    case "expression":
      for (const input of source.inputs.values())
        if (isDimension(input)) plan.dimension(input);
        else plan.key(input.key, input.of);
      break;
    default:
      break;
  }
  for (const input of aggregation?.inputs?.values() ?? []) plan.key(input.key, input.of);
  const own = formulas.fields.get(field.id);
  if (own === undefined) return;
  if (source.type === "expression" && source.stage === "row") plan.names(own.expression);
  plan.names(own.where);
  plan.names(own.state);
}

/** A filter on samples needs the series of its key. */
function planFilter(plan: DimensionPlan, { target, apply }: Filter): void {
  if ("type" in target && target.type === "telemetry" && apply !== "latest") plan.key(target.key, target.of);
}

/** The newest stored value of a key, regardless of the report's range. */
export interface LatestSource {
  readonly type: "latest";
  readonly source: TelemetrySource;
}

export type DimensionSource = EntitySource | AttributeSource | LatestSource;

export interface DevicesQuery {
  /** Determines which devices are visible: those of the tenant, or those of the reader's customer. */
  readonly reader: Reader;
  /** A device must satisfy all of its lists. `where` is left to the caller, which can evaluate formulas. */
  readonly scope: Omit<Scope, "where">;
  /** The dimensions to return, one column each, in this order. */
  readonly dimensions: readonly DimensionSource[];
  /** The telemetry keys whose series are returned, in this order. */
  readonly keys: readonly { readonly key: string; readonly of: Of }[];
  /** The time against which `active` is computed. */
  readonly now: number;
}

/** One row per device, ordered by device id. */
export interface DeviceTable {
  readonly ids: readonly DeviceId[];
  /**
   * One column per requested dimension: times as numbers; profile, customer and gateway by name; null where missing.
   */
  readonly columns: readonly (readonly Cell[])[];
  /** One entry per requested key: the devices that have a series of it, by their index in `ids`. */
  readonly series: readonly SeriesColumns[];
}

export interface DeviceDimensionsStore {
  /** Rejects with the signal's reason if the signal aborts it. */
  devices(query: DevicesQuery, signal: AbortSignal): Promise<DeviceTable>;
}

/** Collects what will be read about devices, without duplicates. */
export class DimensionPlan {
  readonly dimensions = new Map<string, DimensionSource>();
  readonly keys = new Map<string, DevicesQuery["keys"][number]>();

  dimension(source: DimensionSource): void {
    this.dimensions.set(dimensionKey(source), source);
  }

  key(key: string, of: Of): void {
    this.keys.set(seriesKey(key, of), { key, of });
  }

  /** Adds the dimensions that a formula over samples or devices refers to. */
  names(expression: Expression | null): void {
    if (expression === null) return;
    for (const name of namesIn(expression).values()) {
      const source = dimensionOfName(name);
      if (source !== undefined) this.dimension(source);
    }
  }
}

/** The dimension that a name in a formula refers to. */
function dimensionOfName(name: Name): DimensionSource | undefined {
  if (name.kind === "entity") {
    const field = [...ENTITY_FIELDS.keys()].find((known) => known === name.field);
    return field === undefined ? undefined : { type: "entity", field, of: "self" };
  }
  if (name.kind !== "attribute") return undefined;
  const scope = ATTRIBUTE_SCOPES.find((known) => known === name.scope);
  return scope === undefined ? undefined : { type: "attribute", scope, key: name.key, of: "self", path: null };
}

/** The dimensions that formulas refer to, by the key of each name. */
export function namedDimensions(expressions: readonly (Expression | null)[]): ReadonlyMap<string, DimensionSource> {
  const found = new Map<string, DimensionSource>();
  for (const expression of expressions)
    if (expression !== null)
      for (const name of namesIn(expression).values()) {
        const source = dimensionOfName(name);
        if (source !== undefined) found.set(nameKey(name), source);
      }
  return found;
}

export function isDimension(source: DataSource): source is Exclude<DataSource, { readonly type: "telemetry" }> {
  return source.type !== "telemetry";
}

function seriesKey(key: string, of: Of): string {
  return JSON.stringify([key, of]);
}

function dimensionKey(source: DimensionSource): string {
  switch (source.type) {
    case "entity":
      return JSON.stringify(["entity", source.field, source.of]);
    case "attribute":
      return JSON.stringify(["attribute", source.scope, source.key, source.of, source.path]);
    case "latest":
      return JSON.stringify(["latest", source.source.key, source.source.path, source.source.cast, source.source.of]);
  }
}

export class DeviceColumns {
  readonly ids: readonly DeviceId[];
  readonly #dimensions: ReadonlyMap<string, readonly Cell[]>;
  readonly #series: ReadonlyMap<string, SeriesColumns>;

  constructor(
    ids: readonly DeviceId[],
    dimensions: ReadonlyMap<string, readonly Cell[]>,
    series: ReadonlyMap<string, SeriesColumns>,
  ) {
    this.ids = ids;
    this.#dimensions = dimensions;
    this.#series = series;
  }

  get length(): number {
    return this.ids.length;
  }

  dimension(source: DimensionSource): readonly Cell[] {
    return this.#dimensions.get(dimensionKey(source)) ?? [];
  }

  series(key: string, of: Of): SeriesColumns {
    return this.#series.get(seriesKey(key, of)) ?? { devices: new Int32Array(0), series: [] };
  }

  /** Keeps only these devices and renumbers them in the given order. */
  only(kept: readonly number[]): DeviceColumns {
    const newIndex = new Int32Array(this.length).fill(-1);
    for (const [index, device] of kept.entries()) newIndex[device] = index;
    if (kept.length === this.length) return this;
    return new DeviceColumns(
      picked(this.ids, kept),
      mapValues(this.#dimensions, (column) => kept.map((device) => column[device] ?? null)),
      mapValues(this.#series, (series) => pickedSeries(series, newIndex)),
    );
  }
}

function mapValues<From, To>(map: ReadonlyMap<string, From>, change: (value: From) => To): ReadonlyMap<string, To> {
  return new Map(Array.from(map, ([key, value]) => [key, change(value)]));
}

function picked<Item>(items: readonly Item[], kept: readonly number[]): Item[] {
  return kept.flatMap((index) => {
    const item = items[index];
    return item === undefined ? [] : [item];
  });
}

function pickedSeries({ devices, series }: SeriesColumns, newIndex: Int32Array): SeriesColumns {
  const kept: number[] = [];
  for (const [row, device] of devices.entries()) if ((newIndex[device] ?? -1) >= 0) kept.push(row);
  return {
    devices: Int32Array.from(kept, (row) => newIndex[devices[row] ?? 0] ?? 0),
    series: picked(series, kept),
  };
}

/** The dimension that a filter tests; undefined for a filter that does not test a dimension. */
export function dimensionOfFilter({ target, apply }: Filter): DimensionSource | undefined {
  if (!("type" in target) || target.type === "timePart") return undefined;
  if (target.type !== "telemetry") return target;
  return apply === "latest" ? { type: "latest", source: target } : undefined;
}

/** The conditions a device must meet. A condition on a missing value is not met. */
export interface DeviceConditions extends Pick<DevicesQuery, "reader" | "scope" | "now"> {
  /** The `where` condition of the scope. */
  readonly where: Expression | null;
  /** Active filters; those on samples or results are ignored. */
  readonly filters: readonly Filter[];
}

/** The devices that meet all conditions, with everything planned and the columns that the conditions read. */
export async function devicesMeeting(
  store: DeviceDimensionsStore,
  plan: DimensionPlan,
  { where, filters, reader, scope, now }: DeviceConditions,
  signal: AbortSignal,
): Promise<DeviceColumns> {
  plan.names(where);
  for (const filter of filters) {
    const dimension = dimensionOfFilter(filter);
    if (dimension !== undefined) plan.dimension(dimension);
  }
  const dimensions = [...plan.dimensions.values()];
  const keys = [...plan.keys.values()];
  const table = await store.devices({ reader, scope, now, dimensions, keys }, signal);
  const devices = new DeviceColumns(
    table.ids,
    new Map([...plan.dimensions.keys()].map((name, index) => [name, table.columns[index] ?? []])),
    new Map(
      [...plan.keys.keys()].map((name, index) => [
        name,
        table.series[index] ?? { devices: new Int32Array(0), series: [] },
      ]),
    ),
  );
  const tests: IndexTest[] = [];
  if (where !== null) {
    const reads = new TextReads();
    const holds = compileCondition<number>(
      where,
      reads.counting({
        read: (name) => {
          const dimension = dimensionOfName(name);
          const column = dimension === undefined ? [] : devices.dimension(dimension);
          return (device) => column[device] ?? null;
        },
        // The scope is evaluated in UTC, not in the report's zone.
        localTime: (ts) => ts,
      }),
    );
    // Estimates the cost by what the previous device read.
    tests.push({ holds, chars: () => CHARS_OF_A_CONDITION + reads.taken() });
  }
  for (const filter of filters) {
    const dimension = dimensionOfFilter(filter);
    if (dimension === undefined) continue;
    const column = devices.dimension(dimension);
    const holds = cellTest(asDimensionFilter(filter, dimension));
    tests.push({
      holds: (device) => holds(column[device] ?? null),
      chars: (device) => charsOf(column[device]) * Math.max(1, filter.values.length),
    });
  }
  return tests.length === 0 ? devices : devices.only(await passing(devices.ids.keys(), tests, signal));
}

function asDimensionFilter(filter: Filter, dimension: DimensionSource): SampleFilter {
  const isTime =
    dimension.type === "entity" && (dimension.field === "createdTime" || dimension.field === "lastActivityTime");
  return isTime ? ofTimes(filter) : filter;
}
