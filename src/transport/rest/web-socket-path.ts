// A path of the HTTP server that accepts WebSockets. The upgrade request is routed like any other, so that its caller's
// address and encryption are determined by the same rules, including trusted proxies.
import { ServerResponse, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CredentialChannel } from "./authentication.ts";
import { RequestChannel } from "./guard.ts";
import { ErrorCode, HttpError } from "./http-status.ts";

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** The bytes that followed the request. */
  readonly head: Buffer;
  /** The query string, without the question mark. */
  readonly query: string;
  readonly channel: CredentialChannel;
}

type Pending = Pick<Upgrade, "socket" | "head">;

export class WebSocketPath {
  readonly path: string;
  readonly #accept: (upgrade: Upgrade) => void;
  readonly #pending = new WeakMap<IncomingMessage, Pending>();
  #app: FastifyInstance | undefined;

  constructor(path: string, accept: (upgrade: Upgrade) => void) {
    this.path = path;
    this.#accept = accept;
  }

  /** Answers a request that does not ask for a WebSocket with 426. */
  install(app: FastifyInstance): void {
    this.#app = app;
    app.get(this.path, { config: { access: "open" } }, (request, reply) => {
      this.#answer(request, reply);
    });
  }

  /** Takes over an upgrade request for this path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#pending.set(request, { socket, head });
    // Until the socket has its own handlers; "close" follows each error.
    socket.on("error", ignore);
    const response = new ServerResponse(request);
    // The answer is the last one on this connection; no further request is read from it.
    response.shouldKeepAlive = false;
    response.once("finish", () => {
      socket.end();
    });
    response.assignSocket(request.socket);
    this.#app?.routing(request, response);
  }

  #answer(request: FastifyRequest, reply: FastifyReply): void {
    const pending = this.#pending.get(request.raw);
    if (pending === undefined)
      throw new HttpError(
        426,
        ErrorCode.BAD_REQUEST,
        "this path takes WebSocket connections, and the request did not ask for one; a proxy may have removed its Upgrade header",
        { headers: { upgrade: "websocket", connection: "Upgrade" } },
      );
    const channel = new RequestChannel(request);
    const { isEncrypted, isLocal, remoteAddress } = channel;
    const query = request.url.split("?").slice(1).join("?");
    reply.hijack();
    reply.raw.detachSocket(request.raw.socket);
    pending.socket.off("error", ignore);
    this.#accept({ request: request.raw, ...pending, query, channel: { isEncrypted, isLocal, remoteAddress } });
  }
}

function ignore(): void {
  // Does nothing: see `upgrade`.
}
