// A report in the background: what was asked, how far it is, what came of it, and the ports to where it is kept. Source: analytics
// contract 4.3.
import type { Readable } from "node:stream";
import type { EpochMillis } from "../../../lib/clock.ts";
import type { ReportJobId, TenantId, UserId, ViewId } from "../../ids.ts";
import type { Reader } from "../reader.ts";
import type { ReportRequest } from "../report/report.ts";
import type { TableView } from "../view/table-view.ts";

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
  readonly createdAt: EpochMillis;
  readonly state: JobState;
  /** How often it has been begun: a platform that goes down takes its running jobs with it. */
  readonly attempts: number;
  readonly startedAt: EpochMillis | null;
  readonly endedAt: EpochMillis | null;
  /** When it and its result are removed. */
  readonly expiresAt: EpochMillis;
  readonly result: JobResult | null;
  readonly failure: JobFailure | null;
}

export function hasEnded({ state }: Pick<ReportJob, "state">): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}

export type JobChange = Pick<ReportJob, "state"> &
  Partial<Pick<ReportJob, "attempts" | "startedAt" | "endedAt" | "expiresAt" | "result" | "failure">>;

export interface JobStore {
  /**
   * "too-many" where the tenant has `jobsMax` jobs, ended ones included; "share-used" where the customer of the user has as
   * many as the tenant has left; "unknown" where the user has gone.
   */
  addJob(job: ReportJob, jobsMax: number): Promise<"added" | "too-many" | "share-used" | "unknown">;
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
  known(ids: readonly ReportJobId[]): Promise<readonly ReportJobId[]>;
}

export interface ReportFileRequest {
  readonly view: TableView;
  readonly request: ReportRequest;
  readonly reader: Reader;
  readonly format: JobFormat;
}

export interface ReportFile {
  readonly contentType: string;
  /** With its ending; a report that was cut says so in it. */
  readonly fileName: string;
  readonly rows: number;
  readonly isTruncated: boolean;
  readonly pieces: AsyncIterable<Uint8Array | string>;
}

export interface ReportFileMaker {
  /** Computes the report and resolves before it is written; throws as running it does. */
  open(wanted: ReportFileRequest, signal: AbortSignal): Promise<ReportFile>;
}

/** Files by the job that they are the result of. */
export interface ResultFiles {
  /**
   * Writes and syncs all pieces; the file is there as a whole or not at all. The number of bytes. Rejects with
   * `REPORT_TOO_LARGE` beyond `bytesMax`, with the reason of the signal, and with `unavailable`.
   */
  write(
    id: ReportJobId,
    pieces: AsyncIterable<Uint8Array | string>,
    bytesMax: number,
    signal: AbortSignal,
  ): Promise<number>;
  /** Undefined where there is none. */
  read(id: ReportJobId): Promise<Readable | undefined>;
  /** Nothing where there is none. */
  remove(id: ReportJobId): Promise<void>;
  /** Of every file that is there, parts of files that were never finished included. */
  list(): Promise<readonly { readonly id: ReportJobId; readonly bytes: number }[]>;
}
