// Password hashing with argon2id. Hashing runs on the runtime's thread pool; the caller decides how many hashes run at
// once.
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import type { PasswordHasher } from "../../core/access/password-check.ts";

export interface Argon2Cost {
  /** Memory of one hash, in KiB. */
  readonly memoryKib: number;
  /** Passes over that memory. */
  readonly passes: number;
}

const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export class Argon2PasswordHasher implements PasswordHasher {
  readonly #cost: Argon2Cost;
  readonly #dummyHash: string;

  constructor(cost: Argon2Cost) {
    this.#cost = cost;
    this.#dummyHash = dummyHash(cost);
  }

  hash(password: string): Promise<string> {
    return hash(password, {
      memoryCost: this.#cost.memoryKib,
      timeCost: this.#cost.passes,
      parallelism: PARALLELISM,
      outputLen: HASH_BYTES,
    });
  }

  verify(encoded: string, password: string): Promise<boolean> {
    return verify(encoded, password);
  }

  async verifyUnknown(password: string): Promise<false> {
    await verify(this.#dummyHash, password);
    return false;
  }
}

/** A hash in the usual notation that matches no known password and takes as long to check as a real one. */
function dummyHash({ memoryKib, passes }: Argon2Cost): string {
  const parameters = `m=${String(memoryKib)},t=${String(passes)},p=${String(PARALLELISM)}`;
  return `$argon2id$v=19$${parameters}$${unpadded(randomBytes(SALT_BYTES))}$${unpadded(randomBytes(HASH_BYTES))}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
