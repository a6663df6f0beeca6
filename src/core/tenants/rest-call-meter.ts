// Counts REST calls against the limits of a tenant and of each of its customers (tenant profile), and of each user
// (installation). A changed limit takes effect at once, with full buckets. Source: REST contract 1.6.
import type { Clock } from "../../lib/clock.ts";
import { remember } from "../../lib/remember.ts";
import { DomainError } from "../errors.ts";
import type { BucketSource } from "./bucket-source.ts";
import type { RateLimit, RateLimitState, TokenBuckets } from "./rate-limits.ts";
import type { TenantLimits, TenantLimitsCache } from "./tenant-limits.ts";
import type { Caller } from "../caller.ts";

/** The caller; system administrators are not counted. */
export type RestCaller = Omit<Caller, "authority">;

export interface RestMeterDeps {
  readonly limits: Pick<TenantLimitsCache, "find">;
  readonly buckets: BucketSource;
  readonly clock: Clock;
}

export interface RestMeterOptions {
  /**
   * Limit of the tenants, of the customers and of the users whose buckets are kept; beyond that, the least recently
   * used starts with full buckets again.
   */
  readonly partiesMax: number;
  /** For each user of a tenant; null means no limit. Setting `rest.userLimit`. */
  readonly userLimit: RateLimit | null;
}

export type RestParty = "tenant" | "customer" | "user";

/** A limit of a caller and what is left of it. */
export interface RestCallState {
  readonly party: RestParty;
  readonly limit: RateLimit;
  readonly windows: readonly RateLimitState[];
}

type CallBuckets = readonly (readonly [party: RestParty, buckets: TokenBuckets])[];

export class RestCallMeter {
  readonly #deps: RestMeterDeps;
  readonly #options: RestMeterOptions;
  /** By kind of party, in order of use. */
  readonly #buckets: Readonly<Record<RestParty, Map<string, TokenBuckets>>> = {
    tenant: new Map(),
    customer: new Map(),
    user: new Map(),
  };

  constructor(deps: RestMeterDeps, options: RestMeterOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /**
   * Counts one call: undefined within the limits, otherwise the `rate-limited` error. Waits only for an unknown tenant.
   */
  charge(caller: RestCaller): DomainError | undefined | Promise<DomainError | undefined> {
    const { tenantId } = caller;
    if (tenantId === null) return undefined;
    const limits = this.#deps.limits.find(tenantId);
    return limits instanceof Promise ? limits.then((found) => this.#count(found, caller)) : this.#count(limits, caller);
  }

  /** The limits of a caller and what is left of them; empty if there are none. Counts nothing. */
  async stateOf(caller: RestCaller): Promise<readonly RestCallState[]> {
    const { tenantId } = caller;
    if (tenantId === null) return [];
    const limits = await this.#deps.limits.find(tenantId);
    if (limits === undefined) return [];
    const now = this.#deps.clock.now();
    return this.#bucketsOf(limits, caller).map(([party, buckets]) => ({
      party,
      limit: buckets.limit,
      windows: buckets.state(now),
    }));
  }

  /** Takes a token from each party, or from none. */
  #count(limits: TenantLimits | undefined, caller: RestCaller): DomainError | undefined {
    if (limits === undefined) return undefined;
    const { restCalls, customerRestCalls } = limits;
    // Without limits nothing has to be looked up.
    if (restCalls === null && customerRestCalls === null && this.#options.userLimit === null) return undefined;
    const all = this.#bucketsOf(limits, caller);
    const now = this.#deps.clock.now();
    const lacking = all.filter(([, buckets]) => !buckets.has(1, now));
    if (lacking.length > 0) return refusal(lacking);
    for (const [, buckets] of all) buckets.take(1);
    return undefined;
  }

  #bucketsOf(limits: TenantLimits, { customerId, userId, isPublic }: RestCaller): CallBuckets {
    const found: [RestParty, TokenBuckets][] = [];
    const add = (party: RestParty, id: string | null, limit: RateLimit | null): void => {
      if (id !== null && limit !== null) found.push([party, this.#bucketOf(party, id, limit)]);
    };
    add("tenant", limits.tenantId, limits.restCalls);
    add("customer", customerId, limits.customerRestCalls);
    add("user", isPublic === true && customerId !== null ? customerId : userId, this.#options.userLimit);
    return found;
  }

  #bucketOf(party: RestParty, id: string, limit: RateLimit): TokenBuckets {
    const parties = this.#buckets[party];
    const known = parties.get(id);
    const buckets = known?.limit === limit ? known : this.#deps.buckets.of(id, limit, this.#deps.clock.now());
    parties.delete(id);
    remember(parties, id, buckets, this.#options.partiesMax);
    return buckets;
  }
}

/** Names the limit that takes longest to refill, because any earlier call would be refused again. */
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
