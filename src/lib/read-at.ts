// Reads a part of a file.
import type { FileHandle } from "node:fs/promises";

/** The bytes from `start` on; fewer than `length` if the file ends earlier. */
export async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, start + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}
