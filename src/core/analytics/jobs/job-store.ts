// What the platform keeps of background reports; the results themselves are files. Each call is atomic.
import type { EpochMillis } from "../../../lib/clock.ts";
import type { ReportJobId, TenantId } from "../../ids.ts";
import type { JobState, ReportJob } from "./report-job.ts";

/** What a change of state writes. */
export type JobChange = Pick<ReportJob, "state"> &
  Partial<Pick<ReportJob, "attempts" | "startedTime" | "endedTime" | "expiresTime" | "result" | "failure">>;

export interface JobStore {
  /** "too-many" where the tenant has `jobsMax` jobs, ended ones included; "unknown" where the user has gone. */
  addJob(job: ReportJob, jobsMax: number): Promise<"added" | "too-many" | "unknown">;
  findJob(tenantId: TenantId, id: ReportJobId): Promise<ReportJob | undefined>;
  /** Undefined, and nothing changed, where the job has gone or is in none of the states `from`. */
  changeJob(id: ReportJobId, from: readonly JobState[], change: JobChange): Promise<ReportJob | undefined>;
  /** False where there is no such job. */
  deleteJob(tenantId: TenantId, id: ReportJobId): Promise<boolean>;
  /** The next jobs that have not ended, in the order of their ids, at most `max`. */
  unended(after: ReportJobId | null, max: number): Promise<readonly ReportJob[]>;
  /** Jobs whose time is over by `now`, at most `max`, first the oldest. */
  expired(now: EpochMillis, max: number): Promise<readonly ReportJob[]>;
  /** Ended jobs with a result, in the order of their ends, at most `max`. */
  oldestResults(max: number): Promise<readonly ReportJob[]>;
  /** Which of these ids are jobs. */
  known(ids: readonly ReportJobId[]): Promise<readonly ReportJobId[]>;
}
