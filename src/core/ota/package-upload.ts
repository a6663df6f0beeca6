// An upload in progress: its pieces are counted, checked against the limits and checksummed as they pass.
import { parseText } from "../entity-text.ts";
import { DomainError, invalid } from "../errors.ts";
import type { ContentId } from "../ids.ts";
import { runningChecksum, type ChecksumAlgorithm } from "./checksum.ts";
import type { FileContent } from "./ota-package.ts";
import { packageLimitExceeded } from "./package-store.ts";
import { parseChecksum } from "./sent-package.ts";

/** A file being uploaded. */
export interface PackageUpload {
  readonly fileName: string;
  readonly contentType: string;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** The expected value; null accepts any. */
  readonly checksum: string | null;
  readonly algorithm: ChecksumAlgorithm;
}

export interface UploadBounds {
  readonly fileBytesMax: number;
  /** Limit of the total bytes of the tenant's files; 0 means no limit. */
  readonly tenantBytesMax: number;
  /** Total bytes of the tenant's other files. */
  readonly tenantBytes: number;
}

export interface CheckedUpload {
  /**
   * Can be read once. Throws `invalid` for an empty file or a wrong checksum, `too-large`, `limit-exceeded`, and any
   * error of reading the upload.
   */
  pieces(): AsyncIterable<Uint8Array>;
  /** Call after all pieces have been read and stored. */
  file(contentId: ContentId): FileContent;
}

/** Throws `invalid` for an invalid name, media type or checksum. */
export function checkedUpload(upload: PackageUpload, bounds: UploadBounds): CheckedUpload {
  const { algorithm } = upload;
  const { fileBytesMax, tenantBytesMax, tenantBytes } = bounds;
  const fileName = parseText(upload.fileName, "the name of the file") ?? "";
  const contentType = parseText(upload.contentType, "the media type of the file") ?? "";
  const wanted = upload.checksum === null ? null : parseChecksum(upload.checksum);
  const checksum = runningChecksum(algorithm);
  let bytes = 0;
  let value = "";
  return {
    async *pieces() {
      for await (const piece of upload.pieces) {
        bytes += piece.byteLength;
        if (bytes > fileBytesMax) throw fileTooLarge(fileBytesMax);
        if (tenantBytesMax > 0 && tenantBytes + bytes > tenantBytesMax)
          throw packageLimitExceeded(tenantBytesMax, tenantBytes + bytes);
        checksum.add(piece);
        yield piece;
      }
      if (bytes === 0) throw invalid("the file is empty");
      value = checksum.value();
      if (wanted !== null && wanted !== value)
        throw invalid(`checksum: the ${algorithm} of the file is ${value}, got "${wanted.slice(0, 128)}"`);
    },
    file: (contentId) => ({ kind: "file", contentId, fileName, contentType, bytes, checksum: { algorithm, value } }),
  };
}

function fileTooLarge(bytesMax: number): DomainError {
  return new DomainError("too-large", `the file of a package may have ${String(bytesMax)} bytes, and has more`, {
    limit: { name: "ota.fileBytesMax", value: bytesMax },
  });
}
