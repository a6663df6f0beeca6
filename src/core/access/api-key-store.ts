// What is kept of API keys. Each call is atomic, and durable when it resolves. Keys go with their user.
import type { EpochMillis } from "../../lib/clock.ts";
import type { ApiKeyId, UserId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { ApiKey } from "./api-key.ts";

export type ApiKeySortProperty = "createdTime" | "expirationTime" | "description" | "enabled";

/** A key together with whether its user may log in. */
export interface KeyLogin {
  readonly key: ApiKey;
  readonly isOwnerEnabled: boolean;
}

export interface ApiKeyStore {
  /** Throws `not-found` where the owner is gone, `invalid` where the owner has `perOwnerMax` keys already. */
  createKey(key: ApiKey, digest: Uint8Array, perOwnerMax: number): Promise<void>;
  findKey(id: ApiKeyId): Promise<ApiKey | undefined>;
  /** By the SHA-256 of the value. */
  findLogin(digest: Uint8Array): Promise<KeyLogin | undefined>;
  listKeys(owner: UserId, request: PageRequest<ApiKeySortProperty>): Promise<FoundPage<ApiKey>>;
  /** Changes the fields that are given. Throws `not-found`. */
  updateKey(id: ApiKeyId, fields: Partial<Pick<ApiKey, "description" | "enabled">>): Promise<ApiKey>;
  /** False where there is no such key. */
  deleteKey(id: ApiKeyId): Promise<boolean>;
  /** Notes when keys were last used; a time before the stored one, or of a key that is gone, is left out. */
  recordUses(uses: readonly KeyUse[]): Promise<void>;
  /** Deletes at most `max` keys that expired before `before`; how many there were. */
  deleteExpired(before: EpochMillis, max: number): Promise<number>;
}

export interface KeyUse {
  readonly keyId: ApiKeyId;
  readonly usedAt: EpochMillis;
}
