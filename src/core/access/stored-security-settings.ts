// The security settings of the installation: saved by a system administrator, the defaults before that.
// Source: REST contract 2.5.
import {
  DEFAULT_SECURITY_SETTINGS,
  type SecuritySettings,
  type SecuritySettingsSource,
  type SecuritySettingsStore,
} from "./security-settings.ts";
import { parseSecuritySettings } from "./security-settings-check.ts";
import { SettingsInForce, type SettingsDeps } from "./settings-in-force.ts";

export interface SecuritySettingsDeps extends Omit<SettingsDeps<SecuritySettings>, "load"> {
  readonly store: SecuritySettingsStore;
}

export class StoredSecuritySettings implements SecuritySettingsSource {
  readonly #store: SecuritySettingsStore;
  readonly #inForce: SettingsInForce<SecuritySettings>;

  constructor({ store, ...deps }: SecuritySettingsDeps, options: { readonly recheckMillis: number }) {
    this.#store = store;
    const load = async (): Promise<SecuritySettings> =>
      (await store.findSecuritySettings()) ?? DEFAULT_SECURITY_SETTINGS;
    this.#inForce = new SettingsInForce(
      { load, ...deps },
      { name: "security", event: "security-settings-changed", ...options },
    );
  }

  /** Resolves when the stored settings are in force. */
  start(): Promise<void> {
    return this.#inForce.start();
  }

  /** May be called twice. */
  stop(): Promise<void> {
    return this.#inForce.stop();
  }

  current(): SecuritySettings {
    return this.#inForce.current ?? DEFAULT_SECURITY_SETTINGS;
  }

  /** Throws `invalid` with the first setting that makes no sense. */
  async save(sent: SecuritySettings): Promise<SecuritySettings> {
    const settings = parseSecuritySettings(sent);
    await this.#store.saveSecuritySettings(settings);
    await this.#inForce.changed();
    return settings;
  }
}
