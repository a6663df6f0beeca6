// Watches the credentials of what lasts, such as connections, long downloads and uploads: a session or API key may be
// revoked, or a user disabled, long after it began. An announced change triggers a check at once, and each credential is
// also checked from time to time, so that a lost event cannot keep a revoked one alive. Source: REST contract 2.3, 15.
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import { DomainError } from "../errors.ts";
import type { Principal } from "./principal.ts";

export interface WatchedCredential {
  readonly principal: Principal;
  /** Rejects with the reason if the credential is no longer valid, and with `unavailable` if that is not known now. */
  check(): Promise<unknown>;
  /** The credential is no longer valid. Called at most once. */
  revoked(reason: DomainError): void;
}

export interface CredentialWatcherDeps {
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Watch {
  readonly credential: WatchedCredential;
  readonly timers: Timer[];
}

export class CredentialWatcher {
  readonly #deps: CredentialWatcherDeps;
  readonly #recheckMillis: number;
  readonly #watches = new Set<Watch>();
  #subscription: Subscription | undefined;

  constructor(deps: CredentialWatcherDeps, { recheckMillis }: { readonly recheckMillis: number }) {
    this.#deps = deps;
    this.#recheckMillis = recheckMillis;
  }

  /** The services that validate credentials must already be subscribed to the bus. */
  start(): void {
    const check = (isConcerned: (principal: Principal) => boolean): void => {
      for (const watch of this.#watches) if (isConcerned(watch.credential.principal)) void this.#check(watch);
    };
    const checkUser = (event: Pick<Principal, "userId">): void => {
      check(({ userId }) => userId === event.userId);
    };
    this.#subscription = listen(this.#deps.bus, {
      "user-sessions-revoked": checkUser,
      "user-changed": checkUser,
      "token-settings-changed": () => {
        check(({ sessionId }) => sessionId !== null);
      },
      // The event does not name the user, so all API keys are checked. Nearly all are answered from memory.
      "api-key-changed": () => {
        check(({ sessionId }) => sessionId === null);
      },
      "link-revoked": ({ linkId }) => {
        check(({ shared }) => shared?.linkId === linkId);
      },
      "changes-missed": () => {
        check(() => true);
      },
      "customer-deleted": (event) => {
        check(({ customerId }) => customerId === event.customerId);
      },
      "tenant-deleted": (event) => {
        check(({ tenantId }) => tenantId === event.tenantId);
      },
    });
  }

  stop(): void {
    this.#subscription?.cancel();
    for (const watch of this.#watches) this.#end(watch);
  }

  /**
   * Watches until cancelled or until the credential is revoked. Rejects like the check if it is not valid now, or if
   * that cannot be determined.
   */
  async watch(credential: WatchedCredential): Promise<Subscription> {
    const watch: Watch = { credential, timers: [] };
    // Added before the check, so that no change is missed in between.
    this.#watches.add(watch);
    try {
      await credential.check();
    } catch (error) {
      this.#watches.delete(watch);
      throw error;
    }
    if (!this.#watches.has(watch)) throw new DomainError("unauthenticated", "the credentials have been revoked");
    const { clock } = this.#deps;
    const check = (): void => void this.#check(watch);
    watch.timers.push(clock.every(this.#recheckMillis, check));
    const { shared } = credential.principal;
    if (shared !== undefined) watch.timers.push(clock.after(shared.expiresAt - clock.now(), check));
    return {
      cancel: () => {
        this.#end(watch);
      },
    };
  }

  async #check(watch: Watch): Promise<void> {
    const { credential } = watch;
    try {
      await credential.check();
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === "unavailable") {
        this.#deps.log.warn("credential of a call that lasts not checked, it will be again", { error });
        return;
      }
      if (!this.#watches.has(watch)) return;
      this.#end(watch);
      credential.revoked(error);
    }
  }

  #end(watch: Watch): void {
    for (const timer of watch.timers) timer.cancel();
    this.#watches.delete(watch);
  }
}
