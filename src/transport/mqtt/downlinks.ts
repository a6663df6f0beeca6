// The server's publishes to one client: packet ids, the client's Receive Maximum, and the queue of messages that cannot
// be sent yet. Order is kept across QoS 0 and QoS 1.
import type { Connection } from "./connection.ts";
import type { EncodedPublish } from "./codec.ts";
import type { MqttCounters } from "./mqtt-context.ts";
import type { PublishHooks } from "./routed-message.ts";

type Acked = PublishHooks["acked"];

interface QueuedPublish {
  readonly encoded: EncodedPublish;
  readonly hooks: PublishHooks;
}

export interface DownlinkContext {
  readonly counters: MqttCounters;
  /** Bounds of the queue of one client, in messages and in bytes. */
  readonly limits: { readonly downlinkQueueMax: number; readonly downlinkQueueBytesMax: number };
}

const PACKET_ID_MAX = 65_535;

export class Downlinks {
  readonly #connection: Connection;
  readonly #context: DownlinkContext;
  readonly #receiveMaximum: number;
  readonly #inFlight = new Map<number, Acked>();
  readonly #queue: QueuedPublish[] = [];
  #queuedBytes = 0;
  #lastPacketId = 0;

  /** At most `receiveMaximum` QoS 1 packets are unacknowledged. */
  constructor(connection: Connection, context: DownlinkContext, receiveMaximum: number) {
    this.#connection = connection;
    this.#context = context;
    this.#receiveMaximum = receiveMaximum;
  }

  /**
   * Sends now or queues; returns false if the queue is full. A queued message is dropped if `isDue` returns false when
   * it could be sent.
   */
  send(encoded: EncodedPublish, hooks: PublishHooks): boolean {
    if (this.#queue.length === 0 && this.#maySend(encoded)) {
      this.#write(encoded, hooks);
      return true;
    }
    if (!this.#hasRoomFor(encoded.bytes.length)) return false;
    this.#queuedBytes += encoded.bytes.length;
    this.#queue.push({ encoded, hooks });
    return true;
  }

  /** Ignores an id that is not in flight: the client may acknowledge a message we do not know. */
  acknowledged(packetId: number): void {
    const acked = this.#inFlight.get(packetId);
    if (!this.#inFlight.delete(packetId)) return;
    acked?.();
    this.sendQueued();
  }

  sendQueued(): void {
    for (;;) {
      const next = this.#queue[0];
      if (next === undefined || !this.#maySend(next.encoded)) return;
      this.#queue.shift();
      this.#queuedBytes -= next.encoded.bytes.length;
      if (next.hooks.isDue?.() === false) next.hooks.released?.();
      else this.#write(next.encoded, next.hooks);
    }
  }

  /** The session has ended: drops the queued messages. */
  drop(): void {
    for (const { hooks } of this.#queue.splice(0)) hooks.released?.();
  }

  #hasRoomFor(bytes: number): boolean {
    const { downlinkQueueMax, downlinkQueueBytesMax } = this.#context.limits;
    if (this.#queue.length >= downlinkQueueMax) return false;
    return this.#queue.length === 0 || this.#queuedBytes + bytes <= downlinkQueueBytesMax;
  }

  #maySend(encoded: EncodedPublish): boolean {
    if (this.#connection.isBackedUp) return false;
    return encoded.idAt < 0 || this.#inFlight.size < Math.min(this.#receiveMaximum, PACKET_ID_MAX);
  }

  #write(encoded: EncodedPublish, { acked, released }: PublishHooks): void {
    if (encoded.idAt >= 0) {
      const packetId = this.#freePacketId();
      encoded.bytes.writeUInt16BE(packetId, encoded.idAt);
      this.#inFlight.set(packetId, acked);
    }
    this.#context.counters.packetsOut += 1;
    this.#context.counters.publishesOut += 1;
    this.#connection.write(encoded.bytes, released);
    if (encoded.idAt < 0) acked?.();
  }

  /** Always finds one, as fewer than 65,535 are in flight. */
  #freePacketId(): number {
    do this.#lastPacketId = (this.#lastPacketId % PACKET_ID_MAX) + 1;
    while (this.#inFlight.has(this.#lastPacketId));
    return this.#lastPacketId;
  }
}
