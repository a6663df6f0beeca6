// Stored settings of the installation that may be saved while the platform runs. They take effect at once on the saving
// node, and on the others as soon as they learn of it. Each node reads them again from time to time, so that a lost
// event cannot keep old ones in effect.
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { RowCache } from "../../lib/row-cache.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";

export interface SettingsDeps {
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface SettingsOptions {
  /** Their name in the log. */
  readonly name: string;
  readonly event: "security-settings-changed" | "token-settings-changed";
  readonly recheckMillis: number;
}

const ALL = "settings";

export abstract class SettingsInForce<Settings> {
  readonly #deps: SettingsDeps;
  readonly #options: SettingsOptions;
  readonly #read = new RowCache<string, Settings>({ load: () => this.load(), max: 1 });
  #subscription: Subscription | undefined;
  #timer: Timer | undefined;

  constructor(deps: SettingsDeps, options: SettingsOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** The stored settings, or the defaults if there are none. */
  protected abstract load(): Promise<Settings>;

  /** Resolves when the stored settings are in effect. */
  async start(): Promise<void> {
    await this.#read.load(ALL);
    const failed = (error: unknown): void => {
      const { name } = this.#options;
      this.#deps.log.warn(`${name} settings could not be read; those in force stay until the next look`, { error });
    };
    this.#subscription = this.#deps.bus.subscribe(this.#options.event, async () => {
      await this.#read.refresh(ALL).catch(failed);
    });
    // Joins a read in progress.
    this.#timer = this.#deps.clock.every(this.#options.recheckMillis, () => {
      this.#read.load(ALL).catch(failed);
    });
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#subscription?.cancel();
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#read.settled();
  }

  /** Undefined before `start`. */
  protected get inForce(): Settings | undefined {
    return this.#read.held(ALL);
  }

  /** Puts newly stored settings into effect and announces them to the other nodes. */
  protected async changed(): Promise<void> {
    await this.#read.refresh(ALL);
    this.#deps.bus.publish({ kind: this.#options.event });
  }
}
