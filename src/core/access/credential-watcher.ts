// Watches the credentials of connections that last: a session or an API key may be revoked, and a user disabled, long after one
// was opened. An announced change has them checked at once, and each is checked from time to time in any case, so that a lost
// event cannot keep a dead connection alive. Source: REST contract 15.
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { Principal } from "./principal.ts";

export interface WatchedCredential {
  readonly principal: Principal;
  /** Whether it is still good; rejects where that cannot be found out now. */
  isGood(): Promise<boolean>;
  /** It is not. Called once at most. */
  revoked(): void;
}

export interface CredentialWatcherDeps {
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Watch {
  readonly credential: WatchedCredential;
  timer: Timer | undefined;
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

  /** What judges the credentials must listen to the bus already. */
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
      // The event does not name the user. Nearly all keys are answered from memory.
      "api-key-changed": () => {
        check(({ sessionId }) => sessionId === null);
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
   * Watches until it is cancelled or the credential is revoked. Undefined where it is not good any more by now. Rejects
   * where that cannot be found out.
   */
  async watch(credential: WatchedCredential): Promise<Subscription | undefined> {
    const watch: Watch = { credential, timer: undefined };
    // Before it is checked, so that nothing falls between.
    this.#watches.add(watch);
    try {
      if (!(await credential.isGood())) this.#watches.delete(watch);
    } catch (error) {
      this.#watches.delete(watch);
      throw error;
    }
    if (!this.#watches.has(watch)) return undefined;
    watch.timer = this.#deps.clock.every(this.#recheckMillis, () => void this.#check(watch));
    return {
      cancel: () => {
        this.#end(watch);
      },
    };
  }

  async #check(watch: Watch): Promise<void> {
    const { credential } = watch;
    try {
      if (await credential.isGood()) return;
    } catch (error) {
      this.#deps.log.warn("credential of a live connection not checked, it will be again", { error });
      return;
    }
    if (!this.#watches.has(watch)) return;
    this.#end(watch);
    credential.revoked();
  }

  #end(watch: Watch): void {
    watch.timer?.cancel();
    this.#watches.delete(watch);
  }
}
