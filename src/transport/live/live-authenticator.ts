// Admits clients: checks their credentials and the limits of their tenant, and watches both while they stay connected.
import type { Principal } from "../../core/access/principal.ts";
import type { CredentialWatcher } from "../../core/access/credential-watcher.ts";
import type { SessionGuard } from "../../core/access/session-guard.ts";
import { DomainError } from "../../core/errors.ts";
import type { Authenticator, CredentialChannel } from "../rest/authentication.ts";
import type { Credential } from "./command.ts";
import type { Allowance, LiveLimits } from "./live-limits.ts";

export interface LiveAuthenticatorDeps {
  readonly authenticator: Authenticator;
  readonly guard: Pick<SessionGuard, "requireSession">;
  readonly watcher: Pick<CredentialWatcher, "watch">;
  readonly limits: Pick<LiveLimits, "admit">;
}

export interface Admission {
  readonly principal: Principal;
  readonly allowance: Allowance;
  /** Must be called when the client has left. May be called twice. */
  leave(): void;
}

export class LiveAuthenticator {
  readonly #deps: LiveAuthenticatorDeps;

  constructor(deps: LiveAuthenticatorDeps) {
    this.#deps = deps;
  }

  /**
   * Calls `revoked` once the credentials are no longer valid. Rejects with `unauthenticated`, `forbidden` (an API key
   * over an insufficiently secure connection), `limit-exceeded`, `rate-limited` or `unavailable`.
   */
  async admit(credential: Credential, channel: CredentialChannel, revoked: () => void): Promise<Admission> {
    const principal = await this.#authenticate(credential, channel);
    const allowance = await this.#deps.limits.admit(principal);
    try {
      const watch = await this.#deps.watcher.watch({
        principal,
        check: () => this.#check(principal, credential, channel),
        revoked,
      });
      return {
        principal,
        allowance,
        leave() {
          watch.cancel();
          allowance.close();
        },
      };
    } catch (error) {
      allowance.close();
      throw error;
    }
  }

  #authenticate({ kind, value }: Credential, channel: CredentialChannel): Principal | Promise<Principal> {
    const { authenticator } = this.#deps;
    if (kind === "token") return authenticator.authenticateBearer(value);
    if (authenticator.authenticateApiKey === undefined)
      throw new DomainError("unauthenticated", "this installation takes no API keys");
    return authenticator.authenticateApiKey(value, channel);
  }

  /** Rejects also if a key is not checked because too many unknown keys came from its address. */
  async #check(principal: Principal, credential: Credential, channel: CredentialChannel): Promise<void> {
    if (credential.kind === "token") await this.#deps.guard.requireSession(principal);
    else await this.#authenticate(credential, channel);
  }
}
