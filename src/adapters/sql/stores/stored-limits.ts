// How much a tenant may store according to its profile, read in the transaction that stores, so that the counts cannot
// change in between. Only writes that add something new need this.
import type { JsonObject } from "../../../core/devices/device.ts";
import { storedLimitOf } from "../../../core/tenants/tenant-configuration.ts";
import type { StoredLimitName } from "../../../core/tenants/tenant-profile.ts";
import { parseExactly } from "../../../lib/json.ts";
import type { StoreConnection } from "../store-connection.ts";

const PROFILE = "SELECT p.profile_data FROM tenant t JOIN tenant_profile p ON p.id = t.profile_id WHERE t.id = ?";
/** Devices first, because nearly all owners are devices. */
const TENANTS = [
  "SELECT id, tenant_id FROM device WHERE id",
  "SELECT id, tenant_id FROM user_account WHERE id",
  "SELECT id, tenant_id FROM customer WHERE id",
  "SELECT id, id AS tenant_id FROM tenant WHERE id",
];

/** Used for one write; each tenant is looked up once. */
export class StoredLimits {
  readonly #connection: StoreConnection;
  readonly #name: StoredLimitName;
  readonly #limits = new Map<string | null, number>();

  constructor(connection: StoreConnection, name: StoredLimitName) {
    this.#connection = connection;
    this.#name = name;
  }

  /** The tenant of an owner of values; null for a system administrator, undefined if there is no such owner. */
  tenantOf(ownerId: string): string | null | undefined {
    for (const sql of TENANTS) {
      const row = this.#connection.get(`${sql} = ?`, ownerId);
      if (row !== undefined) return row["tenant_id"] as string | null;
    }
    return undefined;
  }

  /** The tenants of the owners that exist, by the owner's id: see `tenantOf`. */
  tenantsOf(ownerIds: readonly string[]): ReadonlyMap<string, string | null> {
    const ids = JSON.stringify(ownerIds);
    const found = new Map<string, string | null>();
    for (const sql of TENANTS) {
      if (found.size === ownerIds.length) break;
      for (const row of this.#connection.all(`${sql} IN (SELECT value FROM json_each(?))`, ids))
        found.set(String(row["id"]), row["tenant_id"] as string | null);
    }
    return found;
  }

  /** Infinity if there is no limit. */
  of(tenantId: string | null): number {
    const known = this.#limits.get(tenantId);
    if (known !== undefined) return known;
    const row = tenantId === null ? undefined : this.#connection.get(PROFILE, tenantId);
    // Written by us from a checked object.
    const limit =
      row === undefined
        ? Infinity
        : storedLimitOf({ profileData: parseExactly(String(row["profile_data"])) as JsonObject }, this.#name);
    this.#limits.set(tenantId, limit);
    return limit;
  }
}
