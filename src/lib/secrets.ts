// Compares secrets without revealing by timing how much of them was right.
import { createHash, timingSafeEqual } from "node:crypto";

/** Byte-exact, in a time that does not depend on where they differ. */
export function equalSecrets(given: string | Uint8Array, expected: string): boolean {
  // Digests have a fixed length, so not even the length of the expected secret is revealed.
  return timingSafeEqual(createHash("sha256").update(given).digest(), createHash("sha256").update(expected).digest());
}
