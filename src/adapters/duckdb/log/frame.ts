// A frame of the telemetry log: one change that is stored as a whole or not at all. A head of fixed size with checksums
// precedes its content.
import { crc32 } from "node:zlib";

/** What a frame holds: points of a batch, a deletion, a mark of the store, or only that the next segment follows. */
export const FrameKind = { points: 1, deletion: 2, mark: 3, end: 4 } as const;

export interface Frame {
  /** The number of the frame; the first one of a log is 1. */
  readonly position: number;
  readonly kind: number;
  readonly content: Buffer;
}

export interface FoundFrame extends Frame {
  readonly start: number;
  /** Offset just past its last byte. */
  readonly end: number;
}

const MAGIC = Buffer.from("BHF1");
/** Magic, length of the content, position (48 bits), kind, one byte without use, checksums of content and head. */
const HEAD_BYTES = 24;
const HEAD_SUM_AT = 20;
/** The unit that a disk writes as a whole. */
const SECTOR_BYTES = 512;

/** `seed` is the same for all frames of a log and unknown to others, so that no value can pass for a frame. */
export function encodeFrame(kind: number, position: number, parts: readonly Uint8Array[], seed: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  let length = 0;
  let sum = seed;
  for (const part of parts) {
    length += part.length;
    sum = crc32(part, sum);
  }
  MAGIC.copy(head);
  head.writeUInt32LE(length, 4);
  head.writeUIntLE(position, 8, 6);
  head.writeUInt8(kind, 14);
  head.writeUInt32LE(sum, 16);
  head.writeUInt32LE(crc32(head.subarray(0, HEAD_SUM_AT), seed), HEAD_SUM_AT);
  return Buffer.concat([head, ...parts], HEAD_BYTES + length);
}

/** The frame at this offset, if it is whole. */
export function frameAt(bytes: Buffer, at: number, seed: number): FoundFrame | undefined {
  const end = endOf(bytes, at, seed);
  if (end === undefined || end > bytes.length) return undefined;
  const content = bytes.subarray(at + HEAD_BYTES, end);
  if (crc32(content, seed) !== bytes.readUInt32LE(at + 16)) return undefined;
  return { position: bytes.readUIntLE(at + 8, 6), kind: bytes.readUInt8(at + 14), content, start: at, end };
}

/** The content of a damaged frame, as far as it is there. */
export function contentFrom(bytes: Buffer, start: number, end: number): Buffer {
  return bytes.subarray(Math.min(start + HEAD_BYTES, end), end);
}

/** The first whole frame that begins at `from` or after it. */
export function nextFrame(bytes: Buffer, from: number, seed: number): FoundFrame | undefined {
  for (let at = bytes.indexOf(MAGIC, from); at !== -1; at = bytes.indexOf(MAGIC, at + 1)) {
    const frame = frameAt(bytes, at, seed);
    if (frame !== undefined) return frame;
  }
  return undefined;
}

/**
 * Whether the bytes from `at` on look like a frame whose writing was interrupted, rather than like one that has changed
 * since. A crash of the process leaves its beginning. A loss of power may leave any of its sectors, with zeros between
 * them, as the disk may choose the order in which it writes them.
 */
export function isTorn(bytes: Buffer, at: number, seed: number): boolean {
  if (bytes.length - at < HEAD_BYTES) return true;
  const end = endOf(bytes, at, seed);
  return (end !== undefined && end > bytes.length) || lacksSector(bytes, at);
}

/** The offset just past the frame, which may be beyond the bytes; undefined if its head is not whole. */
function endOf(bytes: Buffer, at: number, seed: number): number | undefined {
  if (at + HEAD_BYTES > bytes.length || bytes.compare(MAGIC, 0, MAGIC.length, at, at + MAGIC.length) !== 0)
    return undefined;
  if (crc32(bytes.subarray(at, at + HEAD_SUM_AT), seed) !== bytes.readUInt32LE(at + HEAD_SUM_AT)) return undefined;
  return at + HEAD_BYTES + bytes.readUInt32LE(at + 4);
}

function lacksSector(bytes: Buffer, from: number): boolean {
  for (let start = from; start < bytes.length;) {
    const end = Math.min(bytes.length, start + SECTOR_BYTES - (start % SECTOR_BYTES));
    if (bytes.subarray(start, end).every((byte) => byte === 0)) return true;
    start = end;
  }
  return false;
}
