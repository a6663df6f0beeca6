// One record per request, for operators who want it. It shows the route's pattern and the query's names: ids are of no
// use there, and tokens must not be. Source: REST contract 20, "Secrets in logs".
import type { FastifyInstance } from "fastify";
import type { Logger } from "../../lib/logger.ts";

export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook("onResponse", (request, reply, done) => {
    log.info("request answered", {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? "none",
      query: typeof request.query === "object" && request.query !== null ? Object.keys(request.query) : [],
      status: reply.statusCode,
      millis: Math.round(reply.elapsedTime * 100) / 100,
      address: request.ip,
      userId: request.principal?.userId,
    });
    done();
  });
}
