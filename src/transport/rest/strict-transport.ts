// Tells browsers that came over HTTPS, directly or through a proxy that we trust, not to come otherwise again: a link to the
// plain address would hand their tokens to whoever listens. Source: RFC 6797; HTTP without TLS must not carry the header.
import type { FastifyInstance } from "fastify";

/** To be called before routes are added. */
export function tellToKeepHttps(app: FastifyInstance, seconds: number): void {
  const value = `max-age=${String(seconds)}`;
  app.addHook("onRequest", (request, reply, done) => {
    if (request.protocol === "https") reply.header("strict-transport-security", value);
    done();
  });
}
