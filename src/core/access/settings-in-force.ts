// Settings of the installation that are stored and may be saved while the platform runs: in force at once on the node that saves
// them, and on every other as soon as it hears of it. Each node reads them again from time to time, so that a lost event cannot
// keep old ones in force.
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { RowCache } from "../../lib/row-cache.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";

export interface SettingsDeps<Settings> {
  /** The stored settings, or what is in force without them. */
  readonly load: () => Promise<Settings>;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface SettingsOptions {
  /** How the log calls them. */
  readonly name: string;
  readonly event: "security-settings-changed" | "token-settings-changed";
  readonly recheckMillis: number;
}

const ALL = "settings";

export class SettingsInForce<Settings> {
  readonly #deps: SettingsDeps<Settings>;
  readonly #options: SettingsOptions;
  readonly #read: RowCache<string, Settings>;
  #subscription: Subscription | undefined;
  #timer: Timer | undefined;

  constructor(deps: SettingsDeps<Settings>, options: SettingsOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#read = new RowCache({ load: () => deps.load(), max: 1 });
  }

  /** Resolves when the stored settings are in force. */
  async start(): Promise<void> {
    await this.#read.load(ALL);
    const failed = (error: unknown): void => {
      const { name } = this.#options;
      this.#deps.log.warn(`${name} settings could not be read; those in force stay until the next look`, { error });
    };
    this.#subscription = this.#deps.bus.subscribe(this.#options.event, () => {
      this.#read.refresh(ALL).catch(failed);
    });
    // Joins a read that is under way.
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

  /** Undefined before the start. */
  get current(): Settings | undefined {
    return this.#read.held(ALL);
  }

  /** Puts in force what has just been stored, and announces it to the other nodes. */
  async changed(): Promise<void> {
    await this.#read.refresh(ALL);
    this.#deps.bus.publish({ kind: this.#options.event });
  }
}
