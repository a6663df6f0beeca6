// What the first start creates, and the keys of the installation, in SQLite.
import type { FirstInstallation, InstallationStore } from "../../core/access/first-start.ts";
import { SqliteTenantStore } from "./sqlite-tenant-store.ts";
import { SqliteUserStore } from "./sqlite-user-store.ts";
import { SqliteStore } from "./store-table.ts";

export class SqliteInstallationStore extends SqliteStore implements InstallationStore {
  async install({ profile, tenant, users }: FirstInstallation): Promise<boolean> {
    if (this.connection.get("SELECT 1 FROM user_account LIMIT 1") !== undefined) return false;
    const [tenantStore, userStore] = [new SqliteTenantStore(this.context), new SqliteUserStore(this.context)];
    await tenantStore.createProfile(profile);
    await tenantStore.createTenant(tenant);
    for (const { user, account } of users) await userStore.createUser(user, account, 0);
    return true;
  }

  async keyOf(name: string, proposed: Uint8Array): Promise<Uint8Array> {
    const context = `installation key ${name}`;
    const stored = this.connection.get("SELECT sealed FROM installation_key WHERE name = ?", name)?.["sealed"];
    if (stored instanceof Uint8Array) return Buffer.from(this.secrets.open(stored, context), "base64");
    const sealed = this.secrets.seal(Buffer.from(proposed).toString("base64"), context);
    this.connection.run("INSERT INTO installation_key (name, sealed) VALUES (?, ?)", name, sealed);
    return proposed;
  }
}
