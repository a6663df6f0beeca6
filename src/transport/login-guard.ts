// Turns away an address after a row of failed logins: over MQTT where that is switched on, because behind one address may
// stand a whole site, and on the HTTP device API. Source: MQTT contract 1.3, REST contract 14.
import type { EpochMillis } from "../lib/clock.ts";
import { remember } from "../lib/remember.ts";

export interface LoginGuardLimits {
  /** Consecutive failures that block an address. */
  readonly failuresMax: number;
  /** How long it stays blocked, in milliseconds. */
  readonly blockMillis: number;
  /** Addresses remembered; the one that failed longest ago is forgotten first. */
  readonly addressesMax: number;
}

interface Failures {
  readonly count: number;
  readonly lastAt: EpochMillis;
}

export class LoginGuard {
  readonly #limits: LoginGuardLimits;
  /** In the order of the last failure. */
  readonly #failures = new Map<string, Failures>();

  constructor(limits: LoginGuardLimits) {
    this.#limits = limits;
  }

  isBlocked(address: string, now: EpochMillis): boolean {
    return this.blockedMillis(address, now) > 0;
  }

  /** For how long the address is still blocked; 0 where it is not. */
  blockedMillis(address: string, now: EpochMillis): number {
    const failures = this.#failures.get(address);
    if (failures === undefined || failures.count < this.#limits.failuresMax) return 0;
    const left = failures.lastAt + this.#limits.blockMillis - now;
    if (left > 0) return left;
    this.#failures.delete(address);
    return 0;
  }

  failed(address: string, now: EpochMillis): void {
    const count = (this.#failures.get(address)?.count ?? 0) + 1;
    this.#failures.delete(address);
    remember(this.#failures, address, { count, lastAt: now }, this.#limits.addressesMax);
  }

  succeeded(address: string): void {
    this.#failures.delete(address);
  }
}
