// Upgrades HTTP requests to WebSockets, for every edge that uses them. The only file that imports ws.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket as Socket } from "ws";

export type WebSocket = Socket;

export interface WebSocketTerms {
  /** A longer message closes the WebSocket with 1009. */
  readonly messageBytesMax: number;
  /** A message with more fragments closes the WebSocket with 1008. */
  readonly fragmentsMax: number;
  /** Supported subprotocols in order of preference. A client that offers none of them gets no subprotocol. */
  readonly protocols: readonly string[];
}

export class WebSocketAcceptor {
  readonly #server: WebSocketServer;

  constructor({ messageBytesMax, fragmentsMax, protocols }: WebSocketTerms) {
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // Compression for each reader would cost more than it saves on messages this small.
      perMessageDeflate: false,
      maxPayload: messageBytesMax,
      maxFragments: fragmentsMax,
      handleProtocols: (offered) => protocols.find((name) => offered.has(name)) ?? false,
    });
  }

  /** Takes over the socket of a request. A request that violates RFC 6455 is answered with 400 and closed. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, opened: (webSocket: WebSocket) => void): void {
    this.#server.handleUpgrade(request, socket, head, opened);
  }
}
