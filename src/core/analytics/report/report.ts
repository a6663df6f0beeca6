// What a caller may say about one run of a view, what the run is going to read, and the finished report. Encoders turn that into
// the answers of the API and into files; nothing in it is encoded yet. Source: analytics contract 1, 3.1, 3.2, 3.7, 3.9, 3.10, 4.
import type { JsonObject } from "../../devices/device.ts";
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { Reader } from "../reader.ts";
import type { BucketUnit, FieldId, Nulls, ViewDefinition } from "../view/table-view.ts";
import type { Cell } from "./report-engine.ts";

/** "any" where cells of several types stand in one column, or there are none. */
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

/** A view that has been saved, or one that is tried. */
export type RunnableView = ViewDefinition & { readonly revision?: number };

export interface ReportRequest {
  /** Milliseconds; null takes the saved range. Anything but an integer of 0 to 4102444800000 is refused. */
  readonly rangeStartTs: number | null;
  readonly rangeEndTs: number | null;
  /** Members of the JSON object, by filter name, as they came; null where there are none. */
  readonly filters: ReadonlyMap<string, unknown> | null;
  readonly overrides: ReportOverrides;
  /** No caller waits for it: it takes turns with the reports of its tenant that callers wait for. */
  readonly isBackground?: true;
}

/** Of the own endpoints; absent members leave the view as it is. */
export interface ReportOverrides {
  /** IANA name, `viewer` or `tenant`. */
  readonly timezone?: string;
  /** Rows wanted at most; never more than the server's maximum. */
  readonly limit?: number;
  /** Rows wanted of those that the view gives: a sample never has more than the whole. */
  readonly sampleRows?: number;
  /** Rows to leave out at the begin. */
  readonly offset?: number;
  readonly sort?: readonly {
    readonly field: string;
    readonly direction: "asc" | "desc";
    readonly missing?: "first" | "last";
  }[];
  readonly bucket?: { readonly bucket: BucketUnit; readonly amount: number };
  /** In place of the settings, for files that may be larger than answers. */
  readonly rowsMax?: number;
  readonly bytesMax?: number;
}

/** Zones of people and tenants, for ranges that follow them; null where none is set. */
export interface ReaderZones {
  ofReader(reader: Reader): Promise<string | null>;
  ofTenant(tenantId: Reader["tenantId"]): Promise<string | null>;
}

/** Samples that one measure reads. */
export interface PlannedRead {
  readonly field: FieldId;
  /** `newest` reads one stored value per series, whatever the window. */
  readonly kind: "samples" | "newest";
  readonly series: readonly SeriesNumber[];
  readonly window: TimeWindow;
  /** In words, as `increase of "kwh"`. */
  readonly description: string;
}

export interface ReportPlan {
  readonly window: TimeWindow;
  readonly timezone: string;
  readonly now: number;
  readonly mode: "grouped" | "perEntity" | "raw";
  readonly devices: number;
  readonly series: number;
  /** Distinct combinations of the values of devices. */
  readonly groups: number;
  /** 1 without a time bucket. */
  readonly buckets: number;
  /** Rows that the groups, buckets and calendar parts can have at most. */
  readonly rowsMost: number;
  readonly rowLimit: number;
  readonly reads: readonly PlannedRead[];
}

/** Refuses what would read too much, with `REPORT_TOO_EXPENSIVE` and the figures, before a query starts. */
export interface ReportCostCheck {
  /** Gives warnings for reports that are large yet allowed. */
  require(
    plan: ReportPlan,
    signal: AbortSignal,
  ): Promise<readonly { readonly code: string; readonly message: string }[]>;
}

export interface ReportService {
  /**
   * Throws `AnalyticsError` for a request that does not fit the view, for a report that is too large or too
   * expensive, and `unavailable` where the engine cannot serve; rejects with the reason of the signal when that stops it.
   */
  run(view: RunnableView, request: ReportRequest, reader: Reader, signal: AbortSignal): Promise<Report>;
  /** What a run would read, without reading samples. Throws as `run` does for a request that does not fit the view. */
  plan(view: RunnableView, request: ReportRequest, reader: Reader, signal: AbortSignal): Promise<ReportPlan>;
}

export class RunNotes {
  readonly warnings: ReportWarning[] = [];
  readonly skippedValues = new Map<FieldId, number>();
  readonly #given = new Set<string>();

  warn(code: string, message: string, field: FieldId | null): void {
    const key = JSON.stringify([code, field ?? message]);
    if (this.#given.has(key)) return;
    this.#given.add(key);
    this.warnings.push({ code, message, field });
  }
}
