// The rollback journal of the next checkpoint: a copy of what it will overwrite, in a file next to the engine's. The
// engine writes to free blocks, and the header last, with one exception: metadata blocks that have room left are
// written in place. What the header refers to in them stays the same, but an interrupted write leaves a block with a
// wrong checksum, and then the file cannot be opened. Record: docs/decisions/0040-journal-for-checkpoints.md.
import { constants } from "node:fs";
import { open, readFile, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { unlessMissing } from "../../lib/missing-file.ts";
import { syncFolder } from "../../lib/sync-folder.ts";
import { readAt } from "../../lib/read-at.ts";

/** A block of the file with its content before the checkpoint. */
interface KeptBlock {
  readonly start: number;
  readonly content: Uint8Array;
}

interface Kept {
  readonly headers: Buffer;
  readonly blocks: readonly KeptBlock[];
}

/** The journal could not be written, so the checkpoint must not begin. */
export class JournalFault extends Error {
  override name = "JournalFault";
}

/** The file's own header, followed by the two that checkpoints write in turn; the blocks come after them. */
const HEADERS_BYTES = 3 * 4096;

/** Start of a journal: a checksum of what follows, the block size, and the number of blocks. */
const FRONT_BYTES = 3 * 4;
/** Start of a block in a journal: its offset in the file. */
const START_BYTES = 8;
export class CheckpointJournal {
  readonly #file: string;
  readonly #journal: string;
  /** Whether the journal's name has been synced. */
  #isNamed = false;

  /** `file` is the engine's file. */
  constructor(file: string) {
    this.#file = file;
    this.#journal = `${file}.journal`;
  }

  /**
   * Saves these blocks as they are in the file, replacing those saved for the previous checkpoint. The next checkpoint
   * may begin once this has resolved. Throws `JournalFault`.
   */
  async keep(blockNumbers: readonly number[], blockBytes: number): Promise<void> {
    try {
      await this.#keep(blockNumbers, blockBytes);
    } catch (error) {
      throw new JournalFault("what the checkpoint of the telemetry file overwrites cannot be kept", { cause: error });
    }
  }

  async #keep(blockNumbers: readonly number[], blockBytes: number): Promise<void> {
    const kept = await readBlocks(this.#file, blockNumbers, blockBytes);
    const journal = await open(this.#journal, constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      await writeAt(journal, 0, encode(kept, blockBytes));
      await journal.datasync();
    } finally {
      await journal.close();
    }
    if (!this.#isNamed) await syncFolder(dirname(this.#journal));
    this.#isNamed = true;
  }

  /**
   * Undoes an unfinished checkpoint by writing back the blocks it overwrote, and removes the journal. The file must not
   * be open.
   */
  async restore(): Promise<void> {
    this.#isNamed = false;
    const content = await unlessMissing(readFile(this.#journal));
    if (content === undefined) return;
    const kept = decode(content);
    // A journal that is not whole belongs to a checkpoint that never began.
    if (kept !== undefined) await putBack(this.#file, kept);
    await rm(this.#journal, { force: true });
  }
}

async function readBlocks(path: string, blockNumbers: readonly number[], blockBytes: number): Promise<Kept> {
  const file = await open(path, "r");
  try {
    const headers = await readAt(file, 0, HEADERS_BYTES);
    const blocks: KeptBlock[] = [];
    for (const number of blockNumbers) {
      const start = HEADERS_BYTES + number * blockBytes;
      const content = await readAt(file, start, blockBytes);
      // A block past the end of the file has never been written, so no header refers to it.
      if (content.length === blockBytes) blocks.push({ start, content });
    }
    return { headers, blocks };
  } finally {
    await file.close();
  }
}

/** If the headers have changed, the checkpoint is complete and counts, and nothing is written back. */
async function putBack(path: string, { headers, blocks }: Kept): Promise<void> {
  const file = await unlessMissing(open(path, "r+"));
  if (file === undefined) return;
  try {
    if (!(await readAt(file, 0, HEADERS_BYTES)).equals(headers)) return;
    for (const { start, content } of blocks)
      if (!(await readAt(file, start, content.length)).equals(content)) await writeAt(file, start, content);
    await file.sync();
  } finally {
    await file.close();
  }
}

function encode({ headers, blocks }: Kept, blockBytes: number): Buffer {
  const bytes = Buffer.alloc(journalBytes(blocks.length, blockBytes));
  bytes.writeUInt32LE(blockBytes, 4);
  bytes.writeUInt32LE(blocks.length, 8);
  headers.copy(bytes, FRONT_BYTES);
  let at = FRONT_BYTES + HEADERS_BYTES;
  for (const { start, content } of blocks) {
    bytes.writeBigUInt64LE(BigInt(start), at);
    bytes.set(content, at + START_BYTES);
    at += START_BYTES + blockBytes;
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
  return bytes;
}

/** Remains of a longer earlier journal may follow the content; they are ignored. */
function decode(bytes: Buffer): Kept | undefined {
  if (bytes.length < FRONT_BYTES) return undefined;
  const blockBytes = bytes.readUInt32LE(4);
  const count = bytes.readUInt32LE(8);
  const length = journalBytes(count, blockBytes);
  if (bytes.length < length || bytes.readUInt32LE(0) !== crc32(bytes.subarray(4, length))) return undefined;
  const blocks = Array.from({ length: count }, (_, index) => {
    const at = FRONT_BYTES + HEADERS_BYTES + index * (START_BYTES + blockBytes);
    const content = at + START_BYTES;
    return { start: Number(bytes.readBigUInt64LE(at)), content: bytes.subarray(content, content + blockBytes) };
  });
  return { headers: bytes.subarray(FRONT_BYTES, FRONT_BYTES + HEADERS_BYTES), blocks };
}

function journalBytes(blocks: number, blockBytes: number): number {
  return FRONT_BYTES + HEADERS_BYTES + blocks * (START_BYTES + blockBytes);
}

async function writeAt(file: FileHandle, start: number, content: Uint8Array): Promise<void> {
  let written = 0;
  while (written < content.length) {
    const { bytesWritten } = await file.write(content, written, content.length - written, start + written);
    written += bytesWritten;
  }
}
