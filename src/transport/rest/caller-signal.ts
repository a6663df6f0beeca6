// Lets work end early whose caller has gone away. Fastify's own signal follows the request, which is over as soon as its
// body has been read; this one follows the answer, which is over when it has been sent or its connection is gone.
import type { RestReply } from "./route.ts";

/** Aborted when the connection closes before the answer has been sent. */
export function callerSignal(reply: RestReply): AbortSignal {
  const controller = new AbortController();
  const answer = reply.raw;
  if (answer.destroyed) controller.abort();
  else
    answer.once("close", () => {
      if (!answer.writableFinished) controller.abort();
    });
  return controller.signal;
}
