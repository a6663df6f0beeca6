// A small MQTT client for tests: it sends exactly the packets that the test names and shows every packet that comes back.
// Waiting has a deadline and never sleeps; what has not been asked for stays queued until somebody asks.
import net from "node:net";
import type { Duplex } from "node:stream";
import tls from "node:tls";
import {
  generate,
  parser,
  type IConnackPacket,
  type IConnectPacket,
  type IPubackPacket,
  type IPublishPacket,
} from "mqtt-packet";
import type { ISubackPacket, ISubscription, IUnsubackPacket, Packet, PacketCmd } from "mqtt-packet";
import { parseNamed } from "../../src/lib/json-names.ts";

/** What takes longer does not come; a busy machine takes its time. */
const WAIT_MILLIS = 60_000;

export type PacketOf<Kind extends PacketCmd> = Extract<Packet, { cmd: Kind }>;

export interface RawClientOptions {
  readonly port: number;
  readonly host?: string;
  /** 3 is MQTT 3.1, 4 is 3.1.1. Default 4. */
  readonly protocol?: 3 | 4 | 5;
  /** How long any wait may take, in milliseconds. Default 20,000: what takes longer does not come. */
  readonly timeoutMillis?: number;
  /** Given, the connection is TLS with these options. */
  readonly tls?: tls.ConnectionOptions;
  /** Given, this stream is used instead of a new socket (a WebSocket stream, say). */
  readonly stream?: Duplex;
  /** PUBACK a QoS 1 PUBLISH of the server as it arrives. Default true. */
  readonly acknowledge?: boolean;
}

export interface PublishOptions {
  /** Default 1. */
  readonly qos?: 0 | 1 | 2;
  /** Default: the next free one. */
  readonly packetId?: number;
  readonly dup?: boolean;
  readonly retain?: boolean;
  readonly properties?: IPublishPacket["properties"];
}

interface Waiter {
  readonly matches: (packet: Packet) => boolean;
  readonly resolve: (packet: Packet) => void;
  readonly reject: (error: Error) => void;
}

export class RawMqttClient {
  /** Every packet received so far, oldest first. */
  readonly received: Packet[] = [];
  readonly protocol: 3 | 4 | 5;
  readonly #stream: Duplex;
  readonly #timeoutMillis: number;
  readonly #unread: Packet[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #whenClosed: Promise<void>;
  #isClosed = false;
  #lastPacketId = 0;

  /** Opens the connection and sends nothing yet. */
  static async open(options: RawClientOptions): Promise<RawMqttClient> {
    const stream = options.stream ?? (await openSocket(options));
    return new RawMqttClient(stream, options);
  }

  /** Opens the connection, sends CONNECT and returns once CONNACK has arrived, whatever it says. */
  static async connect(options: RawClientOptions, connect: Partial<IConnectPacket> = {}): Promise<RawMqttClient> {
    const client = await RawMqttClient.open(options);
    await client.connect(connect);
    return client;
  }

  private constructor(stream: Duplex, options: RawClientOptions) {
    this.#stream = stream;
    this.protocol = options.protocol ?? 4;
    this.#timeoutMillis = options.timeoutMillis ?? WAIT_MILLIS;
    // Each packet the server sends goes through the public parser, so what it cannot read fails the test.
    const reader = parser({ protocolVersion: this.protocol });
    reader.on("packet", (packet) => {
      this.#arrived(packet, options.acknowledge ?? true);
    });
    reader.on("error", (error: Error) => {
      this.#fail(new Error(`the server sent a packet that is not MQTT: ${error.message}`));
    });
    stream.on("data", (chunk: Buffer) => {
      reader.parse(chunk);
    });
    // A reset is a way of closing; what was expected before it fails through its own wait.
    stream.on("error", () => {});
    this.#whenClosed = new Promise((resolve) => {
      const closed = () => {
        this.#isClosed = true;
        this.#fail(new Error("the connection was closed"));
        resolve();
      };
      stream.once("close", closed);
      stream.once("end", () => stream.end());
    });
  }

  /** Sends CONNECT with `fields` over the defaults (client id "test", clean, keep alive 60 s) and waits for CONNACK. */
  async connect(fields: Partial<IConnectPacket> = {}): Promise<IConnackPacket> {
    this.send({
      cmd: "connect",
      protocolId: this.protocol === 3 ? "MQIsdp" : "MQTT",
      protocolVersion: this.protocol,
      clientId: "test",
      clean: true,
      keepalive: 60,
      ...fields,
    });
    return this.next("connack");
  }

  /** The code of the last CONNACK, under whichever name its version has. */
  get connackCode(): number | undefined {
    const connack = this.received.findLast((packet) => packet.cmd === "connack");
    return connack?.cmd === "connack" ? (connack.reasonCode ?? connack.returnCode) : undefined;
  }

  /** Publishes; at QoS 1 waits for the PUBACK of this packet. A payload that is not text or bytes is sent as JSON. */
  async publish(topic: string, payload: unknown, options: PublishOptions = {}): Promise<IPubackPacket | undefined> {
    const packetId = this.startPublish(topic, payload, options);
    if (packetId === undefined || options.qos === 2) return undefined;
    return this.next("puback", (packet) => packet.messageId === packetId);
  }

  /** Publishes without waiting; the packet id, or undefined at QoS 0. */
  startPublish(topic: string, payload: unknown, options: PublishOptions = {}): number | undefined {
    const qos = options.qos ?? 1;
    const packetId = qos === 0 ? undefined : (options.packetId ?? this.takePacketId());
    this.send({
      cmd: "publish",
      topic,
      payload: Buffer.isBuffer(payload) || typeof payload === "string" ? payload : JSON.stringify(payload),
      qos,
      dup: options.dup ?? false,
      retain: options.retain ?? false,
      ...(packetId === undefined ? {} : { messageId: packetId }),
      ...(options.properties === undefined ? {} : { properties: options.properties }),
    });
    return packetId;
  }

  /** Subscribes to one filter or several (QoS 1 by default) and waits for SUBACK. */
  async subscribe(filters: string | readonly (string | ISubscription)[], qos: 0 | 1 | 2 = 1): Promise<ISubackPacket> {
    const list = typeof filters === "string" ? [filters] : filters;
    const messageId = this.takePacketId();
    const subscriptions = list.map((filter) => (typeof filter === "string" ? { topic: filter, qos } : filter));
    this.send({ cmd: "subscribe", messageId, subscriptions });
    return this.next("suback", (packet) => packet.messageId === messageId);
  }

  async unsubscribe(filters: string | readonly string[]): Promise<IUnsubackPacket> {
    const messageId = this.takePacketId();
    this.send({
      cmd: "unsubscribe",
      messageId,
      unsubscriptions: typeof filters === "string" ? [filters] : [...filters],
    });
    return this.next("unsuback", (packet) => packet.messageId === messageId);
  }

  /** The oldest packet of this kind that nobody has taken yet; waits for one where there is none. */
  next<Kind extends PacketCmd>(
    kind: Kind,
    matches: (packet: PacketOf<Kind>) => boolean = () => true,
  ): Promise<PacketOf<Kind>> {
    const isWanted = (packet: Packet): packet is PacketOf<Kind> =>
      packet.cmd === kind && matches(packet as PacketOf<Kind>);
    const index = this.#unread.findIndex(isWanted);
    if (index >= 0) return Promise.resolve(this.#unread.splice(index, 1)[0] as PacketOf<Kind>);
    if (this.#isClosed) return Promise.reject(new Error(`no ${kind} came before the connection was closed`));
    const { promise, resolve, reject } = Promise.withResolvers<PacketOf<Kind>>();
    const waiter: Waiter = { matches: isWanted, resolve: resolve as Waiter["resolve"], reject };
    this.#waiters.add(waiter);
    // A wait that has given up must not take a packet that comes later.
    return this.#byDeadline(promise, `no ${kind} came`).finally(() => this.#waiters.delete(waiter));
  }

  /** The next PUBLISH of the server on `topic`, with its payload parsed as JSON. */
  async nextJson(topic: string): Promise<unknown> {
    const publish = await this.next("publish", (packet) => packet.topic === topic);
    return parseNamed(publish.payload.toString());
  }

  async ping(): Promise<void> {
    this.send({ cmd: "pingreq" });
    await this.next("pingresp");
  }

  /** The packets of this kind that are here after a ping round trip, without taking them: to show that nothing came. */
  async unreadAfterPing<Kind extends PacketCmd>(kind: Kind): Promise<PacketOf<Kind>[]> {
    await this.ping();
    return this.#unread.filter((packet): packet is PacketOf<Kind> => packet.cmd === kind);
  }

  /** Sends DISCONNECT and waits for the server to close. */
  async disconnect(): Promise<void> {
    this.send({ cmd: "disconnect" });
    await this.closed();
  }

  /** Resolves when the connection is closed. */
  closed(): Promise<void> {
    return this.#byDeadline(this.#whenClosed, "the connection was not closed");
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(packet: Packet): void {
    if (packet.cmd === "connect" && packet.clientId === "" && this.protocol === 3) this.#sendAnonymousOldClient(packet);
    else if (packet.cmd === "connect" && packet.clientId === "" && packet.clean === false)
      this.#sendAnonymousKeptSession(packet);
    else this.sendBytes(generate(packet, { protocolVersion: this.protocol }));
  }

  /** The library refuses to write an empty client id without the clean flag, which MQTT 5 allows and tests need. */
  #sendAnonymousKeptSession(packet: IConnectPacket): void {
    const bytes = generate({ ...packet, clean: true }, { protocolVersion: this.protocol });
    const nameAt = bytes.findIndex((byte, index) => index > 0 && byte < 0x80) + 1;
    const flagsAt = nameAt + 2 + bytes.readUInt16BE(nameAt) + 1;
    bytes[flagsAt] = (bytes[flagsAt] ?? 0) & ~0x02;
    this.sendBytes(bytes);
  }

  /** Nor does it write one in MQTT 3.1, which the platform takes as it does in 3.1.1. */
  #sendAnonymousOldClient(packet: IConnectPacket): void {
    const bytes = generate({ ...packet, clientId: "?" }, { protocolVersion: this.protocol });
    const idAt = bytes.indexOf("\0\u0001?");
    bytes.writeUInt8(bytes.readUInt8(1) - 1, 1);
    this.sendBytes(Buffer.concat([bytes.subarray(0, idAt), Buffer.of(0, 0), bytes.subarray(idAt + 3)]));
  }

  sendBytes(bytes: Buffer): void {
    this.#stream.write(bytes);
  }

  /** Stops or goes on reading, so that the server's write buffer fills. */
  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  /** Closes this side in order, without DISCONNECT. */
  end(): void {
    this.#stream.end();
  }

  /** Cuts the connection without DISCONNECT. */
  destroy(): void {
    this.#stream.destroy();
  }

  takePacketId(): number {
    this.#lastPacketId = (this.#lastPacketId % 65_535) + 1;
    return this.#lastPacketId;
  }

  #arrived(packet: Packet, acknowledge: boolean): void {
    this.received.push(packet);
    if (packet.cmd === "publish" && packet.qos === 1 && acknowledge && packet.messageId !== undefined)
      this.send({ cmd: "puback", messageId: packet.messageId });
    for (const waiter of this.#waiters) {
      if (!waiter.matches(packet)) continue;
      this.#waiters.delete(waiter);
      waiter.resolve(packet);
      return;
    }
    this.#unread.push(packet);
  }

  #fail(error: Error): void {
    for (const waiter of this.#waiters) waiter.reject(error);
    this.#waiters.clear();
  }

  async #byDeadline<Result>(wanted: Promise<Result>, complaint: string): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const seen = this.received
          .map((packet) => packet.cmd)
          .slice(-10)
          .join(", ");
        reject(
          new Error(`${complaint} within ${String(this.#timeoutMillis)} ms; received so far: ${seen || "nothing"}`),
        );
      }, this.#timeoutMillis);
    });
    try {
      return await Promise.race([wanted, deadline]);
    } finally {
      clearTimeout(timer);
    }
  }
}

async function openSocket(options: RawClientOptions): Promise<Duplex> {
  const { port, host = "127.0.0.1" } = options;
  const socket =
    options.tls === undefined
      ? net.connect({ port, host, noDelay: true })
      : tls.connect({ port, host, ...options.tls });
  const ready = options.tls === undefined ? "connect" : "secureConnect";
  await new Promise<void>((resolve, reject) => {
    socket.once(ready, () => {
      socket.off("error", reject);
      resolve();
    });
    socket.once("error", reject);
  });
  return socket;
}
