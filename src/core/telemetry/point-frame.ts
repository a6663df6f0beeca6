// A batch of points as bytes, for a log: its columns one after the other. All numbers are little-endian.
import { PointBatch } from "./point-batch.ts";
import { TS_ABS_MAX } from "./telemetry.ts";

const COUNT_BYTES = 4;
const ROW_BYTES = 4 + 8 + 1 + 8;
const TEXT_BYTES = 4 + 4;
const EXPIRING_BYTES = 4 + 4 + 8;

/**
 * The batch in this order: its number of rows; the columns series (int32), ts (float64), kind (uint8) and num
 * (float64); the number of texts, the row and the length in bytes of each (uint32), and their UTF-8; the number of
 * ranges of expiring rows, and for each its `from` and `to` (uint32) and `expiresAt` (float64). The parts refer to the
 * memory of the batch, which must not change until they have been written.
 */
export function encodePoints(batch: PointBatch): readonly Uint8Array[] {
  const { count, textRows, expiring } = batch;
  const texts = batch.texts.map((text) => Buffer.from(text, "utf8"));
  const heads = Buffer.alloc(COUNT_BYTES + textRows.length * TEXT_BYTES);
  heads.writeUInt32LE(textRows.length);
  for (const [index, row] of textRows.entries()) {
    heads.writeUInt32LE(row, COUNT_BYTES + index * TEXT_BYTES);
    heads.writeUInt32LE(texts[index]?.length ?? 0, COUNT_BYTES + index * TEXT_BYTES + 4);
  }
  return [
    uint32(count),
    bytesOf(batch.series, count),
    bytesOf(batch.ts, count),
    bytesOf(batch.kind, count),
    bytesOf(batch.num, count),
    heads,
    ...texts,
    encodeExpiring(expiring),
  ];
}

/** Throws `RangeError` if the bytes are not those of a batch. */
export function decodePoints(bytes: Buffer): PointBatch {
  let at = COUNT_BYTES;
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new RangeError("a batch of points ends early");
    at += length;
    return bytes.subarray(at - length, at);
  };
  const count = bytes.readUInt32LE();
  if (count * ROW_BYTES > bytes.length) throw new RangeError("a batch of points ends early");
  const batch = new PointBatch(count);
  batch.count = count;
  for (const column of [batch.series, batch.ts, batch.kind, batch.num])
    bytesOf(column, count).set(take(bytesOf(column, count).length));
  const texts = take(COUNT_BYTES).readUInt32LE();
  const heads = take(texts * TEXT_BYTES);
  for (let index = 0; index < texts; index++) {
    batch.textRows.push(heads.readUInt32LE(index * TEXT_BYTES));
    const text = take(heads.readUInt32LE(index * TEXT_BYTES + 4)).toString("utf8");
    batch.texts.push(text);
    batch.textLength += text.length;
  }
  const ranges = take(COUNT_BYTES).readUInt32LE();
  for (let index = 0; index < ranges; index++) {
    const range = take(EXPIRING_BYTES);
    batch.expiring.push({ from: range.readUInt32LE(), to: range.readUInt32LE(4), expiresAt: range.readDoubleLE(8) });
  }
  if (at !== bytes.length) throw new RangeError("a batch of points is followed by something else");
  return batch;
}

/**
 * The series and times in a damaged batch, as far as they can be read; some may be wrong. Empty if even their number is
 * damaged.
 */
export function damagedPoints(bytes: Buffer): readonly { readonly series: number; readonly ts: number }[] {
  if (bytes.length < COUNT_BYTES) return [];
  const count = bytes.readUInt32LE();
  if (count * ROW_BYTES > bytes.length) return [];
  const tsAt = COUNT_BYTES + count * 4;
  return Array.from({ length: count }, (_, row) => ({
    series: bytes.readInt32LE(COUNT_BYTES + row * 4),
    ts: bytes.readDoubleLE(tsAt + row * 8),
  })).filter(({ series, ts }) => series > 0 && Number.isInteger(ts) && Math.abs(ts) <= TS_ABS_MAX && ts !== 0);
}

function encodeExpiring(expiring: PointBatch["expiring"]): Buffer {
  const bytes = Buffer.alloc(COUNT_BYTES + expiring.length * EXPIRING_BYTES);
  bytes.writeUInt32LE(expiring.length);
  for (const [index, { from, to, expiresAt }] of expiring.entries()) {
    const at = COUNT_BYTES + index * EXPIRING_BYTES;
    bytes.writeUInt32LE(from, at);
    bytes.writeUInt32LE(to, at + 4);
    bytes.writeDoubleLE(expiresAt, at + 8);
  }
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(COUNT_BYTES);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Every platform that Node.js runs on here stores numbers little-endian. */
function bytesOf(column: Int32Array | Float64Array | Uint8Array, count: number): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, count * column.BYTES_PER_ELEMENT);
}
