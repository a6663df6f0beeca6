// API keys in SQLite. A key is read together with its user, whose rights it has.
import type { ApiKey, ApiKeySortProperty, ApiKeyStore, KeyLogin, KeyUse } from "../../core/access/api-key.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import type { ApiKeyId, UserId } from "../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { foldedText, searchPage, type ListColumns } from "./search-page.ts";
import { violatesForeignKey } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";
import { FLAG, storedAs, type Row } from "./stored-as.ts";

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

const KEY = storedAs<Omit<ApiKey, "owner">>()(
  "id, created_at, description, enabled, expires_at, value_start, last_used_at",
  { enabled: FLAG },
);
const OWNER = storedAs<ApiKey["owner"]>()("user_id, authority, tenant_id, customer_id");

export class SqliteApiKeyStore extends SqliteStore implements ApiKeyStore {
  async createKey(key: ApiKey, digest: Uint8Array, perOwnerMax: number): Promise<void> {
    const { userId } = key.owner;
    const count = this.connection.count("FROM api_key WHERE user_id = ?", userId);
    if (count >= perOwnerMax)
      throw invalid(`a user may have ${String(perOwnerMax)} API keys, user ${userId} has ${String(count)}`);
    try {
      await this.db
        .insertInto("api_key")
        .values({
          ...KEY.row({ ...key, lastUsedAt: null }),
          user_id: userId,
          value_digest: digest,
          search_text: foldedText(key.description),
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
    const columns = { ...KEY.changes(fields), search_text: foldedText(changed.description) };
    await this.db.updateTable("api_key").set(columns).where("id", "=", id).execute();
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
      .selectAll("api_key")
      .select(["user_account.authority", "user_account.tenant_id", "user_account.customer_id"]);
  }
}

function toKey(row: Row): ApiKey {
  return { ...KEY.entity(row), owner: OWNER.entity(row) };
}
