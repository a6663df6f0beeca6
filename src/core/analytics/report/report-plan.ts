// A report that is about to run, as far as it is known before any sample is read: what `explain` tells and what the check
// of its cost looks at. Source: analytics contract 4.3, 5, 7 no. 6.
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { FieldId } from "../view/table-view.ts";

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
  /** Distinct series. */
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
