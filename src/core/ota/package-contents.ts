// The port to the bytes of packages, which are stored apart from their descriptions.
import type { Readable } from "node:stream";
import type { PackageId } from "../ids.ts";

/** Rejects with `unavailable` if the disk, or whatever holds the bytes, cannot serve. */
export interface PackageContents {
  /** Resolves when all pieces are stored and synced; atomic. Rejects with any error of `pieces`. */
  write(id: PackageId, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The whole content; undefined if there is none. */
  read(id: PackageId): Promise<Readable | undefined>;
  /** Fewer bytes at the end, none beyond it; undefined if the package has no content. */
  readRange(id: PackageId, start: number, bytesMax: number): Promise<Uint8Array | undefined>;
  /** Does nothing if there is none. A write in progress still completes. */
  remove(id: PackageId): Promise<void>;
  /** All complete contents. Removes parts of unfinished writes. */
  list(): Promise<readonly { readonly id: PackageId; readonly bytes: number }[]>;
}
