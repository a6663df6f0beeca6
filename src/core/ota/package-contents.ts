// The port to the bytes of packages, which are stored apart from their descriptions. Each upload has an id of its own, which the
// package names when the upload is complete: bytes that no package names belong to nothing.
import type { Readable } from "node:stream";
import type { ContentId } from "../ids.ts";

/** Rejects with `unavailable` if the disk, or whatever holds the bytes, cannot serve. */
export interface PackageContents {
  /** Resolves when all pieces are stored and synced. Rejects with any error of `pieces`. */
  write(id: ContentId, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The whole content; undefined if there is none. */
  read(id: ContentId): Promise<Readable | undefined>;
  /** Fewer bytes at the end, none beyond it; undefined if there is no such content. */
  readRange(id: ContentId, start: number, bytesMax: number): Promise<Uint8Array | undefined>;
  /** Does nothing if there is none. A write in progress still completes. */
  remove(id: ContentId): Promise<void>;
  /** All contents, also those that are being written, and those whose writing was never finished. */
  list(): Promise<readonly ContentId[]>;
}
