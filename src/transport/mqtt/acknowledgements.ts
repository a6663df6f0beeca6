// The pending acknowledgements of one session, in order of receipt: a ring in typed arrays, where a number, `ack`, names each. They
// may be settled in any order, but PUBACKs (PUBRECs at QoS 2) are taken from the head, so one buffer answers a whole batch.
// The session writes them.
import { PacketType, PUBACK_BYTES } from "./codec.ts";
import type { ClosedReason } from "./mqtt-api.ts";

const ACK_MASK = 0x3fff_ffff;
const CAPACITY_FIRST = 8;

const PENDING = 0;
const DONE = 1;
const REFUSED = 2;

/** The answer to a refused publish, sent once all earlier publishes are acknowledged. */
export interface RefusedAck {
  /** Reason code of the PUBACK or PUBREC; undefined if none is written. */
  readonly pubackCode: number | undefined;
  /** Why the session then ends; undefined if it stays open. */
  readonly close: ClosedReason | undefined;
  readonly message: string;
}

export interface AckWriter {
  /** Writes a run of PUBACKs and PUBRECs of four bytes each. */
  writePubacks(bytes: Buffer): void;
  writeRefused(qos: 1 | 2, packetId: number, code: number, message: string): void;
}

interface Waiter {
  /** The last one that must be acknowledged. */
  readonly ack: number;
  readonly resolve: () => void;
}

export class Acknowledgements {
  readonly #capacityMax: number;
  #packetIds = new Uint16Array(CAPACITY_FIRST);
  #qos = new Uint8Array(CAPACITY_FIRST);
  #states = new Uint8Array(CAPACITY_FIRST);
  #topics: string[] = new Array<string>(CAPACITY_FIRST).fill("");
  #mask = CAPACITY_FIRST - 1;
  #head = 0;
  /** How many are pending or settled, and not yet acknowledged. */
  #count = 0;
  readonly #refused = new Map<number, RefusedAck>();
  #waiters: Waiter[] = [];

  /** `capacityMax` is rounded up to a power of two. */
  constructor(capacityMax: number) {
    let capacity = CAPACITY_FIRST;
    while (capacity < capacityMax) capacity *= 2;
    this.#capacityMax = capacity;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isFull(): boolean {
    return this.#count === this.#capacityMax;
  }

  /** Adds one and returns its number; `packetId` is 0 at QoS 0. Must not be called when full. */
  take(packetId: number, qos: 0 | 1 | 2, topic: string): number {
    if (this.#count > this.#mask) this.#grow();
    const ack = this.#ackAt(this.#count);
    const index = ack & this.#mask;
    this.#packetIds[index] = packetId;
    this.#qos[index] = qos;
    this.#states[index] = PENDING;
    this.#topics[index] = topic;
    this.#count += 1;
    return ack;
  }

  packetId(ack: number): number {
    return this.#packetIds[ack & this.#mask] ?? 0;
  }

  qos(ack: number): number {
    return this.#qos[ack & this.#mask] ?? 0;
  }

  topic(ack: number): string {
    return this.#topics[ack & this.#mask] ?? "";
  }

  /** Returns false if it is not pending. */
  settle(ack: number, refused?: RefusedAck): boolean {
    const index = ack & this.#mask;
    if (!this.#isTaken(ack) || this.#states[index] !== PENDING) return false;
    this.#states[index] = refused === undefined ? DONE : REFUSED;
    if (refused !== undefined) this.#refused.set(ack, refused);
    return true;
  }

  /**
   * Writes what is settled, in order of receipt, up to the first pending one; returns the refusal that ends the session,
   * if it reaches one.
   */
  write(writer: AckWriter): RefusedAck | undefined {
    for (;;) {
      this.writeSuccesses(writer);
      if (this.#count === 0 || this.#states[this.#head & this.#mask] !== REFUSED) break;
      const refused = this.#takeRefused(writer);
      if (refused?.close !== undefined) return refused;
    }
    if (this.#waiters.length > 0) this.#wake();
    return undefined;
  }

  /** Writes what is settled up to the first refusal. */
  writeSuccesses(writer: AckWriter): void {
    let run = 0;
    let answers = 0;
    while (run < this.#count) {
      const index = this.#ackAt(run) & this.#mask;
      if (this.#states[index] !== DONE) break;
      if (this.#packetIds[index] !== 0) answers += 1;
      // Free the topic, which may be a long text.
      this.#topics[index] = "";
      run += 1;
    }
    const pubacks = answers === 0 ? undefined : this.#pubacks(run, answers);
    this.#drop(run);
    if (pubacks !== undefined) writer.writePubacks(pubacks);
  }

  /** Resolves when all except the last `except` are acknowledged, or when `release` is called. */
  settled(except: 0 | 1): Promise<void> {
    const count = this.#count - except;
    if (count <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push({ ack: this.#ackAt(count - 1), resolve });
    });
  }

  /**
   * The session has ended: nothing more is acknowledged, and every waiter resolves. Topics can still be
   * read.
   */
  release(): void {
    for (const waiter of this.#waiters) waiter.resolve();
    this.#waiters = [];
    this.#refused.clear();
  }

  #takeRefused(writer: AckWriter): RefusedAck | undefined {
    const ack = this.#head;
    const packetId = this.packetId(ack);
    const qos = this.qos(ack) === 2 ? 2 : 1;
    const refused = this.#refused.get(ack);
    this.#refused.delete(ack);
    this.#topics[ack & this.#mask] = "";
    this.#drop(1);
    if (refused?.pubackCode !== undefined) writer.writeRefused(qos, packetId, refused.pubackCode, refused.message);
    return refused;
  }

  #wake(): void {
    this.#waiters = this.#waiters.filter((waiter) => {
      if (this.#isTaken(waiter.ack)) return true;
      waiter.resolve();
      return false;
    });
  }

  #ackAt(offset: number): number {
    return (this.#head + offset) & ACK_MASK;
  }

  #drop(run: number): void {
    this.#head = this.#ackAt(run);
    this.#count -= run;
  }

  /** Whether it has been taken and not yet acknowledged. */
  #isTaken(ack: number): boolean {
    return ((ack - this.#head) & ACK_MASK) < this.#count;
  }

  #pubacks(run: number, count: number): Buffer {
    const bytes = Buffer.allocUnsafe(count * PUBACK_BYTES);
    let at = 0;
    for (let offset = 0; offset < run; offset++) {
      const ack = this.#ackAt(offset);
      const packetId = this.packetId(ack);
      if (packetId === 0) continue;
      // A successful v5 PUBACK may omit its reason code and properties, which gives it the v3 form.
      bytes[at] = (this.qos(ack) === 2 ? PacketType.pubrec : PacketType.puback) << 4;
      bytes[at + 1] = 2;
      bytes[at + 2] = packetId >> 8;
      bytes[at + 3] = packetId & 0xff;
      at += PUBACK_BYTES;
    }
    return bytes;
  }

  #grow(): void {
    const capacity = (this.#mask + 1) * 2;
    const packetIds = new Uint16Array(capacity);
    const qos = new Uint8Array(capacity);
    const states = new Uint8Array(capacity);
    const topics = new Array<string>(capacity).fill("");
    for (let offset = 0; offset < this.#count; offset++) {
      const ack = this.#ackAt(offset);
      const to = ack & (capacity - 1);
      packetIds[to] = this.packetId(ack);
      qos[to] = this.qos(ack);
      states[to] = this.#states[ack & this.#mask] ?? PENDING;
      topics[to] = this.topic(ack);
    }
    this.#packetIds = packetIds;
    this.#qos = qos;
    this.#states = states;
    this.#topics = topics;
    this.#mask = capacity - 1;
  }
}
