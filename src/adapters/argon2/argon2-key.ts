// Derives a key from a passphrase with argon2id. The cost is part of the format of a backup: changing it needs a new
// format version.
import { hashRaw } from "@node-rs/argon2";

/** 64 MiB and three passes, RFC 9106's second recommendation: each guess takes a tenth of a second of one core. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1, outputLen: 32 };

export async function deriveKey(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  return await hashRaw(passphrase, { ...COST, salt });
}
