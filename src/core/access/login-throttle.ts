// Slows down guessing: after some failures for one login name from one address, or for one address, further attempts are
// refused for a while without looking at the password. Each node counts for itself. Source: REST contract section 20.
import { createHash } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";
import { FailureWindows } from "../../lib/failure-windows.ts";
import { networkOf } from "../../lib/networks.ts";

export interface ThrottleOptions {
  /** Failures of one login name from one address within `nameWindowMillis`; then it is refused for `nameWindowMillis`. */
  readonly nameFailuresMax: number;
  readonly nameWindowMillis: number;
  /** Failures of one address, whatever the name, within `addressWindowMillis`. */
  readonly addressFailuresMax: number;
  readonly addressWindowMillis: number;
  /** Names and addresses remembered, each; beyond it the one whose last failure is the oldest is forgotten. */
  readonly entriesMax: number;
}

export class LoginThrottle {
  readonly #clock: Clock;
  readonly #byName: FailureWindows;
  readonly #byAddress: FailureWindows;

  constructor(clock: Clock, options: ThrottleOptions) {
    this.#clock = clock;
    this.#byName = new FailureWindows({
      failuresMax: options.nameFailuresMax,
      windowMillis: options.nameWindowMillis,
      keysMax: options.entriesMax,
    });
    this.#byAddress = new FailureWindows({
      failuresMax: options.addressFailuresMax,
      windowMillis: options.addressWindowMillis,
      keysMax: options.entriesMax,
    });
  }

  /** Throws `rate-limited` while this name from this address, or this address, has failed too often. */
  check(loginName: string, address: string): void {
    const now = this.#clock.now();
    const network = networkOf(address);
    const waitMillis = Math.max(
      this.#byName.waitMillis(nameKey(loginName, network), now),
      this.#byAddress.waitMillis(network, now),
    );
    if (waitMillis > 0)
      throw new DomainError("rate-limited", "too many failed logins from this address; try again later", {
        retryAfterSeconds: Math.ceil(waitMillis / 1000),
      });
  }

  failed(loginName: string, address: string): void {
    const now = this.#clock.now();
    const network = networkOf(address);
    this.#byName.add(nameKey(loginName, network), now);
    this.#byAddress.add(network, now);
  }

  /** Forgets the failures of this name from this address; those of the address as a whole stay. */
  succeeded(loginName: string, address: string): void {
    this.#byName.forget(nameKey(loginName, networkOf(address)));
  }
}

/** Names are as long as a client likes, and a part of one would keep all of it in memory; a digest does not. */
function nameKey(loginName: string, network: string): string {
  return `${network} ${createHash("sha256").update(loginName).digest("base64")}`;
}
