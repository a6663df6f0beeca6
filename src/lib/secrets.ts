// Comparing secrets without telling, by the time it takes, how much of them was right.
import { createHash, timingSafeEqual } from "node:crypto";

/** Byte-exact, in a time that does not depend on where the two differ. */
export function equalSecrets(given: string | Uint8Array, expected: string): boolean {
  // Digests have one length, so that not even the length of the expected secret shows.
  return timingSafeEqual(createHash("sha256").update(given).digest(), createHash("sha256").update(expected).digest());
}
