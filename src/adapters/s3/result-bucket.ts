// Results of background reports in a bucket.
import { boundedResult } from "../../core/analytics/jobs/bounded-result.ts";
import type { ResultFile, ResultFiles } from "../../core/analytics/jobs/report-job.ts";
import type { ReportRunId } from "../../core/ids.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { BucketFiles } from "./bucket-files.ts";
import type { BucketDeps, RequestOptions } from "./bucket-requests.ts";

export class ResultBucket extends BucketFiles<ReportRunId> implements ResultFiles {
  constructor(address: BucketAddress, deps: BucketDeps, options: RequestOptions & { readonly folder: string }) {
    super(address, deps, { ...options, holds: "results of reports" });
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
