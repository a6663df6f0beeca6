// The port behind which the bytes of packages are kept, apart from what is known about them.
import type { Readable } from "node:stream";
import type { PackageId } from "../ids.ts";

/** Rejects with `unavailable` where the disk, or whatever it is, cannot serve. */
export interface PackageContents {
  /** Resolves when all pieces are stored and synced; they are there as a whole or not at all. Rejects as the pieces do. */
  write(id: PackageId, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The whole; undefined where there is none. */
  read(id: PackageId): Promise<Readable | undefined>;
  /** Fewer bytes at the end, none behind it; undefined where there is nothing of the package. */
  readRange(id: PackageId, start: number, bytesMax: number): Promise<Uint8Array | undefined>;
  /** Nothing where there is none. What is being written meanwhile is there afterwards all the same. */
  remove(id: PackageId): Promise<void>;
  /** Every content that is there as a whole. Removes parts of what was never finished. */
  list(): Promise<readonly { readonly id: PackageId; readonly bytes: number }[]>;
}
