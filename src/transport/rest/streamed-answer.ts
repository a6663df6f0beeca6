// An answer of any length as the stream that goes out: it is pulled as fast as the caller reads, and when it cannot be
// finished the connection is cut, so that nobody takes a part for the whole.
import { Readable } from "node:stream";

/** A source that may be cut off while nobody asks for its next chunk. */
export interface ChunkSource {
  readonly chunks: AsyncIterableIterator<Uint8Array, void, undefined>;
  readonly cutOff: AbortSignal;
}

/** Bytes that wait for the socket; chunks are larger, so one waits at most. */
const WAITING_BYTES_MAX = 65_536;

/** `caller` is aborted when nobody is there to read any more. */
export function streamOf({ chunks, cutOff }: ChunkSource, caller: AbortSignal): Readable {
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: WAITING_BYTES_MAX });
  const end = (signal: AbortSignal): void => {
    const reason: unknown = signal.reason;
    stream.destroy(reason instanceof Error ? reason : new Error("the answer was cut off"));
  };
  for (const signal of [cutOff, caller]) {
    const listener = (): void => {
      end(signal);
    };
    signal.addEventListener("abort", listener);
    stream.once("close", () => {
      signal.removeEventListener("abort", listener);
    });
    if (signal.aborted) end(signal);
  }
  return stream;
}
