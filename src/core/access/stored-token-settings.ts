// The token settings of the installation. What is saved is in force at once here, and on every other node as soon as it
// hears of it; each looks again from time to time, so that a lost event cannot keep an old key in force.
// Source: REST contract 2.3, "Precedence", and 2.5.
import { timingSafeEqual } from "node:crypto";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { TokenSigner } from "./token-signer.ts";
import {
  parseTokenSettings,
  type SentTokenSettings,
  type TokenSettings,
  type TokenSettingsStore,
  type TokenTerms,
  type TokenTermsSource,
} from "./token-settings.ts";

export interface StoredTokenSettingsParts {
  readonly store: TokenSettingsStore;
  /** In force until others are saved. */
  readonly configured: TokenSettings;
  readonly configuredKey: Uint8Array;
  readonly newSigner: (key: Uint8Array) => Promise<TokenSigner>;
  /** How often the stored settings are looked at again. */
  readonly recheckMillis: number;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

interface InForce extends TokenTerms {
  readonly key: Uint8Array;
}

export class StoredTokenSettings implements TokenTermsSource {
  readonly #parts: StoredTokenSettingsParts;
  #inForce: InForce;
  /** Counts looks at the store, so that an older one does not replace what a newer one found. */
  #looks = 0;
  #subscription: Subscription | undefined;
  #timer: Timer | undefined;
  readonly #looking = new Set<Promise<void>>();

  private constructor(parts: StoredTokenSettingsParts, inForce: InForce) {
    this.#parts = parts;
    this.#inForce = inForce;
  }

  /** With the stored settings in force. */
  static async open(parts: StoredTokenSettingsParts): Promise<StoredTokenSettings> {
    return new StoredTokenSettings(parts, await inForceOf(parts, undefined));
  }

  start(): void {
    const { bus, clock, recheckMillis } = this.#parts;
    this.#subscription = bus.subscribe("token-settings-changed", () => {
      this.#lookAgain();
    });
    this.#timer = clock.every(recheckMillis, () => {
      this.#lookAgain();
    });
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#subscription?.cancel();
    this.#timer?.cancel();
    this.#timer = undefined;
    await Promise.all(this.#looking);
  }

  current(): TokenTerms {
    return this.#inForce;
  }

  /** Ends every token of before, whatever has changed. Throws `invalid` with the first setting that makes no sense. */
  async save(sent: SentTokenSettings): Promise<void> {
    const { store, bus, clock } = this.#parts;
    await store.saveTokenSettings({ ...parseTokenSettings(sent), savedAt: clock.now() });
    await this.#look();
    bus.publish({ kind: "token-settings-changed" });
  }

  async #look(): Promise<void> {
    const look = ++this.#looks;
    const inForce = await inForceOf(this.#parts, this.#inForce);
    if (look === this.#looks) this.#inForce = inForce;
  }

  #lookAgain(): void {
    const looking = this.#look()
      .catch((error: unknown) => {
        this.#parts.log.warn("token settings could not be read; those in force stay until the next look", { error });
      })
      .finally(() => this.#looking.delete(looking));
    this.#looking.add(looking);
  }
}

async function inForceOf(
  { store, configured, configuredKey, newSigner }: StoredTokenSettingsParts,
  before: InForce | undefined,
): Promise<InForce> {
  const saved = await store.findTokenSettings();
  const { issuer, accessSeconds, refreshSeconds } = saved ?? configured;
  const key = saved?.signingKey ?? configuredKey;
  const signer = before !== undefined && isSame(before.key, key) ? before.signer : await newSigner(key);
  return { issuer, accessSeconds, refreshSeconds, signer, key, savedAt: saved?.savedAt ?? null };
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
