// An MQTT client for floods: many QoS 1 messages in flight, each with a tag of its sender, and acknowledgements checked for
// their order as they come. What arrives before a connection breaks still counts.
import { LoadConnection, type ConnectionRole } from "../../bench/load/load-connection.ts";
import { encodePublish, encodePuback, encodeSubscribe, PacketType, type Protocol } from "../../bench/load/packets.ts";

const PACKET_IDS = 65_535;
const READ_BYTES = 64 * 1024;

export interface PipelineOptions<Tag> {
  readonly port: number;
  readonly token: string;
  readonly protocol: Protocol;
  /** `code` is 0 for the plain PUBACK of 3.1.1. */
  readonly acknowledged: (tag: Tag, code: number) => void;
  /** All packets of one read have been handed over: time to send more. */
  readonly drained?: () => void;
  /** A PUBLISH of the server. */
  readonly received?: (topic: string, payload: string) => void;
}

export class PipelinedClient<Tag> implements ConnectionRole {
  readonly #options: PipelineOptions<Tag>;
  readonly #connection: LoadConnection;
  readonly #closed = Promise.withResolvers<string>();
  /** Messages in flight from `#oldest` on; the front is cut off once in a while. */
  #messages: { readonly tag: Tag }[] = [];
  #oldest = 0;
  #sent = 0;
  #isLost = false;
  /** Packets of this turn of the event loop, to leave in one write. */
  #unwritten: Buffer[] = [];
  #subscribed: (() => void) | undefined;
  #disorder: string | undefined;

  private constructor(options: PipelineOptions<Tag>) {
    this.#options = options;
    const { port, token, protocol } = options;
    this.#connection = new LoadConnection(
      {
        host: "127.0.0.1",
        port,
        protocol,
        token,
        clientId: `pipeline-${token}`,
        keepAliveSeconds: 0,
        readBytes: READ_BYTES,
      },
      this,
    );
  }

  /** Resolves when the server has accepted the connection. */
  static async open<Tag>(options: PipelineOptions<Tag>): Promise<PipelinedClient<Tag>> {
    const client = new PipelinedClient(options);
    await client.#connection.open();
    return client;
  }

  get inFlight(): number {
    return this.#messages.length - this.#oldest;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Resolves with the reason when the connection has ended, after everything that arrived on it has been handed over. */
  get lostBecause(): Promise<string> {
    return this.#closed.promise;
  }

  /** An acknowledgement that came out of order; undefined where there was none. */
  get disorder(): string | undefined {
    return this.#disorder;
  }

  publish(topic: string, payload: string, tag: Tag): void {
    const packetId = (this.#sent++ % PACKET_IDS) + 1;
    this.#messages.push({ tag });
    if (this.#unwritten.length === 0)
      queueMicrotask(() => {
        this.#flush();
      });
    this.#unwritten.push(encodePublish({ protocol: this.#options.protocol, topic, payload, qos: 1, packetId }));
  }

  /** Resolves when the server has answered. */
  async subscribe(filters: readonly string[]): Promise<void> {
    const answered = new Promise<void>((resolve) => (this.#subscribed = resolve));
    this.#connection.write(encodeSubscribe(this.#options.protocol, PACKET_IDS, filters, 1));
    await Promise.race([answered, this.#closed.promise]);
  }

  close(): void {
    this.#connection.close();
  }

  packet(firstByte: number, bytes: Buffer, start: number, end: number): void {
    switch (firstByte >>> 4) {
      case PacketType.puback:
        this.#acknowledge(bytes.readUInt16BE(start), end - start > 2 ? (bytes[start + 2] ?? 0) : 0);
        return;
      case PacketType.suback:
        this.#subscribed?.();
        return;
      case PacketType.publish:
        this.#receive(firstByte, bytes, start, end);
        return;
      default:
        return;
    }
  }

  drained(): void {
    this.#options.drained?.();
  }

  lost(reason: string): void {
    this.#isLost = true;
    this.#closed.resolve(reason);
  }

  #flush(): void {
    this.#connection.write(Buffer.concat(this.#unwritten));
    this.#unwritten = [];
  }

  #acknowledge(packetId: number, code: number): void {
    const expected = ((this.#sent - this.inFlight) % PACKET_IDS) + 1;
    const sent = this.#messages[this.#oldest];
    if (packetId !== expected || sent === undefined) {
      this.#disorder ??= `PUBACK ${String(packetId)} came where ${String(expected)} was due`;
      return;
    }
    this.#oldest++;
    if (this.#oldest > PACKET_IDS) {
      this.#messages = this.#messages.slice(this.#oldest);
      this.#oldest = 0;
    }
    this.#options.acknowledged(sent.tag, code);
  }

  #receive(firstByte: number, bytes: Buffer, start: number, end: number): void {
    const topicEnd = start + 2 + bytes.readUInt16BE(start);
    const topic = bytes.toString("utf8", start + 2, topicEnd);
    let at = topicEnd;
    if ((firstByte & 0x06) !== 0) {
      this.#connection.write(encodePuback(bytes.readUInt16BE(at)));
      at += 2;
    }
    // The server sends no properties but on refusals, which are PUBACKs.
    if (this.#options.protocol === 5) at += 1 + (bytes[at] ?? 0);
    this.#options.received?.(topic, bytes.toString("utf8", at, end));
  }
}
