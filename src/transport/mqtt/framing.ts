// Where one packet ends and the next begins: the fixed header of MQTT.

/** The length field is incomplete. */
export const INCOMPLETE = -1;
/** The length field is longer than four bytes. */
export const MALFORMED = -2;

/** The longest fixed header: type and flags, and four bytes of Remaining Length. */
export const HEADER_BYTES_MAX = 5;

/**
 * Reads the Remaining Length at `at`. Returns its value times 8 plus the number of bytes it takes, as one number, so
 * that the common path allocates nothing; or INCOMPLETE or MALFORMED.
 */
export function readRemainingLength(bytes: Buffer, at: number, end: number): number {
  let value = 0;
  for (let count = 0; count < 4; count++) {
    if (at + count >= end) return INCOMPLETE;
    const byte = bytes[at + count] ?? 0;
    value |= (byte & 0x7f) << (7 * count);
    if (byte < 0x80) return value * 8 + count + 1;
  }
  return MALFORMED;
}

/** Counts the packets that begin in a series of chunks, without decoding or keeping them. */
export class FrameCounter {
  count = 0;
  #bodyLeft = 0;
  /** Bytes of the current fixed header seen so far; 0 between packets. */
  #headerBytes = 0;
  #length = 0;

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#bodyLeft > 0) {
        const skipped = Math.min(this.#bodyLeft, chunk.length - at);
        this.#bodyLeft -= skipped;
        at += skipped;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      if (this.#headerBytes++ === 0) {
        this.count += 1;
        this.#length = 0;
        continue;
      }
      this.#length += (byte & 0x7f) * 128 ** (this.#headerBytes - 2);
      if (byte < 0x80 || this.#headerBytes === HEADER_BYTES_MAX) {
        this.#bodyLeft = this.#length;
        this.#headerBytes = 0;
      }
    }
  }
}
