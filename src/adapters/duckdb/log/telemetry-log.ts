// The log of telemetry: every change is appended and synced here before it is acknowledged, and goes to the engine
// later. Segments whose changes the engine has stored in its file are removed.
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DomainError } from "../../../core/errors.ts";
import { MEBIBYTE } from "../../../lib/units.ts";
import { syncFolder } from "../../../lib/sync-folder.ts";
import { encodeFrame, FrameKind } from "./frame.ts";
import { seedOf, type LogEnd } from "./read-log.ts";
import { createSegment, listSegments, LOG_ID_BYTES, SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";

/** The default for the size of a segment that is followed by another; a single frame may be larger. */
const SEGMENT_BYTES = 16 * MEBIBYTE;

/** A place between two frames. */
export interface LogPlace {
  /** Of the frame before this place. */
  readonly position: number;
  /** Bytes appended up to there since the log was opened. */
  readonly written: number;
}

interface OpenSegment {
  readonly path: string;
  readonly file: FileHandle;
  /** Shows whether the path still names this file. */
  readonly inode: number;
  bytes: number;
}

export class TelemetryLog implements LogPlace {
  /** In hexadecimal. */
  readonly id: string;
  readonly #folder: string;
  readonly #seed: number;
  readonly #segmentBytes: number;
  /** The first positions of all segments, ascending. */
  readonly #firsts: number[] = [];
  #position: number;
  #written = 0;
  #keptFrom = Infinity;
  /** Undefined after a failed write or sync: the last frame is in doubt, and no other may follow it. */
  #segment: OpenSegment | undefined;

  private constructor(folder: string, { id, position }: LogEnd, segmentBytes: number) {
    const bytes = id === undefined ? randomBytes(LOG_ID_BYTES) : Buffer.from(id, "hex");
    this.#folder = folder;
    this.id = bytes.toString("hex");
    this.#seed = seedOf(bytes);
    this.#position = position;
    this.#segmentBytes = segmentBytes;
  }

  /** Continues the log in the folder behind its `end`, creating the folder if it is missing. */
  static async open(folder: string, end: LogEnd, segmentBytes = SEGMENT_BYTES): Promise<TelemetryLog> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(dirname(folder));
    const log = new TelemetryLog(folder, end, segmentBytes);
    log.#firsts.push(...(await listSegments(folder)));
    await log.#syncNewest();
    await log.renew();
    return log;
  }

  /** Position of the last frame that is stored and synced. */
  get position(): number {
    return this.#position;
  }

  /** Bytes appended since the log was opened. */
  get written(): number {
    return this.#written;
  }

  /** Whether frames can be appended; if not, `renew` must succeed first. */
  get isWritable(): boolean {
    return this.#segment !== undefined;
  }

  /** Appends a frame and syncs it; returns its position. Callers wait for one another. */
  async append(kind: number, parts: readonly Uint8Array[]): Promise<number> {
    if (this.#segment === undefined)
      throw new DomainError("unavailable", "the telemetry log cannot be written since its last write failed");
    const position = this.#position + 1;
    try {
      requireInPlace(this.#segment);
      if (this.#segment.bytes >= this.#segmentBytes) await this.#beginNext(this.#segment);
      await this.#write(this.#segment, { kind, position, parts });
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#position = position;
    this.#written += parts.reduce((bytes, part) => bytes + part.length, 0);
    return position;
  }

  /** Begins a new segment, which replaces whatever the last one holds in doubt. */
  async renew(): Promise<void> {
    await this.close();
    this.#segment = await this.#create();
  }

  /** Keeps the segment that begins with this position, and those after it, until another call; Infinity keeps none. */
  keepFrom(first: number): void {
    this.#keptFrom = first;
  }

  /** Removes the segments without a frame after this position that nobody keeps. */
  async trim(position: number): Promise<void> {
    const needed = Math.min(position + 1, this.#keptFrom);
    if ((this.#firsts[1] ?? Infinity) > needed) return;
    while ((this.#firsts[1] ?? Infinity) <= needed) {
      await rm(join(this.#folder, segmentName(this.#firsts[0] ?? 0)), { force: true });
      this.#firsts.shift();
    }
    // If a crash undid the removal, a segment that does not name its successor would look like the end of the log.
    await syncFolder(this.#folder);
  }

  async close(): Promise<void> {
    const segment = this.#segment;
    this.#segment = undefined;
    await segment?.file.close().catch(() => undefined);
  }

  /** A killed process may have written frames that were read just now and are not on disk yet; others will follow them. */
  async #syncNewest(): Promise<void> {
    const newest = this.#firsts.at(-1);
    if (newest === undefined || newest > this.#position) return;
    const file = await open(join(this.#folder, segmentName(newest)), "r+");
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** The note at the end of the segment comes after the next one exists, so that it is missing only if it was removed. */
  async #beginNext(segment: OpenSegment): Promise<void> {
    const next = await this.#create();
    this.#segment = next;
    try {
      await this.#write(segment, { kind: FrameKind.end, position: this.#position + 1, parts: [] });
    } finally {
      await segment.file.close();
    }
  }

  async #write(segment: OpenSegment, frame: Parameters<typeof encodeFrame>[0]): Promise<void> {
    await write(segment, encodeFrame(frame, { seed: this.#seed, at: segment.bytes }));
  }

  async #create(): Promise<OpenSegment> {
    const first = this.#position + 1;
    const file = await createSegment(this.#folder, { id: Buffer.from(this.id, "hex"), first });
    if (this.#firsts.at(-1) !== first) this.#firsts.push(first);
    const { ino } = await file.stat();
    return { path: join(this.#folder, segmentName(first)), file, inode: ino, bytes: SEGMENT_HEADER_BYTES };
  }
}

/** The system lets a process write to a file that was removed or cut off, but the next start could not read it. */
function requireInPlace({ path, inode, bytes }: OpenSegment): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.ino !== inode)
    throw new DomainError("unavailable", `${path} was removed, or replaced, while the platform uses it`);
  if (stats.size < bytes)
    throw new DomainError(
      "unavailable",
      `${path} was cut off at byte ${String(stats.size)} while the platform uses it`,
    );
}

async function write(segment: OpenSegment, bytes: Buffer): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await segment.file.write(bytes, written, bytes.length - written, segment.bytes + written);
    written += bytesWritten;
  }
  segment.bytes += bytes.length;
  await segment.file.datasync();
}
