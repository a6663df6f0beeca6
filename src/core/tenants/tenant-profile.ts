// The limits of tenants, as counts and rates, in one profile that many tenants share. Unknown members are kept and
// returned, so that a profile written for a newer version survives.
import type { EpochMillis } from "../../lib/clock.ts";
import type { JsonObject } from "../devices/device.ts";
import type { TenantProfileId } from "../ids.ts";

export interface TenantProfile {
  readonly id: TenantProfileId;
  readonly createdAt: EpochMillis;
  readonly name: string;
  readonly description: string | null;
  /** Exactly one profile is the default, used for tenants created without a profile. */
  readonly isDefault: boolean;
  readonly isolatedRuleEngine: boolean;
  /** `configuration` (see `TenantConfiguration`) and `queueConfiguration`; see the REST contract. */
  readonly profileData: JsonObject;
}

/** Counts; 0 means unlimited. Source: REST contract section 5. */
export const COUNT_LIMITS = [
  "maxDevices",
  "maxCustomers",
  "maxUsers",
  "maxAssets",
  "maxDashboards",
  "maxRuleChains",
  "maxEdges",
  "maxWsSessionsPerTenant",
  "maxWsSessionsPerCustomer",
  "maxWsSessionsPerRegularUser",
  "maxWsSessionsPerPublicUser",
  "maxWsSubscriptionsPerTenant",
  "maxWsSubscriptionsPerCustomer",
  "maxWsSubscriptionsPerRegularUser",
  "maxWsSubscriptionsPerPublicUser",
  "wsMsgQueueLimitPerSession",
  "maxTransportMessages",
  "maxTransportDataPoints",
  "maxDPStorageDays",
  "maxOtaPackagesInBytes",
  "maxCreatedAlarms",
  "maxEmails",
  "maxSms",
  "defaultStorageTtlDays",
  "rpcTtlDays",
] as const;

/**
 * Storage limits; 0 means unlimited. The values are the defaults if a profile does not say: more than any plant needs.
 */
export const STORED_LIMITS = {
  /** All scopes together. */
  maxAttributesPerEntity: 10_000,
  /** Telemetry keys of all devices, customers and users together. */
  maxSeries: 10_000_000,
} as const;

/** Rates as `count:seconds[,count:seconds]`; the empty text means unlimited. Source: REST contract 1.6 and 5. */
export const RATE_LIMITS = [
  "transportTenantMsgRateLimit",
  "transportTenantTelemetryMsgRateLimit",
  "transportTenantTelemetryDataPointsRateLimit",
  "transportDeviceMsgRateLimit",
  "transportDeviceTelemetryMsgRateLimit",
  "transportDeviceTelemetryDataPointsRateLimit",
  "transportGatewayMsgRateLimit",
  "transportGatewayTelemetryMsgRateLimit",
  "transportGatewayTelemetryDataPointsRateLimit",
  "transportGatewayDeviceMsgRateLimit",
  "transportGatewayDeviceTelemetryMsgRateLimit",
  "transportGatewayDeviceTelemetryDataPointsRateLimit",
  "tenantServerRestLimitsConfiguration",
  "customerServerRestLimitsConfiguration",
  "wsUpdatesPerSessionRateLimit",
] as const;

/** The rate limits of what devices send. */
export const MESSAGE_RATE_LIMITS = RATE_LIMITS.filter((name) => name.startsWith("transport"));

export type CountLimitName = (typeof COUNT_LIMITS)[number];
export type StoredLimitName = keyof typeof STORED_LIMITS;
export type RateLimitName = (typeof RATE_LIMITS)[number];

/** The profile members that the platform supports, all present: 0 and "" mean unlimited. */
export type TenantConfiguration = Readonly<Record<CountLimitName, number> & Record<RateLimitName, string>>;
