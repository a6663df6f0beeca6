// The telemetry file as the engine lays it out: three headers, then blocks that each begin with a checksum of their
// content. So a changed block shows in its first page, and a block that is being written while it is read is
// recognized.
import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { createHash } from "node:crypto";
import { DomainError } from "../../core/errors.ts";
import { checksumOf } from "./engine-checksum.ts";

/** The file's own header, followed by the two that checkpoints write in turn. */
const HEADERS_BYTES = 3 * 4096;
export const BLOCK_BYTES = 262_144;
const PAGE_BYTES = 4096;

const CHECKSUM_BYTES = 8;
/** Offset of the block size in a header that a checkpoint writes. */
const BLOCK_BYTES_AT = PAGE_BYTES + CHECKSUM_BYTES + 4 * 8;

export class BlockFile {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Throws `unsupported` if the block size differs from that of files made by the platform. */
  static async open(path: string): Promise<BlockFile> {
    const file = new BlockFile(await open(path, constants.O_RDONLY));
    try {
      const bytes = (await file.headers()).readBigUInt64LE(BLOCK_BYTES_AT);
      if (bytes === BigInt(BLOCK_BYTES)) return file;
      throw new DomainError(
        "unsupported",
        `${path} has blocks of ${String(bytes)} bytes, and not of ${String(BLOCK_BYTES)}`,
      );
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async headers(): Promise<Buffer> {
    return await this.#read(0, HEADERS_BYTES);
  }

  /** Number of complete blocks; an incomplete one may follow while the file grows. */
  async blockCount(): Promise<number> {
    return Math.floor(((await this.#file.stat()).size - HEADERS_BYTES) / BLOCK_BYTES);
  }

  async firstPage(block: number): Promise<Buffer> {
    return await this.#read(HEADERS_BYTES + block * BLOCK_BYTES, PAGE_BYTES);
  }

  async block(block: number): Promise<Buffer> {
    return await this.#read(HEADERS_BYTES + block * BLOCK_BYTES, BLOCK_BYTES);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #read(start: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafeSlow(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await this.#file.read(buffer, read, length - read, start + read);
      // A checkpoint cut the file off meanwhile; a block that is gone no longer counts.
      if (bytesRead === 0) return buffer.fill(0, read);
      read += bytesRead;
    }
    return buffer;
  }
}

/** 32 hexadecimal digits from the SHA-256 of the block's first page. */
export function digestOfHead(block: Uint8Array): string {
  return createHash("sha256").update(block.subarray(0, PAGE_BYTES)).digest("hex").slice(0, 32);
}

/** Whether the checksum of the block matches its content. */
export function isWholeBlock(block: Buffer): boolean {
  return block.readBigUInt64LE(0) === checksumOf(block.subarray(CHECKSUM_BYTES));
}
