// Results of background reports as files of a folder, one for each run.
import type { ResultFile, ResultFiles } from "../../core/analytics/jobs/report-job.ts";
import { boundedResult } from "../../core/analytics/jobs/bounded-result.ts";
import type { ReportRunId } from "../../core/ids.ts";
import { FileFolder } from "./file-folder.ts";

export class ResultFolder extends FileFolder<ReportRunId> implements ResultFiles {
  constructor(folder: string, where?: string) {
    super(folder, "results of reports", where);
  }

  async write(
    id: ReportRunId,
    pieces: AsyncIterable<Uint8Array | string>,
    bytesMax: number,
    signal: AbortSignal,
  ): Promise<number> {
    const result = boundedResult(pieces, bytesMax, signal);
    await this.writePieces(id, result.pieces());
    return result.bytes();
  }

  list(): Promise<readonly ResultFile[]> {
    return this.files();
  }
}
