// The token settings of the installation: those of the configuration until a system administrator saves others. Source:
// REST contract 2.3, "Precedence", and 2.5.
import { timingSafeEqual } from "node:crypto";
import { SettingsInForce, type SettingsDeps } from "./settings-in-force.ts";
import {
  parseTokenSettings,
  type SentTokenSettings,
  type TokenSettings,
  type TokenSettingsStore,
  type TokenSigner,
  type TokenTerms,
  type TokenTermsSource,
} from "./token-settings.ts";

export interface TokenSettingsDeps extends SettingsDeps {
  readonly store: TokenSettingsStore;
  readonly newSigner: (key: Uint8Array) => Promise<TokenSigner>;
}

export interface TokenSettingsOptions {
  /** In effect until others are saved. */
  readonly configured: TokenSettings;
  readonly configuredKey: Uint8Array;
  readonly recheckMillis: number;
}

interface InForce extends TokenTerms {
  readonly key: Uint8Array;
}

export class StoredTokenSettings extends SettingsInForce<InForce> implements TokenTermsSource {
  readonly #deps: TokenSettingsDeps;
  readonly #options: TokenSettingsOptions;

  constructor(deps: TokenSettingsDeps, options: TokenSettingsOptions) {
    super(deps, { name: "token", event: "token-settings-changed", recheckMillis: options.recheckMillis });
    this.#deps = deps;
    this.#options = options;
  }

  current(): TokenTerms {
    if (this.inForce === undefined) throw new Error("the token settings are in force from the start on");
    return this.inForce;
  }

  /** Ends every earlier token, whatever has changed. Throws `invalid` for the first invalid setting. */
  async save(sent: SentTokenSettings): Promise<void> {
    const { store, clock } = this.#deps;
    await store.saveTokenSettings({ ...parseTokenSettings(sent), savedAt: clock.now() });
    await this.changed();
  }

  protected override async load(): Promise<InForce> {
    const saved = await this.#deps.store.findTokenSettings();
    const { issuer, accessSeconds, refreshSeconds } = saved ?? this.#options.configured;
    const key = saved?.signingKey ?? this.#options.configuredKey;
    const before = this.inForce;
    const signer = before !== undefined && isSame(before.key, key) ? before.signer : await this.#deps.newSigner(key);
    return { issuer, accessSeconds, refreshSeconds, signer, key, savedAt: saved?.savedAt ?? null };
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
