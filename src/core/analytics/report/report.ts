// The options of one run of a view, the plan of what it will read, and the finished report. A report is not encoded;
// encoders make API answers and files of it. Source: analytics contract 1, 3.1, 3.2, 3.7, 3.9, 3.10, 4.
import type { JsonObject } from "../../devices/device.ts";
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { Reader } from "../reader.ts";
import type { BucketWidth } from "../time/calendar.ts";
import type { BucketUnit, FieldId, Nulls, ViewDefinition } from "../view/table-view.ts";
import type { Cell } from "./report-engine.ts";
import type { Warning } from "./warning-words.ts";

/** "any" if a column has cells of several types, or none. */
export type ColumnType = "number" | "text" | "boolean" | "time" | "json" | "any";

export interface ReportColumn {
  /** The field's id; a comparison column appends its kind after a dot, such as `kwh.percent`. */
  readonly id: string;
  readonly field: FieldId;
  /** Unique among the columns of a report; used as the key of its rows. */
  readonly label: string;
  /** The type of its cells; numbers in a "time" column are milliseconds. */
  readonly type: ColumnType;
  readonly unit: string;
  readonly role: "dimension" | "time" | "measure" | "comparison";
  readonly decimals: number | null;
  /** For display. Only `format.labels` of a calendar part affects cells of the specification's table. */
  readonly format: JsonObject;
  /** Names of a calendar part's values, by number; null if the number itself is shown. */
  readonly partLabels: ReadonlyMap<number, string> | null;
}

export interface TotalRow {
  /**
   * Fields that this total is still grouped by; empty for the grand total. Cells of other dimension and time fields are
   * null.
   */
  readonly groupedBy: readonly FieldId[];
  readonly cells: readonly Cell[];
}

export interface ReportWarning extends Warning {
  readonly field: FieldId | null;
}

export interface Truncation {
  readonly reason: "rows" | "bytes";
  /** In rows or bytes, depending on the reason. */
  readonly limit: number;
}

export interface ReportMeta {
  /** The window resolved for this run. */
  readonly window: TimeWindow;
  /** The "now" of the run. */
  readonly now: number;
  /** IANA name. */
  readonly timezone: string;
  /** Null for an unsaved view. */
  readonly revision: number | null;
  readonly truncated: Truncation | null;
  /** Which of the first and last buckets the range covers only in part. */
  readonly partialBuckets: readonly ("first" | "last")[];
  /** Of the first bucket field, as `auto` chose it if it was asked to; null without buckets. */
  readonly bucketWidth: BucketWidth | null;
  /** Number of samples that a numeric function left out, by field; fields without any are absent. */
  readonly skippedValues: ReadonlyMap<FieldId, number>;
  /**
   * The measures without a value in any row, visible or not, and when the newest value of the keys that they read over the
   * range of the report was measured; null if there never was one, or if the range has it and it does not count.
   */
  readonly silent: ReadonlyMap<FieldId, number | null>;
  readonly warnings: readonly ReportWarning[];
  readonly devices: number;
  readonly series: number;
  readonly nulls: Nulls;
}

/** When the newest value outside the range was measured, of a report in which no measure has a value; else null. */
export function newestTsOf({ columns, meta: { silent } }: Pick<Report, "columns" | "meta">): number | null {
  if (!columns.every(({ role, field }) => role !== "measure" || silent.has(field))) return null;
  const times = [...silent.values()].filter((ts) => ts !== null);
  return times.length === 0 ? null : Math.max(...times);
}

export interface Report {
  /** Visible columns in display order. */
  readonly columns: readonly ReportColumn[];
  /** Each row has one cell per column. */
  readonly rows: readonly (readonly Cell[])[];
  /** Row and column of each cell that gap filling filled in. */
  readonly filled: readonly (readonly [row: number, column: number])[];
  readonly totals: readonly TotalRow[];
  readonly meta: ReportMeta;
}

/** A saved view, or an unsaved one that is being tried out. */
export type RunnableView = ViewDefinition & { readonly revision?: number };

export interface ReportRequest {
  /** Milliseconds; null uses the saved range. Anything other than an integer from 0 to 4102444800000 is rejected. */
  readonly rangeStartTs: number | null;
  readonly rangeEndTs: number | null;
  /** Unparsed members of the JSON object, by filter name; null if there are none. */
  readonly filters: ReadonlyMap<string, unknown> | null;
  readonly overrides: ReportOverrides;
  /** Set for runs that no caller waits for. They take turns with the tenant's reports that callers do wait for. */
  readonly isBackground?: true;
}

/** Options of the platform's own endpoints; absent members leave the view unchanged. */
export interface ReportOverrides {
  /** IANA name, `viewer` or `tenant`. */
  readonly timezone?: string;
  /** Most rows to return; capped at the server's maximum. */
  readonly limit?: number;
  /** Number of rows to return of those that the view gives: a sample never has more rows than the full report. */
  readonly sampleRows?: number;
  /** Number of rows to skip at the start. */
  readonly offset?: number;
  readonly sort?: readonly {
    readonly field: string;
    readonly direction: "asc" | "desc";
    readonly missing?: "first" | "last";
  }[];
  readonly bucket?: { readonly bucket: BucketUnit; readonly amount: number };
  /** Override the settings, for files that may be larger than answers. */
  readonly rowsMax?: number;
  readonly bytesMax?: number;
}

/** Time zones of users and tenants, for ranges that follow them; null if none is set. */
export interface ReaderZones {
  ofReader(reader: Reader): Promise<string | null>;
  ofTenant(tenantId: Reader["tenantId"]): Promise<string | null>;
}

/** The samples that one measure reads. */
export interface PlannedRead {
  readonly field: FieldId;
  /** `newest` reads one stored value per series, regardless of the window. */
  readonly kind: "samples" | "newest";
  readonly series: readonly SeriesNumber[];
  readonly window: TimeWindow;
  /** For people, such as `increase of "kwh"`. */
  readonly description: string;
}

export interface ReportPlan {
  readonly window: TimeWindow;
  readonly timezone: string;
  readonly now: number;
  readonly mode: "grouped" | "perEntity" | "raw";
  readonly devices: number;
  readonly series: number;
  /** Number of distinct combinations of device values. */
  readonly groups: number;
  /** Number of buckets; 1 without a bucket field. */
  readonly buckets: number;
  /** The most rows that groups, buckets and calendar parts can produce. */
  readonly rowsMost: number;
  readonly rowLimit: number;
  readonly reads: readonly PlannedRead[];
}

/** Rejects a report that would read too much, with `REPORT_TOO_EXPENSIVE` and the figures, before any query starts. */
export interface ReportCostCheck {
  /** Returns warnings for reports that are large but allowed. */
  require(plan: ReportPlan, signal: AbortSignal): Promise<readonly Warning[]>;
}

export interface ReportService {
  /**
   * Throws `AnalyticsError` for a request that does not fit the view and for a report that is too large or too
   * expensive, and `unavailable` if the engine cannot serve it. Rejects with the signal's reason if the signal aborts
   * it.
   */
  run(view: RunnableView, request: ReportRequest, reader: Reader, signal: AbortSignal): Promise<Report>;
  /** What a run would read, without reading any samples. Throws like `run` for a request that does not fit the view. */
  plan(view: RunnableView, request: ReportRequest, reader: Reader, signal: AbortSignal): Promise<ReportPlan>;
}

export class RunNotes {
  readonly warnings: ReportWarning[] = [];
  readonly skippedValues = new Map<FieldId, number>();
  readonly #given = new Set<string>();

  warn(warning: Warning, field: FieldId | null): void {
    const key = JSON.stringify([warning.code, field ?? warning.message]);
    if (this.#given.has(key)) return;
    this.#given.add(key);
    this.warnings.push({ ...warning, field });
  }
}
