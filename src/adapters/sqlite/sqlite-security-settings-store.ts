// The security settings of the installation in SQLite: one row of JSON.
import {
  DEFAULT_SECURITY_SETTINGS,
  type SecuritySettings,
  type SecuritySettingsStore,
} from "../../core/access/security-settings.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { SqliteStore } from "./store-table.ts";

const NAME = "security";

export class SqliteSecuritySettingsStore extends SqliteStore implements SecuritySettingsStore {
  async findSecuritySettings(): Promise<SecuritySettings | undefined> {
    const row = await this.db.selectFrom("admin_setting").select("value").where("name", "=", NAME).executeTakeFirst();
    return row === undefined ? undefined : withDefaults(parseNamed(row.value) as Partial<SecuritySettings>);
  }

  async saveSecuritySettings(settings: SecuritySettings): Promise<void> {
    const value = JSON.stringify(settings);
    await this.db
      .insertInto("admin_setting")
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  }
}

/** A setting that a later version has added is not in the row of an earlier one. */
function withDefaults(stored: Partial<SecuritySettings>): SecuritySettings {
  const passwordPolicy = { ...DEFAULT_SECURITY_SETTINGS.passwordPolicy, ...stored.passwordPolicy };
  return { ...DEFAULT_SECURITY_SETTINGS, ...stored, passwordPolicy };
}
