// How long a request may take to arrive. Node's own bound cannot tell a telemetry import, which may take hours as long as
// it moves, from a client that has fallen silent; so requests with a body are timed here, and an import times itself.
import type { IncomingMessage, Server } from "node:http";
import type { Clock, Timer } from "../../lib/clock.ts";

export class RequestArrivals {
  readonly #millisMax: number;
  readonly #clock: Clock;
  readonly #timers = new WeakMap<IncomingMessage, Timer>();

  /** `millisMax`: what has not arrived by then is answered with 408. */
  constructor(millisMax: number, clock: Clock) {
    this.#millisMax = millisMax;
    this.#clock = clock;
  }

  /** Times every request of the server from here on. The head of a request has the server's own, shorter bound. */
  watch(server: Server): void {
    server.requestTimeout = 0;
    server.prependListener("request", (request: IncomingMessage) => {
      const { "content-length": length, "transfer-encoding": coding } = request.headers;
      if (coding === undefined && (length === undefined || length === "0")) return;
      const timer = this.#clock.after(this.#millisMax, () => {
        if (!request.complete && !request.destroyed) server.emit("clientError", new RequestTimeout(), request.socket);
      });
      this.#timers.set(request, timer);
      request.once("close", () => {
        timer.cancel();
      });
    });
  }

  /** From here on the reader of the request bounds its own waiting. */
  release(request: IncomingMessage): void {
    this.#timers.get(request)?.cancel();
  }
}

/** As Node's own: the answer goes by the code. */
class RequestTimeout extends Error {
  readonly code = "ERR_HTTP_REQUEST_TIMEOUT";

  constructor() {
    super("the request did not arrive in time");
    this.name = "RequestTimeout";
  }
}
