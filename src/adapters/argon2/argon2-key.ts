// A key out of a passphrase by argon2id. The cost is part of what a backup can be read with: a change of it needs a new form.
import { hashRaw } from "@node-rs/argon2";

/** 64 MiB and three passes, RFC 9106's second recommendation: a tenth of a second of one core for each guess. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1, outputLen: 32 };

export async function deriveKey(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  return await hashRaw(passphrase, { ...COST, salt });
}
