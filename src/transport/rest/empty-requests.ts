// Requests without a body, which most are. Node can leave out the stream that would never bring anything, which saves a
// tenth of the work of a short call; then nobody may wait for that stream.
import type { IncomingMessage, Server, ServerOptions } from "node:http";

export const EMPTY_REQUESTS: ServerOptions = { optimizeEmptyRequests: true };

/** Takes away the type of a body that does not exist: the framework would wait for one whenever it is named. */
export function forgetTypesOfNothing(server: Server): void {
  server.prependListener("request", ({ headers }: IncomingMessage) => {
    if (headers["content-type"] === undefined) return;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
      delete headers["content-type"];
  });
}
