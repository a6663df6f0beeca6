// The pending acknowledgements of one session, in receipt order: a ring of numbered slots in typed arrays. Slots are settled in
// any order; PUBACKs leave from the head, so one buffer answers a whole batch.
import { PUBACK_BYTES } from "./codec.ts";

const SLOT_MASK = 0x3fff_ffff;
const CAPACITY_FIRST = 8;

const PENDING = 0;
const DONE = 1;
const REFUSED = 2;

export class AckRing {
  readonly #capacityMax: number;
  #packetIds = new Uint16Array(CAPACITY_FIRST);
  #states = new Uint8Array(CAPACITY_FIRST);
  #topics: string[] = new Array<string>(CAPACITY_FIRST).fill("");
  #mask = CAPACITY_FIRST - 1;
  #head = 0;
  #count = 0;

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

  /** Slots handed out and not paid yet. */
  get count(): number {
    return this.#count;
  }

  /** The oldest slot that has not been paid; the next one to be handed out where there is none. */
  get head(): number {
    return this.#head;
  }

  /** The slot that lies `offset` behind the head. */
  slotAt(offset: number): number {
    return (this.#head + offset) & SLOT_MASK;
  }

  /** Whether the slot has been handed out and not been paid yet. */
  isPending(slot: number): boolean {
    return ((slot - this.#head) & SLOT_MASK) < this.#count;
  }

  /** Hands out the next slot; `packetId` is 0 at QoS 0. The ring must not be full. */
  take(packetId: number, topic: string): number {
    if (this.#count > this.#mask) this.#grow();
    const slot = (this.#head + this.#count) & SLOT_MASK;
    const index = slot & this.#mask;
    this.#packetIds[index] = packetId;
    this.#states[index] = PENDING;
    this.#topics[index] = topic;
    this.#count += 1;
    return slot;
  }

  packetId(slot: number): number {
    return this.#packetIds[slot & this.#mask] ?? 0;
  }

  topic(slot: number): string {
    return this.#topics[slot & this.#mask] ?? "";
  }

  /** False when the slot is not pending. */
  settle(slot: number, isRefused: boolean): boolean {
    const index = slot & this.#mask;
    if (!this.isPending(slot) || this.#states[index] !== PENDING) return false;
    this.#states[index] = isRefused ? REFUSED : DONE;
    return true;
  }

  get headIsRefused(): boolean {
    return this.#count > 0 && this.#states[this.#head & this.#mask] === REFUSED;
  }

  /** Takes the head out, whatever its state. */
  drop(): void {
    this.#topics[this.#head & this.#mask] = "";
    this.#head = (this.#head + 1) & SLOT_MASK;
    this.#count -= 1;
  }

  /** Takes the successful slots out of the head and returns their PUBACKs; undefined where none is to be sent. */
  pay(): Buffer | undefined {
    let run = 0;
    let publishesQos1 = 0;
    while (run < this.#count) {
      const index = (this.#head + run) & this.#mask;
      if (this.#states[index] !== DONE) break;
      if (this.#packetIds[index] !== 0) publishesQos1 += 1;
      // A topic that nobody needs any more may be a long one.
      this.#topics[index] = "";
      run += 1;
    }
    const pubacks = publishesQos1 === 0 ? undefined : this.#writePubacks(run, publishesQos1);
    this.#head = (this.#head + run) & SLOT_MASK;
    this.#count -= run;
    return pubacks;
  }

  #writePubacks(run: number, count: number): Buffer {
    const bytes = Buffer.allocUnsafe(count * PUBACK_BYTES);
    let at = 0;
    for (let offset = 0; offset < run; offset++) {
      const packetId = this.#packetIds[(this.#head + offset) & this.#mask] ?? 0;
      if (packetId === 0) continue;
      // A v5 PUBACK that says yes may leave out its code and properties, so it looks like one of v3.
      bytes[at] = 0x40;
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
    const states = new Uint8Array(capacity);
    const topics = new Array<string>(capacity).fill("");
    for (let offset = 0; offset < this.#count; offset++) {
      const from = (this.#head + offset) & this.#mask;
      const to = (this.#head + offset) & (capacity - 1);
      packetIds[to] = this.#packetIds[from] ?? 0;
      states[to] = this.#states[from] ?? PENDING;
      topics[to] = this.#topics[from] ?? "";
    }
    this.#packetIds = packetIds;
    this.#states = states;
    this.#topics = topics;
    this.#mask = capacity - 1;
  }
}
