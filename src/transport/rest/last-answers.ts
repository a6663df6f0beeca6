// When the server stops, calls that are running are answered, and their connections end with the answer: a client would
// otherwise keep them open, and the stop would wait for nothing.
import type { FastifyInstance } from "fastify";

/** To be called before routes are added. */
export function closeWithLastAnswer(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook("preClose", (done) => {
    isStopping = true;
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isStopping) reply.header("connection", "close");
    done(null, payload);
  });
  // An answer that had begun before could not say so: streams of events and of rows, for the most part.
  app.addHook("onResponse", (request, _reply, done) => {
    if (isStopping) request.raw.socket.destroySoon();
    done();
  });
}
