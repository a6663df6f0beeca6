// The settings of users, as JSON text.
import { DomainError } from "../../../core/errors.ts";
import type { UserId } from "../../../core/ids.ts";
import { mergedSettings, settingsWithout, type UserSettingsStore } from "../../../core/users/user-settings.ts";
import { violatesForeignKey } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";

export class SqlUserSettingsStore extends SqlStore implements UserSettingsStore {
  async findUserSettings(userId: UserId): Promise<string | undefined> {
    const row = this.connection.get("SELECT settings FROM user_settings WHERE user_id = ?", userId);
    return row?.["settings"] as string | undefined;
  }

  async saveUserSettings(userId: UserId, settings: string): Promise<void> {
    try {
      this.connection.run(
        "INSERT INTO user_settings (user_id, settings) VALUES (?1, ?2) ON CONFLICT (user_id) DO UPDATE SET settings = ?2",
        userId,
        settings,
      );
    } catch (error) {
      if (violatesForeignKey(error)) throw new DomainError("not-found", `user ${userId} does not exist`);
      throw error;
    }
  }

  async mergeUserSettings(userId: UserId, change: string): Promise<string> {
    const merged = mergedSettings((await this.findUserSettings(userId)) ?? "{}", change);
    await this.saveUserSettings(userId, merged);
    return merged;
  }

  async removeUserSettings(userId: UserId, paths: readonly string[]): Promise<void> {
    const present = await this.findUserSettings(userId);
    if (present !== undefined) await this.saveUserSettings(userId, settingsWithout(present, paths));
  }
}
