// Counts stored data that affects the security of the installation, and says what its keys and its engine are.
import {
  KEY_DAYS_MAX,
  TENANTS_NAMED_MAX,
  UNUSED_DAYS_MAX,
  type EntityEngine,
  type KeyTimes,
  type PostureStore,
  type StoredRisks,
  type TenantsFound,
} from "../../../core/installation/posture.ts";
import type { TenantId } from "../../../core/ids.ts";
import { MESSAGE_RATE_LIMITS } from "../../../core/tenants/tenant-profile.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { DAY_MILLIS } from "../../../lib/units.ts";
import { FIRST_TOKEN_KEY, SAVED_TOKEN_KEY, sinceOf } from "./installation-keys.ts";
import { SqlStore } from "../store-table.ts";

const limit = (name: string): string => `CAST(json_extract(p.profile_data, '$.configuration.${name}') AS TEXT)`;
const tenants = (condition: string): string => `SELECT t.id, t.title, count(*) OVER () AS found
  FROM tenant t JOIN tenant_profile p ON p.id = t.profile_id LEFT JOIN device_count d ON d.tenant_id = t.id
  WHERE ${condition} ORDER BY coalesce(d.devices, 0) DESC, t.title, t.id LIMIT ${String(TENANTS_NAMED_MAX)}`;
const users = (condition: string): string =>
  `(SELECT count(*) FROM user_account u WHERE u.enabled = 1 AND u.password_hash IS NOT NULL AND ${condition})`;
const keys = (condition: string): string => `(SELECT count(*) FROM api_key k WHERE k.enabled = 1 AND ${condition})`;

/** The time, that before which a password is old, and that since which what is in use was used. */
const RISKS = `SELECT
  ${users("u.authority = 'SYS_ADMIN'")} AS administrators,
  ${users("u.password_changed_at < ?2")} AS old_passwords,
  ${users(`coalesce(u.last_login_at, u.created_at) < ?3
    AND NOT EXISTS (SELECT 1 FROM api_key k WHERE k.user_id = u.id AND k.enabled = 1)`)} AS unused_accounts,
  ${keys("k.expires_at IS NULL")} AS endless,
  ${keys("coalesce(k.expires_at > ?1, 1 = 1) AND coalesce(k.last_used_at, k.created_at) < ?3")} AS unused_keys`;

const WITHOUT_DEVICE_LIMIT = tenants(`coalesce(${limit("maxDevices")}, '0') = '0'`);
const WITHOUT_RATE_LIMIT = tenants(
  MESSAGE_RATE_LIMITS.map((name) => `coalesce(${limit(name)}, '') = ''`).join(" AND "),
);

export class SqlPostureStore extends SqlStore implements PostureStore {
  countRisks(now: EpochMillis): Promise<StoredRisks> {
    const row = this.connection.get(RISKS, now, now - KEY_DAYS_MAX * DAY_MILLIS, now - UNUSED_DAYS_MAX * DAY_MILLIS);
    return Promise.resolve({
      systemAdministrators: Number(row?.["administrators"]),
      oldPasswords: Number(row?.["old_passwords"]),
      unusedAccounts: Number(row?.["unused_accounts"]),
      endlessApiKeys: Number(row?.["endless"]),
      unusedApiKeys: Number(row?.["unused_keys"]),
      tenantsWithoutDeviceLimit: this.#tenants(WITHOUT_DEVICE_LIMIT),
      tenantsWithoutRateLimit: this.#tenants(WITHOUT_RATE_LIMIT),
    });
  }

  #tenants(sql: string): TenantsFound {
    const rows = this.connection.all(sql);
    return {
      total: Number(rows[0]?.["found"] ?? 0),
      named: rows.map((row) => ({ id: row["id"] as TenantId, title: String(row["title"]) })),
    };
  }

  findKeyTimes(isTokenKeySet: boolean): Promise<KeyTimes> {
    const since = (name: string) => this.connection.get("SELECT since FROM installation_key WHERE name = ?", name);
    const saved = since(SAVED_TOKEN_KEY);
    return Promise.resolve({
      masterKeySince: sinceOf(this.connection.get("SELECT key_since AS since FROM store_mark")),
      tokenKeySince: sinceOf(saved ?? (isTokenKeySet ? undefined : since(FIRST_TOKEN_KEY))),
    });
  }

  findEngine(): Promise<EntityEngine> {
    const row = this.connection.get(this.connection.dialect.about);
    const lacks = row?.["lacks"];
    return Promise.resolve({
      name: String(row?.["name"]),
      version: String(row?.["version"]),
      sync: String(row?.["sync"]),
      lacks: typeof lacks === "string" ? lacks : undefined,
    });
  }
}
