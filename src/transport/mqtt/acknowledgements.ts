// The pending acknowledgements of one session, in order of receipt: a ring of numbered slots in typed arrays. Slots may
// be settled in any order, but PUBACKs (PUBRECs at QoS 2) are taken from the head, so one buffer answers a whole batch.
// The session writes them.
import { PacketType, PUBACK_BYTES } from "./codec.ts";
import type { ClosedReason } from "./mqtt-api.ts";

const SLOT_MASK = 0x3fff_ffff;
const CAPACITY_FIRST = 8;

const PENDING = 0;
const DONE = 1;
const REFUSED = 2;

/** The answer to a refused publish, sent once all earlier publishes are acknowledged. */
export interface RefusedSlot {
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
  /** The last slot that must be acknowledged. */
  readonly slot: number;
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
  /** Slots handed out and not yet acknowledged. */
  #count = 0;
  readonly #refused = new Map<number, RefusedSlot>();
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

  /** Hands out the next slot; `packetId` is 0 at QoS 0. Must not be called when full. */
  take(packetId: number, qos: 0 | 1 | 2, topic: string): number {
    if (this.#count > this.#mask) this.#grow();
    const slot = this.#slotAt(this.#count);
    const index = slot & this.#mask;
    this.#packetIds[index] = packetId;
    this.#qos[index] = qos;
    this.#states[index] = PENDING;
    this.#topics[index] = topic;
    this.#count += 1;
    return slot;
  }

  packetId(slot: number): number {
    return this.#packetIds[slot & this.#mask] ?? 0;
  }

  qos(slot: number): number {
    return this.#qos[slot & this.#mask] ?? 0;
  }

  topic(slot: number): string {
    return this.#topics[slot & this.#mask] ?? "";
  }

  /** Returns false if the slot is not pending. */
  settle(slot: number, refused?: RefusedSlot): boolean {
    const index = slot & this.#mask;
    if (!this.#isTaken(slot) || this.#states[index] !== PENDING) return false;
    this.#states[index] = refused === undefined ? DONE : REFUSED;
    if (refused !== undefined) this.#refused.set(slot, refused);
    return true;
  }

  /**
   * Writes settled slots in order of receipt, up to the first pending one; returns the refusal that ends the session,
   * if it reaches one.
   */
  write(writer: AckWriter): RefusedSlot | undefined {
    for (;;) {
      this.writeSuccesses(writer);
      if (this.#count === 0 || this.#states[this.#head & this.#mask] !== REFUSED) break;
      const refused = this.#takeRefused(writer);
      if (refused?.close !== undefined) return refused;
    }
    if (this.#waiters.length > 0) this.#wake();
    return undefined;
  }

  /** Writes settled slots up to the first refusal. */
  writeSuccesses(writer: AckWriter): void {
    let run = 0;
    let answers = 0;
    while (run < this.#count) {
      const index = this.#slotAt(run) & this.#mask;
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

  /** Resolves when all slots except the last `except` are acknowledged, or when `release` is called. */
  settled(except: 0 | 1): Promise<void> {
    const count = this.#count - except;
    if (count <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push({ slot: this.#slotAt(count - 1), resolve });
    });
  }

  /**
   * The session has ended: nothing more is acknowledged, and every waiter resolves. The topics of slots can still be
   * read.
   */
  release(): void {
    for (const waiter of this.#waiters) waiter.resolve();
    this.#waiters = [];
    this.#refused.clear();
  }

  #takeRefused(writer: AckWriter): RefusedSlot | undefined {
    const slot = this.#head;
    const packetId = this.packetId(slot);
    const qos = this.qos(slot) === 2 ? 2 : 1;
    const refused = this.#refused.get(slot);
    this.#refused.delete(slot);
    this.#topics[slot & this.#mask] = "";
    this.#drop(1);
    if (refused?.pubackCode !== undefined) writer.writeRefused(qos, packetId, refused.pubackCode, refused.message);
    return refused;
  }

  #wake(): void {
    this.#waiters = this.#waiters.filter((waiter) => {
      if (this.#isTaken(waiter.slot)) return true;
      waiter.resolve();
      return false;
    });
  }

  #slotAt(offset: number): number {
    return (this.#head + offset) & SLOT_MASK;
  }

  #drop(run: number): void {
    this.#head = this.#slotAt(run);
    this.#count -= run;
  }

  /** Whether the slot has been handed out and not yet acknowledged. */
  #isTaken(slot: number): boolean {
    return ((slot - this.#head) & SLOT_MASK) < this.#count;
  }

  #pubacks(run: number, count: number): Buffer {
    const bytes = Buffer.allocUnsafe(count * PUBACK_BYTES);
    let at = 0;
    for (let offset = 0; offset < run; offset++) {
      const slot = this.#slotAt(offset);
      const packetId = this.packetId(slot);
      if (packetId === 0) continue;
      // A successful v5 PUBACK may omit its reason code and properties, which gives it the v3 form.
      bytes[at] = (this.qos(slot) === 2 ? PacketType.pubrec : PacketType.puback) << 4;
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
      const slot = this.#slotAt(offset);
      const to = slot & (capacity - 1);
      packetIds[to] = this.packetId(slot);
      qos[to] = this.qos(slot);
      states[to] = this.#states[slot & this.#mask] ?? PENDING;
      topics[to] = this.topic(slot);
    }
    this.#packetIds = packetIds;
    this.#qos = qos;
    this.#states = states;
    this.#topics = topics;
    this.#mask = capacity - 1;
  }
}
