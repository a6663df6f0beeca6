// Data that the first start creates, and the keys of the installation.
import type { FirstInstallation, InstallationStore } from "../../../core/access/first-start.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { findKey, sealKey } from "./installation-keys.ts";
import { SqlTenantStore } from "./tenant-store.ts";
import { SqlUserStore } from "./user-store.ts";
import { SqlStore, type StoreContext } from "../store-table.ts";

export class SqlInstallationStore extends SqlStore implements InstallationStore {
  readonly #users: SqlUserStore;
  readonly #tenants: SqlTenantStore;

  constructor(context: StoreContext) {
    super(context);
    this.#users = new SqlUserStore(context);
    this.#tenants = new SqlTenantStore(context);
  }

  async install({ profile, tenant, users }: FirstInstallation): Promise<boolean> {
    if (this.connection.get("SELECT 1 FROM user_account LIMIT 1") !== undefined) return false;
    await this.#tenants.createProfile(profile);
    await this.#tenants.createTenant(tenant);
    for (const { user, account } of users) await this.#users.createUser(user, account, 0);
    return true;
  }

  async keyOf(name: string, proposed: Uint8Array, now: EpochMillis): Promise<Uint8Array> {
    const stored = findKey(this.context, name);
    if (stored !== undefined) return stored;
    this.connection.insert("installation_key", { name, sealed: sealKey(this.secrets, name, proposed), since: now });
    return proposed;
  }
}
