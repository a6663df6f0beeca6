// Encrypts small secrets that must be readable later, and makes keyed hashes by which they can be looked up without
// being readable. AES-256-GCM and HMAC-SHA-256 with keys derived from one 32-byte master key.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { isMissing } from "./missing-file.ts";

export const MASTER_KEY_FILE = "secret.key";

export const MASTER_KEY_BYTES = 32;

/** The new key of a rotation that has not finished. */
export const NEXT_KEY_FILE = "secret.key.next";

const KEY_BYTES = MASTER_KEY_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

export class SecretBox {
  // Made into keys once: with bytes, Node makes a key for each call, which costs four times the call itself.
  readonly #sealKey: KeyObject;
  readonly #hashKey: KeyObject;

  constructor(masterKey: Uint8Array) {
    if (masterKey.length !== KEY_BYTES)
      throw new RangeError(`a master key has ${String(KEY_BYTES)} bytes, got ${String(masterKey.length)}`);
    this.#sealKey = derive(masterKey, "seal");
    this.#hashKey = derive(masterKey, "hash");
  }

  /** `context` is bound to the result: what was sealed for one row cannot be opened for another. */
  seal(text: string, context: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#sealKey, nonce).setAAD(Buffer.from(context));
    const sealed = cipher.update(text, "utf8");
    cipher.final();
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
  }

  /** Throws if the bytes were changed, or were sealed for another context or with another key. */
  open(bytes: Uint8Array, context: string): string {
    const tagStart = bytes.length - TAG_BYTES;
    if (tagStart < NONCE_BYTES) throw new Error("a sealed secret is too short");
    const decipher = createDecipheriv(CIPHER, this.#sealKey, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(tagStart));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, tagStart), undefined, "utf8");
    return text + decipher.final("utf8");
  }

  /** Equal texts give the same 32 bytes, which reveal nothing about the text without the key. */
  hash(text: string): Uint8Array {
    return createHmac("sha256", this.#hashKey).update(text).digest();
  }
}

function derive(masterKey: Uint8Array, purpose: string): KeyObject {
  const bytes = hkdfSync("sha256", masterKey, Buffer.alloc(0), `bridgehead/${purpose}`, KEY_BYTES);
  return createSecretKey(new Uint8Array(bytes));
}

/**
 * The master key in `folder`/secret.key, created on first use and readable only by its owner. Without the file, every
 * secret sealed with it is lost, so it must be included in backups of the folder.
 */
export function loadMasterKey(folder: string): Uint8Array {
  const file = join(folder, MASTER_KEY_FILE);
  const existing = readIfThere(file);
  if (existing !== undefined) return existing;
  writeMasterKey(folder, randomBytes(KEY_BYTES));
  return readFileSync(file);
}

/** Writes the key of a running process back if its file is missing; returns whether it was. */
export function keepMasterKey(folder: string, key: Uint8Array): boolean {
  if (existsSync(join(folder, MASTER_KEY_FILE))) return false;
  writeMasterKey(folder, key);
  return true;
}

function writeMasterKey(folder: string, key: Uint8Array): void {
  const file = join(folder, MASTER_KEY_FILE);
  // Written to another name and linked into place, so that neither a crash nor a second process can leave or see half a
  // key.
  const draft = join(folder, `secret.key.${String(process.pid)}.new`);
  writeKey(draft, key);
  try {
    linkSync(draft, file);
    syncFolder(folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Creates a new master key in its own file, synced; `settleMasterKey` decides whether it is used. */
export function prepareMasterKey(folder: string): Uint8Array {
  const file = join(folder, NEXT_KEY_FILE);
  writeKey(file, randomBytes(KEY_BYTES));
  syncFolder(folder);
  return readFileSync(file);
}

/**
 * Ends a rotation, also one that a crash interrupted: the prepared key becomes the master key if `isInUse` returns
 * true, and is removed otherwise.
 */
export function settleMasterKey(folder: string, isInUse: (key: Uint8Array) => boolean): void {
  const file = join(folder, NEXT_KEY_FILE);
  const prepared = readIfThere(file);
  if (prepared === undefined) return;
  // A crash during its writing leaves an incomplete key, with which nothing can have been encrypted.
  if (prepared.length === KEY_BYTES && isInUse(prepared)) renameSync(file, join(folder, MASTER_KEY_FILE));
  else rmSync(file);
  syncFolder(folder);
}

function writeKey(file: string, key: Uint8Array): void {
  const handle = openSync(file, "w", 0o600);
  try {
    writeSync(handle, key);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A new name is durable once its folder is synced; Windows neither needs nor allows it. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
