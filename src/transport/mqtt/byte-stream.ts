// The interface between a connection and the stream that carries its bytes: a TCP or TLS socket, a WebSocket, or memory
// in tests.
import type { Socket } from "node:net";

export interface ByteReceiver {
  received(chunk: Buffer): void;
  /** The operating system has taken everything written before `notifyDrained`. */
  drained(): void;
  /** The other side will send nothing more. */
  ended(): void;
  /** The stream is gone. Called exactly once, and last. */
  closed(): void;
}

export interface ByteStream {
  readonly remoteAddress: string;
  /** Bytes written that the operating system has not taken yet. */
  readonly pendingBytes: number;
  /** Must be called once. */
  attach(receiver: ByteReceiver): void;
  /** `taken` runs once, when the operating system has taken the bytes or the stream is gone. */
  write(bytes: Uint8Array, taken?: () => void): void;
  /** Requests one call of `drained`. */
  notifyDrained(): void;
  /** Collects the writes up to `uncork` into one. */
  cork(): void;
  uncork(): void;
  pause(): void;
  resume(): void;
  /** Sends what was written, then closes this side. */
  end(): void;
  destroy(): void;
}

const NOTHING = new Uint8Array(0);

/** A TCP or TLS socket. It must allow half-open connections, so that what came before FIN is still handled. */
export class SocketStream implements ByteStream {
  readonly remoteAddress: string;
  readonly #socket: Socket;
  #receiver: ByteReceiver | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.remoteAddress = socket.remoteAddress ?? "";
    // A socket error means that the client has vanished; "close" follows each error.
    socket.on("error", () => {});
  }

  get pendingBytes(): number {
    return this.#socket.writableLength;
  }

  attach(receiver: ByteReceiver): void {
    const socket = this.#socket;
    this.#receiver = receiver;
    socket.on("data", (chunk: Buffer) => {
      receiver.received(chunk);
    });
    socket.on("end", () => {
      receiver.ended();
    });
    socket.on("close", () => {
      receiver.closed();
    });
  }

  write(bytes: Uint8Array, taken?: () => void): void {
    this.#socket.write(bytes, taken);
  }

  notifyDrained(): void {
    // "drain" fires only above the socket's own high-water mark, not above our limit.
    this.#socket.write(NOTHING, () => this.#receiver?.drained());
  }

  cork(): void {
    this.#socket.cork();
  }

  uncork(): void {
    this.#socket.uncork();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
