// Limits on connections and subscriptions of a tenant, a customer and a user, and on the rate of updates per
// connection. They come from the tenant profile, apply as soon as it is saved, and hold over all nodes of a cluster, a
// second late. Source: REST contract 5.
import { isPublic, type Principal } from "../../core/access/principal.ts";
import type { Open, OpenElsewhere } from "../../core/cluster/open-elsewhere.ts";
import { DomainError } from "../../core/errors.ts";
import { TokenBuckets } from "../../core/tenants/rate-limits.ts";
import type { TenantLimits, TenantLimitsCache } from "../../core/tenants/tenant-limits.ts";
import type { CountLimitName } from "../../core/tenants/tenant-profile.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Caller } from "../../core/caller.ts";

/** Who shares a limit: all users of a tenant, all users of a customer, or one user. */
type PartyKind = "Tenant" | "Customer" | "RegularUser" | "PublicUser";

interface Party {
  readonly kind: PartyKind;
  readonly id: string;
  sessions: number;
  subscriptions: number;
}

/** What one connection may do, and its part of the shared limits. */
export interface Allowance {
  /** Most frames that may wait for the client; 0 if the profile sets no limit. */
  readonly queueFramesMax: number;
  /** Throws `limit-exceeded`, in which case nothing is taken. */
  takeSubscription(): void;
  returnSubscription(): void;
  /** Returns undefined if one more update may be sent, otherwise the `rate-limited` error. */
  chargeUpdate(): DomainError | undefined;
  /** Returns everything taken. May be called twice. */
  close(): void;
}

/** For system administrators, to whom no tenant profile applies. */
const UNLIMITED: Allowance = {
  queueFramesMax: 0,
  takeSubscription() {},
  returnSubscription() {},
  chargeUpdate: () => undefined,
  close() {},
};

export interface LiveLimitsDeps {
  readonly tenants: Pick<TenantLimitsCache, "find">;
  /** Undefined if there is no cluster. */
  readonly elsewhere: Pick<OpenElsewhere, "of"> | undefined;
  readonly clock: Clock;
}

export class LiveLimits {
  readonly #deps: LiveLimitsDeps;
  readonly #parties = new Map<string, Party>();

  constructor(deps: LiveLimitsDeps) {
    this.#deps = deps;
  }

  /** What is open at this node, by party. */
  get own(): ReadonlyMap<string, Open> {
    return this.#parties;
  }

  /** Counts a new connection. Rejects with `limit-exceeded`, or `unauthenticated` if the tenant no longer exists. */
  async admit(principal: Principal): Promise<Allowance> {
    if (principal.authority === "SYS_ADMIN") return UNLIMITED;
    const { tenantId } = principal;
    const limits = await this.#deps.tenants.find(tenantId);
    if (limits === undefined) throw new DomainError("unauthenticated", `tenant ${tenantId} does not exist`);
    const parties = partiesOf(principal).map(([kind, id]) => this.#party(kind, id));
    for (const party of parties) {
      const max = limits.configuration[`maxWsSessionsPer${party.kind}`];
      requireRoom(party.kind, "sessions", this.#openOf(party).sessions, max);
    }
    for (const party of parties) {
      party.sessions++;
      this.#parties.set(keyOf(party.kind, party.id), party);
    }
    return new TenantAllowance({
      limits,
      parties,
      clock: this.#deps.clock,
      openOf: (party) => this.#openOf(party),
      closed: () => {
        this.#closed(parties);
      },
    });
  }

  /** Connections of the parties whose limits apply to the caller, at all nodes. */
  sessionsOf(caller: Omit<Caller, "authority">): {
    readonly tenant: number;
    readonly customer: number;
    readonly user: number;
  } {
    const count = (kind: PartyKind, id: string | null): number =>
      id === null ? 0 : this.#openOf(this.#party(kind, id)).sessions;
    return {
      tenant: count("Tenant", caller.tenantId),
      customer: count("Customer", caller.customerId),
      user: caller.isPublic === true ? count("PublicUser", caller.customerId) : count("RegularUser", caller.userId),
    };
  }

  #party(kind: PartyKind, id: string): Party {
    return this.#parties.get(keyOf(kind, id)) ?? { kind, id, sessions: 0, subscriptions: 0 };
  }

  /** At all nodes. */
  #openOf({ kind, id, sessions, subscriptions }: Party): Open {
    const elsewhere = this.#deps.elsewhere?.of(keyOf(kind, id));
    return {
      sessions: sessions + (elsewhere?.sessions ?? 0),
      subscriptions: subscriptions + (elsewhere?.subscriptions ?? 0),
    };
  }

  #closed(parties: readonly Party[]): void {
    for (const party of parties) {
      party.sessions--;
      if (party.sessions === 0) this.#parties.delete(keyOf(party.kind, party.id));
    }
  }
}

interface AllowanceDeps {
  readonly limits: TenantLimits;
  readonly parties: readonly Party[];
  readonly clock: Clock;
  /** At all nodes. */
  readonly openOf: (party: Party) => Open;
  readonly closed: () => void;
}

class TenantAllowance implements Allowance {
  readonly #deps: AllowanceDeps;
  #subscriptions = 0;
  #buckets: TokenBuckets | undefined;
  #isClosed = false;

  constructor(deps: AllowanceDeps) {
    this.#deps = deps;
  }

  get queueFramesMax(): number {
    return this.#deps.limits.configuration.wsMsgQueueLimitPerSession;
  }

  takeSubscription(): void {
    const { limits, parties, openOf } = this.#deps;
    for (const party of parties) {
      const max = limits.configuration[`maxWsSubscriptionsPer${party.kind}`];
      requireRoom(party.kind, "subscriptions", openOf(party).subscriptions, max);
    }
    this.#subscriptions++;
    for (const party of parties) party.subscriptions++;
  }

  returnSubscription(): void {
    if (this.#isClosed) return;
    this.#subscriptions--;
    for (const party of this.#deps.parties) party.subscriptions--;
  }

  chargeUpdate(): DomainError | undefined {
    const { liveUpdates } = this.#deps.limits;
    if (liveUpdates === null) return undefined;
    const now = this.#deps.clock.now();
    if (this.#buckets?.limit.text !== liveUpdates.text) this.#buckets = new TokenBuckets(liveUpdates, now);
    return this.#buckets.tryTake(1, now) ? undefined : this.#buckets.refusal(1);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const party of this.#deps.parties) party.subscriptions -= this.#subscriptions;
    this.#deps.closed();
  }
}

function partiesOf(
  principal: Exclude<Principal, { authority: "SYS_ADMIN" }>,
): readonly (readonly [PartyKind, string])[] {
  const { tenantId, customerId, userId } = principal;
  const user: readonly [PartyKind, string] = isPublic(principal)
    ? ["PublicUser", principal.customerId]
    : ["RegularUser", userId];
  return [["Tenant", tenantId], ...(customerId === null ? [] : [["Customer", customerId] as const]), user];
}

function requireRoom(kind: PartyKind, what: "sessions" | "subscriptions", present: number, max: number): void {
  if (max === 0 || present < max) return;
  const name: CountLimitName = what === "sessions" ? `maxWsSessionsPer${kind}` : `maxWsSubscriptionsPer${kind}`;
  throw new DomainError("limit-exceeded", `${name} allows ${String(max)}, and there are ${String(present)}`, {
    limit: { name, value: max },
  });
}

function keyOf(kind: PartyKind, id: string): string {
  return `${kind} ${id}`;
}
