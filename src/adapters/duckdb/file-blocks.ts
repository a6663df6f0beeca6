// The telemetry file as bytes: three headers, then blocks of one size, each beginning with its checksum. Source:
// src/storage/single_file_block_manager.cpp of DuckDB 1.5.5.
import { open, type FileHandle } from "node:fs/promises";
import { checksumOf, corrected } from "./engine-checksum.ts";
import { readAt } from "../../lib/read-at.ts";

const HEADER_BYTES = 4096;
const HEADERS = 3;
const CHECKSUM_BYTES = 8;
/** Offset of the block size in a checkpoint's header, after the checksum. */
const BLOCK_BYTES_AT = CHECKSUM_BYTES + 32;
const BLOCK_BYTES_DEFAULT = 262_144;

export interface CheckedBlocks {
  readonly count: number;
  /** Blocks in which one changed byte was corrected. */
  readonly corrected: number;
  /**
   * Numbers of the other blocks with a wrong checksum. Such a block need not be in use: a crash may leave one from an
   * unfinished checkpoint.
   */
  readonly damaged: readonly number[];
}

/** Checks each block of the file, and corrects it in place if possible. */
export async function correctBlocks(path: string): Promise<CheckedBlocks> {
  const file = await open(path, "r+");
  try {
    const found = { count: 0, corrected: 0, damaged: [] as number[] };
    const check = async (start: number, bytes: number, noteDamage: () => void): Promise<boolean> => {
      const block = await readAt(file, start, bytes);
      if (block.length < bytes) return false;
      found.count++;
      const checksum = block.readBigUInt64LE();
      const content = block.subarray(CHECKSUM_BYTES);
      if (checksumOf(content) === checksum) return true;
      const right = corrected(content, checksum);
      if (right === undefined) noteDamage();
      else {
        found.corrected++;
        await file.write(right, 0, right.length, start + CHECKSUM_BYTES);
        block.writeBigUInt64LE(checksumOf(right));
        await file.write(block, 0, CHECKSUM_BYTES, start);
      }
      return true;
    };
    // If a header is damaged, the engine does not open the file, and says so.
    for (let header = 0; header < HEADERS; header++) await check(header * HEADER_BYTES, HEADER_BYTES, () => undefined);
    const blockBytes = await readBlockBytes(file);
    let number = 0;
    const noteDamage = (): void => void found.damaged.push(number);
    while (await check(HEADERS * HEADER_BYTES + number * blockBytes, blockBytes, noteDamage)) number++;
    return found;
  } finally {
    await file.close();
  }
}

async function readBlockBytes(file: FileHandle): Promise<number> {
  for (const header of [1, 2]) {
    const content = await readAt(file, header * HEADER_BYTES, HEADER_BYTES);
    const bytes = content.length < HEADER_BYTES ? 0 : Number(content.readBigUInt64LE(BLOCK_BYTES_AT));
    if (bytes >= 16_384 && bytes <= BLOCK_BYTES_DEFAULT) return bytes;
  }
  return BLOCK_BYTES_DEFAULT;
}
