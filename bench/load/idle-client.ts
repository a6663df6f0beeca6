// The idle role: a connection that only stays open, perhaps subscribed, and counts what it is sent.
import type { ConnectionRole, LoadConnection } from "./load-connection.ts";
import { encodePuback, encodeSubscribe, PacketType, type Protocol } from "./packets.ts";
import type { Tally } from "./tally.ts";

export interface IdleClientOptions {
  readonly protocol: Protocol;
  readonly subscribe: readonly string[];
  readonly tally: Tally;
}

export class IdleClient implements ConnectionRole {
  readonly #options: IdleClientOptions;
  readonly #subscribed = Promise.withResolvers<undefined>();
  #connection: LoadConnection | undefined;

  constructor(options: IdleClientOptions) {
    this.#options = options;
  }

  async start(connection: LoadConnection): Promise<void> {
    this.#connection = connection;
    const { protocol, subscribe } = this.#options;
    if (subscribe.length === 0) return;
    connection.write(encodeSubscribe(protocol, 1, subscribe, 1));
    await this.#subscribed.promise;
  }

  packet(firstByte: number, bytes: Buffer, start: number): void {
    const type = firstByte >>> 4;
    if (type === PacketType.suback) this.#subscribed.resolve(undefined);
    if (type !== PacketType.publish) return;
    this.#options.tally.countMessage();
    if (((firstByte >>> 1) & 3) !== 1) return;
    const topicLength = bytes.readUInt16BE(start);
    this.#connection?.write(encodePuback(bytes.readUInt16BE(start + 2 + topicLength)));
  }

  lost(reason: string): void {
    this.#options.tally.countFailure(reason);
    this.#subscribed.reject(new Error(reason));
  }
}
