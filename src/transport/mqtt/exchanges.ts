// The publishes of one session at QoS 2, by packet id, from PUBLISH to PUBREL. Until then the same id is the same message: it
// is answered again and not handled again. Nothing is kept between sessions (MQTT contract 3.1).

/** One bit for each packet id, so that a client that ends none of them costs no more. */
const OPEN_BYTES = 65_536 / 8;

const NONE: readonly number[] = [];

export class Exchanges {
  readonly #open = new Uint8Array(OPEN_BYTES);
  /** Those without an answer yet: the slots of their repetitions, which get the same one. */
  readonly #pending = new Map<number, number[]>();

  isOpen(packetId: number): boolean {
    return ((this.#open[packetId >> 3] ?? 0) & (1 << (packetId & 7))) !== 0;
  }

  begin(packetId: number): void {
    this.#set(packetId, true);
    this.#pending.set(packetId, []);
  }

  /** False where the message has its answer already; otherwise `slot` is to be settled with it. */
  joins(packetId: number, slot: number): boolean {
    const repetitions = this.#pending.get(packetId);
    repetitions?.push(slot);
    return repetitions !== undefined;
  }

  /** The message has its answer; a refusal in v5 ends the exchange. Returns the slots to be settled with it. */
  answered(packetId: number, isRefused: boolean): readonly number[] {
    const repetitions = this.#pending.get(packetId) ?? NONE;
    this.#pending.delete(packetId);
    if (isRefused) this.#set(packetId, false);
    return repetitions;
  }

  /** PUBREL: false where the exchange is not open, or has no answer yet. */
  release(packetId: number): boolean {
    if (!this.isOpen(packetId) || this.#pending.has(packetId)) return false;
    this.#set(packetId, false);
    return true;
  }

  #set(packetId: number, isOpen: boolean): void {
    const at = packetId >> 3;
    const bit = 1 << (packetId & 7);
    this.#open[at] = isOpen ? (this.#open[at] ?? 0) | bit : (this.#open[at] ?? 0) & ~bit;
  }
}
