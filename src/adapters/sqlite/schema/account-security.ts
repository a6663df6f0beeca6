// Tables of saved settings, password resets and replaced passwords; created by migration 0070.

export interface AccountSecurityTables {
  admin_setting: AdminSettingTable;
  password_reset: PasswordResetTable;
  replaced_password: ReplacedPasswordTable;
  unknown_login: UnknownLoginTable;
  user_settings: UserSettingsTable;
}

export interface AdminSettingTable {
  name: string;
  /** JSON text. */
  value: string;
}

export interface PasswordResetTable {
  user_id: string;
  /** Keyed hash of the token, by which it is found. */
  token_hash: Uint8Array;
  expires_at: number;
}

export interface ReplacedPasswordTable {
  user_id: string;
  replaced_at: number;
  password_hash: string;
}

export interface UserSettingsTable {
  user_id: string;
  /** JSON text of an object. */
  settings: string;
}

/** One row, which stands for all names that no user has: see `recordFailure`. */
export interface UnknownLoginTable {
  id: 0;
  failures: number;
}
