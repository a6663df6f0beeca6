// The settings of the installation in SQLite: a row of JSON for each kind. The key of tokens is kept encrypted, among the
// installation's keys.
import {
  DEFAULT_SECURITY_SETTINGS,
  type SecuritySettings,
  type SecuritySettingsStore,
} from "../../core/access/security-settings.ts";
import type { SavedTokenSettings, TokenSettingsStore } from "../../core/access/token-settings.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { findKey, SAVED_TOKEN_KEY, sealKey } from "./installation-keys.ts";
import { SqliteStore } from "./store-table.ts";

/** Names of rows, which files hold. */
type Kind = "security" | "tokens";

export class SqliteSettingsStore extends SqliteStore implements SecuritySettingsStore, TokenSettingsStore {
  async findSecuritySettings(): Promise<SecuritySettings | undefined> {
    const stored = this.#find("security") as Partial<SecuritySettings> | undefined;
    if (stored === undefined) return undefined;
    // A setting that a later version has added is not in the row of an earlier one.
    const passwordPolicy = { ...DEFAULT_SECURITY_SETTINGS.passwordPolicy, ...stored.passwordPolicy };
    return { ...DEFAULT_SECURITY_SETTINGS, ...stored, passwordPolicy };
  }

  async saveSecuritySettings(settings: SecuritySettings): Promise<void> {
    this.#save("security", settings);
  }

  async findTokenSettings(): Promise<SavedTokenSettings | undefined> {
    const stored = this.#find("tokens") as Omit<SavedTokenSettings, "signingKey"> | undefined;
    return stored === undefined ? undefined : { ...stored, signingKey: findKey(this.context, SAVED_TOKEN_KEY) ?? null };
  }

  async saveTokenSettings({ signingKey, ...settings }: SavedTokenSettings): Promise<void> {
    this.#save("tokens", settings);
    if (signingKey !== null) this.#saveKey(signingKey);
    this.connection.run("DELETE FROM login_session");
  }

  #find(kind: Kind): unknown {
    const row = this.connection.get("SELECT value FROM admin_setting WHERE name = ?", kind);
    return row === undefined ? undefined : parseNamed(String(row["value"]));
  }

  #save(kind: Kind, settings: object): void {
    this.connection.run(
      "INSERT INTO admin_setting (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
      kind,
      JSON.stringify(settings),
    );
  }

  #saveKey(key: Uint8Array): void {
    this.connection.run(
      "INSERT INTO installation_key (name, sealed) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET sealed = ?2",
      SAVED_TOKEN_KEY,
      sealKey(this.secrets, SAVED_TOKEN_KEY, key),
    );
  }
}
