// Turns HTTP requests to upgrade into WebSockets, for every edge that speaks over them. The only file that imports ws.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket as Socket } from "ws";

export type WebSocket = Socket;

export interface WebSocketTerms {
  /** A longer message closes the WebSocket with 1009. */
  readonly messageBytesMax: number;
  /** A message of more pieces closes it with 1008. */
  readonly fragmentsMax: number;
  /** Subprotocols that are spoken, the best one first; a client that offers others only gets none of them. */
  readonly protocols: readonly string[];
}

export class WebSocketAcceptor {
  readonly #server: WebSocketServer;

  constructor({ messageBytesMax, fragmentsMax, protocols }: WebSocketTerms) {
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // Compressing for each reader costs more than it saves on messages as small as ours.
      perMessageDeflate: false,
      maxPayload: messageBytesMax,
      maxFragments: fragmentsMax,
      handleProtocols: (offered) => protocols.find((name) => offered.has(name)) ?? false,
    });
  }

  /** Takes over the socket of a request. One that does not keep to RFC 6455 is answered with 400 and closed. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, opened: (webSocket: WebSocket) => void): void {
    this.#server.handleUpgrade(request, socket, head, opened);
  }
}
