// A frame as a message of the stream: a head with a version and a checksum, then the content.
import { crc32 } from "node:zlib";
import { DomainError } from "../../core/errors.ts";

const MAGIC = Buffer.from("BHC1");
/** Magic, kind, three bytes for later, checksum of all but the magic. */
const HEAD_BYTES = 12;
const KIND_AT = 4;
const SUM_AT = 8;

export function encodeStreamFrame(kind: number, parts: readonly Uint8Array[]): Buffer {
  const frame = Buffer.concat([Buffer.alloc(HEAD_BYTES), ...parts]);
  MAGIC.copy(frame);
  frame.writeUInt8(kind, KIND_AT);
  frame.writeUInt32LE(sumOf(frame), SUM_AT);
  return frame;
}

/** Throws `unavailable` for a message that this version does not understand, or that is damaged. */
export function decodeStreamFrame(
  data: Uint8Array,
  position: number,
): { readonly kind: number; readonly content: Buffer } {
  const frame = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (frame.length < HEAD_BYTES || !frame.subarray(0, MAGIC.length).equals(MAGIC))
    throw new DomainError("unavailable", `message ${String(position)} of the log is no frame that this version knows`);
  if (frame.readUInt32LE(SUM_AT) !== sumOf(frame))
    throw new DomainError("unavailable", `frame ${String(position)} of the log is damaged`);
  return { kind: frame.readUInt8(KIND_AT), content: frame.subarray(HEAD_BYTES) };
}

function sumOf(frame: Buffer): number {
  return crc32(frame.subarray(HEAD_BYTES), crc32(frame.subarray(KIND_AT, SUM_AT)));
}
