// The bytes of firmware and software packages in a bucket.
import type { ContentId } from "../../core/ids.ts";
import type { PackageContents } from "../../core/ota/package-contents.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { BucketFiles } from "./bucket-files.ts";
import type { BucketDeps, RequestOptions } from "./bucket-requests.ts";

export class PackageBucket extends BucketFiles<ContentId> implements PackageContents {
  constructor(address: BucketAddress, deps: BucketDeps, options: RequestOptions & { readonly folder: string }) {
    super(address, deps, { ...options, holds: "firmware and software packages" });
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
