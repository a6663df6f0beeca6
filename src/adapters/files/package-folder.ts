// The bytes of firmware and software packages as files of a folder, one for each package.
import type { PackageId } from "../../core/ids.ts";
import type { PackageContents } from "../../core/ota/package-contents.ts";
import { FileFolder } from "./file-folder.ts";

export class PackageFolder extends FileFolder<PackageId> implements PackageContents {
  constructor(folder: string) {
    super(folder, "firmware and software packages");
  }

  write(id: PackageId, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    return this.writePieces(id, pieces);
  }

  readRange(id: PackageId, start: number, bytesMax: number): Promise<Uint8Array | undefined> {
    return this.readBytes(id, start, bytesMax);
  }
}
