// The packages assigned to devices, and their bytes in pieces of any size and order. Blocks are cached for a while, so
// that many devices downloading the same package do not each go to the disk. Source: MQTT contract 6.5.
import { RowCache } from "../../lib/row-cache.ts";
import type { PackageKind } from "../devices/profile-store.ts";
import type { ContentId, DeviceId, TenantId } from "../ids.ts";
import { fileMissing, type FileContent, type OtaPackage } from "./ota-package.ts";
import type { PackageContents } from "./package-contents.ts";
import type { PackageStore } from "./package-store.ts";

export interface PackageReaderOptions {
  /** Bytes read from the disk at a time. */
  readonly blockBytes: number;
  /** Bytes cached in memory. */
  readonly bytesMax: number;
}

/** A package whose file the platform holds. */
export interface FilePackage extends Pick<OtaPackage, "id"> {
  readonly content: FileContent;
}

/** Offset and length; the result is shorter at the end of the file. */
export interface PackageRange {
  readonly start: number;
  readonly bytes: number;
}

export class PackageReader {
  readonly #store: Pick<PackageStore, "assignedTo">;
  readonly #blockBytes: number;
  readonly #blocks: RowCache<string, Uint8Array>;

  constructor(
    store: Pick<PackageStore, "assignedTo">,
    contents: Pick<PackageContents, "readRange">,
    { blockBytes, bytesMax }: PackageReaderOptions,
  ) {
    this.#store = store;
    this.#blockBytes = blockBytes;
    this.#blocks = new RowCache({
      load: (key) => {
        const [id = "", block = ""] = key.split(" ");
        return contents.readRange(id as ContentId, Number(block) * blockBytes, blockBytes);
      },
      max: bytesMax,
      weigh: (block) => Math.max(1, block.byteLength),
    });
  }

  /** The package assigned to the device: its own, or that of its profile. */
  assignedTo(
    device: { readonly id: DeviceId; readonly tenantId: TenantId },
    kind: PackageKind,
  ): Promise<OtaPackage | undefined> {
    return this.#store.assignedTo(device.tenantId, device.id, kind);
  }

  /** Empty beyond the end. Throws `not-found` if the file is missing, and `unavailable`. */
  async read(found: FilePackage, range: PackageRange): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.stream(found, range)) pieces.push(piece);
    const [only] = pieces;
    return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
  }

  /** The same piece by piece, as fast as the consumer takes them. */
  async *stream(
    { id, content }: FilePackage,
    { start, bytes }: PackageRange,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const end = Math.min(start + bytes, content.bytes);
    for (let at = start; at < end;) {
      const number = Math.floor(at / this.#blockBytes);
      const block = await this.#blocks.find(`${content.contentId} ${String(number)}`);
      const from = at - number * this.#blockBytes;
      const piece = block?.subarray(from, from + end - at);
      if (piece === undefined || piece.byteLength === 0) throw fileMissing(id);
      yield piece;
      at += piece.byteLength;
    }
  }
}

/** The package if the platform holds its file. */
export function withFile(found: OtaPackage | undefined): FilePackage | undefined {
  return found?.content.kind === "file" ? { id: found.id, content: found.content } : undefined;
}
