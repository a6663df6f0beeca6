// The security settings of the installation: stored by a system administrator, the defaults before that. What is saved is
// in force at once here, and on every other node as soon as it hears of it; each looks again from time to time, so that a
// lost event cannot keep old settings in force. Source: REST contract 2.5.
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import {
  DEFAULT_SECURITY_SETTINGS,
  type SecuritySettings,
  type SecuritySettingsSource,
  type SecuritySettingsStore,
} from "./security-settings.ts";
import { parseSecuritySettings } from "./security-settings-check.ts";

export class StoredSecuritySettings implements SecuritySettingsSource {
  readonly #store: SecuritySettingsStore;
  readonly #bus: MessageBus;
  readonly #clock: Clock;
  readonly #recheckMillis: number;
  readonly #log: Logger;
  #current = DEFAULT_SECURITY_SETTINGS;
  /** Counts saves, so that what was read before one is not put in force after it. */
  #saves = 0;
  #subscription: Subscription | undefined;
  #timer: Timer | undefined;
  #reading: Promise<void> | undefined;
  #hasChangedMeanwhile = false;

  constructor(store: SecuritySettingsStore, bus: MessageBus, clock: Clock, recheckMillis: number, log: Logger) {
    this.#store = store;
    this.#bus = bus;
    this.#clock = clock;
    this.#recheckMillis = recheckMillis;
    this.#log = log;
  }

  /** Resolves when the stored settings are in force. */
  async start(): Promise<void> {
    await this.#read();
    this.#subscription = this.#bus.subscribe("security-settings-changed", () => {
      this.#readAgain();
    });
    this.#timer = this.#clock.every(this.#recheckMillis, () => {
      this.#readAgain();
    });
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#subscription?.cancel();
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#hasChangedMeanwhile = false;
    await this.#reading;
  }

  current(): SecuritySettings {
    return this.#current;
  }

  /** Throws `invalid` with the first setting that makes no sense. */
  async save(sent: SecuritySettings): Promise<SecuritySettings> {
    const settings = parseSecuritySettings(sent);
    await this.#store.saveSecuritySettings(settings);
    this.#saves++;
    this.#current = settings;
    this.#bus.publish({ kind: "security-settings-changed" });
    return settings;
  }

  async #read(): Promise<void> {
    const saves = this.#saves;
    const stored = await this.#store.findSecuritySettings();
    if (saves === this.#saves) this.#current = stored ?? DEFAULT_SECURITY_SETTINGS;
  }

  /** One reading at a time, and one more after it where something has changed meanwhile. */
  #readAgain(): void {
    if (this.#reading !== undefined) {
      this.#hasChangedMeanwhile = true;
      return;
    }
    this.#hasChangedMeanwhile = false;
    this.#reading = this.#read()
      .catch((error: unknown) => {
        this.#log.warn("security settings could not be read; those in force stay until the next look", { error });
      })
      .then(() => {
        this.#reading = undefined;
        if (this.#hasChangedMeanwhile) this.#readAgain();
      });
  }
}
