// What the engine's failures mean to whoever runs a report.
import { DomainError } from "../../../core/errors.ts";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import { asDomainError } from "../duckdb-database.ts";

/** A report that needs more memory or scratch space than it may have can be made smaller by its author; all else is a fault. */
export function asReportError(error: unknown): DomainError {
  if (error instanceof Error && !(error instanceof DomainError) && /^Out of Memory Error/i.test(error.message))
    return new AnalyticsError(
      "REPORT_TOO_LARGE",
      "The report needs more memory or scratch space than the telemetry engine may use (TELEMETRY_DUCKDB_MEMORY_MAX_MIB, REPORT_SPILL_MAX_MIB); choose a shorter range, fewer devices or fewer groups.",
      [],
      { cause: error },
    );
  return asDomainError(error);
}
