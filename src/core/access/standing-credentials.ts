// Watches over the credentials of connections that last: a session or an API key may be revoked, and a user disabled, long
// after they have opened one. Facts on the bus make it look again at once, and it looks again from time to time in any case,
// so that a lost event cannot keep a dead connection alive. Source: REST contract 15.
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { Principal } from "./principal.ts";

export interface StandingCredential {
  readonly principal: Principal;
  /** Whether it is still good; rejects where that cannot be found out now. */
  isGood(): Promise<boolean>;
  /** It is not. Called once at most. */
  revoked(): void;
}

interface Watched {
  readonly credential: StandingCredential;
  timer: Timer | undefined;
}

export class StandingCredentials {
  readonly #bus: MessageBus;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #recheckMillis: number;
  readonly #watched = new Set<Watched>();
  #listeners: Subscription[] = [];

  constructor(bus: MessageBus, clock: Clock, log: Logger, recheckMillis: number) {
    this.#bus = bus;
    this.#clock = clock;
    this.#log = log;
    this.#recheckMillis = recheckMillis;
  }

  /** What judges the credentials must listen to the bus already. */
  start(): void {
    const lookAgain = (isConcerned: (principal: Principal) => boolean): void => {
      for (const watched of this.#watched) if (isConcerned(watched.credential.principal)) void this.#check(watched);
    };
    this.#listeners = [
      this.#bus.subscribe("user-sessions-revoked", ({ userId }) => {
        lookAgain((principal) => principal.userId === userId);
      }),
      this.#bus.subscribe("user-changed", ({ userId }) => {
        lookAgain((principal) => principal.userId === userId);
      }),
      this.#bus.subscribe("token-settings-changed", () => {
        lookAgain(({ sessionId }) => sessionId !== null);
      }),
      // Whose key it was is not told. Nearly all are answered from memory.
      this.#bus.subscribe("api-key-changed", () => {
        lookAgain(({ sessionId }) => sessionId === null);
      }),
      this.#bus.subscribe("customer-deleted", ({ customerId }) => {
        lookAgain((principal) => principal.customerId === customerId);
      }),
      this.#bus.subscribe("tenant-deleted", ({ tenantId }) => {
        lookAgain((principal) => principal.tenantId === tenantId);
      }),
    ];
  }

  stop(): void {
    for (const listener of this.#listeners) listener.cancel();
    this.#listeners = [];
    for (const watched of this.#watched) this.#forget(watched);
  }

  /**
   * Watches until it is cancelled or the credential is revoked. Undefined where it is not good any more by now. Rejects
   * where that cannot be found out.
   */
  async watch(credential: StandingCredential): Promise<Subscription | undefined> {
    const watched: Watched = { credential, timer: undefined };
    // Before it is looked at, so that nothing falls between.
    this.#watched.add(watched);
    try {
      if (!(await credential.isGood())) this.#watched.delete(watched);
    } catch (error) {
      this.#watched.delete(watched);
      throw error;
    }
    if (!this.#watched.has(watched)) return undefined;
    watched.timer = this.#clock.every(this.#recheckMillis, () => void this.#check(watched));
    return {
      cancel: () => {
        this.#forget(watched);
      },
    };
  }

  async #check(watched: Watched): Promise<void> {
    const { credential } = watched;
    try {
      if (await credential.isGood()) return;
    } catch (error) {
      this.#log.warn("credential of a live connection not checked, it will be again", { error });
      return;
    }
    if (!this.#watched.has(watched)) return;
    this.#forget(watched);
    credential.revoked();
  }

  #forget(watched: Watched): void {
    watched.timer?.cancel();
    this.#watched.delete(watched);
  }
}
