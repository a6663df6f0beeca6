// API keys should be used on encrypted connections only. How strictly that is enforced depends on the setting and on
// what the installation knows of a connection. Source: REST contract section 3, "HTTPS only".
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { DomainError } from "../errors.ts";

/** `auto` requires TLS, if the installation offers it, from every caller that is not on this machine. */
export type HttpsRule = "auto" | "always" | "never";

/** How a key arrived. */
export interface KeyChannel {
  /** Encrypted by TLS, as seen by this server or by a trusted proxy. */
  readonly isEncrypted: boolean;
  /** The caller is on this machine: a loopback address without a proxy in between. */
  readonly isLocal: boolean;
}

export interface KeyChannelOptions {
  readonly rule: HttpsRule;
  /** This server terminates TLS or trusts a proxy that does, so callers can be expected to use it. */
  readonly offersTls: boolean;
  /** Minimum time between two warnings about keys on unencrypted connections. */
  readonly warningMillis: number;
}

export class KeyChannelRule {
  readonly #options: KeyChannelOptions;
  readonly #clock: Clock;
  readonly #log: Logger;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(options: KeyChannelOptions, clock: Clock, log: Logger) {
    this.#options = options;
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether keys from other machines must arrive over TLS. */
  get demandsTls(): boolean {
    const { rule, offersTls } = this.#options;
    return rule === "always" || (rule === "auto" && offersTls);
  }

  /** Throws `forbidden` for a key on an insufficiently protected connection. */
  require(channel: KeyChannel): void {
    const { rule } = this.#options;
    if (rule === "never" || channel.isEncrypted) return;
    if (this.demandsTls && (rule === "always" || !channel.isLocal))
      throw new DomainError("forbidden", "API keys are accepted over HTTPS only, this request came over plain HTTP");
    this.#warn();
  }

  #warn(): void {
    const now = this.#clock.now();
    if (now - this.#warnedAt < this.#options.warningMillis) return;
    this.#warnedAt = now;
    this.#log.warn("API key came over plain HTTP, where others can read it; serve HTTPS or trust a proxy that does");
  }
}
