// What calls that run reports are sent and answer, as schemas for the description of the API. Bodies are read by hand, so
// that every refusal has its code. Source: analytics contract 4.1, 4.4.
import { Type } from "typebox";
import { nullable, oneOf } from "../nullable.ts";

const EXAMPLE_VIEW = "6f0c3a52-7b1d-4c8e-9f3a-2d5e8b1c7a90";
const T0 = 1_767_225_600_000;
const HOUR = 3_600_000;

const Ts = (description: string) => Type.Optional(nullable(Type.Integer({ description })));

const RUN = {
  rangeStartTs: Ts("Start of the range in milliseconds, inclusive. Left out, the saved one."),
  rangeEndTs: Ts("End of the range in milliseconds, exclusive. Left out, the saved one."),
  filters: Type.Optional(
    nullable(
      Type.Record(Type.String(), Type.Array(Type.Unknown()), {
        description: "Values by the names of filters, in place of the saved ones.",
      }),
    ),
  ),
};

export const BuildReportInput = Type.Object(
  { viewConfigId: Type.String({ format: "uuid", description: "The last segment of the link of the view." }), ...RUN },
  {
    title: "BuildReportInput",
    additionalProperties: false,
    examples: [
      { viewConfigId: EXAMPLE_VIEW, rangeStartTs: T0, rangeEndTs: T0 + 2 * HOUR, filters: { building: ["North"] } },
    ],
  },
);

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

const Zone = Type.Optional(Type.String({ description: "IANA name, in place of the zone of the view." }));

const Sort = Type.Object(
  {
    field: Type.String(),
    direction: Type.Optional(oneOf(["asc", "desc"])),
    missing: Type.Optional(oneOf(["first", "last"])),
  },
  { title: "ReportSort", examples: [{ field: "kwh", direction: "desc" }] },
);

export const DataInput = Type.Object(
  {
    ...RUN,
    timezone: Zone,
    limit: Type.Optional(Type.Integer({ minimum: 1, description: "Rows at most." })),
    offset: Type.Optional(Type.Integer({ minimum: 0, description: "Rows to leave out at the beginning." })),
    sort: Type.Optional(Type.Array(Sort, { maxItems: 8, description: "In place of the order of the view." })),
    bucket: Type.Optional(
      Type.Object(
        {
          bucket: oneOf(["auto", "second", "minute", "hour", "day", "week", "month", "quarter", "year"]),
          amount: Type.Optional(Type.Integer({ minimum: 1 })),
        },
        { title: "ReportBucket", examples: [{ bucket: "day", amount: 1 }] },
      ),
    ),
  },
  {
    title: "ReportDataInput",
    additionalProperties: false,
    examples: [{ rangeStartTs: T0, rangeEndTs: T0 + 2 * HOUR, sort: [{ field: "kwh", direction: "desc" }], limit: 10 }],
  },
);

export const PreviewInput = Type.Object(
  {
    view: Type.Unknown({ description: "A view as it would be saved." }),
    ...RUN,
    rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: "Rows at most." })),
  },
  {
    title: "ReportPreviewInput",
    additionalProperties: false,
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

export const FileInput = Type.Object(
  { ...RUN, timezone: Zone },
  {
    title: "ReportFileInput",
    additionalProperties: false,
    examples: [{ rangeStartTs: T0, rangeEndTs: T0 + 2 * HOUR, filters: { building: ["North"] } }],
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
    skippedValues: Type.Record(Type.String(), Type.Integer(), {
      description: "By field: samples that a function of numbers left out.",
    }),
    warnings: Type.Array(
      Type.Object(
        { code: Type.String(), message: Type.String(), field: nullable(Type.String()) },
        { title: "ReportWarning", examples: [{ code: "SKIPPED_VALUES", message: "…", field: "temp" }] },
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
          skippedValues: {},
          warnings: [],
          devices: 2,
          series: 2,
          durationMs: 12,
        },
      },
    ],
  },
);
