// API keys in SQLite. A key is read together with its user, whose rights it has.
import type { ApiKey, ApiKeySortProperty, ApiKeyStore, KeyLogin, KeyUse } from "../../core/access/api-key.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import type { ApiKeyId, UserId } from "../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { foldedText, searchPage } from "./search-page.ts";
import { violatesForeignKey } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";
import { Table } from "./table.ts";

const KEY = new Table(
  "api_key",
  "id createdAt userId valueStart description enabled expiresAt lastUsedAt",
  "valueDigest searchText",
);
const COLUMNS = `${KEY.columns}, user_account.authority, user_account.tenant_id AS tenantId, user_account.customer_id AS customerId`;
const FROM = "api_key JOIN user_account ON user_account.id = api_key.user_id";

const LIST = {
  columns: COLUMNS,
  from: FROM,
  search: "api_key.search_text",
  id: "api_key.id",
  sort: {
    createdTime: "api_key.created_at",
    expirationTime: "api_key.expires_at",
    description: "api_key.description",
    enabled: "api_key.enabled",
  },
  toItem: toKey,
};

export class SqliteApiKeyStore extends SqliteStore implements ApiKeyStore {
  async createKey({ owner, ...key }: ApiKey, digest: Uint8Array, perOwnerMax: number): Promise<void> {
    const { userId } = owner;
    const present = this.countRows("api_key WHERE user_id = ?", userId);
    if (present >= perOwnerMax)
      throw invalid(`a user may have ${String(perOwnerMax)} API keys, user ${userId} has ${String(present)}`);
    try {
      KEY.insert(this.connection, { ...key, userId, valueDigest: digest, searchText: foldedText(key.description) });
    } catch (error) {
      throw violatesForeignKey(error) ? new DomainError("not-found", `user ${userId} does not exist`) : error;
    }
  }

  async findKey(id: ApiKeyId): Promise<ApiKey | undefined> {
    return this.one(toKey, `SELECT ${COLUMNS} FROM ${FROM} WHERE api_key.id = ?`, id);
  }

  async findLogin(digest: Uint8Array): Promise<KeyLogin | undefined> {
    const sql = `SELECT ${COLUMNS}, user_account.enabled AS ownerEnabled FROM ${FROM} WHERE value_digest = ?`;
    return this.one(
      ({ ownerEnabled, ...row }) => ({ key: toKey(row), isOwnerEnabled: ownerEnabled === 1 }),
      sql,
      digest,
    );
  }

  async listKeys(owner: UserId, request: PageRequest<ApiKeySortProperty>): Promise<FoundPage<ApiKey>> {
    return searchPage(
      this.connection,
      { ...LIST, where: { sql: "api_key.user_id = ?", parameters: [owner] } },
      request,
    );
  }

  async updateKey(id: ApiKeyId, fields: Partial<Pick<ApiKey, "description" | "enabled">>): Promise<ApiKey> {
    const key = await this.findKey(id);
    if (key === undefined) throw new DomainError("not-found", `API key ${id} does not exist`);
    const changed = { ...key, ...fields };
    const { description, enabled } = changed;
    KEY.update(this.connection, id, { description, enabled, searchText: foldedText(description) });
    return changed;
  }

  async deleteKey(id: ApiKeyId): Promise<boolean> {
    return this.connection.run("DELETE FROM api_key WHERE id = ?", id) > 0;
  }

  // One statement, prepared once, for a whole batch.
  async recordUses(uses: readonly KeyUse[]): Promise<void> {
    const statement = this.connection.cached(
      "UPDATE api_key SET last_used_at = ?1 WHERE id = ?2 AND (last_used_at IS NULL OR last_used_at < ?1)",
    );
    for (const { keyId, usedAt } of uses) statement.run(usedAt, keyId);
  }

  async deleteExpired(before: EpochMillis, max: number): Promise<number> {
    return this.connection.run(
      "DELETE FROM api_key WHERE id IN (SELECT id FROM api_key WHERE expires_at < ? ORDER BY expires_at LIMIT ?)",
      before,
      max,
    );
  }
}

function toKey(row: Readonly<Record<string, unknown>>): ApiKey {
  const { userId, authority, tenantId, customerId, ...key } = row;
  const owner = { userId, authority, tenantId, customerId };
  return { ...key, owner, enabled: key["enabled"] === 1 } as unknown as ApiKey;
}
