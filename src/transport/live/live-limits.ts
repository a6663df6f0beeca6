// How many connections and subscriptions a tenant, a customer and a user may have, and how many updates a connection is
// sent: what the tenant profile says, in force as soon as it is saved. Limits hold per node. Source: REST contract 5.
import { isPublic, type Principal } from "../../core/access/principal.ts";
import type { MessageBus, Subscription } from "../../core/bus/message-bus.ts";
import { DomainError } from "../../core/errors.ts";
import type { CustomerId, TenantId, TenantProfileId, UserId } from "../../core/ids.ts";
import { parseRateLimit, TokenBuckets, type RateLimit } from "../../core/tenants/rate-limits.ts";
import { configurationOf } from "../../core/tenants/tenant-configuration.ts";
import type { CountLimitName, TenantConfiguration, TenantProfile } from "../../core/tenants/tenant-profile.ts";
import type { Clock } from "../../lib/clock.ts";
import { InFlight } from "../../lib/in-flight.ts";
import type { Logger } from "../../lib/logger.ts";

export interface LiveLimitParts {
  readonly profiles: { findProfileOf(tenantId: TenantId): Promise<TenantProfile | undefined> };
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Who shares a limit: everybody of a tenant, of a customer, or one user. */
type PartyKind = "Tenant" | "Customer" | "RegularUser" | "PublicUser";

interface Party {
  readonly kind: PartyKind;
  readonly id: string;
  sessions: number;
  subscriptions: number;
}

/** Whose connections are asked about. */
export interface SharingCaller {
  readonly userId: UserId;
  readonly tenantId: TenantId | null;
  readonly customerId: CustomerId | null;
  readonly isPublic?: boolean;
}

/** The limits of a tenant; changed in place when its profile changes. */
interface Terms {
  readonly tenantId: TenantId;
  profileId: TenantProfileId;
  configuration: TenantConfiguration;
  updates: RateLimit | null;
  sessions: number;
}

/** What one connection may do, and what it has taken of what it shares with others. */
export interface Allowance {
  /** Frames that may wait for the client; 0 where the profile does not say. */
  readonly queueFramesMax: number;
  /** Throws `limit-exceeded`, and takes nothing then. */
  takeSubscription(): void;
  returnSubscription(): void;
  /** Undefined where one more update may be sent, else the `rate-limited` refusal. */
  chargeUpdate(): DomainError | undefined;
  /** Gives back everything. May be called twice. */
  close(): void;
}

/** For a system administrator, whom no tenant profile binds. */
const UNLIMITED: Allowance = {
  queueFramesMax: 0,
  takeSubscription() {},
  returnSubscription() {},
  chargeUpdate: () => undefined,
  close() {},
};

export class LiveLimits {
  readonly #parts: LiveLimitParts;
  readonly #parties = new Map<string, Party>();
  readonly #terms = new Map<TenantId, Terms>();
  /** Counts changes, so that a profile which one of them overtook while it was read is read again. */
  #changes = 0;
  readonly #reading = new InFlight();
  #listeners: Subscription[] = [];

  constructor(parts: LiveLimitParts) {
    this.#parts = parts;
  }

  start(): void {
    const { bus } = this.#parts;
    this.#listeners = [
      bus.subscribe("tenant-changed", ({ tenantId }) => {
        this.#changes++;
        this.#reload(this.#terms.get(tenantId));
      }),
      bus.subscribe("tenant-profile-changed", ({ profileId }) => {
        this.#changes++;
        for (const terms of this.#terms.values()) if (terms.profileId === profileId) this.#reload(terms);
      }),
    ];
  }

  /** Ends when no profile is being read any more. */
  async stop(): Promise<void> {
    for (const listener of this.#listeners) listener.cancel();
    this.#listeners = [];
    await this.#reading.settled();
  }

  /** Counts a new connection. Rejects with `limit-exceeded`, or `unauthenticated` where the tenant is gone. */
  async admit(principal: Principal): Promise<Allowance> {
    if (principal.authority === "SYS_ADMIN") return UNLIMITED;
    const { tenantId } = principal;
    const changes = this.#changes;
    const profile = await this.#parts.profiles.findProfileOf(tenantId);
    if (profile === undefined) throw new DomainError("unauthenticated", `tenant ${tenantId} does not exist`);
    const terms = this.#terms.get(tenantId) ?? termsOf(tenantId, profile, this.#parts.log);
    const parties = partiesOf(principal).map(([kind, id]) => this.#party(kind, id));
    for (const party of parties)
      requireRoom(party.kind, "sessions", party.sessions, terms.configuration[`maxWsSessionsPer${party.kind}`]);
    this.#terms.set(tenantId, terms);
    terms.sessions++;
    if (changes !== this.#changes) this.#reload(terms);
    for (const party of parties) {
      party.sessions++;
      this.#parties.set(keyOf(party.kind, party.id), party);
    }
    return new TenantAllowance(terms, parties, this.#parts.clock, () => {
      this.#closed(terms, parties);
    });
  }

  /** How many connections there are of those who share the caller's limits. */
  sessionsOf(caller: SharingCaller): { readonly tenant: number; readonly customer: number; readonly user: number } {
    const count = (kind: PartyKind, id: string | null): number =>
      id === null ? 0 : (this.#parties.get(keyOf(kind, id))?.sessions ?? 0);
    return {
      tenant: count("Tenant", caller.tenantId),
      customer: count("Customer", caller.customerId),
      user: caller.isPublic === true ? count("PublicUser", caller.customerId) : count("RegularUser", caller.userId),
    };
  }

  #party(kind: PartyKind, id: string): Party {
    return this.#parties.get(keyOf(kind, id)) ?? { kind, id, sessions: 0, subscriptions: 0 };
  }

  #closed(terms: Terms, parties: readonly Party[]): void {
    terms.sessions--;
    if (terms.sessions === 0) this.#terms.delete(terms.tenantId);
    for (const party of parties) {
      party.sessions--;
      if (party.sessions === 0) this.#parties.delete(keyOf(party.kind, party.id));
    }
  }

  #reload(terms: Terms | undefined): void {
    if (terms === undefined) return;
    const { profiles, log } = this.#parts;
    const { tenantId } = terms;
    const reading = this.#reading.run(() => profiles.findProfileOf(tenantId));
    reading.then(
      (profile) => {
        if (profile === undefined) return;
        const { profileId, configuration, updates } = termsOf(tenantId, profile, log);
        terms.profileId = profileId;
        terms.configuration = configuration;
        if (updates?.text !== terms.updates?.text) terms.updates = updates;
      },
      (error: unknown) => {
        log.error("limits of live connections not read again", { tenantId, error });
      },
    );
  }
}

class TenantAllowance implements Allowance {
  readonly #terms: Terms;
  readonly #parties: readonly Party[];
  readonly #clock: Clock;
  readonly #closed: () => void;
  #subscriptions = 0;
  #buckets: TokenBuckets | undefined;
  #isClosed = false;

  constructor(terms: Terms, parties: readonly Party[], clock: Clock, closed: () => void) {
    this.#terms = terms;
    this.#parties = parties;
    this.#clock = clock;
    this.#closed = closed;
  }

  get queueFramesMax(): number {
    return this.#terms.configuration.wsMsgQueueLimitPerSession;
  }

  takeSubscription(): void {
    const { configuration } = this.#terms;
    for (const { kind, subscriptions } of this.#parties)
      requireRoom(kind, "subscriptions", subscriptions, configuration[`maxWsSubscriptionsPer${kind}`]);
    this.#subscriptions++;
    for (const party of this.#parties) party.subscriptions++;
  }

  returnSubscription(): void {
    if (this.#isClosed) return;
    this.#subscriptions--;
    for (const party of this.#parties) party.subscriptions--;
  }

  chargeUpdate(): DomainError | undefined {
    const { updates } = this.#terms;
    if (updates === null) return undefined;
    const now = this.#clock.now();
    if (this.#buckets?.limit !== updates) this.#buckets = new TokenBuckets(updates, now);
    return this.#buckets.tryTake(1, now) ? undefined : this.#buckets.refusal(1);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const party of this.#parties) party.subscriptions -= this.#subscriptions;
    this.#closed();
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

function termsOf(tenantId: TenantId, profile: TenantProfile, log: Logger): Terms {
  const configuration = configurationOf(profile);
  let updates: RateLimit | null = null;
  try {
    updates = parseRateLimit(configuration.wsUpdatesPerSessionRateLimit, "wsUpdatesPerSessionRateLimit");
  } catch (error) {
    // A profile is checked when it is saved; a field that is wrong all the same limits nothing, and says so.
    log.error("tenant profile holds an unusable rate limit", { profileId: profile.id, error });
  }
  return { tenantId, profileId: profile.id, configuration, updates, sessions: 0 };
}

function keyOf(kind: PartyKind, id: string): string {
  return `${kind} ${id}`;
}
