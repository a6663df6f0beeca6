// What the engine's failures mean for a report.
import { DomainError } from "../../../core/errors.ts";
import { AnalyticsError, GaveWayError } from "../../../core/analytics/analytics-error.ts";
import { asDomainError } from "../duckdb-database.ts";

/** What a statement that only reads writes: the folder that the engine makes, and the files in it. */
const NO_SCRATCH = /failed to create directory|[\\/]duckdb_temp_/i;

/**
 * Reports give way to telemetry; whether this one was too large or another one cannot be known. A report that needs more
 * memory or scratch space than it may have can be made smaller by its author. All else is a fault.
 */
export function asReportError(error: unknown, hasGivenWay: boolean): DomainError {
  if (hasGivenWay)
    return new GaveWayError(
      "The report was stopped because telemetry could not be stored while reports held the memory of the engine (TELEMETRY_DUCKDB_MEMORY_MAX_MIB); try again, or choose a shorter range, fewer devices, fewer groups or shorter formulas.",
      { cause: error },
    );
  if (error instanceof Error && !(error instanceof DomainError) && /^Out of Memory Error/i.test(error.message))
    return new AnalyticsError(
      "REPORT_TOO_LARGE",
      "The report needs more memory or scratch space than the telemetry engine may use (TELEMETRY_DUCKDB_MEMORY_MAX_MIB, REPORT_SPILL_MAX_MIB); choose a shorter range, fewer devices, fewer groups or shorter formulas.",
      [],
      { cause: error },
    );
  if (error instanceof Error && !(error instanceof DomainError) && NO_SCRATCH.test(error.message))
    return new AnalyticsError(
      "ENGINE_UNAVAILABLE",
      'The report needs scratch space, and the folder "scratch" of the data folder (DATA_DIR) cannot be written: its disk may be full. A shorter range, fewer devices, fewer groups or shorter formulas may need none.',
      [],
      { cause: error },
    );
  return asDomainError(error);
}
