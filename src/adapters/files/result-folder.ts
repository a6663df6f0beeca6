// Results of background reports as files of a folder, one for each job.
import { AnalyticsError } from "../../core/analytics/analytics-error.ts";
import type { ResultFiles } from "../../core/analytics/jobs/report-job.ts";
import type { ReportJobId } from "../../core/ids.ts";
import { FileFolder } from "./file-folder.ts";

export class ResultFolder extends FileFolder<ReportJobId> implements ResultFiles {
  constructor(folder: string) {
    super(folder, "results of reports");
  }

  async write(
    id: ReportJobId,
    pieces: AsyncIterable<Uint8Array | string>,
    bytesMax: number,
    signal: AbortSignal,
  ): Promise<number> {
    const count = { bytes: 0 };
    await this.writePieces(id, bounded(pieces, count, bytesMax, signal));
    return count.bytes;
  }
}

async function* bounded(
  pieces: AsyncIterable<Uint8Array | string>,
  count: { bytes: number },
  bytesMax: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    const buffer = typeof piece === "string" ? Buffer.from(piece) : piece;
    count.bytes += buffer.byteLength;
    if (count.bytes > bytesMax)
      throw new AnalyticsError("REPORT_TOO_LARGE", `the result may have ${String(bytesMax)} bytes, and has more`, [], {
        limit: { name: "analytics.jobs.maxResultMebibytes", value: bytesMax },
      });
    yield buffer;
  }
  signal.throwIfAborted();
}
