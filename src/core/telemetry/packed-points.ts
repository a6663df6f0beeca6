// A batch of points in few bytes, for a log on other machines: series and times as differences from the row before, then
// the first bytes of all values of a column, then the second ones, and so on, and all of it compressed.
import { zstdCompressSync, zstdDecompressSync, constants } from "node:zlib";
import type { PointBatch } from "./point-batch.ts";
import { decodePoints, encodePoints } from "./point-frame.ts";

/** The columns in front of the other parts of a frame (see `encodePoints`): count, series, ts, kind, num. */
const COUNT_BYTES = 4;
const ROW_BYTES = 4 + 8 + 1 + 8;
const TWO_POW_32 = 4_294_967_296;
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** A frame that claims to be larger is refused before it takes memory. */
const UNPACKED_BYTES_MAX = 268_435_456;

export function packPoints(batch: PointBatch): Buffer {
  const bytes = Buffer.concat(encodePoints(batch));
  const { count } = batch;
  const series = new Int32Array(count);
  const low = new Int32Array(count);
  const high = new Int32Array(count);
  let [lastSeries, lastLow, lastHigh] = [0, 0, 0];
  for (let row = 0; row < count; row++) {
    const number = batch.series[row] ?? 0;
    const ts = batch.ts[row] ?? 0;
    const upper = Math.floor(ts / TWO_POW_32);
    const lower = (ts - upper * TWO_POW_32) | 0;
    series[row] = number - lastSeries;
    low[row] = lower - lastLow;
    high[row] = upper - lastHigh;
    lastSeries = number;
    lastLow = lower;
    lastHigh = upper;
  }
  let at = COUNT_BYTES;
  at = spread(series, 4, bytes, at);
  at = spread(low, 4, bytes, at);
  at = spread(high, 4, bytes, at);
  bytes.set(batch.kind.subarray(0, count), at);
  spread(batch.num.subarray(0, count), 8, bytes, at + count);
  return zstdCompressSync(bytes, FAST);
}

/** Throws `RangeError`, or the error of the decompression, if the bytes are not those of a batch. */
export function unpackPoints(packed: Uint8Array): PointBatch {
  const bytes = zstdDecompressSync(packed, { maxOutputLength: UNPACKED_BYTES_MAX });
  if (bytes.length < COUNT_BYTES) throw new RangeError("a batch of points ends early");
  const count = bytes.readUInt32LE();
  if (COUNT_BYTES + count * ROW_BYTES > bytes.length) throw new RangeError("a batch of points ends early");
  const series = new Int32Array(count);
  const low = new Int32Array(count);
  const high = new Int32Array(count);
  const num = new Float64Array(count);
  const ts = new Float64Array(count);
  let at = COUNT_BYTES;
  at = gather(series, 4, bytes, at);
  at = gather(low, 4, bytes, at);
  at = gather(high, 4, bytes, at);
  const kind = Buffer.from(bytes.subarray(at, at + count));
  gather(num, 8, bytes, at + count);
  let [lastSeries, lastLow, lastHigh] = [0, 0, 0];
  for (let row = 0; row < count; row++) {
    lastSeries = (lastSeries + (series[row] ?? 0)) | 0;
    lastLow = (lastLow + (low[row] ?? 0)) | 0;
    lastHigh = (lastHigh + (high[row] ?? 0)) | 0;
    series[row] = lastSeries;
    ts[row] = lastHigh * TWO_POW_32 + (lastLow >>> 0);
  }
  at = COUNT_BYTES;
  for (const column of [series, ts, kind, num]) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return decodePoints(bytes);
}

/** The first bytes of all values, then the second ones, and so on: those that seldom change stand together. */
function spread(column: Int32Array | Float64Array, width: number, into: Buffer, at: number): number {
  const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
  const count = column.length;
  for (let byte = 0; byte < width; byte++)
    for (let row = 0, from = byte, to = at + byte * count; row < count; row++, from += width, to++)
      into[to] = bytes[from] ?? 0;
  return at + count * width;
}

function gather(column: Int32Array | Float64Array, width: number, from: Buffer, at: number): number {
  const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
  const count = column.length;
  for (let byte = 0; byte < width; byte++)
    for (let row = 0, to = byte, of = at + byte * count; row < count; row++, to += width, of++)
      bytes[to] = from[of] ?? 0;
  return at + count * width;
}
