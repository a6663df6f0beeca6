// The master key and the key of a certificate in a backup, encrypted by AES-256-GCM with a key derived from a
// passphrase, so that a stolen backup alone reveals neither the secrets of devices nor what they send.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { DomainError } from "../errors.ts";
import type { SealedKey } from "./manifest.ts";

/** The port that derives a 32-byte key from a passphrase; slow, to make guessing slow. */
export type DeriveKey = (passphrase: string, salt: Uint8Array) => Promise<Uint8Array>;

const CIPHER = "aes-256-gcm";
const SALT_BYTES = 16;
const NONCE_BYTES = 12;

/** The result is bound to `owner`: it cannot be opened as the key of another data folder or certificate. */
export async function sealKey(
  key: Uint8Array,
  owner: string,
  { passphrase, derive }: { readonly passphrase: string; readonly derive: DeriveKey },
): Promise<SealedKey> {
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv(CIPHER, await derive(passphrase, salt), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    salt: salt.toString("base64"),
    nonce: nonce.toString("base64"),
    sealed: sealed.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
  };
}

/** Throws `forbidden` for a wrong passphrase. */
export async function openKey(
  { salt, nonce, sealed, tag }: SealedKey,
  owner: string,
  { passphrase, derive }: { readonly passphrase: string; readonly derive: DeriveKey },
): Promise<Buffer> {
  const key = await derive(passphrase, Buffer.from(salt, "base64"));
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, "base64"))
    .setAAD(Buffer.from(owner))
    .setAuthTag(Buffer.from(tag, "base64"));
  try {
    return Buffer.concat([decipher.update(Buffer.from(sealed, "base64")), decipher.final()]);
  } catch (cause) {
    throw new DomainError("forbidden", "the passphrase is not the one that this backup was made with", { cause });
  }
}
