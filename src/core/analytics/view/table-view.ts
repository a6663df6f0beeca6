// The words of a Table View: what a person saves, after validation, with every default written out. Displays keep their
// own settings in `format`, `colors` and `visualization`, which no computation reads. Source: analytics contract 2.
import type { Brand } from "../../../lib/brand.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import type { JsonObject } from "../../devices/device.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId, UserId, ViewId } from "../../ids.ts";

/** Matches `[A-Za-z_][A-Za-z0-9_]{0,63}`; unique in its view. */
export type FieldId = Brand<string, "FieldId">;

export const MAX_FIELDS = 64;

/** A definition as the server keeps it. */
export interface TableView extends ViewDefinition {
  readonly id: ViewId;
  readonly revision: number;
  readonly owner: ViewOwner;
  readonly createdTime: EpochMillis;
  readonly updatedTime: EpochMillis;
  readonly updatedBy: UserId;
}

export interface ViewOwner {
  readonly tenantId: TenantId;
  readonly customerId: CustomerId | null;
  readonly userId: UserId;
}

/** What its author decides. */
export interface ViewDefinition {
  readonly name: string;
  readonly description: string;
  /** Parts joined by `/`; empty at the top. */
  readonly folder: string;
  readonly tags: readonly string[];
  readonly schemaVersion: 1;
  readonly sharing: Sharing;
  readonly scope: Scope;
  readonly timeRange: TimeRange;
  readonly fields: readonly Field[];
  readonly filters: readonly Filter[];
  readonly grouping: Grouping;
  readonly gaps: Gaps;
  readonly sort: readonly SortEntry[];
  readonly limit: RowLimit;
  readonly nulls: Nulls;
  readonly compare: Compare | null;
  readonly options: RunOptions;
  readonly visualization: JsonObject;
}

export interface Sharing {
  readonly visibility: "private" | "tenant" | "customers";
  readonly customerIds: readonly CustomerId[];
  readonly allCustomers: boolean;
}

/** A list that is null does not restrict. */
export interface Scope {
  readonly entityType: "DEVICE";
  readonly profiles: readonly { readonly id: DeviceProfileId; readonly name: string }[] | null;
  readonly deviceIds: readonly DeviceId[] | null;
  /** "none" selects devices without a customer. */
  readonly customerIds: readonly (CustomerId | "none")[] | null;
  readonly gatewayIds: readonly DeviceId[] | null;
  /** `*` any run, `?` one character, without regard to case. */
  readonly nameMatches: string | null;
  /** A row-stage condition on entity fields and attributes. */
  readonly where: string | null;
}

// --- Time range (2.9) ---

export type WeekStart = "monday" | "sunday" | "saturday";
export type RollingUnit = "s" | "m" | "h" | "d" | "w" | "M" | "Q" | "y";

export interface CalendarRules {
  /** IANA name; `viewer` and `tenant` are resolved for each run. */
  readonly timezone: string;
  readonly weekStart: WeekStart;
  /** 1 to 12. */
  readonly fiscalStartMonth: number;
}

export type TimeRange = CalendarRules & { readonly delayMs: number } & RangeForm;

export type RangeForm =
  | { readonly type: "preset"; readonly preset: Preset }
  | {
      readonly type: "rolling";
      readonly amount: number;
      readonly unit: RollingUnit;
      readonly align: RollingUnit | null;
      readonly offset: number;
    }
  | { readonly type: "absolute"; readonly startTs: number; readonly endTs: number }
  /** Local dates as `2026-01-31`; the end date is outside. */
  | { readonly type: "absolute"; readonly startDate: string; readonly endDate: string }
  | { readonly type: "expression"; readonly from: string; readonly to: string };

export const PRESETS = [
  "last5Minutes",
  "last15Minutes",
  "last30Minutes",
  "lastHour",
  "last6Hours",
  "last12Hours",
  "last24Hours",
  "last7Days",
  "last14Days",
  "last30Days",
  "last90Days",
  "last365Days",
  "today",
  "yesterday",
  "thisWeek",
  "thisMonth",
  "thisQuarter",
  "thisYear",
  "weekToDate",
  "monthToDate",
  "quarterToDate",
  "yearToDate",
  "lastWeek",
  "lastMonth",
  "lastQuarter",
  "lastYear",
  "previous7Days",
  "previous30Days",
  "allTime",
] as const;
export type Preset = (typeof PRESETS)[number];

// --- Fields (2.4 to 2.7) ---

export type FieldKind = "dimension" | "measure" | "time";
export type DataType = "auto" | "number" | "text" | "boolean" | "time" | "json";

export interface Field {
  readonly id: FieldId;
  /** NFC, trimmed, unique among all columns of the report. */
  readonly label: string;
  readonly kind: FieldKind;
  readonly source: Source;
  /** Null for dimensions, times and expressions of finished rows, and in raw mode. */
  readonly aggregation: Aggregation | null;
  /** A condition on each sample of this measure only. */
  readonly where: string | null;
  readonly range: TimeRange | null;
  readonly dataType: DataType;
  readonly unit: string;
  readonly decimals: number | null;
  readonly round: boolean;
  readonly format: JsonObject;
  readonly colors: readonly JsonObject[];
  readonly fill: GapFill | null;
  readonly hidden: boolean;
  readonly description: string;
}

export type EntityField =
  "id" | "name" | "label" | "profile" | "customer" | "gateway" | "createdTime" | "active" | "lastActivityTime";
/** Whose dimensions: of the device itself, of the gateway it is routed through, of the customer it belongs to. */
export type Of = "self" | "gateway" | "customer";
export type ReportAttributeScope = "client" | "shared" | "server" | "any";
export type Cast = "auto" | "number" | "text" | "boolean";
export type BucketUnit = "auto" | "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
export type TimePart =
  | "minuteOfHour"
  | "hourOfDay"
  | "dayOfWeek"
  | "dayOfMonth"
  | "weekOfMonth"
  | "weekOfYear"
  | "monthOfYear"
  | "quarterOfYear"
  | "year"
  | "isWeekend";

export interface EntitySource {
  readonly type: "entity";
  readonly field: EntityField;
  readonly of: Of;
}
export interface AttributeSource {
  readonly type: "attribute";
  readonly scope: ReportAttributeScope;
  readonly key: string;
  readonly of: Of;
  /** Dotted path into JSON; null takes the whole value. */
  readonly path: string | null;
}
export interface TelemetrySource {
  readonly type: "telemetry";
  readonly key: string;
  readonly path: string | null;
  readonly cast: Cast;
  readonly of: Of;
}
export interface TimeBucketSource {
  readonly type: "timeBucket";
  readonly bucket: BucketUnit;
  readonly amount: number;
  readonly labelAt: "start" | "end";
  /** Most buckets that `auto` may give. */
  readonly maxBuckets: number;
}
export interface TimePartSource {
  readonly type: "timePart";
  readonly part: TimePart;
}
export interface TimestampSource {
  readonly type: "timestamp";
}
export interface ConstantSource {
  readonly type: "constant";
  readonly value: number | string | boolean;
}
export interface ExpressionSource {
  readonly type: "expression";
  readonly expr: string;
  readonly stage: "group" | "row";
  /** Of a row-stage expression, by the name the expression uses. */
  readonly inputs: ReadonlyMap<string, DataSource>;
  /** How the samples of the inputs meet: on the same instant, or carried forward. */
  readonly align: "exact" | "locf";
}
/** What an input or a filter may look at. */
export type DataSource = EntitySource | AttributeSource | TelemetrySource;
export type Source =
  DataSource | TimeBucketSource | TimePartSource | TimestampSource | ConstantSource | ExpressionSource;

export const AGGREGATE_FUNCTIONS = [
  "count",
  "countDistinct",
  "sum",
  "avg",
  "min",
  "max",
  "range",
  "median",
  "percentile",
  "stddev",
  "variance",
  "mode",
  "onlyValue",
  "list",
  "first",
  "latest",
  "firstTs",
  "latestTs",
  "lastKnown",
  "current",
  "delta",
  "increase",
  "rate",
  "timeWeightedAvg",
  "integral",
  "duration",
  "durationPercent",
  "transitions",
  "completeness",
] as const;
export type AggregateFunction = (typeof AGGREGATE_FUNCTIONS)[number];
export type CombineRule = "sum" | "avg" | "min" | "max" | "newest" | "oldest" | "weighted";

/** Parameters that a function does not use are absent. Source: 2.6. */
export interface Aggregation {
  readonly fn: AggregateFunction;
  /** 0 < p < 1. */
  readonly p?: number;
  readonly method?: "locf" | "linear";
  readonly per?: "second" | "minute" | "hour" | "day";
  /** A boolean expression over `value` or the names of `inputs`. */
  readonly state?: string;
  readonly inputs?: ReadonlyMap<string, TelemetrySource>;
  readonly of?: "known" | "bucket";
  readonly durationUnit?: "ms" | "second" | "minute" | "hour";
  readonly carryIn?: boolean;
  readonly lookbackMs?: number;
  /** Absent: a value holds for any time. */
  readonly maxGapMs?: number;
  readonly expectedEveryMs?: number;
  readonly combine?: CombineRule;
  readonly perSeries?: boolean;
}

// --- Filters (2.8) ---

export type FilterOperator =
  | "in"
  | "notIn"
  | "eq"
  | "ne"
  | "contains"
  | "startsWith"
  | "endsWith"
  | "matches"
  | "gt"
  | "gte"
  | "lt"
  | "lte"
  | "between"
  | "isMissing"
  | "isPresent";
/** Null stands for a missing value. */
export type FilterValue = string | number | boolean | null;

export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly target: FilterTarget;
  readonly apply: "samples" | "aligned" | "latest";
  readonly operator: FilterOperator;
  readonly values: readonly FilterValue[];
  readonly valueType: "auto" | "number" | "text" | "boolean" | "time";
  readonly caseSensitive: boolean;
  readonly emptyMeans: "all" | "none";
  readonly required: boolean;
  readonly overridable: boolean;
}

export type FilterTarget =
  | { readonly kind: "source"; readonly source: DataSource | TimePartSource }
  /** A measure of the view, compared after grouping. */
  | { readonly kind: "field"; readonly field: FieldId };

// --- Grouping, gaps, order, limits (2.10) ---

export interface Grouping {
  readonly mode: "grouped" | "perEntity" | "raw";
  readonly keepEmptyGroups: boolean;
  readonly missingGroup: "keep" | "drop";
  /** Raw mode: how the keys of a device meet in one row. */
  readonly align: "exact" | "locf";
  readonly toleranceMs: number;
  readonly totals: "none" | "grand" | "rollup";
}

export type FillValue = "missing" | "zero" | "constant" | "previous" | "linear" | "next";

export interface GapFill {
  readonly value: FillValue;
  /** Of `constant`. */
  readonly constant: number | string | null;
  /** Longest run that previous, linear and next fill; null for any. */
  readonly maxBuckets: number | null;
}

export interface Gaps extends GapFill {
  readonly buckets: "none" | "all";
}

export interface SortEntry {
  readonly field: FieldId;
  readonly direction: "asc" | "desc";
  readonly missing: "first" | "last";
}

export interface RowLimit {
  readonly rows: number;
  readonly onExceed: "truncate" | "fail";
  readonly top: TopGroups | null;
}

export interface TopGroups {
  readonly n: number;
  readonly by: FieldId;
  readonly direction: "asc" | "desc";
  readonly per: readonly FieldId[];
  readonly others: boolean;
  readonly othersLabel: string;
}

export interface Nulls {
  readonly encode: "empty" | "omit" | "text";
  readonly text: string;
  readonly dropRows: "none" | "anyMeasureMissing" | "allMeasuresMissing";
}

export type ComparedColumn = "value" | "delta" | "percent" | "ratio";

export interface Compare {
  readonly to:
    | "previousPeriod"
    | "previousDay"
    | "previousWeek"
    | "previousMonth"
    | "previousYear"
    /** By `shift`. */
    | "shift";
  /** ISO 8601 duration, as `P7D`. */
  readonly shift: string | null;
  readonly fields: readonly FieldId[];
  readonly show: readonly ComparedColumn[];
  /** Text between the brackets of a generated label. */
  readonly suffixes: Readonly<Record<ComparedColumn, string>>;
}

export interface RunOptions {
  readonly timeoutMs: number | null;
  readonly cacheTtlSec: number;
  readonly lateDataMs: number;
}
