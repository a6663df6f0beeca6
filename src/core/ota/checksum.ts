// Checksums of packages, computed piece by piece while the bytes pass. Each is written as devices compare it:
// lower-case hex, and for CRC32 the four bytes in little-endian order. Algorithms:
// docs/decisions/0112-packages-as-files.md.
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { invalid } from "../errors.ts";

export const CHECKSUM_ALGORITHMS = ["MD5", "SHA256", "SHA384", "SHA512", "CRC32"] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** Algorithms that clients of other platforms may name and this platform does not support. */
const UNSUPPORTED = ["MURMUR3_32", "MURMUR3_128"];

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly value: string;
}

export interface RunningChecksum {
  add(bytes: Uint8Array): void;
  /** The checksum of everything added; call once. */
  value(): string;
}

/** Case-insensitive. Throws `invalid` for an unknown algorithm. */
export function parseChecksumAlgorithm(text: string): ChecksumAlgorithm {
  const word = text.toUpperCase();
  const algorithm = CHECKSUM_ALGORITHMS.find((each) => each === word);
  if (algorithm !== undefined) return algorithm;
  const why = UNSUPPORTED.includes(word) ? `${word} is not supported, ` : "";
  throw invalid(
    `checksumAlgorithm: ${why}it must be one of ${CHECKSUM_ALGORITHMS.join(", ")}, got "${text.slice(0, 64)}"`,
  );
}

export function runningChecksum(algorithm: ChecksumAlgorithm): RunningChecksum {
  if (algorithm === "CRC32") return new Crc32();
  const hash = createHash(algorithm.toLowerCase());
  return {
    add: (bytes) => {
      hash.update(bytes);
    },
    value: () => hash.digest("hex"),
  };
}

class Crc32 implements RunningChecksum {
  #crc = 0;

  add(bytes: Uint8Array): void {
    this.#crc = crc32(bytes, this.#crc);
  }

  value(): string {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(this.#crc);
    return bytes.toString("hex");
  }
}
