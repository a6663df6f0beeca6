// The settings of the installation in SQLite: a row of JSON for each kind. The key of tokens is kept encrypted, among the
// installation's keys.
import {
  DEFAULT_SECURITY_SETTINGS,
  type SecuritySettings,
  type SecuritySettingsStore,
} from "../../core/access/security-settings.ts";
import type { SavedTokenSettings, TokenSettingsStore } from "../../core/access/token-settings.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { openKey, SAVED_TOKEN_KEY, sealKey } from "./installation-keys.ts";
import { SqliteStore } from "./store-table.ts";

/** Names of rows, which files hold. */
type Kind = "security" | "tokens";

export class SqliteSettingsStore extends SqliteStore implements SecuritySettingsStore, TokenSettingsStore {
  async findSecuritySettings(): Promise<SecuritySettings | undefined> {
    const stored = (await this.#find("security")) as Partial<SecuritySettings> | undefined;
    if (stored === undefined) return undefined;
    // A setting that a later version has added is not in the row of an earlier one.
    const passwordPolicy = { ...DEFAULT_SECURITY_SETTINGS.passwordPolicy, ...stored.passwordPolicy };
    return { ...DEFAULT_SECURITY_SETTINGS, ...stored, passwordPolicy };
  }

  async saveSecuritySettings(settings: SecuritySettings): Promise<void> {
    await this.#save("security", settings);
  }

  async findTokenSettings(): Promise<SavedTokenSettings | undefined> {
    const stored = (await this.#find("tokens")) as Omit<SavedTokenSettings, "signingKey"> | undefined;
    return stored === undefined ? undefined : { ...stored, signingKey: await this.#key() };
  }

  async saveTokenSettings({ signingKey, ...settings }: SavedTokenSettings): Promise<void> {
    await this.#save("tokens", settings);
    if (signingKey !== null) await this.#saveKey(signingKey);
    await this.db.deleteFrom("login_session").execute();
  }

  async #find(kind: Kind): Promise<unknown> {
    const row = await this.db.selectFrom("admin_setting").select("value").where("name", "=", kind).executeTakeFirst();
    return row === undefined ? undefined : parseNamed(row.value);
  }

  async #save(kind: Kind, settings: object): Promise<void> {
    const value = JSON.stringify(settings);
    await this.db
      .insertInto("admin_setting")
      .values({ name: kind, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  }

  async #key(): Promise<Uint8Array | null> {
    const row = await this.db
      .selectFrom("installation_key")
      .select("sealed")
      .where("name", "=", SAVED_TOKEN_KEY)
      .executeTakeFirst();
    return row === undefined ? null : openKey(this.secrets, SAVED_TOKEN_KEY, row.sealed);
  }

  async #saveKey(key: Uint8Array): Promise<void> {
    const sealed = sealKey(this.secrets, SAVED_TOKEN_KEY, key);
    await this.db
      .insertInto("installation_key")
      .values({ name: SAVED_TOKEN_KEY, sealed })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ sealed }))
      .execute();
  }
}
