// Users kept in memory, for callers who ask for themselves over and over. Changes heard on the bus remove a user at once,
// and each is read again from time to time, so that a lost event cannot keep an old record alive.
import type { Clock } from "../../lib/clock.ts";
import { remember } from "../../lib/remember.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { UserId } from "../ids.ts";
import type { UserStore } from "./user-store.ts";
import type { User } from "./user.ts";

export interface KnownUsersBounds {
  /** Users remembered; beyond it the one read longest ago is forgotten. */
  readonly usersMax: number;
  /** How long a remembered user is shown without looking at the store. */
  readonly recheckMillis: number;
}

interface KnownUser {
  readonly user: User;
  readonly goodUntil: number;
}

export class KnownUsers {
  readonly #store: Pick<UserStore, "findUser">;
  readonly #bus: MessageBus;
  readonly #clock: Clock;
  readonly #bounds: KnownUsersBounds;
  /** In the order in which they were read. */
  readonly #known = new Map<UserId, KnownUser>();
  /** Counts changes, so that what was read before one is not remembered after it. */
  #changes = 0;
  #subscriptions: Subscription[] = [];

  constructor(store: Pick<UserStore, "findUser">, bus: MessageBus, clock: Clock, bounds: KnownUsersBounds) {
    this.#store = store;
    this.#bus = bus;
    this.#clock = clock;
    this.#bounds = bounds;
  }

  start(): void {
    this.#subscriptions = [
      this.#bus.subscribe("user-changed", ({ userId }) => {
        this.#forget(userId);
      }),
      this.#bus.subscribe("user-sessions-revoked", ({ userId }) => {
        this.#forget(userId);
      }),
      this.#bus.subscribe("tenant-deleted", () => {
        this.#changes++;
        this.#known.clear();
      }),
    ];
  }

  /** May be called twice. */
  stop(): void {
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
    this.#known.clear();
  }

  /** Undefined where there is no such user; a promise only where the store has to be asked. */
  find(id: UserId): User | undefined | Promise<User | undefined> {
    const known = this.#known.get(id);
    return known === undefined || known.goodUntil <= this.#clock.now() ? this.#read(id) : known.user;
  }

  async #read(id: UserId): Promise<User | undefined> {
    this.#known.delete(id);
    const changes = this.#changes;
    const user = await this.#store.findUser(id);
    if (user === undefined || changes !== this.#changes) return user;
    const goodUntil = this.#clock.now() + this.#bounds.recheckMillis;
    remember(this.#known, id, { user, goodUntil }, this.#bounds.usersMax);
    return user;
  }

  #forget(id: UserId): void {
    this.#changes++;
    this.#known.delete(id);
  }
}
