// Ends work and streams early when the caller disconnects. Fastify's own signal follows the request, which is over once
// its body has been read; this one follows the answer, which is over when it has been sent or its connection is gone.
import { Readable } from "node:stream";
import { ErrorCode, HttpError } from "./http-status.ts";
import type { RestReply } from "./route.ts";

/** Of an answer whose caller has gone; only logs and metrics show it. */
const CALLER_GONE_STATUS = 499;

/** Aborted when the connection closes before the answer has been sent; the reason is no fault that a log has to know of. */
export function callerSignal(reply: RestReply): AbortSignal {
  const controller = new AbortController();
  const answer = reply.raw;
  const abort = (): void => {
    controller.abort(new HttpError(CALLER_GONE_STATUS, ErrorCode.GENERAL, "the caller has gone"));
  };
  if (answer.destroyed) abort();
  else
    answer.once("close", () => {
      if (!answer.writableFinished) abort();
    });
  return controller.signal;
}

/** A source that can be cut off while no chunk is being requested. */
export interface ChunkSource {
  readonly chunks: AsyncIterableIterator<Uint8Array, void, undefined>;
  readonly cutOff: AbortSignal;
}

/** Bytes waiting for the socket; chunks are larger, so at most one waits. */
const WAITING_BYTES_MAX = 65_536;

/**
 * Sends an answer of any length as a stream, at the pace of the caller's reading. If it cannot be finished, the
 * connection is cut, so that a part is not taken for the whole.
 */
export function streamOf({ chunks, cutOff }: ChunkSource, caller: AbortSignal): Readable {
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: WAITING_BYTES_MAX });
  const over = AbortSignal.any([cutOff, caller]);
  const end = (): void => {
    const reason: unknown = over.reason;
    stream.destroy(reason instanceof Error ? reason : new Error("the answer was cut off"));
  };
  over.addEventListener("abort", end);
  if (over.aborted) end();
  return stream;
}
