// The settings of the installation: one row of JSON for each kind. The token key is stored encrypted, with
// the keys of the installation.
import {
  DEFAULT_SECURITY_SETTINGS,
  type SecuritySettings,
  type SecuritySettingsStore,
} from "../../../core/access/security-settings.ts";
import type { SavedTokenSettings, TokenSettingsStore } from "../../../core/access/token-settings.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import { findKey, SAVED_TOKEN_KEY, sealKey } from "./installation-keys.ts";
import { SqlStore } from "../store-table.ts";

/** Names of rows; existing files contain them. */
type Kind = "security" | "tokens";

export class SqlSettingsStore extends SqlStore implements SecuritySettingsStore, TokenSettingsStore {
  async findSecuritySettings(): Promise<SecuritySettings | undefined> {
    const stored = this.#find("security") as Partial<SecuritySettings> | undefined;
    if (stored === undefined) return undefined;
    // A setting added by a later version is missing in a row of an earlier one.
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
    if (signingKey !== null) this.#saveKey(signingKey, settings.savedAt);
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

  #saveKey(key: Uint8Array, since: EpochMillis): void {
    this.connection.run(
      `INSERT INTO installation_key (name, sealed, since) VALUES (?1, ?2, ?3)
        ON CONFLICT (name) DO UPDATE SET sealed = ?2, since = ?3`,
      SAVED_TOKEN_KEY,
      sealKey(this.secrets, SAVED_TOKEN_KEY, key),
      since,
    );
  }
}
