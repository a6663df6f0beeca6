// One column of a view: its time range, the source of its values, and how they are aggregated. The schema provides the
// type, the structural check and the description for clients. Source: analytics contract 2.4 to 2.6, 2.9, 2.10.
import { Type, type TArray, type TString, type TUnsafe } from "typebox";
import type { Brand } from "../../../lib/brand.ts";
import type { JsonObject } from "../../devices/device.ts";
import { byName, DECIMALS_MAX, flag, named, oneOf, orNull, text, UNIT_LENGTH_MAX, whole } from "../../schema-words.ts";

/** Unique within its view. */
type FieldId = Brand<string, "FieldId">;

export const MAX_FIELDS = 64;
/** The last instant that a range may have. Source: analytics contract 3.2. */
export const TS_MAX = 4_102_444_800_000;
export const IDENTIFIER = "^[A-Za-z_][A-Za-z0-9_]{0,63}$";
const EXPRESSION_LENGTH_MAX = 2_000;
export const YEAR_MS = 31_622_400_000;
export const CELL_TEXT_MAX = 128;
export const LABEL_TEXT_MAX = 1_024;

export const freeObject = (options: object = {}): TUnsafe<JsonObject> =>
  Type.Unsafe<JsonObject>({ type: "object", additionalProperties: true, ...options });
export const formula = (options: object = {}): TString =>
  text(EXPRESSION_LENGTH_MAX, { "x-code": "EXPRESSION_LIMIT", ...options });
/** The error for a value that names no field, because there is none of that id or it is not a text. */
export const NO_FIELD = "{found} is not a field of this view.";
export const fieldRef = (options: object = {}): TUnsafe<FieldId> =>
  Type.Unsafe<FieldId>(
    Type.String({ maxLength: 64, "x-code": "FIELD_UNKNOWN", "x-missing": '"{name}" must name a field.', ...options }),
  );
export const fieldRefs = (options: object = {}): TArray<TUnsafe<FieldId>> =>
  Type.Array(fieldRef(), {
    maxItems: MAX_FIELDS,
    "x-entries": NO_FIELD,
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

export const ROLLING_UNITS = ["s", "m", "h", "d", "w", "M", "Q", "y"] as const;
/** "m" and "M" would become the same name in most languages; code generators use these names instead. */
const UNIT_NAMES = { "x-enum-varnames": ["SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR"] };

/** Rules that a field's own range omits are taken from the range of the view. */
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
        unit: oneOf(ROLLING_UNITS, UNIT_NAMES),
        align: orNull(oneOf(ROLLING_UNITS, UNIT_NAMES)),
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
  {
    title: "TimeRange",
    "x-code": "RANGE_INVALID",
    "x-unformed": 'A time range needs "type": {words}.',
    examples: [{ type: "preset", preset: "last7Days", timezone: "Europe/Berlin" }],
  },
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

/** The device itself, the gateway it is connected through, or the customer it belongs to. */
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
export const TimePartSourceSchema = named(
  "TimePartSource",
  { type: Type.Literal("timePart"), part: oneOf(TIME_PARTS) },
  needs("timePart"),
);
export const DATA_SOURCES = [EntitySourceSchema, AttributeSourceSchema, TelemetrySourceSchema] as const;
const SOURCE_OPTIONS = { "x-unformed": 'A source needs "type": {words}.' };
const DataSourceSchema = Type.Union([...DATA_SOURCES], { title: "DataSource", ...SOURCE_OPTIONS });
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
        expr: formula({ "x-missing-code": "SOURCE_INVALID" }),
        stage: oneOf(["group", "row"], { default: "group", description: "Over finished rows, or over samples." }),
        inputs: byName(DataSourceSchema, {
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
  { title: "FieldSource", "x-code": "SOURCE_INVALID", "x-missing": 'A field needs a "source".', ...SOURCE_OPTIONS },
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

export const COMBINE_RULES = ["sum", "avg", "min", "max", "newest", "oldest", "weighted"] as const;
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
export const GapsSchema = named(
  "Gaps",
  { buckets: oneOf(["none", "all"], { default: "none" }), ...FILL },
  { default: {}, description: "What fills empty buckets." },
);

const FIELD_KINDS = ["dimension", "measure", "time"] as const;

export const FieldSchema = named(
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
    source: SourceSchema,
    aggregation: orNull(AggregationSchema, {
      description: "Of a measure; left out, the mean of numbers and the latest of other values.",
    }),
    where: orNull(formula(), { description: "A condition on each sample of this measure only." }),
    range: orNull(TimeRangeSchema),
    dataType: oneOf(["auto", "number", "text", "boolean", "time", "json"], { default: "auto" }),
    unit: text(UNIT_LENGTH_MAX, { default: "" }),
    decimals: orNull(whole(0, DECIMALS_MAX)),
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
