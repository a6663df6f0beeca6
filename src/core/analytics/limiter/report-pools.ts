// The three groups of slots: of the specification's call, of the service's own calls, and of work in the background. None can
// use up what belongs to another. Source: analytics contract 5, "Separate pools".
import type { ReportLimiter } from "./report-limiter.ts";

export interface ReportPools {
  /** `buildReport`. */
  readonly reports: ReportLimiter;
  /** Previews, data, files. */
  readonly ui: ReportLimiter;
  /** Background reports. */
  readonly jobs: ReportLimiter;
}

export function poolsOf(pools: ReportPools): readonly (readonly [name: keyof ReportPools, limiter: ReportLimiter])[] {
  return [
    ["reports", pools.reports],
    ["ui", pools.ui],
    ["jobs", pools.jobs],
  ];
}
