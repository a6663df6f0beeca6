// The answering role: a gateway that connects its devices, subscribes to commands and answers each of them at once.
import type { ConnectionRole, LoadConnection } from "./load-connection.ts";
import { deviceName } from "./message-ring.ts";
import { encodePuback, encodePublish, encodeSubscribe, PacketType, type Protocol } from "./packets.ts";
import type { Tally } from "./tally.ts";

const RPC_TOPIC = "v1/gateway/rpc";
const SUBSCRIBE_PACKET_ID = 1;

export interface ResponderOptions {
  readonly protocol: Protocol;
  readonly devicePrefix: string;
  readonly devices: number;
  readonly qos: 0 | 1;
  readonly tally: Tally;
}

export class Responder implements ConnectionRole {
  readonly #options: ResponderOptions;
  readonly #ready = Promise.withResolvers<undefined>();
  #connection: LoadConnection | undefined;
  #unanswered = 0;
  #packetId = SUBSCRIBE_PACKET_ID;

  constructor(options: ResponderOptions) {
    this.#options = options;
  }

  /** Resolves when every device is connected and commands are subscribed to. */
  async start(connection: LoadConnection): Promise<void> {
    const { protocol, devicePrefix, devices, qos } = this.#options;
    this.#connection = connection;
    this.#unanswered = devices + 1;
    connection.write(encodeSubscribe(protocol, SUBSCRIBE_PACKET_ID, [RPC_TOPIC], qos));
    for (let index = 0; index < devices; index++) {
      const payload = JSON.stringify({ device: deviceName(devicePrefix, index) });
      connection.write(
        encodePublish({ protocol, topic: "v1/gateway/connect", payload, qos: 1, packetId: this.#nextPacketId() }),
      );
    }
    await this.#ready.promise;
  }

  packet(firstByte: number, bytes: Buffer, start: number, end: number): void {
    switch (firstByte >>> 4) {
      case PacketType.publish:
        this.#answer(firstByte, bytes, start, end);
        break;
      case PacketType.suback:
      case PacketType.puback:
        if (end - start > 2 && (bytes[end - 1] ?? 0) >= 0x80) this.#options.tally.countRefusal(bytes[end - 1] ?? 0);
        if (--this.#unanswered === 0) this.#ready.resolve(undefined);
        break;
      default:
    }
  }

  lost(reason: string): void {
    this.#options.tally.countFailure(reason);
    this.#ready.reject(new Error(reason));
  }

  #answer(firstByte: number, bytes: Buffer, start: number, end: number): void {
    const topicLength = bytes.readUInt16BE(start);
    const topic = bytes.toString("utf8", start + 2, start + 2 + topicLength);
    let position = start + 2 + topicLength;
    if (((firstByte >>> 1) & 3) === 1) {
      this.#connection?.write(encodePuback(bytes.readUInt16BE(position)));
      position += 2;
    }
    // The server sends none of the properties that would make this length take a second byte.
    if (this.#options.protocol === 5) position += 1 + (bytes[position] ?? 0);
    if (topic !== RPC_TOPIC) return;
    const command = parseCommand(bytes.toString("utf8", position, end));
    const payload = JSON.stringify({ device: command.device, id: command.id, data: { success: true } });
    const { protocol, qos, tally } = this.#options;
    this.#connection?.write(
      encodePublish({ protocol, topic: RPC_TOPIC, payload, qos, packetId: this.#nextPacketId() }),
    );
    tally.countMessage();
    tally.countSent(1);
  }

  #nextPacketId(): number {
    this.#packetId = (this.#packetId % 0xffff) + 1;
    return this.#packetId;
  }
}

function parseCommand(text: string): { readonly device: string; readonly id: number } {
  const command: unknown = JSON.parse(text);
  if (typeof command === "object" && command !== null && "device" in command && "data" in command) {
    const { device, data } = command;
    if (
      typeof device === "string" &&
      typeof data === "object" &&
      data !== null &&
      "id" in data &&
      typeof data.id === "number"
    )
      return { device, id: data.id };
  }
  throw new Error(`the server sent a command of an unknown shape: ${text.slice(0, 200)}`);
}
