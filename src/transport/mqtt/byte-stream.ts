// What a connection needs of whatever carries its bytes: a TCP or TLS socket, a WebSocket, or memory in a test.
import type { Socket } from "node:net";

export interface ByteReceiver {
  received(chunk: Buffer): void;
  /** All that was written has been taken. Needs to be told only after the write buffer was large. */
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
  write(bytes: Uint8Array): void;
  /** Gathers the writes up to `uncork` into one. */
  cork(): void;
  uncork(): void;
  pause(): void;
  resume(): void;
  /** Sends what was written, then closes this side. */
  end(): void;
  destroy(): void;
}

/** A TCP or TLS socket, which must allow half-open connections so that what came before FIN is still handled. */
export class SocketStream implements ByteStream {
  readonly remoteAddress: string;
  readonly #socket: Socket;

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
    socket.on("data", (chunk: Buffer) => {
      receiver.received(chunk);
    });
    socket.on("drain", () => {
      receiver.drained();
    });
    socket.on("end", () => {
      receiver.ended();
    });
    socket.on("close", () => {
      receiver.closed();
    });
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
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
