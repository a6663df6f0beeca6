// What background reports need of others: somebody who makes the file of a report, and a place where it is kept.
import type { Readable } from "node:stream";
import type { ReportJobId } from "../../ids.ts";
import type { Reader } from "../reader.ts";
import type { ReportRequest } from "../report/report.ts";
import type { TableView } from "../view/table-view.ts";
import type { JobFormat } from "./report-job.ts";

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
