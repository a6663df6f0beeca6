// The telemetry file in pieces, while it is written. Between two checkpoints the engine changes nothing of it that counts, but no
// checkpoint can be put off for as long as a large file takes. So it is gone through again and again, each time for the blocks
// whose first page has changed, and only the last time, when few are left, the platform holds still.
import assert from "node:assert/strict";
import { open, type FileHandle } from "node:fs/promises";
import { BLOCK_BYTES, BlockFile, digestOfHead, isWholeBlock } from "../../adapters/duckdb/block-file.ts";
import type { ListedPiece } from "../../core/backup/piece-lists.ts";
import { PIECE_BYTES, type PieceWriter } from "../../core/backup/pieces.ts";

/** With so few changed blocks left to read, 16 MiB, the last time has come. */
const FEW_BLOCKS = 64;
/** It comes also where telemetry is stored as fast as it is read. */
const PASSES_MAX = 6;

export class TelemetryCopy {
  readonly #file: BlockFile;
  readonly #writer: PieceWriter;
  /** By block; undefined where it has to be read. */
  readonly #blocks: (ListedPiece | undefined)[];

  private constructor(file: BlockFile, writer: PieceWriter, blocks: (ListedPiece | undefined)[]) {
    this.#file = file;
    this.#writer = writer;
    this.#blocks = blocks;
  }

  /** `before` are the pieces that the file had in an earlier backup. */
  static async open(path: string, writer: PieceWriter, before: readonly ListedPiece[]): Promise<TelemetryCopy> {
    const blocks = before.slice(1).map((piece) => (writer.isKnown(piece.id) ? piece : undefined));
    return new TelemetryCopy(await BlockFile.open(path), writer, blocks);
  }

  /** Reads most of it, while the platform goes on. */
  async approach(): Promise<void> {
    for (let pass = 0; pass < PASSES_MAX; pass++) {
      const changed = await this.#readChanged("running");
      // What is still on its way would be in the way of the last time.
      await this.#writer.finish();
      if (changed <= FEW_BLOCKS) return;
    }
  }

  /** Reads the rest, while no checkpoint is taken. The pieces are its headers, and then a block each. */
  async finish(): Promise<CopiedFile> {
    await this.#readChanged("held");
    const headers = await this.#file.headers();
    const pieces = [
      { id: await this.#writer.add(headers), head: "" },
      ...this.#blocks.filter((block) => block !== undefined),
    ];
    assert(pieces.length === this.#blocks.length + 1, "a block was left out");
    return { bytes: headers.length + this.#blocks.length * BLOCK_BYTES, pieces };
  }

  async #readChanged(platform: "running" | "held"): Promise<number> {
    const count = await this.#file.blockCount();
    this.#blocks.length = count;
    let changed = 0;
    for (let number = 0; number < count; number++) {
      const seen = this.#blocks[number]?.head;
      if (seen !== undefined && seen !== "" && digestOfHead(await this.#file.firstPage(number)) === seen) continue;
      const block = await this.#file.block(number);
      // One that is being written is read again. In the last pass it is none that counts, and is not relied on later.
      const isWhole = isWholeBlock(block);
      if (platform === "running" && !isWhole) {
        this.#blocks[number] = undefined;
        continue;
      }
      this.#blocks[number] = { id: await this.#writer.add(block), head: isWhole ? digestOfHead(block) : "" };
      changed++;
    }
    return changed;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

export async function copyFile(path: string, writer: PieceWriter): Promise<CopiedFile> {
  const file = await open(path, "r");
  try {
    return await copyOpenFile(file, writer);
  } finally {
    await file.close();
  }
}

export interface CopiedFile {
  readonly bytes: number;
  readonly pieces: readonly ListedPiece[];
}

/** The first bytes of a file, or all of it, in pieces. */
export async function copyOpenFile(file: FileHandle, writer: PieceWriter, bytesMax = Infinity): Promise<CopiedFile> {
  const pieces: ListedPiece[] = [];
  let bytes = 0;
  while (bytes < bytesMax) {
    const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, bytesMax - bytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, bytes);
    if (bytesRead === 0) break;
    pieces.push({ id: await writer.add(buffer.subarray(0, bytesRead)), head: "" });
    bytes += bytesRead;
  }
  return { bytes, pieces };
}
