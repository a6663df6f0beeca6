// The saved settings of the installation in SQLite: a row of JSON for each kind, and the key of tokens among the
// installation's keys.
import {
  DEFAULT_SECURITY_SETTINGS,
  type SecuritySettings,
  type SecuritySettingsStore,
} from "../../core/access/security-settings.ts";
import type { SavedTokenSettings, TokenSettingsStore } from "../../core/access/token-settings.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { SqliteStore } from "./store-table.ts";

/** Besides the key of the first start, which is called "jwt" and stays. */
const KEY_NAME = "jwt saved";
const KEY_CONTEXT = `installation key ${KEY_NAME}`;

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
    if (stored === undefined) return undefined;
    const key = this.connection.get("SELECT sealed FROM installation_key WHERE name = ?", KEY_NAME)?.["sealed"];
    const opened = key instanceof Uint8Array ? Buffer.from(this.secrets.open(key, KEY_CONTEXT), "base64") : null;
    return { ...stored, signingKey: opened === null ? null : Uint8Array.from(opened) };
  }

  async saveTokenSettings({ signingKey, ...settings }: SavedTokenSettings): Promise<void> {
    this.#save("tokens", settings);
    if (signingKey !== null)
      this.connection.run(
        `INSERT INTO installation_key (name, sealed) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed`,
        KEY_NAME,
        this.secrets.seal(Buffer.from(signingKey).toString("base64"), KEY_CONTEXT),
      );
    this.connection.run("DELETE FROM login_session");
  }

  #find(name: "security" | "tokens"): unknown {
    return this.one(({ value }) => parseNamed(String(value)), "SELECT value FROM admin_setting WHERE name = ?", name);
  }

  #save(name: "security" | "tokens", settings: object): void {
    this.connection.run(
      "INSERT INTO admin_setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      name,
      JSON.stringify(settings),
    );
  }
}
