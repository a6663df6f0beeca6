// Users cached in memory, for callers that request their own record repeatedly. An announced change takes effect at
// once, and each user is read again from time to time, so that a lost event cannot keep an old record alive.
import type { Clock } from "../../lib/clock.ts";
import { RowCache } from "../../lib/row-cache.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { UserId } from "../ids.ts";
import type { UserStore } from "./user-store.ts";
import type { User } from "./user.ts";

export interface KnownUsersDeps {
  readonly store: Pick<UserStore, "findUser">;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export interface KnownUsersOptions {
  /** Users cached; beyond that, the least recently used is evicted. */
  readonly usersMax: number;
  /** How long a cached user is returned without asking the store. */
  readonly recheckMillis: number;
}

export class KnownUsers {
  readonly #bus: MessageBus;
  readonly #users: RowCache<UserId, User>;
  #subscription: Subscription | undefined;

  constructor({ store, bus, clock }: KnownUsersDeps, { usersMax, recheckMillis }: KnownUsersOptions) {
    this.#bus = bus;
    this.#users = new RowCache({
      load: (id) => store.findUser(id),
      max: usersMax,
      expiry: { now: () => clock.now(), expiresAt: () => clock.now() + recheckMillis },
    });
  }

  start(): void {
    this.#subscription = listen(this.#bus, {
      "user-changed": ({ userId }) => {
        this.#users.forget(userId);
      },
      "user-sessions-revoked": ({ userId }) => {
        this.#users.forget(userId);
      },
      "tenant-deleted": () => {
        this.#users.clear();
      },
      "changes-missed": () => {
        this.#users.clear();
      },
    });
  }

  /** May be called twice. */
  stop(): void {
    this.#subscription?.cancel();
    this.#users.clear();
  }

  /** Undefined if there is no such user; a promise only if the store has to be asked. */
  find(id: UserId): User | undefined | Promise<User | undefined> {
    return this.#users.find(id);
  }
}
