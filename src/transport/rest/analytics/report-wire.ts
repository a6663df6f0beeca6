// Requests and answers of calls that run reports. Only the form of a request is checked here; whether it fits the view
// is checked once the view is known. Source: analytics contract 4.1, 4.4.
import { Type, type TObject, type TProperties, type TUnsafe } from "typebox";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import { BUCKET_UNITS, TS_MAX } from "../../../core/analytics/view/field-schema.ts";
import { didYouMean } from "../../../core/did-you-mean.ts";
import type { ViewId } from "../../../core/ids.ts";
import { byName, named, oneOf, orNull, unread, uuid, whole } from "../../../core/schema-words.ts";
import { JsonError, parseJson } from "../../../lib/json.ts";
import { nullable, WordedValuesSchema } from "../nullable.ts";
import { readBody } from "./analytics-edge.ts";
import { SentView } from "./view-wire.ts";

const EXAMPLE_VIEW = "6f0c3a52-7b1d-4c8e-9f3a-2d5e8b1c7a90";
const T0 = 1_767_225_600_000;
const HOUR = 3_600_000;
const PREVIEW_ROWS_MAX = 1_000;

/** An object in a body; empty texts count as absent. */
export function sent<Members extends TProperties>(
  title: string,
  members: Members,
  options: object = {},
): TObject<Members> {
  return named(title, members, { "x-blank-unset": true, ...options });
}

export function viewIdMember(name: string): TUnsafe<ViewId> {
  return uuid<ViewId>({
    "x-code": "VIEW_ID_INVALID",
    "x-missing-code": "VIEW_ID_REQUIRED",
    "x-missing": `"${name}" is required: it is the last segment of the link of the view.`,
    description: "The last segment of the link of the view.",
  });
}

const bound = (description: string) => orNull(whole(0, TS_MAX), { "x-code": "RANGE_INVALID", description });

/** Filter values by filter name; they are checked against the view's filters once the view is known. */
const FilterValues = byName(unread(Type.Array(Type.Unknown())), {
  "x-code": "FILTER_VALUES",
  "x-text": '"filters" must be an object, not {found}.',
});

export const RUN = {
  rangeStartTs: bound("Start of the range in milliseconds, inclusive. Left out, the saved one."),
  rangeEndTs: bound("End of the range in milliseconds, exclusive. Left out, the saved one."),
  filters: orNull(FilterValues, {
    "x-code": "FILTER_VALUES",
    description: "Values by the names of filters, in place of the saved ones.",
  }),
};

export const BuildReportInput = sent(
  "BuildReportInput",
  { viewConfigId: viewIdMember("viewConfigId"), ...RUN },
  {
    examples: [
      { viewConfigId: EXAMPLE_VIEW, rangeStartTs: T0, rangeEndTs: T0 + 2 * HOUR, filters: { building: ["North"] } },
    ],
  },
);

const Zone = Type.Optional(
  Type.String({ "x-code": "ZONE_UNKNOWN", description: "IANA name, in place of the zone of the view." }),
);

const Sort = sent(
  "ReportSort",
  {
    field: Type.String({ "x-missing": 'An entry of "sort" needs a "field".' }),
    direction: oneOf(["asc", "desc"], { default: "asc", "x-code": "BODY_INVALID" }),
    missing: Type.Optional(oneOf(["first", "last"], { "x-code": "BODY_INVALID" })),
  },
  {
    "x-text": 'An entry of "sort" must be an object, not {found}.',
    examples: [{ field: "kwh", direction: "desc" }],
  },
);

export const DataInput = sent(
  "ReportDataInput",
  {
    ...RUN,
    timezone: Zone,
    limit: Type.Optional(Type.Integer({ minimum: 1, "x-code": "LIMIT_RANGE", description: "Rows at most." })),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, "x-code": "LIMIT_RANGE", description: "Rows to leave out at the beginning." }),
    ),
    sort: Type.Optional(
      Type.Array(Sort, { maxItems: 8, "x-code": "FIELD_UNKNOWN", description: "In place of the order of the view." }),
    ),
    bucket: Type.Optional(
      sent(
        "ReportBucket",
        {
          bucket: oneOf(BUCKET_UNITS, { "x-missing": 'Another bucket needs "bucket", its unit.' }),
          amount: Type.Integer({ minimum: 1, default: 1 }),
        },
        {
          "x-code": "BUCKET_AMOUNT",
          "x-text": '"bucket" must be an object, not {found}.',
          examples: [{ bucket: "day", amount: 1 }],
        },
      ),
    ),
  },
  {
    default: {},
    examples: [{ rangeStartTs: T0, rangeEndTs: T0 + 2 * HOUR, sort: [{ field: "kwh", direction: "desc" }], limit: 10 }],
  },
);

export const PreviewInput = sent(
  "ReportPreviewInput",
  {
    view: unread({
      ...SentView,
      "x-missing-code": "VIEW_INVALID",
      "x-missing": 'The body needs a "view" to try.',
    }),
    ...RUN,
    rows: whole(1, PREVIEW_ROWS_MAX, {
      default: PREVIEW_ROWS_MAX,
      "x-code": "LIMIT_RANGE",
      description: "Rows at most.",
    }),
  },
  {
    examples: [
      {
        view: {
          name: "Devices",
          fields: [
            { id: "n", label: "Device", source: { type: "entity", field: "name" } },
            { id: "t", label: "temp", source: { type: "telemetry", key: "temp" } },
          ],
        },
        rows: 100,
      },
    ],
  },
);

export const FileInput = sent(
  "ReportFileInput",
  { ...RUN, timezone: Zone },
  {
    default: {},
    examples: [{ rangeStartTs: T0, rangeEndTs: T0 + 2 * HOUR, filters: { building: ["North"] } }],
  },
);

/** Parameters in which callers may authenticate, on any call. */
const CREDENTIALS: readonly string[] = ["jwt", "link"];

/**
 * Throws `UNKNOWN_PROPERTY`, with the nearest known name, for an unknown parameter: a misspelt name must not silently
 * change what is computed.
 */
export function requireKnownParameters(query: object, { properties }: { readonly properties: object }): void {
  const names = Object.keys(properties);
  const unknown = Object.keys(query).find((name) => !CREDENTIALS.includes(name) && !names.includes(name));
  if (unknown !== undefined)
    throw new AnalyticsError(
      "UNKNOWN_PROPERTY",
      `unknown parameter "${unknown.slice(0, 64)}".${didYouMean(unknown, names)} Known are ${names.join(", ")}`,
    );
}

/** Parses the parameter `filters`, which is JSON. */
export function parseFilters(json: string | undefined): ReadonlyMap<string, unknown> | null {
  if (json === undefined || json === "") return null;
  try {
    return readBody(sent("FiltersParameter", { filters: RUN.filters }), { filters: parseJson(json) }).filters;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new AnalyticsError("FILTER_VALUES", `the parameter filters is not JSON: ${error.message.slice(0, 200)}`);
  }
}

export const ReportTable = Type.Object(
  {
    columnLabels: Type.Array(Type.String(), { description: "Labels of the columns in their order." }),
    dataTable: Type.Array(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description: "Cells by the labels of their columns.",
      }),
    ),
  },
  {
    title: "ReportTable",
    examples: [
      {
        columnLabels: ["Building", "Date", "energyUsage", "Temperature"],
        dataTable: [
          { Building: "North", Date: "1767225600000", energyUsage: 30, Temperature: 22 },
          { Building: "North", Date: "1767229200000", energyUsage: 41, Temperature: 30 },
        ],
      },
    ],
  },
);

const TypedColumn = Type.Object(
  {
    id: Type.String({ description: "The field; a compared column has its kind behind a dot." }),
    label: Type.String(),
    type: oneOf(["number", "text", "boolean", "time", "json", "any"]),
    unit: Type.String(),
    role: oneOf(["dimension", "time", "measure", "comparison"]),
    decimals: nullable(Type.Integer()),
  },
  {
    title: "ReportColumn",
    examples: [{ id: "kwh", label: "energyUsage", type: "number", unit: "kWh", role: "measure", decimals: 2 }],
  },
);

const Cells = Type.Array(Type.Unknown());

const TypedMeta = Type.Object(
  {
    rangeStartTs: Type.Integer(),
    rangeEndTs: Type.Integer(),
    timezone: Type.String(),
    revision: nullable(Type.Integer({ description: "Of the view; null for one that is not saved." })),
    truncated: Type.Boolean(),
    truncation: nullable(
      Type.Object(
        { reason: oneOf(["rows", "bytes"]), limit: Type.Integer() },
        { title: "ReportTruncation", examples: [{ reason: "rows", limit: 10_000 }] },
      ),
    ),
    cache: oneOf(["hit", "miss"]),
    partialBuckets: Type.Array(oneOf(["first", "last"])),
    bucketWidth: nullable(
      Type.Object(
        {
          bucket: oneOf(["second", "minute", "hour", "day", "week", "month", "quarter", "year"]),
          amount: Type.Integer(),
        },
        {
          title: "BucketWidth",
          description: "Of the first bucket field, as `auto` chose it if it was asked to; null without buckets.",
          examples: [{ bucket: "minute", amount: 5 }],
        },
      ),
    ),
    skippedValues: Type.Record(Type.String(), Type.Integer(), {
      description: "By field: samples that a function of numbers left out.",
    }),
    newestTs: nullable(
      Type.Integer({
        description:
          "If no measure has a value: when the newest value of the keys that they read was measured, before or after the range. Null if a measure has one, and if there never was one.",
      }),
    ),
    warnings: Type.Array(
      Type.Object(
        {
          code: Type.String(),
          message: Type.String(),
          values: Type.Optional(WordedValuesSchema),
          field: nullable(Type.String()),
        },
        {
          title: "ReportWarning",
          examples: [
            {
              code: "VALUES_SKIPPED",
              message: 'Column "State" counts numbers only, and none of its samples is one (12 skipped).',
              values: { column: "State", count: 12 },
              field: "state",
            },
          ],
        },
      ),
    ),
    devices: Type.Integer(),
    series: Type.Integer(),
    durationMs: Type.Integer(),
  },
  { title: "ReportMeta" },
);

export const TypedReport = Type.Object(
  {
    columns: Type.Array(TypedColumn),
    rows: Type.Array(Cells, { description: "Cells in the order of the columns: times as integers, missing as null." }),
    totals: Type.Array(
      Type.Object(
        { groupedBy: Type.Array(Type.String()), cells: Cells },
        { title: "ReportTotal", examples: [{ groupedBy: [], cells: [null, null, 71] }] },
      ),
    ),
    filled: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
      description: "Row and column of each cell that gap filling made up.",
    }),
    meta: TypedMeta,
  },
  {
    title: "TypedReport",
    examples: [
      {
        columns: [
          { id: "building", label: "Building", type: "text", unit: "", role: "dimension", decimals: null },
          { id: "hour", label: "Date", type: "time", unit: "", role: "time", decimals: null },
          { id: "kwh", label: "energyUsage", type: "number", unit: "kWh", role: "measure", decimals: 2 },
        ],
        rows: [
          ["North", T0, 30],
          ["North", T0 + HOUR, 41],
        ],
        totals: [],
        filled: [],
        meta: {
          rangeStartTs: T0,
          rangeEndTs: T0 + 2 * HOUR,
          timezone: "UTC",
          revision: 3,
          truncated: false,
          truncation: null,
          cache: "miss",
          partialBuckets: [],
          bucketWidth: { bucket: "hour", amount: 1 },
          skippedValues: {},
          newestTs: null,
          warnings: [],
          devices: 2,
          series: 2,
          durationMs: 12,
        },
      },
    ],
  },
);
