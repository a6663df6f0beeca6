// The language in which to write to a user: the one chosen in the account, as the web interface keeps it among its settings;
// otherwise that of the request.
import { isObject } from "../../lib/members.ts";
import { parseJson } from "../../lib/json.ts";
import type { UserId } from "../ids.ts";
import { LANGUAGES, type Language } from "../language.ts";
import type { UserSettingsStore } from "./user-settings.ts";

export class UserLanguages {
  readonly #settings: Pick<UserSettingsStore, "findUserSettings">;

  constructor(settings: Pick<UserSettingsStore, "findUserSettings">) {
    this.#settings = settings;
  }

  /** `asked`: the language of the request that causes the mail. */
  async of(userId: UserId, asked: Language): Promise<Language> {
    const settings = parseJson((await this.#settings.findUserSettings(userId)) ?? "{}");
    const region = isObject(settings) ? settings["region"] : undefined;
    const chosen = isObject(region) ? region["language"] : undefined;
    return LANGUAGES.find((known) => known === chosen) ?? asked;
  }
}
