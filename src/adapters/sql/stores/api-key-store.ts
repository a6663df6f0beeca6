// API keys. A key is read together with its user, whose permissions it has.
import type { ApiKey, ApiKeySortProperty, ApiKeyStore, KeyLogin, KeyUse } from "../../../core/access/api-key.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import type { ApiKeyId, UserId } from "../../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { equal, foldedText, searchPage, type List } from "./search-page.ts";
import { violatesForeignKey } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import { FLAG, storedAs, type Row } from "./stored-as.ts";

const COLUMNS = "api_key.*, user_account.authority, user_account.tenant_id, user_account.customer_id";
const FROM = "api_key JOIN user_account ON user_account.id = api_key.user_id";

const LIST: List<ApiKeySortProperty> = {
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
};

const KEY = storedAs<Omit<ApiKey, "owner">>()(
  "id, created_at, description, enabled, expires_at, value_start, last_used_at",
  { enabled: FLAG },
);
const OWNER = storedAs<ApiKey["owner"]>()("user_id, authority, tenant_id, customer_id");

export class SqlApiKeyStore extends SqlStore implements ApiKeyStore {
  async createKey(key: ApiKey, digest: Uint8Array, perOwnerMax: number): Promise<void> {
    const { userId } = key.owner;
    const count = this.connection.count("FROM api_key WHERE user_id = ?", userId);
    if (count >= perOwnerMax)
      throw invalid(`a user may have ${String(perOwnerMax)} API keys, user ${userId} has ${String(count)}`);
    try {
      this.connection.insert("api_key", {
        ...KEY.row({ ...key, lastUsedAt: null }),
        user_id: userId,
        value_digest: digest,
        search_text: foldedText(key.description),
      });
    } catch (error) {
      throw violatesForeignKey(error) ? new DomainError("not-found", `user ${userId} does not exist`) : error;
    }
  }

  async findKey(id: ApiKeyId): Promise<ApiKey | undefined> {
    const row = this.connection.get(`SELECT ${COLUMNS} FROM ${FROM} WHERE api_key.id = ?`, id);
    return row === undefined ? undefined : toKey(row);
  }

  async findLogin(digest: Uint8Array): Promise<KeyLogin | undefined> {
    const row = this.connection.get(
      `SELECT ${COLUMNS}, user_account.enabled AS owner_enabled FROM ${FROM} WHERE api_key.value_digest = ?`,
      digest,
    );
    return row === undefined ? undefined : { key: toKey(row), isOwnerEnabled: row["owner_enabled"] === 1 };
  }

  async listKeys(owner: UserId, request: PageRequest<ApiKeySortProperty>): Promise<FoundPage<ApiKey>> {
    return searchPage(this.connection, { list: LIST, where: equal("api_key.user_id", owner), request }, toKey);
  }

  async updateKey(id: ApiKeyId, fields: Partial<Pick<ApiKey, "description" | "enabled">>): Promise<ApiKey> {
    const key = await this.findKey(id);
    if (key === undefined) throw new DomainError("not-found", `API key ${id} does not exist`);
    const changed = { ...key, ...fields };
    this.connection.update("api_key", id, { ...KEY.changes(fields), search_text: foldedText(changed.description) });
    return changed;
  }

  async deleteKey(id: ApiKeyId): Promise<boolean> {
    return this.connection.run("DELETE FROM api_key WHERE id = ?", id) > 0;
  }

  // One statement, prepared once for the whole batch.
  recordUses(uses: readonly KeyUse[]): Promise<void> {
    const set = this.connection.rowSet(
      { id: "text", at: "bigint" },
      uses.map(({ keyId, usedAt }) => ({ id: keyId, at: usedAt })),
    );
    // A key may have several uses.
    this.connection.run(
      `UPDATE api_key AS k SET last_used_at = u.at FROM (SELECT t.id, max(t.at) AS at FROM ${set.sql} GROUP BY t.id) u
         WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.at)`,
      ...set.parameters,
    );
    return Promise.resolve();
  }

  async deleteExpired(before: EpochMillis, max: number): Promise<number> {
    return this.connection.run(
      "DELETE FROM api_key WHERE id IN (SELECT id FROM api_key WHERE expires_at < ? ORDER BY expires_at LIMIT ?)",
      before,
      max,
    );
  }
}

function toKey(row: Row): ApiKey {
  return { ...KEY.entity(row), owner: OWNER.entity(row) };
}
