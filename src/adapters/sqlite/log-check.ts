// Checks whether the log of the database still has every commit. SQLite takes a frame with a wrong checksum for the end
// of the log, which a crash may leave, and ignores what follows. That is right if the commit was being written when the
// process or the power failed. A later commit shows that it was not, because each commit is synced before the next one
// is written. Source: sections 4.1 to 4.3 of the description of SQLite's file format, and wal.c of SQLite 3.51.
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { FRAME_HEADER_BYTES, HEADER_BYTES, PAGE_BYTES_AT, SALTS } from "./log-form.ts";

/** Marks logs whose checksums use the byte order of this machine; this machine writes no others. */
const MAGIC = 0x377f0682;
/** Bytes of the log's header before its checksum. */
const HEADER_SUMMED_BYTES = 24;
/**
 * Bytes of a frame's header before its salts: its page number, and the size of the database if it ends a commit. The
 * checksum covers these and the page.
 */
const SUMMED_BYTES = 8;
const FRAMES_AT_ONCE = 256;
const SMALLEST_PAGE = 512;

type Checksum = readonly [number, number];

/**
 * Offset of the first damage that a crash does not explain; undefined if the log is intact or missing. `file` is the
 * log.
 */
export function damageIn(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const log = openSync(file, "r");
  try {
    return new LogCheck(log).firstDamage();
  } finally {
    closeSync(log);
  }
}

class LogCheck {
  readonly #log: number;
  readonly #size: number;
  #frameBytes = 0;
  #window: Buffer = Buffer.alloc(0);
  #windowAt = 0;

  constructor(log: number) {
    this.#log = log;
    this.#size = fstatSync(log).size;
  }

  firstDamage(): number | undefined {
    const header = this.#read(0, HEADER_BYTES);
    if (header.length < HEADER_BYTES) return undefined;
    const pageBytes = header.readUInt32BE(PAGE_BYTES_AT);
    const sum = checksumOf(header.subarray(0, HEADER_SUMMED_BYTES), [0, 0]);
    if (header.readUInt32BE(0) !== MAGIC || !equal(sum, checksumAt(header, 24)))
      // The header is synced before the first frame is written.
      return this.#size >= HEADER_BYTES + FRAME_HEADER_BYTES + SMALLEST_PAGE ? 0 : undefined;
    this.#frameBytes = FRAME_HEADER_BYTES + pageBytes;
    const salts = header.subarray(...SALTS);
    const frames = Math.floor((this.#size - HEADER_BYTES) / this.#frameBytes);
    const isOfThisLog = (frame: Buffer): boolean => frame.subarray(8, 16).equals(salts);

    let last: Checksum = sum;
    let index = 0;
    for (; index < frames; index++) {
      const frame = this.#frame(index);
      const next = frameChecksum(frame, last);
      if (!isOfThisLog(frame) || !equal(next, checksumAt(frame, 16))) break;
      last = next;
    }
    if (index === frames) return undefined;
    const at = HEADER_BYTES + index * this.#frameBytes;
    if (isOneByteOff(this.#frame(index), last, salts)) return at;
    // Look for a commit that was written after the incomplete one.
    for (let behind = index + 1; behind < frames; behind++) {
      const before = Buffer.from(this.#frame(behind - 1));
      if (!isOfThisLog(before) || before.readUInt32BE(4) === 0) continue;
      const frame = this.#frame(behind);
      const stored = checksumAt(before, 16);
      if (isOfThisLog(frame) && equal(frameChecksum(frame, stored), checksumAt(frame, 16))) return at;
    }
    return undefined;
  }

  #frame(index: number): Buffer {
    const start = HEADER_BYTES + index * this.#frameBytes;
    if (start < this.#windowAt || start + this.#frameBytes > this.#windowAt + this.#window.length) {
      this.#window = this.#read(start, FRAMES_AT_ONCE * this.#frameBytes);
      this.#windowAt = start;
    }
    return this.#window.subarray(start - this.#windowAt, start - this.#windowAt + this.#frameBytes);
  }

  #read(start: number, length: number): Buffer {
    const buffer = Buffer.alloc(Math.min(length, this.#size - start));
    return buffer.subarray(0, readSync(this.#log, buffer, 0, buffer.length, start));
  }
}

function equal([one, two]: Checksum, [other, another]: Checksum): boolean {
  return one === other && two === another;
}

function checksumAt(bytes: Buffer, at: number): Checksum {
  return [bytes.readInt32BE(at), bytes.readInt32BE(at + 4)];
}

function frameChecksum(frame: Buffer, before: Checksum): Checksum {
  return checksumOf(frame.subarray(FRAME_HEADER_BYTES), checksumOf(frame.subarray(0, SUMMED_BYTES), before));
}

function checksumOf(bytes: Buffer, [one, two]: Checksum): Checksum {
  let [first, second] = [one, two];
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + bytes.readInt32LE(at) + second) | 0;
    second = (second + bytes.readInt32LE(at + 4) + first) | 0;
  }
  return [first, second];
}

/** Whether changing one byte would make the frame follow the checksum `before`. */
function isOneByteOff(frame: Buffer, before: Checksum, salts: Buffer): boolean {
  const sum = frameChecksum(frame, before);
  const stored = checksumAt(frame, 16);
  const wrong = (one: Buffer, other: Buffer): number => one.filter((byte, index) => byte !== other[index]).length;
  const sumBytes = Buffer.alloc(8);
  sumBytes.writeInt32BE(sum[0]);
  sumBytes.writeInt32BE(sum[1], 4);
  const wrongSalts = wrong(frame.subarray(8, 16), salts);
  const wrongSums = wrong(frame.subarray(16, 24), sumBytes);
  if (wrongSalts + wrongSums <= 1) return true;
  if (wrongSalts > 0) return false;
  // The checksum is linear: changing a word changes both halves by two amounts that depend on how many words follow.
  const difference: Checksum = [(stored[0] - sum[0]) | 0, (stored[1] - sum[1]) | 0];
  const summed = Buffer.concat([frame.subarray(0, SUMMED_BYTES), frame.subarray(FRAME_HEADER_BYTES)]);
  // The effect of a change by one, in the second and in the first word of a pair, when no pairs follow.
  let [ofSecond, ofFirst]: [Checksum, Checksum] = [
    [0, 1],
    [1, 1],
  ];
  for (let at = summed.length - 8; at >= 0; at -= 8) {
    if (mayChange(summed, at, ofFirst, difference) || mayChange(summed, at + 4, ofSecond, difference)) return true;
    ofFirst = followed(ofFirst);
    ofSecond = followed(ofSecond);
  }
  return false;
}

/** The effect when one more pair of words follows. */
function followed([first, second]: Checksum): Checksum {
  const next = (first + second) | 0;
  return [next, (second + next) | 0];
}

function mayChange(bytes: Buffer, at: number, effect: Checksum, difference: Checksum): boolean {
  for (let lane = 0; lane < 4; lane++)
    for (let byte = 0; byte < 256; byte++) {
      const change = (byte - (bytes[at + lane] ?? 0)) << (8 * lane);
      if (Math.imul(effect[0], change) === difference[0] && Math.imul(effect[1], change) === difference[1])
        return change !== 0;
    }
  return false;
}
