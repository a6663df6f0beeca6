// What a connection needs of whatever carries its bytes: a TCP or TLS socket, a WebSocket, or memory in a test.
import type { Socket } from "node:net";

export interface ByteReceiver {
  received(chunk: Buffer): void;
  /** What was written before `notifyDrained` has been taken. */
  drained(): void;
  /** The other side will send nothing more. */
  ended(): void;
  /** The stream is gone; comes exactly once, and last. */
  closed(): void;
}

export interface ByteStream {
  readonly remoteAddress: string;
  /** Bytes written that the operating system has not taken yet. */
  readonly pendingBytes: number;
  /** To be called once. */
  attach(receiver: ByteReceiver): void;
  /** `taken` runs once: when the operating system has the bytes, or the stream is gone. */
  write(bytes: Uint8Array, taken?: () => void): void;
  /** Asks for one call of `drained`. */
  notifyDrained(): void;
  /** Gathers the writes up to `uncork` into one. */
  cork(): void;
  uncork(): void;
  pause(): void;
  resume(): void;
  /** Sends what was written, then closes this side. */
  end(): void;
  destroy(): void;
}

const NOTHING = new Uint8Array(0);

/** A TCP or TLS socket, which must allow half-open connections so that what came before FIN is still handled. */
export class SocketStream implements ByteStream {
  readonly remoteAddress: string;
  readonly #socket: Socket;
  #receiver: ByteReceiver | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.remoteAddress = socket.remoteAddress ?? "";
    // Errors of a socket are the client's way of vanishing; "close" follows each.
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
    // "drain" would come only if the socket's own mark, not ours, had been passed.
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
