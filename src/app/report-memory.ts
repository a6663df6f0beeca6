// How the memory of reports is divided: part of it is that of the telemetry engine, which has one limit for all that it does.
import type { Config } from "./config.ts";

export interface ReportMemoryParts {
  /** The limit of the engine, for reports and everything else. */
  readonly engineMebibytes: number;
  /** For rows of reports that are joined, sorted and cut. */
  readonly rowsMebibytes: number;
}

/** The engine never has more than half of what reports may have, so that one that fills it leaves room for its rows. */
export function reportMemory({ analytics, telemetry }: Config): ReportMemoryParts {
  const { memoryMaxMebibytes } = analytics.reports;
  const engineMebibytes = Math.min(telemetry.duckdb.memoryMaxMebibytes, Math.floor(memoryMaxMebibytes / 2));
  return { engineMebibytes, rowsMebibytes: memoryMaxMebibytes - engineMebibytes };
}
