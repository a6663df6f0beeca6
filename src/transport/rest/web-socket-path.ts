// A path of the HTTP server that takes WebSockets. The request to upgrade goes through the same routing as every other, so
// that address and encryption of its caller are found out by the same rules, trusted proxies included.
import { ServerResponse, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CredentialChannel } from "./authentication.ts";
import { RequestChannel } from "./guard.ts";
import { ErrorCode, HttpError } from "./http-status.ts";

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** The first bytes that came after the request. */
  readonly head: Buffer;
  /** What followed the question mark. */
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

  /** A request that does not ask for a WebSocket is answered with 426. */
  install(app: FastifyInstance): void {
    this.#app = app;
    app.get(this.path, { config: { access: "open" } }, (request, reply) => {
      this.#answer(request, reply);
    });
  }

  /** Takes over a request whose path this is. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#pending.set(request, { socket, head });
    // Until the socket has its own handlers; its close follows each error.
    socket.on("error", ignore);
    const response = new ServerResponse(request);
    // The answer is the last thing on this connection: no further request is read from it.
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
  // See where it is used.
}
