// Counts REST calls against what the tenant profile allows a tenant and each of its customers. Limits hold per node; a
// changed profile is in force at once, with full buckets. Source: REST contract 1.6.
import type { Clock } from "../../lib/clock.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { DomainError } from "../errors.ts";
import type { CustomerId, TenantId, TenantProfileId } from "../ids.ts";
import { parseRateLimit, TokenBuckets, type RateLimit } from "./rate-limits.ts";
import type { TenantProfile } from "./tenant-profile.ts";
import { configurationOf } from "./tenant-configuration.ts";
import type { TenantStore } from "./tenant-store.ts";

/** Whose call it is; both are null for a system administrator, who is not counted. */
export interface RestCaller {
  readonly tenantId: TenantId | null;
  readonly customerId: CustomerId | null;
}

export interface RestMeterBounds {
  /** Tenants, and customers, whose buckets are remembered; the one unused for longest starts with full ones again. */
  readonly partiesMax: number;
}

interface TenantCalls {
  readonly profileId: TenantProfileId;
  readonly buckets: TokenBuckets | null;
  readonly customerLimit: RateLimit | null;
}

export class RestCallMeter {
  readonly #profiles: Pick<TenantStore, "findProfileOf">;
  readonly #bus: MessageBus;
  readonly #clock: Clock;
  readonly #bounds: RestMeterBounds;
  /** Both in order of use. */
  readonly #tenants = new Map<TenantId, TenantCalls>();
  readonly #customers = new Map<CustomerId, TokenBuckets>();
  /** Counts changes, so that a profile which one of them overtook while it was read is not remembered. */
  #changes = 0;
  #subscriptions: Subscription[] = [];

  constructor(profiles: Pick<TenantStore, "findProfileOf">, bus: MessageBus, clock: Clock, bounds: RestMeterBounds) {
    this.#profiles = profiles;
    this.#bus = bus;
    this.#clock = clock;
    this.#bounds = bounds;
  }

  start(): void {
    this.#subscriptions = [
      this.#bus.subscribe("tenant-changed", ({ tenantId }) => {
        this.#forget((id) => id === tenantId);
      }),
      this.#bus.subscribe("tenant-deleted", ({ tenantId }) => {
        this.#forget((id) => id === tenantId);
      }),
      this.#bus.subscribe("tenant-profile-changed", ({ profileId }) => {
        this.#forget((_id, calls) => calls.profileId === profileId);
      }),
    ];
  }

  stop(): void {
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
  }

  /** Counts one call: undefined within the limits, else the `rate-limited` error. Waits only for an unknown tenant. */
  charge({ tenantId, customerId }: RestCaller): DomainError | undefined | Promise<DomainError | undefined> {
    if (tenantId === null) return undefined;
    const known = this.#tenants.get(tenantId);
    if (known === undefined)
      return this.#load(tenantId).then((loaded) =>
        loaded === undefined ? undefined : this.#count(loaded, customerId),
      );
    this.#tenants.delete(tenantId);
    this.#tenants.set(tenantId, known);
    return this.#count(known, customerId);
  }

  /** Takes a token of the tenant and one of the customer, or none. */
  #count({ buckets, customerLimit }: TenantCalls, customerId: CustomerId | null): DomainError | undefined {
    const ofCustomer =
      customerLimit === null || customerId === null ? null : this.#ofCustomer(customerId, customerLimit);
    const now = this.#clock.now();
    for (const each of [buckets, ofCustomer]) if (each !== null && !each.has(1, now)) return each.refusal(1);
    buckets?.take(1);
    ofCustomer?.take(1);
    return undefined;
  }

  #ofCustomer(customerId: CustomerId, limit: RateLimit): TokenBuckets {
    const known = this.#customers.get(customerId);
    const buckets = known?.limit === limit ? known : new TokenBuckets(limit, this.#clock.now());
    this.#customers.delete(customerId);
    remember(this.#customers, customerId, buckets, this.#bounds.partiesMax);
    return buckets;
  }

  async #load(tenantId: TenantId): Promise<TenantCalls | undefined> {
    const changes = this.#changes;
    const profile = await this.#profiles.findProfileOf(tenantId);
    if (profile === undefined) return undefined;
    // Somebody who asked at the same time may have loaded it; all count on the same buckets.
    const known = this.#tenants.get(tenantId);
    if (known !== undefined) return known;
    const calls = this.#callsOf(profile);
    if (changes === this.#changes) remember(this.#tenants, tenantId, calls, this.#bounds.partiesMax);
    return calls;
  }

  #callsOf(profile: TenantProfile): TenantCalls {
    const configuration = configurationOf(profile);
    const limitOf = (name: "tenantServerRestLimitsConfiguration" | "customerServerRestLimitsConfiguration") =>
      parseRateLimit(configuration[name], name);
    const limit = limitOf("tenantServerRestLimitsConfiguration");
    return {
      profileId: profile.id,
      buckets: limit === null ? null : new TokenBuckets(limit, this.#clock.now()),
      customerLimit: limitOf("customerServerRestLimitsConfiguration"),
    };
  }

  #forget(isChanged: (id: TenantId, calls: TenantCalls) => boolean): void {
    this.#changes++;
    for (const [id, calls] of this.#tenants) if (isChanged(id, calls)) this.#tenants.delete(id);
  }
}

function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, entriesMax: number): void {
  map.set(key, value);
  if (map.size <= entriesMax) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
