// A background report: its request, its state, its result, and the ports of the stores that keep them. Source:
// analytics contract 4.3.
import type { Readable } from "node:stream";
import type { EpochMillis } from "../../../lib/clock.ts";
import type { ReportJobId, ReportRunId, TenantId, UserId, ViewId } from "../../ids.ts";
import type { Reader } from "../reader.ts";
import type { ReportRequest } from "../report/report.ts";
import type { TableView } from "../view/table-view.ts";

export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

/** Also the file name extensions; `json` is the typed response. */
export const JOB_FORMATS = ["json", "csv", "ndjson", "xlsx"] as const;
export type JobFormat = (typeof JOB_FORMATS)[number];

/** The options of the view's run; null bounds are taken from the view. */
export interface JobRequest {
  readonly rangeStartTs: number | null;
  readonly rangeEndTs: number | null;
  /** By filter name, in the order received. */
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
  /** The error code that the same report would have been answered with. */
  readonly code: string;
  readonly message: string;
}

export interface ReportJob {
  readonly id: ReportJobId;
  readonly tenantId: TenantId;
  /** The user whose rights the report runs with. */
  readonly userId: UserId;
  readonly viewId: ViewId;
  readonly format: JobFormat;
  readonly request: JobRequest;
  readonly createdAt: EpochMillis;
  readonly state: JobState;
  /** How often it has been started: jobs that are running when the platform goes down are interrupted. */
  readonly attempts: number;
  /** The run that it has, or that has made its result. */
  readonly runId: ReportRunId | null;
  /** How far it is: 0 to 100. */
  readonly percent: number;
  readonly startedAt: EpochMillis | null;
  readonly endedAt: EpochMillis | null;
  /** When the job and its result are removed. */
  readonly expiresAt: EpochMillis;
  readonly result: JobResult | null;
  readonly failure: JobFailure | null;
}

export function hasEnded({ state }: Pick<ReportJob, "state">): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}

export type JobChange = Pick<ReportJob, "state"> &
  Partial<
    Pick<ReportJob, "attempts" | "runId" | "percent" | "startedAt" | "endedAt" | "expiresAt" | "result" | "failure">
  >;

/** What a job must be for a change to take effect. */
export interface JobCondition {
  readonly states: readonly JobState[];
  /** The run that it must have; without it, any. */
  readonly runId?: ReportRunId | null;
}

export interface JobStore {
  /**
   * "too-many": the tenant has `jobsMax` jobs, including ended ones. "share-used": the user's customer has used its
   * share, which is as many as the tenant has left. "unknown": the user has been deleted.
   */
  addJob(job: ReportJob, jobsMax: number): Promise<"added" | "too-many" | "share-used" | "unknown">;
  findJob(tenantId: TenantId, id: ReportJobId): Promise<ReportJob | undefined>;
  /** Undefined, without a change, if the job has been deleted or is otherwise than it must be. */
  changeJob(id: ReportJobId, when: JobCondition, change: JobChange): Promise<ReportJob | undefined>;
  /** False if there is no such job. */
  deleteJob(tenantId: TenantId, id: ReportJobId): Promise<boolean>;
  /** The next jobs that have not ended, in the order of their ids, at most `max`. */
  unended(after: ReportJobId | null, max: number): Promise<readonly ReportJob[]>;
  /** Jobs that have expired by `now`, oldest first, at most `max`. */
  expired(now: EpochMillis, max: number): Promise<readonly ReportJob[]>;
  /** Ended jobs with a result, ordered by when they ended, at most `max`. */
  oldestResults(max: number): Promise<readonly ReportJob[]>;
  /** Those that a job names. */
  knownRuns(ids: readonly ReportRunId[]): Promise<readonly ReportRunId[]>;
}

export interface ReportFileRequest {
  readonly view: TableView;
  readonly request: ReportRequest;
  readonly reader: Reader;
  readonly format: JobFormat;
}

export interface ReportFile {
  readonly contentType: string;
  /** With its extension; the name says if the report was cut. */
  readonly fileName: string;
  readonly rows: number;
  readonly isTruncated: boolean;
  readonly pieces: AsyncIterable<Uint8Array | string>;
}

export interface ReportFileMaker {
  /** Computes the report and resolves before it is written; throws like running the report. */
  open(wanted: ReportFileRequest, signal: AbortSignal): Promise<ReportFile>;
}

export interface ResultFile {
  readonly id: ReportRunId;
  readonly bytes: number;
}

/** Result files by run, so that two runs of a job, on nodes that do not know of each other, never write the same file. */
export interface ResultFiles {
  /**
   * Writes and syncs all pieces. Resolves with the number of bytes.
   * Rejects with `REPORT_TOO_LARGE` beyond `bytesMax`, with the signal's reason, and with `unavailable`.
   */
  write(
    id: ReportRunId,
    pieces: AsyncIterable<Uint8Array | string>,
    bytesMax: number,
    signal: AbortSignal,
  ): Promise<number>;
  /** Undefined if there is no file. */
  read(id: ReportRunId): Promise<Readable | undefined>;
  /** Does nothing if there is no file. */
  remove(id: ReportRunId): Promise<void>;
  /** Lists every file, including unfinished ones. */
  list(): Promise<readonly ResultFile[]>;
}
