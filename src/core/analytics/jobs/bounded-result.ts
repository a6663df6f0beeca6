// The bytes of a result on their way to its file, counted and bounded.
import { AnalyticsError } from "../analytics-error.ts";

export interface BoundedResult {
  /** Can be read once. Throws `REPORT_TOO_LARGE`, the signal's reason, and any error of the pieces. */
  pieces(): AsyncGenerator<Uint8Array, void, undefined>;
  /** Of the pieces read so far. */
  bytes(): number;
}

export function boundedResult(
  pieces: AsyncIterable<Uint8Array | string>,
  bytesMax: number,
  signal: AbortSignal,
): BoundedResult {
  let bytes = 0;
  return {
    async *pieces() {
      for await (const piece of pieces) {
        signal.throwIfAborted();
        const buffer = typeof piece === "string" ? Buffer.from(piece) : piece;
        bytes += buffer.byteLength;
        if (bytes > bytesMax)
          throw new AnalyticsError(
            "REPORT_TOO_LARGE",
            `the result may have ${String(bytesMax)} bytes, and has more`,
            [],
            { limit: { name: "analytics.jobs.maxResultMebibytes", value: bytesMax } },
          );
        yield buffer;
      }
      signal.throwIfAborted();
    },
    bytes: () => bytes,
  };
}
