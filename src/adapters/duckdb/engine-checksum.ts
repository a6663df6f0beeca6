// The checksum that the engine puts before each entry of its log and each block of its file: an XOR over eight-byte
// words, each multiplied by an odd number, and a hash of the remaining bytes. Source: src/common/checksum.cpp of DuckDB
// 1.5.5.

const WORD_BYTES = 8;
const TWO_POW_64 = 2n ** 64n;
const SEED = 5381n;
const FACTOR = 0xbf58476d1ce4e5b9n;
const FACTOR_LOW = 0x1ce4e5b9;
const FACTOR_HIGH = 0xbf58476d;
const REMAINDER_FACTOR = 0xc6a4a7935bd1e995n;
const REMAINDER_SEED = 0xe17a1465n;
const BYTE_BITS = 8;
/**
 * A change is corrected only if the chance of mistaking it for another is at most 1 in 65,536: 56 bits distinguish
 * words, eight fewer for each lower byte without a difference.
 */
const WORDS_TOLD_APART = 2 ** (56 - 16);

/**
 * The XOR over the words, without the remaining bytes. Kept in two halves, because a BigInt for each word would take a
 * hundred times as long.
 */
class WordSum {
  #low = Number(SEED);
  #high = 0;

  add(low: number, high: number): void {
    this.#low ^= Math.imul(low, FACTOR_LOW);
    this.#high ^= (multiplyHigh(low >>> 0) + Math.imul(low, FACTOR_HIGH) + Math.imul(high, FACTOR_LOW)) | 0;
  }

  /** The checksum including the bytes after the words, fewer than eight. */
  with(rest: Uint8Array): bigint {
    const sum = (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0);
    return rest.length === 0 ? sum : sum ^ remainderOf(rest);
  }
}

/** The upper 32 bits of the product of a 32-bit number and the lower half of the factor. */
function multiplyHigh(number: number): number {
  const low = number & 0xffff;
  const high = number >>> 16;
  const middle = high * (FACTOR_LOW & 0xffff) + ((low * (FACTOR_LOW & 0xffff)) >>> 16);
  const other = low * (FACTOR_LOW >>> 16) + (middle & 0xffff);
  return high * (FACTOR_LOW >>> 16) + (middle >>> 16) + (other >>> 16);
}

function remainderOf(rest: Uint8Array): bigint {
  let hash = REMAINDER_SEED ^ BigInt.asUintN(64, BigInt(rest.length) * REMAINDER_FACTOR);
  for (let index = rest.length - 1; index >= 0; index--) hash ^= BigInt(rest[index] ?? 0) << BigInt(8 * index);
  hash = BigInt.asUintN(64, hash * REMAINDER_FACTOR);
  hash ^= hash >> 47n;
  hash = BigInt.asUintN(64, hash * REMAINDER_FACTOR);
  return hash ^ (hash >> 47n);
}

export function checksumOf(bytes: Buffer): bigint {
  const sum = new WordSum();
  const words = bytes.length - (bytes.length % WORD_BYTES);
  const halves = halvesOf(bytes.subarray(0, words));
  for (let index = 0; index < halves.length; index += 2) sum.add(halves[index] ?? 0, halves[index + 1] ?? 0);
  return sum.with(bytes.subarray(words));
}

/** The lower and upper halves of the words, in turn. */
function halvesOf(words: Buffer): Int32Array {
  const aligned = words.byteOffset % 4 === 0 ? words : Uint8Array.from(words);
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

/**
 * The original bytes, if a single byte of them or of the checksum has changed since. For each word there is one content
 * that would make the checksum right; if it differs from the present content in one byte, it may be the original. A
 * changed byte affects the sum only from its own position upwards, so a change in the upper bytes leaves too few bits
 * to tell the words apart, and a larger change could be mistaken for it. Returns undefined in these cases, and if more
 * than one byte has changed.
 */
export function corrected(bytes: Buffer, checksum: bigint): Buffer | undefined {
  const difference = checksumOf(bytes) ^ checksum;
  const words = Math.floor(bytes.length / WORD_BYTES);
  const found = [...correctedRests(bytes, words * WORD_BYTES, difference)];
  if (words < WORDS_TOLD_APART / 2 ** (BYTE_BITS * lowestByte(difference))) {
    if (isOneByte(difference)) found.push(bytes);
    for (let at = 0; at < words * WORD_BYTES; at += WORD_BYTES) {
      const word = bytes.readBigUInt64LE(at);
      const other = BigInt.asUintN(64, (BigInt.asUintN(64, word * FACTOR) ^ difference) * INVERSE);
      if (!isOneByte(word ^ other)) continue;
      const copy = Buffer.from(bytes);
      copy.writeBigUInt64LE(other, at);
      found.push(copy);
    }
  }
  return found.length === 1 ? found[0] : undefined;
}

/** The same for a changed byte after the last whole word. */
function correctedRests(bytes: Buffer, from: number, difference: bigint): readonly Buffer[] {
  const rest = bytes.subarray(from);
  if (rest.length === 0) return [];
  const wanted = remainderOf(rest) ^ difference;
  const found: Buffer[] = [];
  for (let index = 0; index < rest.length; index++) {
    const copy = Buffer.from(rest);
    for (let change = 1; change < 256; change++) {
      copy[index] = (rest[index] ?? 0) ^ change;
      if (remainderOf(copy) === wanted) found.push(Buffer.concat([bytes.subarray(0, from), copy]));
    }
  }
  return found;
}

function lowestByte(number: bigint): number {
  let byte = 0;
  for (let rest = number; rest !== 0n && (rest & 0xffn) === 0n; rest >>= 8n) byte++;
  return byte;
}

function isOneByte(number: bigint): boolean {
  const shift = BigInt(BYTE_BITS * lowestByte(number));
  return number !== 0n && number >> shift <= 0xffn;
}

/** The inverse of the factor modulo 2^64. Each step of Newton's method doubles the number of correct bits. */
const INVERSE = ((): bigint => {
  let inverse = FACTOR;
  for (let step = 0; step < 6; step++) inverse = BigInt.asUintN(64, inverse * (TWO_POW_64 + 2n - FACTOR * inverse));
  return inverse;
})();
