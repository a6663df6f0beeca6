// Which devices a report is about, with what it needs to know of them: those that the reader may see, inside the scope, that
// meet the filters on dimensions. Their rows have a dense index, by which the engine knows them. Source: analytics contract 2.3,
// 2.8, 3.1 no. 5, 3.4, 3.7, 6.2.
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

/** What a condition takes without any text. */
const CHARS_OF_A_CONDITION = 50;

export interface DeviceChoice {
  readonly view: RunnableView;
  readonly formulas: ViewFormulas;
  /** Those in force. */
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

/** A filter on samples reads the series of its key. */
function planFilter(plan: DimensionPlan, { target, apply }: Filter): void {
  if ("type" in target && target.type === "telemetry" && apply !== "latest") plan.key(target.key, target.of);
}

/** The newest stored value of a key, whatever the range of a report. */
export interface LatestSource {
  readonly type: "latest";
  readonly source: TelemetrySource;
}

export type DimensionSource = EntitySource | AttributeSource | LatestSource;

export interface DevicesQuery {
  /** Whose devices count: those of the tenant, or those of the reader's customer. */
  readonly reader: Reader;
  /** All its lists hold; `where` is left to the caller, who knows formulas. */
  readonly scope: Omit<Scope, "where">;
  /** One column each, in this order. */
  readonly dimensions: readonly DimensionSource[];
  /** Keys of telemetry of which the series are wanted, in this order. */
  readonly keys: readonly { readonly key: string; readonly of: Of }[];
  /** For `active`. */
  readonly now: number;
}

/** One row per device, ordered by device id. */
export interface DeviceTable {
  readonly ids: readonly DeviceId[];
  /** One column per dimension asked for: times as numbers, texts of profile, customer and gateway by name, null where missing. */
  readonly columns: readonly (readonly Cell[])[];
  /** One entry per key asked for: the devices that have a series of it, by their index in `ids`. */
  readonly series: readonly SeriesColumns[];
}

export interface DeviceDimensionsStore {
  /** Rejects with the reason of the signal when that has stopped it. */
  devices(query: DevicesQuery, signal: AbortSignal): Promise<DeviceTable>;
}

/** What is going to be read of devices, each once. */
export class DimensionPlan {
  readonly dimensions = new Map<string, DimensionSource>();
  readonly keys = new Map<string, DevicesQuery["keys"][number]>();

  dimension(source: DimensionSource): void {
    this.dimensions.set(dimensionKey(source), source);
  }

  key(key: string, of: Of): void {
    this.keys.set(seriesKey(key, of), { key, of });
  }

  /** Dimensions that a formula over samples or devices names. */
  names(expression: Expression | null): void {
    if (expression === null) return;
    for (const name of namesIn(expression).values()) {
      const source = dimensionOfName(name);
      if (source !== undefined) this.dimension(source);
    }
  }
}

/** The dimension that a name of a formula stands for. */
function dimensionOfName(name: Name): DimensionSource | undefined {
  if (name.kind === "entity") {
    const field = [...ENTITY_FIELDS.keys()].find((known) => known === name.field);
    return field === undefined ? undefined : { type: "entity", field, of: "self" };
  }
  if (name.kind !== "attribute") return undefined;
  const scope = ATTRIBUTE_SCOPES.find((known) => known === name.scope);
  return scope === undefined ? undefined : { type: "attribute", scope, key: name.key, of: "self", path: null };
}

/** Names of formulas with the dimensions they stand for, by the key of each name. */
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

  /** Only these devices, renumbered in their order. */
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

/** The dimension that a filter compares; undefined for a filter that no dimension decides. */
export function dimensionOfFilter({ target, apply }: Filter): DimensionSource | undefined {
  if (!("type" in target) || target.type === "timePart") return undefined;
  if (target.type !== "telemetry") return target;
  return apply === "latest" ? { type: "latest", source: target } : undefined;
}

/** Those of the devices for which all conditions hold; a missing one does not. */
export interface DeviceConditions extends Pick<DevicesQuery, "reader" | "scope" | "now"> {
  /** `where` of the scope. */
  readonly where: Expression | null;
  /** Filters in force; those that look at samples or results are passed over. */
  readonly filters: readonly Filter[];
}

/** With what is planned of them, and what the conditions look at. */
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
        // A scope does not move with the zone of the report.
        localTime: (ts) => ts,
      }),
    );
    // What the device before took.
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
