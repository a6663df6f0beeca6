// What an installation keeps once: the keys made at its first start, and whether that start has happened.
import type { Tenant } from "../tenants/tenant.ts";
import type { TenantProfile } from "../tenants/tenant-profile.ts";
import type { NewAccount } from "../users/user-store.ts";
import type { User } from "../users/user.ts";

/** Everything the first start creates. */
export interface FirstInstallation {
  readonly profile: TenantProfile;
  readonly tenant: Tenant;
  readonly users: readonly { readonly user: User; readonly account: NewAccount }[];
}

export interface InstallationStore {
  /** Stores all of it in one step where the installation has no user yet; false, and nothing stored, where it has one. */
  install(first: FirstInstallation): Promise<boolean>;
  /** The key of this name: the one stored, or `proposed`, stored now. Kept encrypted; the same on every node. */
  keyOf(name: string, proposed: Uint8Array): Promise<Uint8Array>;
}
