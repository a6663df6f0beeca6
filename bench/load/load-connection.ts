// One MQTT connection of the load generator: TCP, CONNECT and CONNACK, and the packets that follow handed to a role.
import { connect, type Socket } from "node:net";
import { DISCONNECT, encodeConnect, PacketReader, PacketType, PINGREQ, type Protocol } from "./packets.ts";

export interface LoadConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly protocol: Protocol;
  readonly token: string;
  readonly clientId: string;
  readonly keepAliveSeconds: number;
  /** How much is read from the socket at a time. */
  readonly readBytes: number;
}

/** What a role makes of what arrives. */
export interface ConnectionRole {
  /** The body is `bytes[start, end)`, valid only during the call. */
  packet(firstByte: number, bytes: Buffer, start: number, end: number): void;
  /** All packets of one read have been handed over. */
  drained?(): void;
  /** The connection has ended though nobody here closed it. */
  lost(reason: string): void;
}

export class LoadConnection {
  readonly #options: LoadConnectionOptions;
  readonly #role: ConnectionRole;
  #socket: Socket | undefined;
  #closing = false;
  #lastReason = "the server closed the connection";

  constructor(options: LoadConnectionOptions, role: ConnectionRole) {
    this.#options = options;
    this.#role = role;
  }

  /** Resolves when the server has accepted the CONNECT; rejects when it refuses it or cannot be reached. */
  async open(): Promise<void> {
    const opened = Promise.withResolvers<undefined>();
    let accepted = false;
    const fail = (reason: string): void => {
      if (accepted) this.#lose(reason);
      else opened.reject(new Error(reason));
    };
    const reader = new PacketReader({
      packet: (firstByte, bytes, start, end) => {
        if (accepted) this.#receive(firstByte, bytes, start, end);
        else {
          const code = bytes[start + 1] ?? 0xff;
          accepted = firstByte >>> 4 === PacketType.connack && code === 0;
          if (accepted) opened.resolve(undefined);
          else fail(`the server refused the connection with code 0x${code.toString(16)}`);
        }
      },
    });
    const socket = connect({
      host: this.#options.host,
      port: this.#options.port,
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(this.#options.readBytes),
        callback: (length, buffer) => {
          reader.read(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          if (accepted) this.#role.drained?.();
          return true;
        },
      },
    });
    this.#socket = socket;
    socket.on("error", (error) => {
      this.#lastReason = error.message;
    });
    socket.on("close", () => {
      fail(this.#lastReason);
    });
    socket.write(encodeConnect(this.#options));
    await opened.promise;
  }

  /** `bytes` must not change until the server has answered them. */
  write(bytes: Uint8Array): void {
    this.#socket?.write(bytes);
  }

  ping(): void {
    this.write(PINGREQ);
  }

  close(): void {
    this.#closing = true;
    this.#socket?.end(DISCONNECT);
  }

  #receive(firstByte: number, bytes: Buffer, start: number, end: number): void {
    if (firstByte >>> 4 === PacketType.disconnect)
      this.#lastReason = `the server sent DISCONNECT 0x${(bytes[start] ?? 0).toString(16)}`;
    else this.#role.packet(firstByte, bytes, start, end);
  }

  #lose(reason: string): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#role.lost(reason);
  }
}
