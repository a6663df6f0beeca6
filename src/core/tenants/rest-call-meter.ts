// Counts REST calls against what the tenant profile allows a tenant and each of its customers, and the installation each
// user. Limits hold per node; a changed profile is in force at once, with full buckets. Source: REST contract 1.6.
import type { Clock } from "../../lib/clock.ts";
import { remember } from "../../lib/remember.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import { DomainError } from "../errors.ts";
import type { CustomerId, TenantId, TenantProfileId, UserId } from "../ids.ts";
import { parseRateLimit, TokenBuckets, type RateLimit, type RateLimitState } from "./rate-limits.ts";
import type { TenantProfile } from "./tenant-profile.ts";
import { configurationOf } from "./tenant-configuration.ts";
import type { TenantStore } from "./tenant-store.ts";

/** Whose call it is; tenant and customer are null for a system administrator, who is not counted. */
export interface RestCaller {
  readonly tenantId: TenantId | null;
  readonly customerId: CustomerId | null;
  readonly userId: UserId;
  /** A session that anybody may open counts as one user for all of its customer. */
  readonly isPublic?: boolean;
}

export interface RestMeterBounds {
  /** Tenants, customers and users, each, whose buckets are remembered; the one unused for longest starts with full ones again. */
  readonly partiesMax: number;
  /** Of each user of a tenant; null for none. Setting `rest.userLimit`. */
  readonly userLimit: RateLimit | null;
}

export type RestParty = "tenant" | "customer" | "user";

/** A limit that a caller has, with what is left of it. */
export interface RestCallState {
  readonly party: RestParty;
  readonly limit: RateLimit;
  readonly windows: readonly RateLimitState[];
}

interface TenantCalls {
  readonly profileId: TenantProfileId;
  readonly buckets: TokenBuckets | null;
  readonly customerLimit: RateLimit | null;
}

type CallBuckets = readonly (readonly [party: RestParty, buckets: TokenBuckets])[];

export class RestCallMeter {
  readonly #profiles: Pick<TenantStore, "findProfileOf">;
  readonly #bus: MessageBus;
  readonly #clock: Clock;
  readonly #bounds: RestMeterBounds;
  /** All three in order of use. */
  readonly #tenants = new Map<TenantId, TenantCalls>();
  readonly #customers = new Map<CustomerId, TokenBuckets>();
  readonly #users = new Map<UserId | CustomerId, TokenBuckets>();
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
  charge(caller: RestCaller): DomainError | undefined | Promise<DomainError | undefined> {
    const { tenantId } = caller;
    if (tenantId === null) return undefined;
    const known = this.#known(tenantId);
    if (known === undefined)
      return this.#load(tenantId).then((loaded) => (loaded === undefined ? undefined : this.#count(loaded, caller)));
    // Where nothing is limited, nothing has to be looked up.
    if (known.buckets === null && known.customerLimit === null && this.#bounds.userLimit === null) return undefined;
    return this.#count(known, caller);
  }

  /** The limits of a caller's calls with what is left of them; empty where there are none. Counts nothing. */
  async stateOf(caller: RestCaller): Promise<readonly RestCallState[]> {
    const { tenantId } = caller;
    if (tenantId === null) return [];
    const calls = this.#known(tenantId) ?? (await this.#load(tenantId));
    if (calls === undefined) return [];
    const now = this.#clock.now();
    return this.#bucketsOf(calls, caller).map(([party, buckets]) => ({
      party,
      limit: buckets.limit,
      windows: buckets.state(now),
    }));
  }

  /** Takes a token of each party, or none. */
  #count(calls: TenantCalls, caller: RestCaller): DomainError | undefined {
    const all = this.#bucketsOf(calls, caller);
    const now = this.#clock.now();
    const lacking = all.filter(([, buckets]) => !buckets.has(1, now));
    if (lacking.length > 0) return refusal(lacking);
    for (const [, buckets] of all) buckets.take(1);
    return undefined;
  }

  #bucketsOf({ buckets, customerLimit }: TenantCalls, { customerId, userId, isPublic }: RestCaller): CallBuckets {
    const { userLimit } = this.#bounds;
    const found: [RestParty, TokenBuckets][] = [];
    if (buckets !== null) found.push(["tenant", buckets]);
    if (customerLimit !== null && customerId !== null)
      found.push(["customer", this.#remembered(this.#customers, customerId, customerLimit)]);
    const user = isPublic === true && customerId !== null ? customerId : userId;
    if (userLimit !== null) found.push(["user", this.#remembered(this.#users, user, userLimit)]);
    return found;
  }

  #remembered<Id>(map: Map<Id, TokenBuckets>, id: Id, limit: RateLimit): TokenBuckets {
    const known = map.get(id);
    const buckets = known?.limit === limit ? known : new TokenBuckets(limit, this.#clock.now());
    map.delete(id);
    remember(map, id, buckets, this.#bounds.partiesMax);
    return buckets;
  }

  #known(tenantId: TenantId): TenantCalls | undefined {
    const known = this.#tenants.get(tenantId);
    if (known === undefined) return undefined;
    this.#tenants.delete(tenantId);
    this.#tenants.set(tenantId, known);
    return known;
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

/** Names the limit that takes longest to have room again: a call before that would be refused once more. */
function refusal(lacking: CallBuckets): DomainError {
  let [longest] = lacking;
  let retryAfterSeconds = 0;
  for (const each of lacking) {
    const seconds = each[1].secondsUntil(1);
    if (seconds <= retryAfterSeconds) continue;
    longest = each;
    retryAfterSeconds = seconds;
  }
  if (longest === undefined) throw new Error("nothing is lacking");
  const [party, { limit }] = longest;
  return new DomainError(
    "rate-limited",
    `the ${party}'s limit ${limit.name} of ${limit.text} (calls:seconds) is reached; retry in ${String(retryAfterSeconds)} s`,
    { limit: { name: limit.name, value: limit.text }, retryAfterSeconds },
  );
}
