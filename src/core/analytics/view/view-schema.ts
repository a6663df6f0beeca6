// A Table View, the definition that a person saves. The schema provides the type, the structural check and the
// description for clients. What a schema cannot express (names that must exist, formulas, relations between parts) is
// checked in parse-view.ts. Members with a default may be omitted in requests, and are filled in when the view is
// saved. Clients keep display settings in `format`, `colors` and `visualization`, which do not affect results. Source:
// analytics contract 2.
import { Type, type Static } from "typebox";
import type { AnyId, CustomerId, DeviceId, DeviceProfileId } from "../../ids.ts";
import { flag, named, oneOf, orNull, text, uuid, whole } from "../../schema-words.ts";
import {
  CELL_TEXT_MAX,
  DATA_SOURCES,
  fieldRef,
  fieldRefs,
  NO_FIELD,
  FieldSchema,
  formula,
  freeObject,
  GapsSchema,
  LABEL_TEXT_MAX,
  MAX_FIELDS,
  TimePartSourceSchema,
  TimeRangeSchema,
  YEAR_MS,
} from "./field-schema.ts";

const LIST_MAX = 1_000;
const ROWS_DEFAULT = 10_000;
const NO_UUID = { "x-text": "{found} is no UUID.", "x-code": "SCOPE_UNKNOWN" };
const idOf = <Id extends AnyId>(options: object = {}) => uuid<Id>({ ...NO_UUID, ...options });

// --- Filters (2.8) ---

const FILTER_OPERATORS = [
  ...(["in", "notIn", "eq", "ne", "contains", "startsWith", "endsWith", "matches"] as const),
  ...(["gt", "gte", "lt", "lte", "between", "isMissing", "isPresent"] as const),
] as const;

/** Null represents a missing value. */
type FilterValue = string | number | boolean | null;

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
        title: "FilterTarget",
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
    customerIds: Type.Array(idOf<CustomerId>(), { maxItems: LIST_MAX, default: [] }),
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
          id: idOf<DeviceProfileId>({ "x-default": "That of the name." }),
          name: text(255, { "x-default": "That of the id." }),
        }),
        { maxItems: LIST_MAX },
      ),
    ),
    deviceIds: orNull(Type.Array(idOf<DeviceId>(), { maxItems: 10_000 })),
    customerIds: orNull(
      Type.Array(Type.Union([oneOf(["none"]), idOf<CustomerId>()], NO_UUID), { maxItems: LIST_MAX }),
      {
        description: '"none" selects devices without a customer.',
      },
    ),
    gatewayIds: orNull(Type.Array(idOf<DeviceId>(), { maxItems: LIST_MAX })),
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

/** `rowsMax` is the most rows that a report may request. */
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
  "MissingValues",
  {
    encode: oneOf(["empty", "omit", "text"], { default: "empty" }),
    text: text(CELL_TEXT_MAX, { default: "-" }),
    dropRows: oneOf(["none", "anyMeasureMissing", "allMeasuresMissing"], { default: "none" }),
  },
  { default: {}, description: "How a missing value is written." },
);

/** Periods before that of a report, by names that need nothing more. */
export const FORMER_PERIODS = [
  "previousPeriod",
  "previousDay",
  "previousWeek",
  "previousMonth",
  "previousYear",
] as const;
export type FormerPeriod = (typeof FORMER_PERIODS)[number];

export const COMPARED_COLUMNS = ["value", "delta", "percent", "ratio"] as const;
const suffix = (otherwise: string) => text(LABEL_TEXT_MAX, { "x-default": otherwise });

const CompareSchema = named(
  "Comparison",
  {
    to: oneOf([...FORMER_PERIODS, "shift"], {
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

// --- Visualization (2.12) ---

const ROLE = () => Type.Optional(fieldRef({ "x-text": NO_FIELD }));
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
  timeRange: Type.Unsafe<Static<typeof TimeRangeSchema>>({ ...TimeRangeSchema, "x-default": "The last 7 days." }),
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

/** `rowsMax` is the most rows that a report may request. */
export function viewSchema(rowsMax: number): typeof ViewSchema {
  return { ...ViewSchema, properties: { ...ViewSchema.properties, limit: limitSchema(rowsMax) } };
}

/**
 * A member with `x-default`, whose default is filled in after parsing; the parsed type does not show that it may be
 * undefined.
 */
export function leftOut<Read extends object, Name extends keyof Read>(read: Read, name: Name): Read[Name] | undefined {
  return read[name];
}
