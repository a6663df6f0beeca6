// A segment: a file of the telemetry log. Its name is the position of its first frame, and its header repeats that,
// with the id of the log.
import { statSync } from "node:fs";
import { open, readdir, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { LogFile } from "../../../core/backup/checkpoint-hold.ts";
import { unlessMissing } from "../../../lib/missing-file.ts";
import { syncFolder } from "../../../lib/sync-folder.ts";

const MAGIC = Buffer.from("BHLOG1\r\n");
export const LOG_ID_BYTES = 16;
/** Magic, id, position of the first frame (48 bits), two bytes without use, checksum. */
export const SEGMENT_HEADER_BYTES = 36;
const POSITION_AT = MAGIC.length + LOG_ID_BYTES;
const SUM_AT = POSITION_AT + 8;

const NAME = /^\d{15}$/;

export interface SegmentHeader {
  /** Random; all segments of a log have the same. */
  readonly id: Buffer;
  /** Position of the first frame. */
  readonly first: number;
}

export function segmentName(first: number): string {
  return String(first).padStart(15, "0");
}

/** The positions that the segments in the folder begin with, ascending. */
export async function listSegments(folder: string): Promise<readonly number[]> {
  const names = (await unlessMissing(readdir(folder))) ?? [];
  return names
    .filter((name) => NAME.test(name))
    .map(Number)
    .sort((left, right) => left - right);
}

/** The files of the log in the folder, and their present lengths. */
export async function listLogFiles(folder: string): Promise<readonly LogFile[]> {
  return (await listSegments(folder)).map((first) => {
    const name = segmentName(first);
    return { name, bytes: statSync(join(folder, name)).size };
  });
}

/** Creates the file, replacing one that was begun at the same position but holds no frame that counts. */
export async function createSegment(folder: string, { id, first }: SegmentHeader): Promise<FileHandle> {
  const header = Buffer.alloc(SEGMENT_HEADER_BYTES);
  MAGIC.copy(header);
  id.copy(header, MAGIC.length);
  header.writeUIntLE(first, POSITION_AT, 6);
  header.writeUInt32LE(crc32(header.subarray(0, SUM_AT)), SUM_AT);
  const file = await open(join(folder, segmentName(first)), "w", 0o600);
  try {
    await file.writeFile(header);
    await file.datasync();
    await syncFolder(folder);
    return file;
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}

/** Undefined if the bytes do not begin with a whole header. */
export function headerOf(bytes: Buffer): SegmentHeader | undefined {
  if (bytes.length < SEGMENT_HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  if (crc32(bytes.subarray(0, SUM_AT)) !== bytes.readUInt32LE(SUM_AT)) return undefined;
  return {
    id: Buffer.from(bytes.subarray(MAGIC.length, MAGIC.length + LOG_ID_BYTES)),
    first: bytes.readUIntLE(POSITION_AT, 6),
  };
}

/** The folder with the log of this telemetry file. */
export function logFolderOf(file: string): string {
  return `${file}.log`;
}
