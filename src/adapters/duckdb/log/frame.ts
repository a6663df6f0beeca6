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
/** Magic, length of the content, position (48 bits), kind, number of blank sectors, checksums of content and head. */
const HEAD_BYTES = 24;
const HEAD_SUM_AT = 20;
/** The unit that a disk writes as a whole. */
const SECTOR_BYTES = 512;
const ZEROS = Buffer.alloc(SECTOR_BYTES);
/** Stands for this number of blank sectors, and for any larger one. */
const BLANKS_MAX = 255;

export interface FramePlace {
  /** The same for all frames of a log and unknown to others, so that no value can pass for a frame. */
  readonly seed: number;
  /** Offset of the frame in its file. */
  readonly at: number;
}

export function encodeFrame(
  { kind, position, parts }: Pick<Frame, "kind" | "position"> & { readonly parts: readonly Uint8Array[] },
  { seed, at }: FramePlace,
): Buffer {
  const length = parts.reduce((bytes, part) => bytes + part.length, 0);
  const frame = Buffer.concat([Buffer.alloc(HEAD_BYTES), ...parts], HEAD_BYTES + length);
  MAGIC.copy(frame);
  frame.writeUInt32LE(length, 4);
  frame.writeUIntLE(position, 8, 6);
  frame.writeUInt8(kind, 14);
  frame.writeUInt8(Math.min(BLANKS_MAX, blankSectors(frame, at)), 15);
  frame.writeUInt32LE(crc32(frame.subarray(HEAD_BYTES), seed), 16);
  frame.writeUInt32LE(crc32(frame.subarray(0, HEAD_SUM_AT), seed), HEAD_SUM_AT);
  return frame;
}

export interface FrameHead {
  readonly position: number;
  readonly kind: number;
  /** Offset just past the last byte of the frame, which may be beyond the bytes. */
  readonly end: number;
}

/** The head at this offset, if it is whole; the content may be damaged. */
export function headAt(bytes: Buffer, at: number, seed: number): FrameHead | undefined {
  if (at + HEAD_BYTES > bytes.length || bytes.compare(MAGIC, 0, MAGIC.length, at, at + MAGIC.length) !== 0)
    return undefined;
  if (crc32(bytes.subarray(at, at + HEAD_SUM_AT), seed) !== bytes.readUInt32LE(at + HEAD_SUM_AT)) return undefined;
  return {
    position: bytes.readUIntLE(at + 8, 6),
    kind: bytes.readUInt8(at + 14),
    end: at + HEAD_BYTES + bytes.readUInt32LE(at + 4),
  };
}

/** The frame at this offset, if it is whole. */
export function frameAt(bytes: Buffer, at: number, seed: number): FoundFrame | undefined {
  const head = headAt(bytes, at, seed);
  if (head === undefined || head.end > bytes.length) return undefined;
  const content = bytes.subarray(at + HEAD_BYTES, head.end);
  if (crc32(content, seed) !== bytes.readUInt32LE(at + 16)) return undefined;
  return { ...head, content, start: at };
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
 * them, as the disk may choose the order in which it writes them: a head that is not whole lacks one of its sectors, and
 * one that is whole says how many sectors were blank from the beginning.
 */
export function isTorn(bytes: Buffer, at: number, seed: number): boolean {
  if (isCut(bytes, at, seed)) return true;
  const head = headAt(bytes, at, seed);
  if (head === undefined) return isBlank(bytes, at, sectorEnd(at)) || isBlank(bytes, sectorStart(at + HEAD_BYTES - 1));
  if (head.end !== bytes.length) return false;
  const blanks = bytes.readUInt8(at + 15);
  return blanks === BLANKS_MAX || blankSectors(bytes.subarray(at), at) > blanks;
}

/** Whether the bytes end in the middle of the frame at this offset. */
export function isCut(bytes: Buffer, at: number, seed: number): boolean {
  if (bytes.length - at < HEAD_BYTES) return true;
  const head = headAt(bytes, at, seed);
  return head !== undefined && head.end > bytes.length;
}

/** Blank sectors behind those of the head, of which the first byte is never zero. */
function blankSectors(frame: Buffer, at: number): number {
  let blanks = 0;
  for (let start = sectorEnd(at + HEAD_BYTES - 1) - at; start < frame.length; start += SECTOR_BYTES)
    if (isBlank(frame, start)) blanks++;
  return blanks;
}

/** Up to the end of the sector that begins there, if no other end is given. */
function isBlank(bytes: Buffer, start: number, end = start + SECTOR_BYTES): boolean {
  const length = Math.min(end, bytes.length) - start;
  return bytes[start] === 0 && bytes.compare(ZEROS, 0, length, start, start + length) === 0;
}

function sectorStart(at: number): number {
  return at - (at % SECTOR_BYTES);
}

function sectorEnd(at: number): number {
  return sectorStart(at) + SECTOR_BYTES;
}
