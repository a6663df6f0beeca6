// Reads the engine's log as bytes: a header, then entries with their size and checksum. If an entry does not fit into
// the rest of the file, the engine takes it for an unfinished last write and ignores everything after it. After a crash
// that is right. If the size itself is damaged, the engine would ignore acknowledged commits. Source:
// src/storage/write_ahead_log.cpp and wal_replay.cpp of DuckDB 1.5.5.
//
// A crash of the process leaves the beginning of the last write. A power loss may leave any of its sectors, with zeros
// between them, because the disk may choose the order in which it writes them; the engine refuses such a log. At most
// one commit is not synced.
import { open, type FileHandle } from "node:fs/promises";
import { DomainError } from "../../core/errors.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { checksumOf, corrected, lengthOf } from "./engine-checksum.ts";
import { readAt } from "../../lib/read-at.ts";

/** The start of a log of this engine version: an entry without a checksum that holds the format version. */
export const LOG_HEADER = Buffer.from([0x64, 0, 98, 0x65, 0, 2, 0xff, 0xff]);
/** Head of an entry: its size and its checksum. */
export const ENTRY_HEAD_BYTES = 16;
/** Begins the content of an entry: the number of the property that holds its type, followed by the type itself. */
const TYPE_PROPERTY = Buffer.from([0x64, 0]);
const ENTRY_END = Buffer.from([0xff, 0xff]);
const ENTRY_BYTES_MIN = 5;
/** The unit that a disk writes as a whole. */
const SECTOR_BYTES = 512;

export const EntryType = { useTable: 25, insert: 26, delete: 27, rowGroups: 29, checkpoint: 99, commit: 100 } as const;

const TYPES = new Set([
  1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 98, 99, 100,
]);

export interface LogEntry {
  readonly start: number;
  /** Offset just past its last byte. */
  readonly end: number;
  readonly type: number;
}

export const REPAIR =
  '"npm run bridgehead -- repair FOLDER NEW_FOLDER" makes a folder of all that can be kept, and lists what is lost';

/** Truncates the remains of an unfinished commit that a power loss has left in the log of `file`. */
export async function cutTornCommit(file: string): Promise<void> {
  const log = await unlessMissing(open(`${file}.wal`, "r+"));
  if (log === undefined) return;
  try {
    const { size } = await log.stat();
    const { lastButOne } = await walk(log, size);
    const end = tornFrom(await readAt(log, lastButOne, size - lastButOne), lastButOne);
    if (end === undefined) return;
    await log.truncate(end);
    await log.sync();
  } finally {
    await log.close();
  }
}

/**
 * `rest` is the whole log from `at` on, where `at` is the end of a commit. Returns the offset to truncate at; undefined
 * if the log is whole or damaged in another way.
 */
function tornFrom(rest: Buffer, at: number): number | undefined {
  let commitEnd = 0;
  let next = 0;
  if (at === 0) {
    if (rest.length < LOG_HEADER.length) return undefined;
    if (rest.subarray(0, LOG_HEADER.length).equals(LOG_HEADER)) commitEnd = next = LOG_HEADER.length;
  }
  if (at > 0 || next > 0)
    for (let entry = entryAt(rest, next); entry !== undefined; entry = entryAt(rest, next)) {
      next = entry.end;
      if (entry.type === EntryType.commit) commitEnd = next;
    }
  if (next === rest.length) return undefined;
  const commit = rest.indexOf(COMMIT, next);
  const isFollowed = commit !== -1 && commit + COMMIT.length < rest.length;
  if (isFollowed || isOneByteOff(rest.subarray(next)) || !lacksSector(rest, next, at)) return undefined;
  return at + commitEnd;
}

/** Whether the first entry looks as if one byte has changed since it was written, including a byte of its size. */
function isOneByteOff(rest: Buffer): boolean {
  if (entryOfAnySize(rest) !== undefined) return true;
  if (rest.length < ENTRY_HEAD_BYTES) return false;
  const size = rest.readBigUInt64LE(0);
  if (size > BigInt(rest.length - ENTRY_HEAD_BYTES)) return false;
  const content = rest.subarray(ENTRY_HEAD_BYTES, ENTRY_HEAD_BYTES + Number(size));
  return corrected(content, rest.readBigUInt64LE(8)) !== undefined;
}

/** Whether some sector holds only zeros from `from` on; `at` is the file offset of `bytes`. */
function lacksSector(bytes: Buffer, from: number, at: number): boolean {
  for (let start = from; start < bytes.length;) {
    const end = Math.min(bytes.length, start + SECTOR_BYTES - ((at + start) % SECTOR_BYTES));
    if (bytes.subarray(start, end).every((byte) => byte === 0)) return true;
    start = end;
  }
  return false;
}

/**
 * Throws `unavailable` if the engine would open `file` without commits that its log holds. Reads only the entry sizes
 * of a log that is whole.
 */
export async function requireLogOfCommits(file: string): Promise<void> {
  const path = `${file}.wal`;
  const log = await unlessMissing(open(path, "r"));
  if (log === undefined) return;
  try {
    const damagedAt = await firstDamage(log, (await log.stat()).size);
    if (damagedAt !== undefined)
      throw new DomainError(
        "unavailable",
        `the log ${path} of the telemetry file is damaged at byte ${String(damagedAt)}, and the commits behind it could not be read: put the file back as it was, or restore all files of the data folder from the same backup, or repair it: ${REPAIR}`,
      );
  } finally {
    await log.close();
  }
}

async function firstDamage(log: FileHandle, size: number): Promise<number | undefined> {
  const header = await readAt(log, 0, LOG_HEADER.length);
  if (header.length < LOG_HEADER.length) return undefined;
  if (!header.equals(LOG_HEADER)) return 0;
  const { unread } = await walk(log, size);
  if (size - unread < ENTRY_HEAD_BYTES + ENTRY_BYTES_MIN) return undefined;
  const rest = await readAt(log, unread, size - unread);
  return entryOfAnySize(rest) === undefined && nextEntry(rest, 0) === undefined ? undefined : unread;
}

interface Walk {
  /** Offset of the first entry that, by its size, is not completely in the file. */
  readonly unread: number;
  /** The end of the second-last commit; 0 if there is none. */
  readonly lastButOne: number;
}

async function walk(log: FileHandle, size: number): Promise<Walk> {
  const windowBytes = 1024 * 1024;
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;
  let at = LOG_HEADER.length;
  let [lastButOne, last] = [0, 0];
  while (at + ENTRY_HEAD_BYTES <= size) {
    if (at < windowAt || at + COMMIT.length > windowAt + window.length) {
      window = await readAt(log, at, windowBytes);
      windowAt = at;
    }
    const content = window.readBigUInt64LE(at - windowAt);
    if (content > BigInt(size - at - ENTRY_HEAD_BYTES)) break;
    const isCommit = window.subarray(at - windowAt, at - windowAt + COMMIT.length).equals(COMMIT);
    at += ENTRY_HEAD_BYTES + Number(content);
    if (isCommit) [lastButOne, last] = [last, at];
  }
  return { unread: at, lastButOne };
}

/** The entry at `start` if it is complete and its checksum matches. */
export function entryAt(log: Buffer, start: number): LogEntry | undefined {
  const content = start + ENTRY_HEAD_BYTES;
  if (content + ENTRY_BYTES_MIN > log.length) return undefined;
  const size = log.readBigUInt64LE(start);
  if (size < ENTRY_BYTES_MIN || size > BigInt(log.length - content)) return undefined;
  const end = content + Number(size);
  const type = typeOf(log.subarray(content, end));
  if (!hasFrame(log.subarray(content, end))) return undefined;
  return checksumOf(log.subarray(content, end)) === log.readBigUInt64LE(start + 8) ? { start, end, type } : undefined;
}

/** Type of an entry from its content, which is the entry without its head; 0 if it has none. */
export function typeOf(content: Buffer): number {
  return content.subarray(0, 2).equals(TYPE_PROPERTY) ? (content[2] ?? 0) : 0;
}

/** Builds an entry as the engine writes it: the content preceded by its head. */
export function entryOf(content: Buffer): Buffer {
  const head = Buffer.alloc(ENTRY_HEAD_BYTES);
  head.writeBigUInt64LE(BigInt(content.length));
  head.writeBigUInt64LE(checksumOf(content), 8);
  return Buffer.concat([head, content]);
}

/** The entry that ends a commit. */
export const COMMIT = entryOf(Buffer.from("640064ffff", "hex"));

export function hasFrame(content: Buffer): boolean {
  return TYPES.has(typeOf(content)) && content.subarray(-2).equals(ENTRY_END);
}

/** The first complete entry that begins at `from` or after it, wherever the entry before it ends. */
export function nextEntry(log: Buffer, from: number): LogEntry | undefined {
  for (
    let content = log.indexOf(TYPE_PROPERTY, from + ENTRY_HEAD_BYTES);
    content !== -1;
    content = log.indexOf(TYPE_PROPERTY, content + 1)
  ) {
    const entry = entryAt(log, content - ENTRY_HEAD_BYTES);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** The first entry, if everything but its size is intact. */
export function entryOfAnySize(log: Buffer): { readonly bytes: Buffer; readonly type: number } | undefined {
  if (log.length < ENTRY_HEAD_BYTES + ENTRY_BYTES_MIN) return undefined;
  const content = log.subarray(ENTRY_HEAD_BYTES);
  const type = typeOf(content);
  if (!TYPES.has(type)) return undefined;
  const isWhole = (length: number): boolean => length >= ENTRY_BYTES_MIN && hasFrame(content.subarray(0, length));
  const size = lengthOf(content, log.readBigUInt64LE(8), isWhole);
  return size === undefined ? undefined : { bytes: entryOf(content.subarray(0, size)), type };
}
