// The bytes of firmware and software packages as files of a folder, one for each upload.
import type { ContentId } from "../../core/ids.ts";
import type { PackageContents } from "../../core/ota/package-contents.ts";
import { FileFolder } from "./file-folder.ts";

export class PackageFolder extends FileFolder<ContentId> implements PackageContents {
  constructor(folder: string, where?: string) {
    super(folder, "firmware and software packages", where);
  }

  write(id: ContentId, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    return this.writePieces(id, pieces);
  }

  readRange(id: ContentId, start: number, bytesMax: number): Promise<Uint8Array | undefined> {
    return this.readBytes(id, start, bytesMax);
  }

  async list(): Promise<readonly ContentId[]> {
    return (await this.files()).map(({ id }) => id);
  }
}
