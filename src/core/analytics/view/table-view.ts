// A Table View: what a person saves. The schema is its type, the check of its structure and its description for clients;
// what a schema cannot say (names that must exist, formulas, what parts are to each other) is checked after it, in
// parse-view.ts. Members with a default may be left out of what is sent, and are written out when the view is saved.
// Displays keep their own settings in `format`, `colors` and `visualization`, which no computation reads.
// Source: analytics contract 2.
import { Type, type Static, type TObjectOptions, type TProperties, type TSchema, type TUnsafe } from "typebox";
import type { Brand } from "../../../lib/brand.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import type { DeepReadonly } from "../../../lib/deep-readonly.ts";
import type { JsonObject } from "../../devices/device.ts";
import type { AnyId, CustomerId, DeviceId, DeviceProfileId, TenantId, UserId, ViewId } from "../../ids.ts";

/** Matches `[A-Za-z_][A-Za-z0-9_]{0,63}`; unique in its view. */
export type FieldId = Brand<string, "FieldId">;

export const MAX_FIELDS = 64;
/** The last instant that a range may have. Source: analytics contract 3.2. */
export const TS_MAX = 4_102_444_800_000;
export const IDENTIFIER = "^[A-Za-z_][A-Za-z0-9_]{0,63}$";
const EXPRESSION_LENGTH_MAX = 2_000;
const LIST_MAX = 1_000;
const YEAR_MS = 31_622_400_000;
const CELL_TEXT_MAX = 128;
const LABEL_TEXT_MAX = 1_024;
const ROWS_DEFAULT = 10_000;

// --- Words for schemas ---

/** An object with a name, under which the description of the API lists it; it takes no other members. */
function named<Members extends TProperties>(title: string, members: Members, options: object = {}) {
  return Type.Object(members, { title, additionalProperties: false, ...options });
}

/** One of some words. */
function oneOf<const Word extends string>(words: readonly Word[], options: object = {}): TUnsafe<Word> {
  return Type.Unsafe<Word>({ type: "string", enum: [...words], ...options });
}

/** Left out, it is null; a saved view leaves it out then. */
function orNull<Schema extends TSchema>(schema: Schema, options: object = {}) {
  return Type.Union([schema, Type.Null()], { default: null, ...options });
}

const flag = (otherwise: boolean, options: object = {}) => Type.Boolean({ default: otherwise, ...options });
const text = (maxLength: number, options: object = {}) => Type.String({ maxLength, ...options });
const whole = (minimum: number, maximum: number, options: object = {}) =>
  Type.Integer({ minimum, maximum, ...options });
const freeObject = (options: object = {}) =>
  Type.Unsafe<JsonObject>({ type: "object", additionalProperties: true, ...options });
const NO_UUID = { "x-text": "{found} is no UUID.", "x-code": "SCOPE_UNKNOWN" };
const uuid = <Id extends AnyId>(options: object = {}) =>
  Type.Unsafe<Id>({ type: "string", format: "uuid", ...NO_UUID, ...options });
/** Names that people chose are keys of maps. */
const byName = <Schema extends TSchema>(
  schema: Schema,
  options: object,
): TUnsafe<ReadonlyMap<string, Static<Schema>>> =>
  Type.Unsafe<ReadonlyMap<string, Static<Schema>>>(Type.Record(Type.String(), schema, options as TObjectOptions));
const formula = (options: object = {}) => text(EXPRESSION_LENGTH_MAX, { "x-code": "EXPRESSION_LIMIT", ...options });
const fieldRef = (options: object = {}) =>
  Type.Unsafe<FieldId>(
    Type.String({ maxLength: 64, "x-code": "FIELD_UNKNOWN", "x-missing": '"{name}" must name a field.', ...options }),
  );
const fieldRefs = (options: object = {}) =>
  Type.Array(fieldRef(), {
    maxItems: MAX_FIELDS,
    "x-entries": "{found} is not a field of this view.",
    ...options,
  });

// --- Time range (2.9) ---

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

const ROLLING_UNITS = ["s", "m", "h", "d", "w", "M", "Q", "y"] as const;
export type RollingUnit = (typeof ROLLING_UNITS)[number];

/** Of a field's own range, those of the view stand in for what it leaves out. */
export const CALENDAR = {
  timezone: Type.String({
    maxLength: 64,
    "x-code": "ZONE_UNKNOWN",
    "x-default": "That of the author, of the tenant, or UTC.",
    description: "IANA name; `viewer` and `tenant` are resolved for each run.",
  }),
  weekStart: oneOf(["monday", "sunday", "saturday"], { "x-default": "monday" }),
  fiscalStartMonth: whole(1, 12, { "x-default": "1" }),
};

const RANGE_OPTIONS = { "x-missing": 'The time range needs "{name}".' };
const COMMON_OF_RANGES = { ...CALENDAR, delayMs: whole(0, YEAR_MS, { default: 0 }) };
const instant = () => whole(0, TS_MAX);
const date = () => text(200, { description: "Local, as 2026-01-31." });
const moment = () => text(200, { description: '"now", then steps as "-7d", then perhaps a unit as "/d".' });

export const TimeRangeSchema = Type.Union(
  [
    named(
      "PresetRange",
      { type: Type.Literal("preset"), preset: oneOf(PRESETS), ...COMMON_OF_RANGES },
      { "x-missing": 'A range of type "preset" needs "{name}".' },
    ),
    named(
      "RollingRange",
      {
        type: Type.Literal("rolling"),
        amount: whole(1, 1_000_000),
        unit: oneOf(ROLLING_UNITS),
        align: orNull(oneOf(ROLLING_UNITS)),
        offset: whole(0, 10_000, { default: 0 }),
        ...COMMON_OF_RANGES,
      },
      RANGE_OPTIONS,
    ),
    named(
      "InstantRange",
      { type: Type.Literal("absolute"), startTs: instant(), endTs: instant(), ...COMMON_OF_RANGES },
      RANGE_OPTIONS,
    ),
    named(
      "DateRange",
      { type: Type.Literal("absolute"), startDate: date(), endDate: date(), ...COMMON_OF_RANGES },
      { ...RANGE_OPTIONS, description: "The end date is outside." },
    ),
    named(
      "ExpressionRange",
      { type: Type.Literal("expression"), from: moment(), to: moment(), ...COMMON_OF_RANGES },
      RANGE_OPTIONS,
    ),
  ],
  { "x-code": "RANGE_INVALID", "x-missing": 'A time range needs "type": {words}.' },
);

// --- Sources (2.5) ---

export const ATTRIBUTE_SCOPES = ["client", "shared", "server", "any"] as const;
export const TIME_PARTS = [
  "minuteOfHour",
  "hourOfDay",
  "dayOfWeek",
  "dayOfMonth",
  "weekOfMonth",
  "weekOfYear",
  "monthOfYear",
  "quarterOfYear",
  "year",
  "isWeekend",
] as const;
export const BUCKET_UNITS = ["auto", "second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;
export const ENTITY_FIELD_NAMES = [
  "id",
  "name",
  "label",
  "profile",
  "customer",
  "gateway",
  "createdTime",
  "active",
  "lastActivityTime",
] as const;

/** Of the device itself, of the gateway it is routed through, of the customer it belongs to. */
export const OF = ["self", "gateway", "customer"] as const;
const of = () => oneOf(OF, { default: "self" });
const path = () => orNull(text(255), { description: "Dotted path into JSON; left out, the whole value." });
const needs = (type: string) => ({ "x-missing": `Source "${type}" needs "{name}".` });

const EntitySourceSchema = named(
  "EntitySource",
  { type: Type.Literal("entity"), field: oneOf(ENTITY_FIELD_NAMES), of: of() },
  needs("entity"),
);
const AttributeSourceSchema = named(
  "AttributeSource",
  {
    type: Type.Literal("attribute"),
    scope: oneOf(ATTRIBUTE_SCOPES),
    key: text(255),
    of: of(),
    path: path(),
  },
  needs("attribute"),
);
const TelemetrySourceSchema = named(
  "TelemetrySource",
  {
    type: Type.Literal("telemetry"),
    key: text(255),
    path: path(),
    cast: oneOf(["auto", "number", "text", "boolean"], { default: "auto" }),
    of: of(),
  },
  needs("telemetry"),
);
const TimePartSourceSchema = named(
  "TimePartSource",
  { type: Type.Literal("timePart"), part: oneOf(TIME_PARTS) },
  needs("timePart"),
);
const DATA_SOURCES = [EntitySourceSchema, AttributeSourceSchema, TelemetrySourceSchema] as const;
const SOURCE_OPTIONS = { "x-missing": 'A source needs "type": {words}.' };
const INPUTS = { maxProperties: 16, "x-text": '"inputs" is an object of at most 16 sources by their names.' };

const SourceSchema = Type.Union(
  [
    ...DATA_SOURCES,
    named("TimeBucketSource", {
      type: Type.Literal("timeBucket"),
      bucket: oneOf(BUCKET_UNITS, { default: "auto" }),
      amount: whole(1, 366, { default: 1, "x-code": "BUCKET_AMOUNT" }),
      labelAt: oneOf(["start", "end"], { default: "start" }),
      maxBuckets: whole(1, 50_000, { default: 300, description: "Most buckets that `auto` may give." }),
    }),
    TimePartSourceSchema,
    named("TimestampSource", { type: Type.Literal("timestamp") }),
    named(
      "ConstantSource",
      {
        type: Type.Literal("constant"),
        value: Type.Union([Type.Number(), text(LABEL_TEXT_MAX), Type.Boolean()], {
          "x-text": "A constant is a number, true, false or a text of at most 1024 characters, not {found}.",
        }),
      },
      needs("constant"),
    ),
    named(
      "FormulaSource",
      {
        type: Type.Literal("expression"),
        expr: formula(),
        stage: oneOf(["group", "row"], { default: "group", description: "Over finished rows, or over samples." }),
        inputs: byName(Type.Union([...DATA_SOURCES], SOURCE_OPTIONS), {
          ...INPUTS,
          "x-default": "None.",
          description: "Of the row stage: sources by the names that the formula uses.",
        }),
        align: oneOf(["exact", "locf"], {
          "x-default": "exact",
          description: "How samples of several inputs meet: on the same instant, or with the last one carried forward.",
        }),
      },
      needs("expression"),
    ),
  ],
  SOURCE_OPTIONS,
);

// --- Aggregation (2.6) ---

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

const COMBINE_RULES = ["sum", "avg", "min", "max", "newest", "oldest", "weighted"] as const;
const PARAMETER = { "x-code": "AGGREGATION_PARAMETER" };
const span = (description: string) => Type.Optional(whole(1, YEAR_MS, { ...PARAMETER, description }));

/** Parameters that a function does not use are absent. */
const AggregationSchema = named(
  "Aggregation",
  {
    fn: oneOf(AGGREGATE_FUNCTIONS, { "x-text": "There is no function {found}.{hint} Functions are {words}." }),
    p: Type.Optional(
      Type.Unsafe<number>({
        type: "number",
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        ...PARAMETER,
        "x-text": '"percentile" needs p between 0 and 1, not {found}.',
      }),
    ),
    method: Type.Optional(oneOf(["locf", "linear"], PARAMETER)),
    per: Type.Optional(oneOf(["second", "minute", "hour", "day"], PARAMETER)),
    state: Type.Optional(
      text(EXPRESSION_LENGTH_MAX, {
        ...PARAMETER,
        description: "A condition on `value`, or on the names of `inputs`.",
      }),
    ),
    inputs: Type.Optional(byName(Type.Union([TelemetrySourceSchema], { "x-code": "SOURCE_INVALID" }), INPUTS)),
    of: Type.Optional(oneOf(["known", "bucket"], PARAMETER)),
    durationUnit: Type.Optional(oneOf(["ms", "second", "minute", "hour"], PARAMETER)),
    carryIn: Type.Optional(Type.Boolean({ description: "Whether the last value before the range counts (LOCF)." })),
    lookbackMs: span("How far before the range that value may lie."),
    maxGapMs: span("How long a value holds; left out, for any time."),
    expectedEveryMs: span("The planned distance of samples."),
    combine: Type.Optional(oneOf(COMBINE_RULES, PARAMETER)),
    perSeries: Type.Optional(Type.Boolean()),
  },
  { "x-code": "AGGREGATION_INVALID", "x-missing": 'An aggregation needs "{name}", the name of a function.' },
);

// --- Gaps, fields (2.4, 2.10) ---

const FILL = {
  value: oneOf(["missing", "zero", "constant", "previous", "linear", "next"], { default: "missing" }),
  constant: orNull(
    Type.Union([Type.Number(), text(CELL_TEXT_MAX)], {
      "x-text": `"constant" must be a number or a text of at most ${String(CELL_TEXT_MAX)} characters, not {found}.`,
    }),
  ),
  maxBuckets: orNull(whole(1, 50_000), { description: "Longest run that previous, linear and next fill." }),
};
const GapFillSchema = named("GapFill", FILL);
const GapsSchema = named(
  "Gaps",
  { buckets: oneOf(["none", "all"], { default: "none" }), ...FILL },
  { default: {}, description: "What fills empty buckets." },
);

const FIELD_KINDS = ["dimension", "measure", "time"] as const;

const FieldSchema = named(
  "ViewField",
  {
    id: Type.Unsafe<FieldId>({
      type: "string",
      pattern: IDENTIFIER,
      "x-code": "FIELD_ID_INVALID",
      "x-text":
        "Field id {found} must match the pattern and be unique: 1 to 64 letters, digits and _, not a digit first.",
    }),
    label: text(LABEL_TEXT_MAX, {
      "x-code": "LABEL_INVALID",
      "x-missing": 'A field needs a "label".',
      description: "Unique among all columns of the report.",
    }),
    kind: oneOf(FIELD_KINDS, { "x-code": "KIND_MISMATCH", "x-default": "What its source usually is." }),
    source: Type.Union(SourceSchema.anyOf, {
      ...SOURCE_OPTIONS,
      "x-code": "SOURCE_INVALID",
    }),
    aggregation: orNull(AggregationSchema, {
      description: "Of a measure; left out, the mean of numbers and the latest of other values.",
    }),
    where: orNull(formula(), { description: "A condition on each sample of this measure only." }),
    range: orNull(TimeRangeSchema),
    dataType: oneOf(["auto", "number", "text", "boolean", "time", "json"], { default: "auto" }),
    unit: text(32, { default: "" }),
    decimals: orNull(whole(0, 15)),
    round: flag(false),
    format: freeObject({ default: {}, "x-text": '"format" must be an object, not {found}.' }),
    colors: Type.Array(freeObject(), {
      maxItems: 64,
      default: [],
      "x-entries": '"colors" is a list of objects {from, to, color}.',
    }),
    fill: orNull(GapFillSchema),
    hidden: flag(false),
    description: text(500, { default: "" }),
  },
  {
    "x-code": "FIELD_INVALID",
    examples: [
      { id: "temp", label: "Temperature", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "avg" } },
    ],
  },
);

// --- Filters (2.8) ---

const FILTER_OPERATORS = [
  ...(["in", "notIn", "eq", "ne", "contains", "startsWith", "endsWith", "matches"] as const),
  ...(["gt", "gte", "lt", "lte", "between", "isMissing", "isPresent"] as const),
] as const;

/** Null stands for a missing value. */
export type FilterValue = string | number | boolean | null;

const FilterSchema = named(
  "ViewFilter",
  {
    name: text(128, { "x-code": "FILTER_NAME", "x-missing": "A filter needs a name of 1 to 128 characters." }),
    label: text(128, { "x-default": "The name." }),
    target: Type.Union(
      [
        ...DATA_SOURCES,
        TimePartSourceSchema,
        named(
          "ResultTarget",
          { field: fieldRef({ "x-code": "FILTER_TARGET" }) },
          { description: "A measure of the view, compared after grouping." },
        ),
      ],
      {
        "x-code": "FILTER_TARGET",
        "x-missing": 'A filter needs a "target": a source, or {"field": id} for a measure.',
      },
    ),
    apply: oneOf(["samples", "aligned", "latest"], { default: "samples" }),
    operator: oneOf(FILTER_OPERATORS, { default: "in", "x-code": "FILTER_OPERATOR" }),
    values: Type.Array(Type.Unsafe<FilterValue>({ type: ["string", "number", "boolean", "null"] }), {
      default: [],
      "x-code": "FILTER_VALUE",
    }),
    valueType: oneOf(["auto", "number", "text", "boolean", "time"], { default: "auto" }),
    caseSensitive: Type.Boolean({ "x-default": "False where the operator compares parts of texts." }),
    emptyMeans: oneOf(["all", "none"], { default: "all" }),
    required: flag(false),
    overridable: flag(true),
  },
  { examples: [{ name: "building", target: { type: "attribute", scope: "server", key: "building" } }] },
);

// --- Devices and sharing (2.3, 6.3) ---

const SharingSchema = named(
  "ViewSharing",
  {
    visibility: oneOf(["private", "tenant", "customers"], { default: "private" }),
    customerIds: Type.Array(uuid<CustomerId>(), { maxItems: LIST_MAX, default: [] }),
    allCustomers: flag(false),
  },
  { default: {}, examples: [{ visibility: "private", customerIds: [], allCustomers: false }] },
);

const ScopeSchema = named(
  "ViewScope",
  {
    entityType: oneOf(["DEVICE"], { default: "DEVICE" }),
    profiles: orNull(
      Type.Array(
        named("ProfileReference", {
          id: uuid<DeviceProfileId>({ "x-default": "That of the name." }),
          name: text(255, { "x-default": "That of the id." }),
        }),
        { maxItems: LIST_MAX },
      ),
    ),
    deviceIds: orNull(Type.Array(uuid<DeviceId>(), { maxItems: 10_000 })),
    customerIds: orNull(
      Type.Array(Type.Union([oneOf(["none"]), uuid<CustomerId>()], NO_UUID), { maxItems: LIST_MAX }),
      {
        description: '"none" selects devices without a customer.',
      },
    ),
    gatewayIds: orNull(Type.Array(uuid<DeviceId>(), { maxItems: LIST_MAX })),
    nameMatches: orNull(text(255), { description: "`*` any run, `?` one character, without regard to case." }),
    where: orNull(formula(), { description: "A condition on entity fields and attributes." }),
  },
  {
    default: {},
    "x-code": "SCOPE_INVALID",
    description: "Which devices; a list that is left out does not restrict.",
  },
);

// --- Rows (2.10) ---

const GroupingSchema = named(
  "Grouping",
  {
    mode: oneOf(["grouped", "perEntity", "raw"], { default: "grouped" }),
    keepEmptyGroups: flag(false),
    missingGroup: oneOf(["keep", "drop"], { default: "keep" }),
    align: oneOf(["exact", "locf"], {
      default: "exact",
      description:
        "Raw mode: whether the keys of a device meet on one instant, or with the last value carried forward.",
    }),
    toleranceMs: whole(0, YEAR_MS, { default: 604_800_000 }),
    totals: oneOf(["none", "grand", "rollup"], { default: "none" }),
  },
  { default: {}, description: "How rows are formed." },
);

const direction = (otherwise: "asc" | "desc") => oneOf(["asc", "desc"], { default: otherwise });

const SortEntrySchema = named(
  "SortEntry",
  { field: fieldRef(), direction: direction("asc"), missing: oneOf(["first", "last"], { default: "last" }) },
  { examples: [{ field: "temp", direction: "desc" }] },
);

/** `rowsMax` is the most that a report may be asked for. */
function limitSchema(rowsMax: number) {
  return named(
    "RowLimit",
    {
      rows: Type.Integer({
        minimum: 1,
        maximum: rowsMax,
        default: Math.min(ROWS_DEFAULT, rowsMax),
        "x-text": `The row limit must be between 1 and ${String(rowsMax)}, not {found}.`,
      }),
      onExceed: oneOf(["truncate", "fail"], { default: "truncate" }),
      top: orNull(
        named("TopGroups", {
          n: whole(1, rowsMax, { "x-missing": '"top" needs "n", how many groups to keep.' }),
          by: fieldRef(),
          direction: direction("desc"),
          per: fieldRefs({ default: [] }),
          others: flag(false, { description: "Whether the rest of the groups becomes one row." }),
          othersLabel: text(CELL_TEXT_MAX, { default: "Others" }),
        }),
      ),
    },
    { default: {}, "x-code": "LIMIT_RANGE", description: "Rows at most." },
  );
}

const NullsSchema = named(
  "Nulls",
  {
    encode: oneOf(["empty", "omit", "text"], { default: "empty" }),
    text: text(CELL_TEXT_MAX, { default: "-" }),
    dropRows: oneOf(["none", "anyMeasureMissing", "allMeasuresMissing"], { default: "none" }),
  },
  { default: {}, description: "How a missing value is written." },
);

export const COMPARED_COLUMNS = ["value", "delta", "percent", "ratio"] as const;
const suffix = (otherwise: string) => text(LABEL_TEXT_MAX, { "x-default": otherwise });

const CompareSchema = named(
  "Compare",
  {
    to: oneOf(["previousPeriod", "previousDay", "previousWeek", "previousMonth", "previousYear", "shift"], {
      "x-default": "Where there is a shift, shift.",
    }),
    shift: orNull(text(64), { description: 'A duration of ISO 8601, as "P7D".' }),
    fields: fieldRefs({ "x-default": "The visible measures." }),
    show: Type.Array(oneOf(COMPARED_COLUMNS), {
      maxItems: COMPARED_COLUMNS.length,
      default: ["value"],
      "x-entries": `"show" lists ${COMPARED_COLUMNS.join(", ")}, not {found}.`,
    }),
    suffixes: named(
      "ComparedSuffixes",
      {
        value: suffix("The period that is compared with."),
        delta: suffix("change"),
        percent: suffix("change, %"),
        ratio: suffix("ratio"),
      },
      { default: {}, description: "Text between the brackets of a generated label." },
    ),
  },
  { "x-code": "COMPARE_INVALID" },
);

const OptionsSchema = named(
  "RunOptions",
  {
    timeoutMs: orNull(whole(1_000, 600_000)),
    cacheTtlSec: whole(0, 86_400, { default: 0 }),
    lateDataMs: whole(0, 604_800_000, { default: 0 }),
  },
  { default: {}, description: "Limits of a run." },
);

// --- Drawing (2.12) ---

const ROLE = () => Type.Optional(fieldRef());
const ROLES = () => Type.Optional(fieldRefs({ "x-code": "VIEW_INVALID" }));

const VisualizationSchema = named(
  "Visualization",
  {
    type: oneOf(
      [
        ...(["table", "pivotTable", "line", "area", "bar", "stackedBar", "pie", "donut", "card", "gauge"] as const),
        ...(["heatMap", "scatter", "timeline", "map"] as const),
      ] as const,
      { default: "table" },
    ),
    x: ROLE(),
    y: ROLES(),
    series: ROLE(),
    size: ROLE(),
    value: ROLE(),
    columns: ROLES(),
    values: ROLES(),
    latitude: ROLE(),
    longitude: ROLE(),
    options: Type.Optional(freeObject({ description: "Settings of the kind of drawing." })),
  },
  { default: {}, description: "How the view is drawn; it changes no figure." },
);

// --- The view ---

export const NEEDS_FIELDS = "A view needs 1 to 64 fields, at least one of them visible.";
const REPORT_ROWS_MAX = 100_000;

export const ViewSchema = named("ViewDefinition", {
  name: text(255, {
    minLength: 1,
    "x-trim": true,
    "x-code": "NAME_REQUIRED",
    "x-text": "A view needs a name of 1 to 255 characters.",
    examples: ["Building energy, hourly"],
  }),
  description: text(4_000, { default: "" }),
  folder: text(8 * 129, { default: "", description: "Parts joined by /; empty at the top.", examples: ["Energy"] }),
  tags: Type.Array(text(64, { minLength: 1, "x-trim": true }), {
    maxItems: 20,
    default: [],
    "x-entries": "A tag is a text of 1 to 64 characters.",
    examples: [["energy"]],
  }),
  schemaVersion: Type.Unsafe<1>({ type: "integer", minimum: 1, maximum: 1, default: 1 }),
  sharing: SharingSchema,
  scope: ScopeSchema,
  timeRange: Type.Union(TimeRangeSchema.anyOf, {
    "x-code": "RANGE_INVALID",
    "x-missing": 'A time range needs "type": {words}.',
    "x-default": "The last 7 days.",
    examples: [{ type: "preset", preset: "last7Days", timezone: "Europe/Berlin" }],
  }),
  fields: Type.Array(FieldSchema, {
    minItems: 1,
    maxItems: MAX_FIELDS,
    "x-code": "FIELDS_REQUIRED",
    "x-missing": NEEDS_FIELDS,
  }),
  filters: Type.Array(FilterSchema, { maxItems: 32, default: [] }),
  grouping: GroupingSchema,
  gaps: GapsSchema,
  sort: Type.Array(SortEntrySchema, { maxItems: 8, default: [] }),
  limit: limitSchema(REPORT_ROWS_MAX),
  nulls: NullsSchema,
  compare: orNull(CompareSchema),
  options: OptionsSchema,
  visualization: VisualizationSchema,
});

/** `rowsMax` is the most rows that a report may be asked for. */
export function viewSchema(rowsMax: number): typeof ViewSchema {
  return { ...ViewSchema, properties: { ...ViewSchema.properties, limit: limitSchema(rowsMax) } };
}

/** A member whose `x-default` is decided after reading, which the type of what was read does not say. */
export function leftOut<Read extends object, Name extends keyof Read>(read: Read, name: Name): Read[Name] | undefined {
  return read[name];
}

// --- Types: as parsing leaves a view, with everything that its schema lets be left out ---

/** What its author decides. */
export type ViewDefinition = DeepReadonly<Static<typeof ViewSchema>>;

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

export type Sharing = ViewDefinition["sharing"];
export type Scope = ViewDefinition["scope"];

export type TimeRange = ViewDefinition["timeRange"];
export type WeekStart = TimeRange["weekStart"];
export type CalendarRules = Pick<TimeRange, keyof typeof CALENDAR>;
type WithoutRules<Range> = Range extends TimeRange ? Omit<Range, keyof CalendarRules | "delayMs"> : never;
export type RangeForm = WithoutRules<TimeRange>;

export type Field = ViewDefinition["fields"][number];
export type FieldKind = Field["kind"];
export type DataType = Field["dataType"];
export type Source = Field["source"];
type SourceOf<Type extends Source["type"]> = Extract<Source, { readonly type: Type }>;
export type EntitySource = SourceOf<"entity">;
export type AttributeSource = SourceOf<"attribute">;
export type TelemetrySource = SourceOf<"telemetry">;
export type TimeBucketSource = SourceOf<"timeBucket">;
export type TimePartSource = SourceOf<"timePart">;
export type ExpressionSource = SourceOf<"expression">;
/** What an input or a filter may look at. */
export type DataSource = EntitySource | AttributeSource | TelemetrySource;
export type EntityField = EntitySource["field"];
export type Of = EntitySource["of"];
export type ReportAttributeScope = AttributeSource["scope"];
export type Cast = TelemetrySource["cast"];
export type BucketUnit = TimeBucketSource["bucket"];
export type TimePart = TimePartSource["part"];

export type AggregateFunction = (typeof AGGREGATE_FUNCTIONS)[number];
export type CombineRule = (typeof COMBINE_RULES)[number];
export type Aggregation = NonNullable<Field["aggregation"]>;

export type Filter = ViewDefinition["filters"][number];
export type FilterOperator = Filter["operator"];
/** A source, or a measure of the view, compared after grouping. */
export type FilterTarget = Filter["target"];

export type Grouping = ViewDefinition["grouping"];
export type GapFill = NonNullable<Field["fill"]>;
export type FillValue = GapFill["value"];
export type Gaps = ViewDefinition["gaps"];
export type SortEntry = ViewDefinition["sort"][number];
export type RowLimit = ViewDefinition["limit"];
export type TopGroups = NonNullable<RowLimit["top"]>;
export type Nulls = ViewDefinition["nulls"];
export type Compare = NonNullable<ViewDefinition["compare"]>;
export type ComparedColumn = (typeof COMPARED_COLUMNS)[number];
export type RunOptions = ViewDefinition["options"];
export type Visualization = ViewDefinition["visualization"];
