// Passwords of share links: hashed slowly, and tried only so often.
import type { Clock } from "../../../lib/clock.ts";
import { FailureWindows } from "../../../lib/failure-windows.ts";
import { DomainError } from "../../errors.ts";
import type { ViewLinkId } from "../../ids.ts";

export interface LinkPasswordDeps {
  readonly passwords: {
    hash(password: string): Promise<string>;
    matchesAny(password: string, hashes: readonly string[]): Promise<boolean>;
  };
  readonly clock: Clock;
}

export interface LinkPasswordOptions {
  /** Wrong passwords of one link within `windowMillis`; then it takes none for as long. */
  readonly triesMax: number;
  readonly windowMillis: number;
  /** Links remembered for that; beyond it the one that was tried longest ago is forgotten. */
  readonly linksMax: number;
}

export class LinkPasswords {
  readonly #deps: LinkPasswordDeps;
  readonly #triesMax: number;
  readonly #tries: FailureWindows;

  constructor(deps: LinkPasswordDeps, { triesMax, windowMillis, linksMax }: LinkPasswordOptions) {
    this.#deps = deps;
    this.#triesMax = triesMax;
    this.#tries = new FailureWindows({ failuresMax: triesMax, windowMillis, keysMax: linksMax });
  }

  hash(password: string): Promise<string> {
    return this.#deps.passwords.hash(password);
  }

  /** Throws `rate-limited` after too many wrong ones for this link, or where too many are being checked. */
  async verify(id: ViewLinkId, hash: string, password: string): Promise<boolean> {
    const now = this.#deps.clock.now();
    const waitMillis = this.#tries.waitMillis(id, now);
    if (waitMillis > 0)
      throw new DomainError("rate-limited", "too many wrong passwords for this link; try again later", {
        retryAfterSeconds: Math.ceil(waitMillis / 1000),
        limit: { name: "analytics.links.password.triesMax", value: this.#triesMax },
      });
    // Counted before it is known to be wrong: a burst of attempts would pass otherwise before the first has failed.
    this.#tries.add(id, now);
    const isRight = await this.#deps.passwords.matchesAny(password, [hash]);
    if (isRight) this.#tries.forget(id);
    return isRight;
  }
}
