// MQTT over WebSocket: binary frames whose boundaries have no meaning, on the platform's HTTP server (MQTT 3.1.1 and 5,
// section 6).
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketAcceptor, type WebSocket } from "../web-socket.ts";
import type { ByteReceiver, ByteStream } from "./byte-stream.ts";

const SUBPROTOCOLS = ["mqtt", "mqttv3.1"];
const CLOSE_UNSUPPORTED_DATA = 1003;
/**
 * Most frames in a row without a byte of MQTT, such as pings; one more cuts the WebSocket off. Reading them counts towards
 * no turn on the thread.
 */
const FRAMES_WITHOUT_DATA_MAX = 10_000;

export class WebSocketUpgrader {
  readonly #acceptor: WebSocketAcceptor;
  readonly #opened: (stream: ByteStream) => void;

  /**
   * A message larger than `frameBytesMax` closes the WebSocket with 1009, one with more than `fragmentsMax` fragments
   * with 1008.
   */
  constructor(frameBytesMax: number, fragmentsMax: number, opened: (stream: ByteStream) => void) {
    this.#opened = opened;
    this.#acceptor = new WebSocketAcceptor({ messageBytesMax: frameBytesMax, fragmentsMax, protocols: SUBPROTOCOLS });
  }

  /**
   * Takes over a request to upgrade; a request that offers no MQTT subprotocol gets 400 [MQTT-6.0.0-3]. `remoteAddress`
   * is the address of the client itself, which may be behind a proxy.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, remoteAddress: string): void {
    const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
    if (!SUBPROTOCOLS.some((name) => offered.includes(name))) {
      // We own the socket now, and its client may already be gone.
      socket.on("error", () => {});
      socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    this.#acceptor.accept(request, socket, head, (webSocket) => {
      this.#opened(new WebSocketStream(webSocket, remoteAddress));
    });
  }
}

class WebSocketStream implements ByteStream {
  readonly remoteAddress: string;
  readonly #webSocket: WebSocket;
  readonly #sent = (): void => {
    if (!this.#isDrainAwaited || this.#webSocket.bufferedAmount > 0) return;
    this.#isDrainAwaited = false;
    this.#receiver?.drained();
  };
  #receiver: ByteReceiver | undefined;
  #isDrainAwaited = false;
  #framesWithoutData = 0;

  constructor(webSocket: WebSocket, remoteAddress: string) {
    this.#webSocket = webSocket;
    this.remoteAddress = remoteAddress;
  }

  get pendingBytes(): number {
    return this.#webSocket.bufferedAmount;
  }

  attach(receiver: ByteReceiver): void {
    this.#receiver = receiver;
    const webSocket = this.#webSocket;
    webSocket.binaryType = "nodebuffer";
    webSocket.on("message", (data, isBinary) => {
      if (isBinary && Buffer.isBuffer(data) && data.length > 0) {
        this.#framesWithoutData = 0;
        receiver.received(data);
        return;
      }
      // [MQTT-6.0.0-1]
      if (!isBinary) webSocket.close(CLOSE_UNSUPPORTED_DATA, "MQTT takes binary frames");
      this.#countFrameWithoutData();
    });
    for (const event of ["ping", "pong"] as const)
      webSocket.on(event, () => {
        this.#countFrameWithoutData();
      });
    webSocket.on("close", () => {
      receiver.ended();
      receiver.closed();
    });
    // "close" follows each error.
    webSocket.on("error", () => {});
  }

  write(bytes: Uint8Array, taken?: () => void): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) {
      taken?.();
      return;
    }
    this.#webSocket.send(bytes, { binary: true }, () => {
      taken?.();
      this.#sent();
    });
  }

  notifyDrained(): void {
    this.#isDrainAwaited = true;
  }

  // Each write is a frame of its own, so there is nothing to gather.
  cork(): void {}

  uncork(): void {}

  pause(): void {
    this.#webSocket.pause();
  }

  resume(): void {
    this.#webSocket.resume();
  }

  end(): void {
    this.#webSocket.close();
  }

  destroy(): void {
    this.#webSocket.terminate();
  }

  #countFrameWithoutData(): void {
    this.#framesWithoutData++;
    if (this.#framesWithoutData > FRAMES_WITHOUT_DATA_MAX) this.#webSocket.terminate();
  }
}
