// Bounds the time that a request may take to arrive, and its pace. Node's own limit cannot tell a telemetry import,
// which may take hours while it progresses, from a client that has stopped sending. So requests with a body are timed
// here, and an import times itself.
import type { IncomingMessage, Server } from "node:http";
import type { Clock, Timer } from "../../lib/clock.ts";

export interface ArrivalOptions {
  /** A request that has not arrived by then is answered with 408. */
  readonly millisMax: number;
  /** A body that sends fewer than `windowBytesMin` bytes in any window is answered with 408 earlier. */
  readonly windowMillis: number;
  readonly windowBytesMin: number;
}

export class RequestArrivals {
  readonly #options: ArrivalOptions;
  readonly #clock: Clock;
  readonly #timers = new WeakMap<IncomingMessage, Timer>();

  constructor(options: ArrivalOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  /** From now on, times every request with a body. The head of a request has the server's own, shorter limit. */
  watch(server: Server): void {
    const { millisMax, windowMillis, windowBytesMin } = this.#options;
    server.requestTimeout = 0;
    server.prependListener("request", (request: IncomingMessage) => {
      const { "content-length": length, "transfer-encoding": coding } = request.headers;
      if (coding === undefined && (length === undefined || length === "0")) return;
      const { socket } = request;
      let windows = 0;
      let bytesBefore = socket.bytesRead;
      const timer = this.#clock.every(windowMillis, () => {
        windows++;
        const bytes = socket.bytesRead - bytesBefore;
        bytesBefore = socket.bytesRead;
        if (request.complete || request.destroyed) timer.cancel();
        else if (bytes < windowBytesMin || windows * windowMillis >= millisMax)
          server.emit("clientError", new RequestTimeout(), socket);
      });
      this.#timers.set(request, timer);
      request.once("close", () => {
        timer.cancel();
      });
    });
  }

  /** From now on, the reader of the request limits its own waiting. */
  release(request: IncomingMessage): void {
    this.#timers.get(request)?.cancel();
  }
}

/** Has the code of Node's own error, which determines the answer. */
class RequestTimeout extends Error {
  readonly code = "ERR_HTTP_REQUEST_TIMEOUT";

  constructor() {
    super("the request did not arrive in time");
    this.name = "RequestTimeout";
  }
}
