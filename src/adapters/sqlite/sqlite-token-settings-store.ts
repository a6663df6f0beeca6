// The token settings of the installation in SQLite: one row of JSON, and the key among the installation's keys.
import type { SavedTokenSettings, TokenSettingsStore } from "../../core/access/token-settings.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { SqliteStore } from "./store-table.ts";

const NAME = "tokens";

/** Besides the key of the first start, which is called "jwt" and stays. */
const KEY_NAME = "jwt saved";
const KEY_CONTEXT = `installation key ${KEY_NAME}`;

export class SqliteTokenSettingsStore extends SqliteStore implements TokenSettingsStore {
  async findTokenSettings(): Promise<SavedTokenSettings | undefined> {
    const row = await this.db.selectFrom("admin_setting").select("value").where("name", "=", NAME).executeTakeFirst();
    if (row === undefined) return undefined;
    const settings = parseNamed(row.value) as Omit<SavedTokenSettings, "signingKey">;
    return { ...settings, signingKey: await this.#key() };
  }

  async saveTokenSettings({ signingKey, ...settings }: SavedTokenSettings): Promise<void> {
    const value = JSON.stringify(settings);
    await this.db
      .insertInto("admin_setting")
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
    if (signingKey !== null) await this.#saveKey(signingKey);
    await this.db.deleteFrom("login_session").execute();
  }

  async #key(): Promise<Uint8Array | null> {
    const row = await this.db
      .selectFrom("installation_key")
      .select("sealed")
      .where("name", "=", KEY_NAME)
      .executeTakeFirst();
    return row === undefined
      ? null
      : Uint8Array.from(Buffer.from(this.secrets.open(row.sealed, KEY_CONTEXT), "base64"));
  }

  async #saveKey(key: Uint8Array): Promise<void> {
    const sealed = this.secrets.seal(Buffer.from(key).toString("base64"), KEY_CONTEXT);
    await this.db
      .insertInto("installation_key")
      .values({ name: KEY_NAME, sealed })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ sealed }))
      .execute();
  }
}
