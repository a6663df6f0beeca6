// What a tenant may have and how fast: counts and rates, as one profile that many tenants share. Unknown members of a
// profile are kept and shown again, so that a profile written for a newer version survives.
import type { EpochMillis } from "../../lib/clock.ts";
import type { JsonObject } from "../devices/device.ts";
import type { TenantProfileId } from "../ids.ts";

export interface TenantProfile {
  readonly id: TenantProfileId;
  readonly createdAt: EpochMillis;
  readonly name: string;
  readonly description: string | null;
  /** Exactly one profile is the default: tenants created without one get it. */
  readonly isDefault: boolean;
  readonly isolatedRuleEngine: boolean;
  /** `configuration` (see `TenantConfiguration`) and `queueConfiguration`, as the REST contract shows them. */
  readonly profileData: JsonObject;
}

/** Counts, where 0 means unlimited. Source: REST contract section 5. */
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

/** How much may be stored, where 0 means unlimited, and what holds where a profile does not say: more than any plant has. */
export const STORED_LIMITS = {
  /** Of all scopes together. */
  maxAttributesPerEntity: 10_000,
  /** Keys of telemetry of all devices, customers and users together. */
  maxSeries: 10_000_000,
} as const;

/** Rates as `count:seconds[,count:seconds]`, where the empty text means unlimited. Source: REST contract 1.6 and 5. */
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

/** Those of what devices send. */
export const MESSAGE_RATE_LIMITS = RATE_LIMITS.filter((name) => name.startsWith("transport"));

export type CountLimitName = (typeof COUNT_LIMITS)[number];
export type StoredLimitName = keyof typeof STORED_LIMITS;
export type RateLimitName = (typeof RATE_LIMITS)[number];

/** The members of a profile that the platform honours, each present: 0 and "" mean unlimited. */
export type TenantConfiguration = Readonly<Record<CountLimitName, number> & Record<RateLimitName, string>>;
