// Tables of tenants, their profiles, customers, users, sessions and the installation's keys; created by migration 0001.
// Ids are UUID text, times are milliseconds since the epoch, JSON is kept as compact text.
import type { ColumnType } from "kysely";
import type { Session } from "../../../core/access/session.ts";
import type { Customer } from "../../../core/customers/customer.ts";
import type { TenantProfile } from "../../../core/tenants/tenant-profile.ts";
import type { Tenant } from "../../../core/tenants/tenant-store.ts";
import type { User } from "../../../core/users/user.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import type { Flag, RowOf } from "../stored-as.ts";

export interface AccountTables {
  tenant_profile: Searched<TenantProfile>;
  tenant: Searched<Tenant>;
  customer: Searched<Customer>;
  user_account: UserAccountTable;
  login_session: RowOf<Session>;
  installation_key: InstallationKeyTable;
}

/** With the searched texts in lower case, which SQLite itself can make of ASCII only. */
type Searched<Entity> = RowOf<Entity> & { readonly search_text: string };

export interface UserAccountTable extends RowOf<User> {
  search_email: string;
  /** email, first and last name. */
  search_text: string;
  enabled: Flag;
  password_hash: string | null;
  password_changed_at: EpochMillis | null;
  /** Keyed hash of the activation token, by which it is found. */
  activation_hash: Uint8Array | null;
  /** The activation token, encrypted. */
  activation_sealed: Uint8Array | null;
  activation_expires_at: EpochMillis | null;
  failed_logins: ColumnType<number, number | undefined, number>;
  last_login_at: EpochMillis | null;
}

export interface InstallationKeyTable {
  name: string;
  sealed: Uint8Array;
}
