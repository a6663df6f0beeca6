// The pending acknowledgements of one session: which slots are settled and how, what is to be written when a
// refused one has its turn, and who waits for the earlier ones. The session does the writing.
import { AckRing } from "./ack-ring.ts";
import type { ClosedReason } from "./mqtt-api.ts";

/** What a refused publish gets when all that came before it is paid. */
export interface RefusedSlot {
  /** A PUBACK with this code; undefined where none is to be written. */
  readonly pubackCode: number | undefined;
  /** The session then ends. */
  readonly close: ClosedReason | undefined;
  readonly message: string;
}

export interface AckWriter {
  /** A run of four-byte PUBACKs. */
  writePubacks(bytes: Buffer): void;
  writeRefused(packetId: number, code: number, message: string): void;
}

interface Waiter {
  /** The last slot that has to be paid. */
  readonly slot: number;
  readonly resolve: () => void;
}

export class Acknowledgements {
  readonly #ring: AckRing;
  readonly #refused = new Map<number, RefusedSlot>();
  #waiters: Waiter[] = [];

  constructor(unsettledMax: number) {
    this.#ring = new AckRing(unsettledMax);
  }

  get isEmpty(): boolean {
    return this.#ring.isEmpty;
  }

  get isFull(): boolean {
    return this.#ring.isFull;
  }

  /** Hands out the next slot; `packetId` is 0 at QoS 0. Must not be full. */
  take(packetId: number, topic: string): number {
    return this.#ring.take(packetId, topic);
  }

  packetId(slot: number): number {
    return this.#ring.packetId(slot);
  }

  topic(slot: number): string {
    return this.#ring.topic(slot);
  }

  /** False when the slot is not pending. */
  settle(slot: number): boolean {
    return this.#ring.settle(slot, false);
  }

  refuse(slot: number, refused: RefusedSlot): boolean {
    const isPending = this.#ring.settle(slot, true);
    if (isPending) this.#refused.set(slot, refused);
    return isPending;
  }

  /** Writes what is settled, in receipt order, up to the first slot that is not; returns the one that ends the session. */
  pay(writer: AckWriter): RefusedSlot | undefined {
    const ring = this.#ring;
    for (;;) {
      const pubacks = ring.pay();
      if (pubacks !== undefined) writer.writePubacks(pubacks);
      if (!ring.headIsRefused) break;
      const refused = this.#takeRefused(writer);
      if (refused?.close !== undefined) return refused;
    }
    if (this.#waiters.length > 0) this.#wake();
    return undefined;
  }

  /** Writes what is settled up to the first refusal. */
  paySuccesses(writer: AckWriter): void {
    const pubacks = this.#ring.pay();
    if (pubacks !== undefined) writer.writePubacks(pubacks);
  }

  /** Resolves when all slots are paid but the last `except`, or by `release`. */
  settled(except: 0 | 1): Promise<void> {
    const count = this.#ring.count - except;
    if (count <= 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const waiter: Waiter = {
      slot: this.#ring.slotAt(count - 1),
      resolve: () => {
        resolve(undefined);
      },
    };
    this.#waiters.push(waiter);
    return promise;
  }

  /** Nothing more will be paid: nobody need wait. Slots can still be asked for their topic. */
  release(): void {
    for (const waiter of this.#waiters) waiter.resolve();
    this.#waiters = [];
    this.#refused.clear();
  }

  #takeRefused(writer: AckWriter): RefusedSlot | undefined {
    const slot = this.#ring.head;
    const packetId = this.#ring.packetId(slot);
    const refused = this.#refused.get(slot);
    this.#refused.delete(slot);
    this.#ring.drop();
    if (refused?.pubackCode !== undefined) writer.writeRefused(packetId, refused.pubackCode, refused.message);
    return refused;
  }

  #wake(): void {
    this.#waiters = this.#waiters.filter((waiter) => {
      if (this.#ring.isPending(waiter.slot)) return true;
      waiter.resolve();
      return false;
    });
  }
}
