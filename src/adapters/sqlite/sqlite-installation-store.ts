// Data that the first start creates, and the keys of the installation, in SQLite.
import type { FirstInstallation, InstallationStore } from "../../core/access/first-start.ts";
import { findKey, sealKey } from "./installation-keys.ts";
import { SqliteTenantStore } from "./sqlite-tenant-store.ts";
import { SqliteUserStore } from "./sqlite-user-store.ts";
import { SqliteStore, type StoreContext } from "./store-table.ts";

export class SqliteInstallationStore extends SqliteStore implements InstallationStore {
  readonly #users: SqliteUserStore;
  readonly #tenants: SqliteTenantStore;

  constructor(context: StoreContext) {
    super(context);
    this.#users = new SqliteUserStore(context);
    this.#tenants = new SqliteTenantStore(context);
  }

  async install({ profile, tenant, users }: FirstInstallation): Promise<boolean> {
    if (this.connection.get("SELECT 1 FROM user_account LIMIT 1") !== undefined) return false;
    await this.#tenants.createProfile(profile);
    await this.#tenants.createTenant(tenant);
    for (const { user, account } of users) await this.#users.createUser(user, account, 0);
    return true;
  }

  async keyOf(name: string, proposed: Uint8Array): Promise<Uint8Array> {
    const stored = findKey(this.context, name);
    if (stored !== undefined) return stored;
    this.connection.insert("installation_key", { name, sealed: sealKey(this.secrets, name, proposed) });
    return proposed;
  }
}
