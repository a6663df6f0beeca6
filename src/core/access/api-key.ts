// An API key: an opaque value with which a program acts as a user, without a login. The value is shown once; only its
// digest is stored. Source: REST contract section 3.
import { createHash, randomBytes } from "node:crypto";
import type { EpochMillis } from "../../lib/clock.ts";
import type { ApiKeyId, UserId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { Caller } from "../caller.ts";

/** The user that a key stands for; none of these fields ever change. */
export type KeyOwner = Omit<Caller, "isPublic">;

export interface ApiKey {
  readonly id: ApiKeyId;
  readonly createdAt: EpochMillis;
  readonly owner: KeyOwner;
  readonly description: string;
  readonly enabled: boolean;
  /** Null means never. */
  readonly expiresAt: EpochMillis | null;
  /** The first characters of the value, by which users recognize the key. */
  readonly valueStart: string;
  /** Stored only periodically, so it may be outdated by up to the flush period; null before the first use. */
  readonly lastUsedAt: EpochMillis | null;
}

const RANDOM_BYTES = 64;
const SHOWN_CHARS = 8;

export interface NewKeyValue {
  readonly value: string;
  readonly digest: Uint8Array;
  readonly start: string;
}

/** `prefix` and 64 random bytes in base64url (86 characters). */
export function newKeyValue(prefix: string): NewKeyValue {
  const value = prefix + randomBytes(RANDOM_BYTES).toString("base64url");
  return { value, digest: digestOf(value), start: value.slice(0, SHOWN_CHARS) };
}

/** SHA-256 is enough: a value of 512 random bits needs no slow hash. */
function digestOf(value: string): Uint8Array {
  return createHash("sha256").update(value).digest();
}

export function hasExpired({ expiresAt }: Pick<ApiKey, "expiresAt">, now: EpochMillis): boolean {
  return expiresAt !== null && expiresAt <= now;
}

export type ApiKeySortProperty = "createdTime" | "expirationTime" | "description" | "enabled";

/** A key, and whether its user may log in. */
export interface KeyLogin {
  readonly key: ApiKey;
  readonly isOwnerEnabled: boolean;
}

/** Each call is atomic, and durable when it resolves. Keys are deleted with their user. */
export interface ApiKeyStore {
  /** Throws `not-found` if the owner no longer exists, `invalid` if the owner already has `perOwnerMax` keys. */
  createKey(key: ApiKey, digest: Uint8Array, perOwnerMax: number): Promise<void>;
  findKey(id: ApiKeyId): Promise<ApiKey | undefined>;
  /** Lookup by the SHA-256 of the value. */
  findLogin(digest: Uint8Array): Promise<KeyLogin | undefined>;
  listKeys(owner: UserId, request: PageRequest<ApiKeySortProperty>): Promise<FoundPage<ApiKey>>;
  /** Changes the given fields. Throws `not-found`. */
  updateKey(id: ApiKeyId, fields: Partial<Pick<ApiKey, "description" | "enabled">>): Promise<ApiKey>;
  /** False if there is no such key. */
  deleteKey(id: ApiKeyId): Promise<boolean>;
  /** Records when keys were last used; skips times before the stored one, and deleted keys. */
  recordUses(uses: readonly KeyUse[]): Promise<void>;
  /** Deletes at most `max` keys that expired before `before`; returns how many. */
  deleteExpired(before: EpochMillis, max: number): Promise<number>;
}

export interface KeyUse {
  readonly keyId: ApiKeyId;
  readonly usedAt: EpochMillis;
}
