// The QoS 2 publishes of one session, by packet id, from PUBLISH to PUBREL. Until PUBREL, a PUBLISH with the same id is
// the same message: it is answered again but not handled again. Nothing is kept between sessions (MQTT contract 3.1).

/** One bit per packet id, so memory stays the same for a client that never sends PUBREL. */
const OPEN_BYTES = 65_536 / 8;

const NONE: readonly number[] = [];

export class Exchanges {
  readonly #open = new Uint8Array(OPEN_BYTES);
  /** Exchanges without an answer yet, each with the acks of its repetitions, which get the same answer. */
  readonly #pending = new Map<number, number[]>();

  isOpen(packetId: number): boolean {
    return ((this.#open[packetId >> 3] ?? 0) & (1 << (packetId & 7))) !== 0;
  }

  begin(packetId: number): void {
    this.#set(packetId, true);
    this.#pending.set(packetId, []);
  }

  /** Returns false if the message already has its answer; otherwise `ack` is settled together with it. */
  joins(packetId: number, ack: number): boolean {
    const repetitions = this.#pending.get(packetId);
    repetitions?.push(ack);
    return repetitions !== undefined;
  }

  /**
   * Records that the message has its answer. A refusal in v5 ends the exchange. Returns the acks to settle with the
   * same answer.
   */
  answered(packetId: number, isRefused: boolean): readonly number[] {
    const repetitions = this.#pending.get(packetId) ?? NONE;
    this.#pending.delete(packetId);
    if (isRefused) this.#set(packetId, false);
    return repetitions;
  }

  /** Handles PUBREL. Returns false if the exchange is not open or has no answer yet. */
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
