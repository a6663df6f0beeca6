// The limits of a tenant's profile, parsed once and kept up to date in memory: one object per tenant, updated in place
// when the tenant or its profile changes, so that the message path never waits for a store.
import type { Logger } from "../../lib/logger.ts";
import { RowCache } from "../../lib/row-cache.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { DeviceLimit } from "../devices/device-store.ts";
import { DomainError } from "../errors.ts";
import type { TenantId, TenantProfileId } from "../ids.ts";
import { NO_MONTHLY_QUOTA, storageDays, type MonthlyQuota, type MonthlyUse } from "./monthly-quota.ts";
import { parseRateLimit, type RateLimit } from "./rate-limits.ts";
import { configurationOf, warnThresholdOf } from "./tenant-configuration.ts";
import type { RateLimitName, TenantConfiguration, TenantProfile } from "./tenant-profile.ts";
import type { TenantStore } from "./tenant-store.ts";

/** The limits of one party; null means no limit. */
export interface TrafficLimits {
  readonly messages: RateLimit | null;
  readonly telemetryMessages: RateLimit | null;
  readonly telemetryDataPoints: RateLimit | null;
}

/** Keeps the monthly usage of each tenant. */
export interface TransportQuota {
  /** The counts of a tenant: the same object for as long as the tenant exists. Throws what the store throws. */
  useOf(tenantId: TenantId): Promise<MonthlyUse>;
}

/** The current limits of a tenant. Fields are updated in place; `generation` counts the changes. */
export interface TenantLimits {
  readonly tenantId: TenantId;
  profileId: TenantProfileId;
  generation: number;
  /** Neither a rate limit nor a message quota applies, so no comparison is needed. */
  unlimited: boolean;
  /** Every member of the profile that the platform supports. */
  configuration: TenantConfiguration;
  /** The fraction of a monthly limit at which usage triggers a warning. */
  warnThreshold: number;
  /** Rate of REST calls, for the whole tenant and for each of its customers. */
  restCalls: RateLimit | null;
  customerRestCalls: RateLimit | null;
  /** Rate of updates sent to one live connection. */
  liveUpdates: RateLimit | null;
  /** The usage of the current month; counted even if nothing is limited. */
  used: MonthlyUse;
  quota: MonthlyQuota;
  /** How much of the storage quota a point uses when it is kept for the profile's full retention. */
  storageDaysPerPoint: number;
  /** All traffic of the tenant. */
  tenant: TrafficLimits;
  /** A non-gateway device's own messages. */
  device: TrafficLimits;
  /** All proxied-device messages of one gateway together. */
  gateway: TrafficLimits;
  /** A gateway's own messages. */
  gatewayDevice: TrafficLimits;
}

export interface TenantLimitsDeps {
  readonly profiles: Pick<TenantStore, "findProfileOf">;
  readonly quota: TransportQuota;
  readonly bus: MessageBus;
  readonly log: Logger;
}

/** One entry per tenant, unbounded, because meters keep the objects. */
export class TenantLimitsCache implements DeviceLimit {
  readonly #deps: TenantLimitsDeps;
  readonly #limits: RowCache<TenantId, TenantLimits>;
  #subscription: Subscription | undefined;

  constructor(deps: TenantLimitsDeps) {
    this.#deps = deps;
    this.#limits = new RowCache({
      load: (tenantId) => this.#read(tenantId),
      max: Infinity,
      update: (held, read) => Object.assign(held, read, { generation: held.generation + 1 }),
    });
  }

  start(): void {
    const failed = (error: unknown, tenantId: TenantId): void => {
      // The limits known so far stay in force; the next change or start reads them again.
      this.#deps.log.error("tenant limits could not be read", { tenantId, error });
    };
    this.#subscription = listen(this.#deps.bus, {
      "tenant-changed": ({ tenantId }) => this.#limits.refreshWhere((limits) => limits.tenantId === tenantId, failed),
      "tenant-deleted": ({ tenantId }) => {
        this.#limits.forget(tenantId);
      },
      "tenant-profile-changed": ({ profileId }) =>
        this.#limits.refreshWhere((limits) => limits.profileId === profileId, failed),
      // No node waits until all are read.
      "changes-missed": () => void this.#limits.refreshWhere(() => true, failed),
    });
  }

  stop(): void {
    this.#subscription?.cancel();
  }

  /** Undefined for an unknown tenant; a promise only if the store has to be asked. Throws what the store throws. */
  find(tenantId: TenantId): TenantLimits | undefined | Promise<TenantLimits | undefined> {
    return this.#limits.find(tenantId);
  }

  /** As `find`, but throws `not-found` for an unknown tenant. */
  async load(tenantId: TenantId): Promise<TenantLimits> {
    const limits = await this.find(tenantId);
    if (limits === undefined) throw new DomainError("not-found", `there is no tenant ${tenantId}`);
    return limits;
  }

  /** 0 means no limit. An unknown tenant has none either, but devices cannot be created in it. */
  async maxDevices(tenantId: TenantId): Promise<number> {
    return (await this.find(tenantId))?.configuration.maxDevices ?? 0;
  }

  /** As `maxDevices`, for the bytes of packages. */
  async maxPackageBytes(tenantId: TenantId): Promise<number> {
    return (await this.find(tenantId))?.configuration.maxOtaPackagesInBytes ?? 0;
  }

  /** As `maxDevices`. */
  async maxDashboards(tenantId: TenantId): Promise<number> {
    return (await this.find(tenantId))?.configuration.maxDashboards ?? 0;
  }

  async #read(tenantId: TenantId): Promise<TenantLimits | undefined> {
    const { profiles, quota } = this.#deps;
    const [profile, used] = await Promise.all([profiles.findProfileOf(tenantId), quota.useOf(tenantId)]);
    return profile === undefined ? undefined : this.#parse(tenantId, profile, used);
  }

  #parse(tenantId: TenantId, profile: TenantProfile, used: MonthlyUse): TenantLimits {
    const configuration = configurationOf(profile);
    const limit = (name: RateLimitName): RateLimit | null => this.#limit(profile.id, configuration[name], name);
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
    const quota: MonthlyQuota = {
      messages: configuration.maxTransportMessages || Infinity,
      dataPoints: configuration.maxTransportDataPoints || Infinity,
      storagePointDays: configuration.maxDPStorageDays || Infinity,
    };
    const hasQuota = Object.values(quota).some((each) => each !== Infinity);
    const limited = Object.values(parties).some((limits) => Object.values(limits).some((each) => each !== null));
    return {
      tenantId,
      profileId: profile.id,
      generation: 0,
      unlimited: !limited && !hasQuota,
      configuration,
      warnThreshold: warnThresholdOf(profile),
      restCalls: limit("tenantServerRestLimitsConfiguration"),
      customerRestCalls: limit("customerServerRestLimitsConfiguration"),
      liveUpdates: limit("wsUpdatesPerSessionRateLimit"),
      used,
      quota: hasQuota ? quota : NO_MONTHLY_QUOTA,
      storageDaysPerPoint: storageDays(0, configuration.defaultStorageTtlDays),
      ...parties,
    };
  }

  /** Profiles are validated when saved; a field that is invalid nevertheless imposes no limit and is logged. */
  #limit(profileId: TenantProfileId, value: string, field: RateLimitName): RateLimit | null {
    try {
      return parseRateLimit(value, field);
    } catch (error) {
      this.#deps.log.error("tenant profile holds an unusable rate limit", { profileId, field, error });
      return null;
    }
  }
}

type PartyPrefix = "transportTenant" | "transportDevice" | "transportGateway" | "transportGatewayDevice";
