// What the server publishes to one client: packet ids, the client's Receive Maximum, and the queue of what may not be sent
// yet. Order is kept, also between QoS 0 and QoS 1.
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
  /** What may wait for one client; one message more does not fit. */
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

  /** Sends now or queues; false when the queue is full. What `isDue` denies when its turn comes is dropped. */
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

  /** An id that is not in flight is ignored: it may belong to nothing we remember. */
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

  /** The session has ended: what waits is not sent. */
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

  /** There is one: fewer than 65,535 are in flight. */
  #freePacketId(): number {
    do this.#lastPacketId = (this.#lastPacketId % PACKET_ID_MAX) + 1;
    while (this.#inFlight.has(this.#lastPacketId));
    return this.#lastPacketId;
  }
}
