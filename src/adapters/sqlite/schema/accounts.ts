// Tables of tenants, their profiles, customers, users, sessions and the installation's keys; created by migration 0001.
// Ids are UUID text, times are milliseconds since the epoch, JSON is kept as compact text.
import type { ColumnType } from "kysely";

/** 0 or 1. */
type Flag = ColumnType<number, boolean | number, boolean | number>;

export interface AccountTables {
  tenant_profile: TenantProfileTable;
  tenant: TenantTable;
  customer: CustomerTable;
  user_account: UserAccountTable;
  login_session: LoginSessionTable;
  installation_key: InstallationKeyTable;
}

export interface TenantProfileTable {
  id: string;
  created_at: number;
  name: string;
  description: string | null;
  is_default: Flag;
  isolated_rule_engine: Flag;
  profile_data: string;
  /** The searched texts in lower case, which SQLite itself can make of ASCII only; the same in the tables below. */
  search_text: string;
}

interface ContactColumns {
  country: string | null;
  state: string | null;
  city: string | null;
  address: string | null;
  address2: string | null;
  zip: string | null;
  phone: string | null;
  email: string | null;
}

export interface TenantTable extends ContactColumns {
  id: string;
  created_at: number;
  title: string;
  profile_id: string;
  additional_info: string | null;
  search_text: string;
  version: number;
}

export interface CustomerTable extends ContactColumns {
  id: string;
  created_at: number;
  tenant_id: string;
  title: string;
  additional_info: string | null;
  external_id: string | null;
  search_text: string;
  version: number;
}

export interface UserAccountTable {
  id: string;
  created_at: number;
  authority: string;
  tenant_id: string | null;
  customer_id: string | null;
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  additional_info: string | null;
  search_email: string;
  /** email, first and last name. */
  search_text: string;
  version: number;
  enabled: Flag;
  password_hash: string | null;
  password_changed_at: number | null;
  /** Keyed hash of the activation token, by which it is found. */
  activation_hash: Uint8Array | null;
  /** The activation token, encrypted. */
  activation_sealed: Uint8Array | null;
  activation_expires_at: number | null;
  failed_logins: ColumnType<number, number | undefined, number>;
  last_login_at: number | null;
}

export interface LoginSessionTable {
  id: string;
  login_id: string;
  user_id: string;
  refresh_id: string;
  created_at: number;
  refreshed_at: number | null;
  expires_at: number;
}

export interface InstallationKeyTable {
  name: string;
  sealed: Uint8Array;
}
