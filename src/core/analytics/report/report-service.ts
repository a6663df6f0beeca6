// Runs views: from a definition, the overrides of a request and a reader to a finished report, in the order of the contract.
// Source: analytics contract 3.1.
import type { Reader } from "../reader.ts";
import type { Report } from "./report.ts";
import type { ReportPlan } from "./report-plan.ts";
import type { ReportRequest, RunnableView } from "./report-request.ts";

export interface ReportService {
  /**
   * Throws `AnalyticsError` for a request that does not fit the view, for a report that is too large or too
   * expensive, and `unavailable` where the engine cannot serve; rejects with the reason of the signal when that stops it.
   */
  run(view: RunnableView, request: ReportRequest, reader: Reader, signal: AbortSignal): Promise<Report>;
  /** What a run would read, without reading samples. Throws as `run` does for a request that does not fit the view. */
  plan(view: RunnableView, request: ReportRequest, reader: Reader, signal: AbortSignal): Promise<ReportPlan>;
}
