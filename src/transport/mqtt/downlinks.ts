// What the server publishes to one client: packet ids, the client's Receive Maximum, and the queue of what may not be sent
// yet. Order is kept, also between QoS 0 and QoS 1.
import type { Connection } from "./connection.ts";
import type { EncodedPublish } from "./codec.ts";
import type { MqttCounters } from "./mqtt-counters.ts";

type Acked = (() => void) | undefined;
type IsDue = (() => boolean) | undefined;

interface QueuedPublish {
  readonly encoded: EncodedPublish;
  readonly acked: Acked;
  readonly isDue: IsDue;
}

const PACKET_ID_MAX = 65_535;

export class Downlinks {
  readonly #connection: Connection;
  readonly #counters: MqttCounters;
  readonly #receiveMaximum: number;
  readonly #queueMax: number;
  readonly #inFlight = new Map<number, Acked>();
  readonly #queue: QueuedPublish[] = [];
  #lastPacketId = 0;

  /** At most `receiveMaximum` QoS 1 packets are unacknowledged, and at most `queueMax` packets wait. */
  constructor(connection: Connection, counters: MqttCounters, receiveMaximum: number, queueMax: number) {
    this.#connection = connection;
    this.#counters = counters;
    this.#receiveMaximum = receiveMaximum;
    this.#queueMax = queueMax;
  }

  /** Sends now or queues; false when the queue is full. What `isDue` denies when its turn comes is dropped. */
  send(encoded: EncodedPublish, acked: Acked, isDue?: IsDue): boolean {
    if (this.#queue.length === 0 && this.#maySend(encoded)) {
      this.#write(encoded, acked);
      return true;
    }
    if (this.#queue.length >= this.#queueMax) return false;
    this.#queue.push({ encoded, acked, isDue });
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
      if (next.isDue?.() !== false) this.#write(next.encoded, next.acked);
    }
  }

  #maySend(encoded: EncodedPublish): boolean {
    if (this.#connection.isBackedUp) return false;
    return encoded.idAt < 0 || this.#inFlight.size < Math.min(this.#receiveMaximum, PACKET_ID_MAX);
  }

  #write(encoded: EncodedPublish, acked: Acked): void {
    if (encoded.idAt >= 0) {
      const packetId = this.#freePacketId();
      encoded.bytes.writeUInt16BE(packetId, encoded.idAt);
      this.#inFlight.set(packetId, acked);
    }
    this.#counters.packetsOut += 1;
    this.#counters.publishesOut += 1;
    this.#connection.write(encoded.bytes);
    if (encoded.idAt < 0) acked?.();
  }

  /** There is one: fewer than 65,535 are in flight. */
  #freePacketId(): number {
    do this.#lastPacketId = (this.#lastPacketId % PACKET_ID_MAX) + 1;
    while (this.#inFlight.has(this.#lastPacketId));
    return this.#lastPacketId;
  }
}
