// Records each call as a span of the caller's trace. It names the route by its pattern, so it contains no ids or
// tokens.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Span, Tracer } from "../../lib/tracer.ts";

export function traceCalls(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, headers, routeOptions } = request;
    const { traceparent } = headers;
    if (routeOptions.config.callClass !== "probe")
      spans.set(
        request,
        tracer.begin({
          name: method,
          kind: "server",
          attributes: { "http.request.method": method, "url.scheme": request.protocol },
          traceparent: typeof traceparent === "string" ? traceparent : undefined,
        }),
      );
    done();
  });
  // Enters the span as late as possible: bodies are read in events of the connection, which belong to no call.
  app.addHook("preHandler", (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else tracer.within(span, done);
  });
  app.addHook("onResponse", (request, { statusCode }, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url;
    spans.get(request)?.end({
      ...(route === undefined ? {} : { name: `${method} ${route}` }),
      attributes: { ...(route === undefined ? {} : { "http.route": route }), "http.response.status_code": statusCode },
      failure: statusCode >= 500 ? `status ${String(statusCode)}` : undefined,
    });
    done();
  });
}
