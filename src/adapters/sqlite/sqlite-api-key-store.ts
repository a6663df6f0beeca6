// API keys in SQLite. A key is read together with its user, whose rights it has.
import type { ApiKey, ApiKeySortProperty, ApiKeyStore, KeyLogin, KeyUse } from "../../core/access/api-key.ts";
import type { Authority } from "../../core/access/principal.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import type { ApiKeyId, CustomerId, TenantId, UserId } from "../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import { millis, type EpochMillis } from "../../lib/clock.ts";
import { foldedText, searchPage, type ListColumns } from "./search-page.ts";
import { violatesForeignKey } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";

const LIST: ListColumns<ApiKeySortProperty> = {
  search: "api_key.search_text",
  id: "api_key.id",
  sort: {
    createdTime: "api_key.created_at",
    expirationTime: "api_key.expires_at",
    description: "api_key.description",
    enabled: "api_key.enabled",
  },
};

export class SqliteApiKeyStore extends SqliteStore implements ApiKeyStore {
  async createKey(key: ApiKey, digest: Uint8Array, perOwnerMax: number): Promise<void> {
    const { userId } = key.owner;
    const { count } = await this.db
      .selectFrom("api_key")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (count >= perOwnerMax)
      throw invalid(`a user may have ${String(perOwnerMax)} API keys, user ${userId} has ${String(count)}`);
    try {
      await this.db
        .insertInto("api_key")
        .values({
          id: key.id,
          created_at: key.createdAt,
          user_id: userId,
          value_digest: digest,
          value_start: key.valueStart,
          ...columnsOf(key),
          expires_at: key.expiresAt,
          last_used_at: null,
        })
        .execute();
    } catch (error) {
      throw violatesForeignKey(error) ? new DomainError("not-found", `user ${userId} does not exist`) : error;
    }
  }

  async findKey(id: ApiKeyId): Promise<ApiKey | undefined> {
    const row = await this.#keys().where("api_key.id", "=", id).executeTakeFirst();
    return row === undefined ? undefined : toKey(row);
  }

  async findLogin(digest: Uint8Array): Promise<KeyLogin | undefined> {
    const row = await this.#keys()
      .select("user_account.enabled as owner_enabled")
      .where("api_key.value_digest", "=", digest)
      .executeTakeFirst();
    return row === undefined ? undefined : { key: toKey(row), isOwnerEnabled: row.owner_enabled === 1 };
  }

  async listKeys(owner: UserId, request: PageRequest<ApiKeySortProperty>): Promise<FoundPage<ApiKey>> {
    const { items, total } = await searchPage(this.#keys().where("api_key.user_id", "=", owner), request, LIST);
    return { items: items.map(toKey), total };
  }

  async updateKey(id: ApiKeyId, fields: Partial<Pick<ApiKey, "description" | "enabled">>): Promise<ApiKey> {
    const key = await this.findKey(id);
    if (key === undefined) throw new DomainError("not-found", `API key ${id} does not exist`);
    const changed = { ...key, ...fields };
    await this.db.updateTable("api_key").set(columnsOf(changed)).where("id", "=", id).execute();
    return changed;
  }

  async deleteKey(id: ApiKeyId): Promise<boolean> {
    const { numDeletedRows } = await this.db.deleteFrom("api_key").where("id", "=", id).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  // One statement, prepared once, for a whole batch.
  recordUses(uses: readonly KeyUse[]): Promise<void> {
    const { statement } = this.connection.cached(
      "UPDATE api_key SET last_used_at = ?1 WHERE id = ?2 AND (last_used_at IS NULL OR last_used_at < ?1)",
    );
    for (const { keyId, usedAt } of uses) statement.run(usedAt, keyId);
    return Promise.resolve();
  }

  async deleteExpired(before: EpochMillis, max: number): Promise<number> {
    const expired = this.db
      .selectFrom("api_key")
      .select("id")
      .where("expires_at", "is not", null)
      .where("expires_at", "<", before)
      .orderBy("expires_at")
      .limit(max);
    const { numDeletedRows } = await this.db.deleteFrom("api_key").where("id", "in", expired).executeTakeFirst();
    return Number(numDeletedRows);
  }

  #keys() {
    return this.db
      .selectFrom("api_key")
      .innerJoin("user_account", "user_account.id", "api_key.user_id")
      .select([
        "api_key.id",
        "api_key.created_at",
        "api_key.user_id",
        "api_key.value_start",
        "api_key.description",
        "api_key.enabled",
        "api_key.expires_at",
        "api_key.last_used_at",
        "user_account.authority",
        "user_account.tenant_id",
        "user_account.customer_id",
      ]);
  }
}

function columnsOf({ description, enabled }: Pick<ApiKey, "description" | "enabled">) {
  return { description, search_text: foldedText(description), enabled };
}

interface KeyRow {
  readonly id: string;
  readonly created_at: number;
  readonly user_id: string;
  readonly value_start: string;
  readonly description: string;
  readonly enabled: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly authority: string;
  readonly tenant_id: string | null;
  readonly customer_id: string | null;
}

// Ids and the authority of a row were made by our own parsers before they were stored.
function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id as ApiKeyId,
    createdAt: millis(row.created_at),
    owner: {
      userId: row.user_id as UserId,
      authority: row.authority as Authority,
      tenantId: row.tenant_id as TenantId | null,
      customerId: row.customer_id as CustomerId | null,
    },
    description: row.description,
    enabled: row.enabled === 1,
    expiresAt: timeOf(row.expires_at),
    valueStart: row.value_start,
    lastUsedAt: timeOf(row.last_used_at),
  };
}

function timeOf(column: number | null): EpochMillis | null {
  return column === null ? null : millis(column);
}
