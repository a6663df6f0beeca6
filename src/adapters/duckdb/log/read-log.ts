// Reads the telemetry log and refuses one from which acknowledged changes are missing.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { DomainError } from "../../../core/errors.ts";
import { LostData, RESTORE } from "../../../core/installation/store-marks.ts";
import { FrameKind, frameAt, isTorn, nextFrame, type Frame } from "./frame.ts";
import { headerOf, listSegments, SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";

export const REPAIR =
  '"npm run bridgehead -- repair FOLDER NEW_FOLDER" makes a folder of all that can be kept, and lists what is lost';

/** Runs a check that may throw `LostData`, which the operator may have accepted. */
export type OrLose = (check: () => void) => void;

export interface LogRange {
  /** The id that the log must have, in hexadecimal; undefined for whatever is there. */
  readonly id: string | undefined;
  /** Frames are read from the one after this position. */
  readonly after: number;
  /** The last frame that counts, which must be there; default: the last one that is whole. */
  readonly last?: number;
  /** Called with what an interrupted write has left at the end of the log. */
  readonly leftOut?: (torn: TornFrame) => void;
  /** Default: throws `LostData` where something is missing. */
  readonly orLose?: OrLose;
}

/** The last frame, whose writing was interrupted. No message in it was acknowledged. */
export interface TornFrame {
  readonly path: string;
  readonly at: number;
  readonly bytes: number;
}

export interface LogEnd {
  /** Undefined if there is no log. */
  readonly id: string | undefined;
  /** Position of the last frame. */
  readonly position: number;
}

/**
 * Calls `use` with each frame in order. A frame whose writing was interrupted at the end of the log was never
 * acknowledged, and is left out. Throws `LostData` if segments are missing, and `DomainError` if frames are damaged or
 * the log belongs to another file.
 */
export async function readLog(
  folder: string,
  { id, after, last = Infinity, leftOut, orLose = (check) => check() }: LogRange,
  use: (frame: Frame) => Promise<void>,
): Promise<LogEnd> {
  const firsts = await segmentsFrom(folder, after + 1);
  if (firsts.length === 0) {
    if (id !== undefined)
      orLose(() => {
        throw missing(folder, after + 1, undefined);
      });
    return { id: undefined, position: after };
  }
  const log = { id, position: after };
  const passTo = (first: number): void => {
    if (first <= log.position + 1) return;
    const from = log.position + 1;
    orLose(() => {
      throw missing(folder, from, first);
    });
    log.position = first - 1;
  };
  for (const [index, first] of firsts.entries()) {
    const following = firsts[index + 1];
    const path = join(folder, segmentName(first));
    const bytes = await readFile(path);
    const header = headerOf(bytes);
    // A crash interrupted its creation. Nothing was ever appended to it, so the telemetry file has no frame of it either.
    if (header === undefined && following === undefined && bytes.length <= SEGMENT_HEADER_BYTES && first > after) {
      passTo(first);
      break;
    }
    if (header === undefined) throw damaged(path, 0);
    log.id ??= header.id.toString("hex");
    if (header.id.toString("hex") !== log.id) throw foreign(path);
    if (header.first !== first) throw misnamed(path, header.first);
    passTo(first);
    const segment = { path, bytes, first, following };
    const { expected, at, isEnded } = await readSegment(segment, seedOf(header.id), async (frame) => {
      if (frame.position <= log.position || frame.position > last) return;
      await use(frame);
      log.position = frame.position;
    });
    if (log.position >= last) break;
    if (following !== undefined) {
      // Where it has only whole frames, those before the next segment are missing.
      if (!isEnded && expected < following && at < bytes.length) throw damaged(path, at);
      continue;
    }
    if (!isEnded) requireWholeEnd(segment, seedOf(header.id), at);
    if (!isEnded && at < bytes.length) leftOut?.({ path, at, bytes: bytes.length - at });
    // Another segment followed: this one says so, or the file has frames of it.
    if (isEnded || expected <= after)
      orLose(() => {
        throw missing(folder, expected, undefined);
      });
  }
  if (log.position < last && last !== Infinity) throw missing(folder, log.position + 1, undefined);
  return log;
}

/** The checksum that the frames of a log begin with. */
export function seedOf(id: Buffer): number {
  return crc32(id);
}

/** The segments that hold the frame at this position, or come after it. */
async function segmentsFrom(folder: string, position: number): Promise<readonly number[]> {
  const firsts = await listSegments(folder);
  const from = firsts.findLastIndex((first) => first <= position);
  return firsts.slice(Math.max(0, from));
}

interface Segment {
  readonly path: string;
  readonly bytes: Buffer;
  readonly first: number;
  /** The first position of the next segment, which replaces this one from there on. */
  readonly following: number | undefined;
}

interface SegmentEnd {
  /** The position that the next frame must have. */
  readonly expected: number;
  /** Offset of the first byte that is not part of a whole frame. */
  readonly at: number;
  /** Whether the segment says that another one follows. */
  readonly isEnded: boolean;
}

async function readSegment(
  { bytes, first, following = Infinity }: Segment,
  seed: number,
  use: (frame: Frame) => Promise<void>,
): Promise<SegmentEnd> {
  let at = SEGMENT_HEADER_BYTES;
  let expected = first;
  while (expected < following) {
    const frame = frameAt(bytes, at, seed);
    if (frame?.position !== expected) break;
    at = frame.end;
    if (frame.kind === FrameKind.end) return { expected, at, isEnded: true };
    expected++;
    await use(frame);
  }
  return { expected, at, isEnded: false };
}

/** Nothing may follow the last frame but one that was being written. */
function requireWholeEnd({ path, bytes }: Segment, seed: number, at: number): void {
  if (at === bytes.length) return;
  if (nextFrame(bytes, at, seed) !== undefined || !isTorn(bytes, at, seed)) throw damaged(path, at);
}

function missing(folder: string, from: number, next: number | undefined): LostData {
  const range =
    next === undefined
      ? "on, although they held points"
      : `to ${String(next - 1)}, although ${segmentName(next)} is there, which follows them`;
  return new LostData(
    `the telemetry log ${folder} has no entries from ${String(from)} ${range}`,
    `put its files back, or ${RESTORE}`,
    "those points",
  );
}

function damaged(path: string, at: number): DomainError {
  const stray = at === 0 ? "move it elsewhere if it does not belong here; otherwise " : "";
  return new DomainError(
    "unavailable",
    `the telemetry log is damaged: ${path} at byte ${String(at)}: ${stray}put the file back as it was, or restore all files of the data folder from the same backup, or repair it: ${REPAIR}`,
  );
}

function misnamed(path: string, first: number): DomainError {
  return new DomainError(
    "conflict",
    `the telemetry log ${path} has the entries from ${String(first)} on, which its name does not say: rename it to ${segmentName(first)} if that file is missing, otherwise move it elsewhere`,
  );
}

function foreign(path: string): DomainError {
  return new DomainError(
    "conflict",
    `the telemetry log ${path} does not belong to the telemetry file: restore all files of the data folder from the same backup`,
  );
}
