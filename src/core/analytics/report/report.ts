// A finished report: columns, rows of cells, and what is worth knowing of the run. Encoders turn it into the answers of the
// API and into files; nothing in it is encoded yet. Source: analytics contract 1, 3.9, 3.10, 4.4.
import type { JsonObject } from "../../devices/device.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { FieldId, Nulls } from "../view/table-view.ts";
import type { Cell } from "./report-engine.ts";

/** "any" where cells of several types stand in one column, or none at all tells which. */
export type ColumnType = "number" | "text" | "boolean" | "time" | "json" | "any";

export interface ReportColumn {
  /** The field's id; a compared column has the kind behind a dot, as `kwh.percent`. */
  readonly id: string;
  readonly field: FieldId;
  /** Unique among the columns of a report; a key of its rows. */
  readonly label: string;
  /** What its cells are: numbers of a "time" column are milliseconds. */
  readonly type: ColumnType;
  readonly unit: string;
  readonly role: "dimension" | "time" | "measure" | "comparison";
  readonly decimals: number | null;
  /** For displays. Only `format.labels` of a calendar part changes a cell of the specification's table. */
  readonly format: JsonObject;
  /** Names of the values of a calendar part, by its number; null where the number itself is shown. */
  readonly partLabels: ReadonlyMap<number, string> | null;
}

export interface TotalRow {
  /** Fields by whose values it is still split; empty for the grand total. Other dimension and time cells are missing. */
  readonly groupedBy: readonly FieldId[];
  readonly cells: readonly Cell[];
}

export interface ReportWarning {
  readonly code: string;
  readonly message: string;
  readonly field: FieldId | null;
}

export interface Truncation {
  readonly reason: "rows" | "bytes";
  /** Rows or bytes, as the reason says. */
  readonly limit: number;
}

export interface ReportMeta {
  /** As resolved for this run. */
  readonly window: TimeWindow;
  /** The one instant of the run. */
  readonly now: number;
  /** IANA name. */
  readonly timezone: string;
  /** Null for a view that has not been saved. */
  readonly revision: number | null;
  readonly truncated: Truncation | null;
  /** Buckets of which the range cuts off a part. */
  readonly partialBuckets: readonly ("first" | "last")[];
  /** Samples that a numeric function left out, by field; fields without any are absent. */
  readonly skippedValues: ReadonlyMap<FieldId, number>;
  readonly warnings: readonly ReportWarning[];
  readonly devices: number;
  readonly series: number;
  readonly nulls: Nulls;
}

export interface Report {
  /** Visible columns in their order. */
  readonly columns: readonly ReportColumn[];
  /** Each as long as `columns`. */
  readonly rows: readonly (readonly Cell[])[];
  /** Row and column of each cell that gap filling made up. */
  readonly filled: readonly (readonly [row: number, column: number])[];
  readonly totals: readonly TotalRow[];
  readonly meta: ReportMeta;
}
