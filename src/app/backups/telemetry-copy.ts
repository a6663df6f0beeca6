// Copies the telemetry file in pieces while it is written. Between two checkpoints the engine changes no data that
// counts, but a checkpoint cannot be delayed until a large file has been copied. So the file is scanned repeatedly,
// each time reading only blocks whose first page has changed. Checkpoints are held only for the last scan, when few
// blocks are left.
import assert from "node:assert/strict";
import { open, type FileHandle } from "node:fs/promises";
import { BLOCK_BYTES, BlockFile, digestOfHead, isWholeBlock } from "../../adapters/duckdb/block-file.ts";
import type { ListedPiece } from "../../core/backup/piece-lists.ts";
import type { Pace } from "../../core/backup/pace.ts";
import { PIECE_BYTES, type PieceWriter } from "../../core/backup/pieces.ts";

/** With at most this many changed blocks (16 MiB), the next scan is the last. */
const FEW_BLOCKS = 64;
/** Limits the number of scans if telemetry is stored as fast as it is read. */
const PASSES_MAX = 6;

export interface TelemetryCopyDeps {
  readonly writer: PieceWriter;
  readonly pace: Pace;
}

export class TelemetryCopy {
  readonly #file: BlockFile;
  readonly #writer: PieceWriter;
  readonly #pace: Pace;
  /** Pieces by block; undefined if the block must be read. */
  readonly #blocks: (ListedPiece | undefined)[];

  private constructor(file: BlockFile, { writer, pace }: TelemetryCopyDeps, blocks: (ListedPiece | undefined)[]) {
    this.#file = file;
    this.#writer = writer;
    this.#pace = pace;
    this.#blocks = blocks;
  }

  /** `before`: the file's pieces in an earlier backup. */
  static async open(path: string, deps: TelemetryCopyDeps, before: readonly ListedPiece[]): Promise<TelemetryCopy> {
    const blocks = before.slice(1).map((piece) => (deps.writer.isKnown(piece.id) ? piece : undefined));
    return new TelemetryCopy(await BlockFile.open(path), deps, blocks);
  }

  /** Reads most of the file while the platform continues. */
  async approach(): Promise<void> {
    for (let pass = 0; pass < PASSES_MAX; pass++) {
      const changed = await this.#readChanged("running");
      // Pending writes would slow down the last scan.
      await this.#writer.finish();
      if (changed <= FEW_BLOCKS) return;
    }
  }

  /** Reads the rest while no checkpoint runs. The first piece holds the headers; each further piece is one block. */
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
      await this.#pace.rest();
      const seen = this.#blocks[number]?.head;
      if (seen !== undefined && seen !== "" && digestOfHead(await this.#file.firstPage(number)) === seen) continue;
      const block = await this.#file.block(number);
      // A block that is being written is read again. In the last scan such a block holds no valid data, and later
      // backups do not reuse it.
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

/** The first bytes of a file, or the whole file, in pieces. */
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
