// Panels that show keys: the view that gives the values of several of them at once, and the part of its report that each one shows.
// A panel gets what it would get alone.
import { AnalyticsError } from "../../analytics/analytics-error.ts";
import type { Report } from "../../analytics/report/report.ts";
import { rangeJson } from "../../analytics/view/view-json.ts";
import { parseSavedView } from "../../analytics/view/parse-view.ts";
import { MAX_FIELDS } from "../../analytics/view/field-schema.ts";
import type { AggregateFunction, FieldId, Filter, TimeRange, ViewDefinition } from "../../analytics/view/table-view.ts";
import type { FormerPeriod } from "../../analytics/view/view-schema.ts";
import { parseEntityFilter } from "../../entity-query/parse-entity-query.ts";
import { invalid } from "../../errors.ts";
import type { DeviceId } from "../../ids.ts";
import type { KeysOfPanel, Panel } from "../configuration-schema.ts";
import { viewFilter } from "./filter-bar.ts";

/** Devices of a source of keys. */
export interface ChosenDevices {
  readonly deviceIds: readonly DeviceId[] | null;
  readonly filters: readonly Filter[];
}

/** A column of values: of a key, by a function. */
export interface KeyColumn {
  readonly key: string;
  readonly fn: AggregateFunction;
}

const BY_TIME: ReadonlySet<Panel["kind"]> = new Set(["timeSeries", "bars", "heatMap", "stateTimeline"]);

/** Whether the values of a panel are those of intervals, or one for each device. */
export function isByTime(kind: Panel["kind"], { trend }: Pick<KeysOfPanel, "trend">): boolean {
  return BY_TIME.has(kind) || (kind === "figure" && trend);
}

/** Null for a panel that shows none. */
export function formerPeriodOf(kind: Panel["kind"], { trend, compare }: KeysOfPanel): FormerPeriod | null {
  return kind === "timeSeries" || (kind === "figure" && trend) ? compare : null;
}

/** Kinds that show a mean of each interval; others show its last value. */
const OF_MEANS: ReadonlySet<Panel["kind"]> = new Set(["timeSeries", "bars", "heatMap"]);

/** The newest value of all is what a live connection tells of too, whatever the range. */
export function columnsOf(kind: Panel["kind"], source: KeysOfPanel): readonly KeyColumn[] {
  const { keys, aggregation } = source;
  const hasTimes = isByTime(kind, source);
  const usual: AggregateFunction = hasTimes ? (OF_MEANS.has(kind) ? "avg" : "latest") : "current";
  const columns = [...new Set(keys)].map((key) => ({ key, fn: aggregation ?? usual }));
  if (columns.length === 0 && hasTimes) throw invalid(`a panel of kind ${kind} needs a key to show, it has none`);
  return columns;
}

export interface DeviceFilterOptions {
  /** Ids or types that the filter of one source may list. */
  readonly listedMax: number;
}

/** Throws `invalid` for a filter that selects no devices. */
export function devicesOf({ deviceIds, filter }: KeysOfPanel, options: DeviceFilterOptions): ChosenDevices {
  if (filter === null) return { deviceIds: [...new Set(deviceIds)].sort(), filters: [] };
  const { entityType, ids, namePrefix, deviceTypes, list } = parseEntityFilter(filter, options);
  if (list !== undefined) throw invalid("the filter of a panel cannot be a deviceList");
  if (entityType !== "DEVICE") throw invalid(`the filter of a panel selects devices, not ${entityType}`);
  return {
    // The entity query has checked that they are ids.
    deviceIds: ids === null ? null : ([...new Set(ids)].sort() as DeviceId[]),
    filters: [
      ...(namePrefix === ""
        ? []
        : [viewFilter({ type: "entity", field: "name", of: "self" }, "startsWith", [namePrefix])]),
      ...(deviceTypes === null
        ? []
        : [viewFilter({ type: "entity", field: "profile", of: "self" }, "in", deviceTypes)]),
    ],
  };
}

const DEVICE = "device";
const NAME = "name";
const TIME = "time";
/** Columns of values that one view has beside those three. */
export const COLUMNS_MAX = MAX_FIELDS - 3;

export interface KeysViewOptions {
  /** Most rows of a report. */
  readonly rowsMax: number;
}

export interface KeysWanted {
  readonly devices: ChosenDevices;
  readonly range: TimeRange;
  readonly isByTime: boolean;
  readonly compare: FormerPeriod | null;
  /** At most `COLUMNS_MAX`. */
  readonly columns: readonly KeyColumn[];
}

/** What it names need not exist: a report does not find deleted devices. Throws `VIEW_INVALID`. */
export async function keysView(
  { devices, range, isByTime, compare, columns }: KeysWanted,
  { rowsMax }: KeysViewOptions,
): Promise<ViewDefinition> {
  const parsed = await parseSavedView(
    {
      name: "keys of a dashboard",
      ...(devices.deviceIds === null ? {} : { scope: { deviceIds: devices.deviceIds } }),
      timeRange: rangeJson(range),
      fields: [
        { id: DEVICE, label: DEVICE, source: { type: "entity", field: "id" } },
        { id: NAME, label: NAME, source: { type: "entity", field: "name" } },
        ...(isByTime ? [{ id: TIME, label: TIME, source: { type: "timeBucket", bucket: "auto" } }] : []),
        ...columns.map(({ key, fn }, place) => {
          const id = fieldAt(place);
          return { id, label: id, source: { type: "telemetry", key }, aggregation: { fn } };
        }),
      ],
      // A device without a value has a row too, so that it can be watched for one.
      grouping: { keepEmptyGroups: !isByTime },
      // Where nothing is measured now, the former period still has its values.
      ...(compare === null ? {} : { compare: { to: compare }, gaps: { buckets: "all" } }),
      limit: { rows: rowsMax },
    },
    rowsMax,
  );
  if ("view" in parsed) return { ...parsed.view, filters: devices.filters };
  const [first] = parsed.errors;
  throw new AnalyticsError("VIEW_INVALID", first?.message ?? "the keys fit into no view", parsed.errors);
}

function fieldAt(place: number): FieldId {
  return `k${String(place)}` as FieldId;
}

/** The part of the report over `all` columns that a panel with some of them shows: each has the key as its label. */
export function partOf(report: Report, all: readonly KeyColumn[], shown: readonly KeyColumn[]): Report {
  const fields = new Map(
    shown.map(({ key, fn }, place) => [
      fieldAt(all.findIndex((other) => other.key === key && other.fn === fn)),
      { field: fieldAt(place), label: key },
    ]),
  );
  const isOfAll = (field: FieldId): boolean => [DEVICE, NAME, TIME].includes(field);
  const renamed = (field: FieldId): FieldId | undefined => (isOfAll(field) ? field : fields.get(field)?.field);
  const common = report.columns.flatMap(({ field }, place) => (isOfAll(field) ? [place] : []));
  // Of each key its own column, and then that of its former period.
  const own = [...fields.keys()].flatMap((id) =>
    report.columns.flatMap(({ field }, place) => (field === id ? [place] : [])),
  );
  const places = [...common, ...own];
  const { meta } = report;
  return {
    columns: places.flatMap((place) => {
      const column = report.columns[place];
      const known = column === undefined ? undefined : fields.get(column.field);
      if (column === undefined) return [];
      if (known === undefined) return [column];
      // Id and label begin with those of the field; what follows tells its former period.
      const { length } = column.field;
      const [id, label] = [known.field + column.id.slice(length), known.label + column.label.slice(length)];
      return [{ ...column, id, label, field: known.field }];
    }),
    rows: rowsOf(report, own).map((row) => places.map((place) => row[place] ?? null)),
    filled: [],
    totals: [],
    meta: {
      ...meta,
      skippedValues: new Map(
        [...meta.skippedValues].flatMap(([field, count]) => {
          const name = renamed(field);
          return name === undefined ? [] : [[name, count] as const];
        }),
      ),
      silent: new Map(
        [...meta.silent].flatMap(([field, ts]) => {
          const name = renamed(field);
          return name === undefined ? [] : [[name, ts] as const];
        }),
      ),
      warnings: meta.warnings.flatMap((warning) => {
        const field = warning.field === null ? null : renamed(warning.field);
        return field === undefined ? [] : [{ ...warning, field }];
      }),
    },
  };
}

/** Those that have a value in one of these columns. A device is shown if it has one in the range, whatever it had before. */
function rowsOf({ columns, rows }: Report, shown: readonly number[]): Report["rows"] {
  // A row without a bucket is there for its device.
  if (!columns.some(({ field }) => field === TIME)) return rows;
  const hasValue = (row: Report["rows"][number], places: readonly number[]): boolean =>
    places.some((place) => (row[place] ?? null) !== null);
  const ofRange = shown.filter((place) => columns[place]?.role === "measure");
  const device = deviceAt(columns);
  const devices = new Set(rows.filter((row) => hasValue(row, ofRange)).map((row) => row[device]));
  return rows.filter((row) => devices.has(row[device]) && hasValue(row, shown));
}

function deviceAt(columns: Report["columns"]): number {
  return columns.findIndex(({ field }) => field === DEVICE);
}

/** The devices of a report of keys, by their ids; none of any other. */
export function devicesIn({ columns, rows }: Report): readonly DeviceId[] {
  const place = deviceAt(columns);
  // A column of this source holds ids of devices.
  return place < 0 ? [] : [...new Set(rows.map((row) => row[place] as DeviceId))];
}
