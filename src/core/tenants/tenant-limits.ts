// What a tenant's profile allows its devices to send, parsed and kept true in memory: one object per tenant, changed in
// place when the tenant or its profile changes, so that the path of a message never waits for a store.
import type { Logger } from "../../lib/logger.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { JsonObject } from "../devices/device.ts";
import { DomainError } from "../errors.ts";
import type { TenantId, TenantProfileId } from "../ids.ts";
import { millis } from "../../lib/clock.ts";
import { NO_MONTHLY_QUOTA, storageDays, type MonthlyQuota, type MonthlyUse } from "./monthly-quota.ts";
import { parseRateLimit, type RateLimit } from "./rate-limits.ts";
import type { CountLimitName, RateLimitName, TenantProfile } from "./tenant-profile.ts";

/** The limits of one party; null where there is none. */
export interface TrafficLimits {
  readonly messages: RateLimit | null;
  readonly telemetryMessages: RateLimit | null;
  readonly telemetryDataPoints: RateLimit | null;
}

/** Where the profile of a tenant is read; undefined where there is no such tenant. */
export interface TenantProfiles {
  findProfileOf(tenantId: TenantId): Promise<Pick<TenantProfile, "id" | "profileData"> | undefined>;
}

/** Who keeps what each tenant uses in a month. */
export interface TransportQuota {
  /** The counts of a tenant, the same object for as long as the tenant is there. Throws what the store throws. */
  useOf(tenantId: TenantId): Promise<MonthlyUse>;
}

/** Counts that nobody keeps: each tenant begins at 0 with every start, and its month never ends. */
export const noTransportQuota: TransportQuota = {
  useOf: () =>
    Promise.resolve({ messages: 0, dataPoints: 0, storagePointDays: 0, emails: 0, monthEndsAt: millis(8.64e15) }),
};

/** The present limits of a tenant. Fields change in place; `generation` counts the changes. */
export interface TenantLimits {
  readonly tenantId: TenantId;
  profileId: TenantProfileId;
  generation: number;
  /** Neither a rate limit nor a quota: nothing has to be compared. */
  unlimited: boolean;
  /** What has been used of the month; counted also where nothing is limited. */
  used: MonthlyUse;
  quota: MonthlyQuota;
  /** What a point costs of the quota of storage when it is kept for as long as the profile says. */
  storageDaysPerPoint: number;
  /** Everything of the tenant. */
  tenant: TrafficLimits;
  /** A non-gateway device's own messages. */
  device: TrafficLimits;
  /** All proxied-device messages of one gateway together. */
  gateway: TrafficLimits;
  /** A gateway's own messages. */
  gatewayDevice: TrafficLimits;
}

export class TenantLimitsCache {
  readonly #profiles: TenantProfiles;
  readonly #quota: TransportQuota;
  readonly #bus: MessageBus;
  readonly #log: Logger;
  readonly #known = new Map<TenantId, TenantLimits>();
  readonly #loading = new Map<TenantId, Promise<TenantLimits>>();
  #subscriptions: Subscription[] = [];

  constructor(profiles: TenantProfiles, quota: TransportQuota, bus: MessageBus, log: Logger) {
    this.#profiles = profiles;
    this.#quota = quota;
    this.#bus = bus;
    this.#log = log;
  }

  start(): void {
    this.#subscriptions = [
      this.#bus.subscribe("tenant-changed", ({ tenantId }) => {
        this.#reload(tenantId);
      }),
      this.#bus.subscribe("tenant-deleted", ({ tenantId }) => {
        this.#known.delete(tenantId);
      }),
      this.#bus.subscribe("tenant-profile-changed", ({ profileId }) => {
        for (const limits of this.#known.values()) if (limits.profileId === profileId) this.#reload(limits.tenantId);
      }),
    ];
  }

  stop(): void {
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
  }

  /** The limits of a tenant, read once. Throws `not-found` for an unknown tenant, and what the store throws. */
  async load(tenantId: TenantId): Promise<TenantLimits> {
    const known = this.#known.get(tenantId);
    if (known !== undefined) return known;
    let loading = this.#loading.get(tenantId);
    if (loading === undefined) {
      loading = this.#read(tenantId).finally(() => {
        this.#loading.delete(tenantId);
      });
      this.#loading.set(tenantId, loading);
    }
    return loading;
  }

  #reload(tenantId: TenantId): void {
    // A read that began before the change may hold the old limits, so it is followed by another one.
    const earlier = this.#loading.get(tenantId);
    if (earlier === undefined && !this.#known.has(tenantId)) return;
    const reading = (async () => {
      if (earlier !== undefined) await earlier.catch(() => undefined);
      return this.#read(tenantId);
    })();
    this.#loading.set(tenantId, reading);
    reading.then(
      () => {
        this.#forgetLoading(tenantId, reading);
      },
      (error: unknown) => {
        this.#forgetLoading(tenantId, reading);
        // The limits known so far stay in force; the next change or start reads them again.
        this.#log.error("tenant limits could not be read", { tenantId, error });
      },
    );
  }

  #forgetLoading(tenantId: TenantId, reading: Promise<TenantLimits>): void {
    if (this.#loading.get(tenantId) === reading) this.#loading.delete(tenantId);
  }

  async #read(tenantId: TenantId): Promise<TenantLimits> {
    const [profile, used] = await Promise.all([this.#profiles.findProfileOf(tenantId), this.#quota.useOf(tenantId)]);
    if (profile === undefined) throw new DomainError("not-found", `there is no tenant ${tenantId}`);
    const read = this.#parse(tenantId, profile, used);
    const known = this.#known.get(tenantId);
    if (known === undefined) {
      this.#known.set(tenantId, read);
      return read;
    }
    return Object.assign(known, read, { generation: known.generation + 1 });
  }

  #parse(tenantId: TenantId, profile: Pick<TenantProfile, "id" | "profileData">, used: MonthlyUse): TenantLimits {
    const configuration = configurationOf(profile.profileData);
    const limit = (field: RateLimitName): RateLimit | null => this.#limit(profile.id, configuration.get(field), field);
    const party = (prefix: PartyPrefix): TrafficLimits => ({
      messages: limit(`${prefix}MsgRateLimit`),
      telemetryMessages: limit(`${prefix}TelemetryMsgRateLimit`),
      telemetryDataPoints: limit(`${prefix}TelemetryDataPointsRateLimit`),
    });
    const parties = {
      tenant: party("transportTenant"),
      device: party("transportDevice"),
      gateway: party("transportGateway"),
      gatewayDevice: party("transportGatewayDevice"),
    };
    const count = (field: CountLimitName): number => countOf(configuration.get(field));
    const quota: MonthlyQuota = {
      messages: count("maxTransportMessages") || Infinity,
      dataPoints: count("maxTransportDataPoints") || Infinity,
      storagePointDays: count("maxDPStorageDays") || Infinity,
    };
    const hasQuota = Object.values(quota).some((each) => each !== Infinity);
    const limited = Object.values(parties).some((limits) => Object.values(limits).some((each) => each !== null));
    return {
      tenantId,
      profileId: profile.id,
      generation: 0,
      unlimited: !limited && !hasQuota,
      used,
      quota: hasQuota ? quota : NO_MONTHLY_QUOTA,
      storageDaysPerPoint: storageDays(0, count("defaultStorageTtlDays")),
      ...parties,
    };
  }

  /** A profile is checked when it is saved; a field that is wrong all the same limits nothing, and says so in the log. */
  #limit(profileId: TenantProfileId, value: unknown, field: string): RateLimit | null {
    try {
      return parseRateLimit(value, field);
    } catch (error) {
      this.#log.error("tenant profile holds an unusable rate limit", { profileId, field, error });
      return null;
    }
  }
}

type PartyPrefix = "transportTenant" | "transportDevice" | "transportGateway" | "transportGatewayDevice";

function configurationOf(profileData: JsonObject): ReadonlyMap<string, unknown> {
  const configuration = profileData["configuration"];
  return new Map(typeof configuration === "object" && configuration !== null ? Object.entries(configuration) : []);
}

/** 0, and anything that is not a count, means no limit. */
function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
