// Reports as tests of encoders and of the API need them, made by hand.
import type { Report, ReportColumn, ReportMeta } from "../../src/core/analytics/report/report.ts";
import type { Cell } from "../../src/core/analytics/report/report-engine.ts";
import type { FieldId } from "../../src/core/analytics/view/table-view.ts";

export function sampleColumn(id: string, label: string, more: Partial<ReportColumn> = {}): ReportColumn {
  return {
    id,
    field: id as FieldId,
    label,
    type: "any",
    unit: "",
    role: "dimension",
    decimals: null,
    format: {},
    partLabels: null,
    ...more,
  };
}

export function sampleReport(
  columns: readonly ReportColumn[],
  rows: readonly (readonly Cell[])[],
  meta: Omit<Partial<ReportMeta>, "skippedValues" | "silent"> & {
    readonly skippedValues?: ReadonlyMap<string, number>;
    readonly silent?: ReadonlyMap<string, number | null>;
  } = {},
  more: { readonly filled?: Report["filled"]; readonly totals?: Report["totals"] } = {},
): Report {
  return {
    columns,
    rows,
    filled: [],
    totals: [],
    ...more,
    meta: {
      window: { startTs: 1767225600000, endTs: 1767232800000 },
      now: 1767232800000,
      timezone: "UTC",
      revision: 1,
      truncated: null,
      partialBuckets: [],
      bucketWidth: null,
      warnings: [],
      devices: 3,
      series: 5,
      nulls: { encode: "empty", text: "", dropRows: "none" },
      ...meta,
      skippedValues: new Map([...(meta.skippedValues ?? [])].map(([field, count]) => [field as FieldId, count])),
      silent: new Map([...(meta.silent ?? [])].map(([field, ts]) => [field as FieldId, ts])),
    },
  };
}
