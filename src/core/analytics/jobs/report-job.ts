// A report in the background: what was asked, how far it is, and what came of it. Source: analytics contract 4.3.
import type { EpochMillis } from "../../../lib/clock.ts";
import type { ReportJobId, TenantId, UserId, ViewId } from "../../ids.ts";

export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

/** As files are named at the end: `json` is the typed answer. */
export const JOB_FORMATS = ["json", "csv", "ndjson", "xlsx"] as const;
export type JobFormat = (typeof JOB_FORMATS)[number];

/** What was asked of the view; bounds that are null come from the view. */
export interface JobRequest {
  readonly rangeStartTs: number | null;
  readonly rangeEndTs: number | null;
  /** By filter name, in the order in which they came. */
  readonly filters: readonly (readonly [name: string, values: unknown])[] | null;
}

export interface JobResult {
  readonly rows: number;
  readonly bytes: number;
  readonly isTruncated: boolean;
  readonly contentType: string;
  readonly fileName: string;
}

export interface JobFailure {
  /** The code that the same report would have been answered with. */
  readonly code: string;
  readonly message: string;
}

export interface ReportJob {
  readonly id: ReportJobId;
  readonly tenantId: TenantId;
  /** Whose rights it runs with. */
  readonly userId: UserId;
  readonly viewId: ViewId;
  readonly format: JobFormat;
  readonly request: JobRequest;
  readonly createdTime: EpochMillis;
  readonly state: JobState;
  /** How often it has been begun: a platform that goes down takes its running jobs with it. */
  readonly attempts: number;
  readonly startedTime: EpochMillis | null;
  readonly endedTime: EpochMillis | null;
  /** When it and its result are removed. */
  readonly expiresTime: EpochMillis;
  readonly result: JobResult | null;
  readonly failure: JobFailure | null;
}

export function hasEnded({ state }: Pick<ReportJob, "state">): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}
