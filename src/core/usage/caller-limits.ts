// Every limit that applies to a caller, with the remaining amount, so that a program can pace itself before it is
// refused.
import type { EpochMillis } from "../../lib/clock.ts";
import type { RestCallMeter, RestCallState } from "../tenants/rest-call-meter.ts";
import {
  RATE_LIMITS,
  type CountLimitName,
  type RateLimitName,
  type TenantConfiguration,
} from "../tenants/tenant-profile.ts";
import type { UsageReport, UsageReports } from "./usage-report.ts";
import type { EntityCounts, UsageCounts } from "./usage-store.ts";
import type { Caller } from "../caller.ts";

/** Limit 0 means none. `used` is null if the caller may not see it or it is not counted. */
export interface CountLimit {
  readonly name: CountLimitName;
  readonly limit: number;
  readonly used: number | null;
}

/** One that is counted. */
export interface UsedLimit extends CountLimit {
  readonly used: number;
}

/** The party whose traffic a rate limit counts. */
export type TrafficParty = "tenant" | "device" | "gateway" | "gateway device" | "session";

export interface TrafficLimit {
  readonly party: TrafficParty;
  readonly name: RateLimitName;
  /** As `count:seconds[,count:seconds]`; null for none. */
  readonly limit: string | null;
}

export interface CallerLimits {
  readonly restCalls: readonly RestCallState[];
  readonly transport: readonly TrafficLimit[];
  readonly entities: readonly CountLimit[];
  readonly webSocket: readonly CountLimit[];
  /** Null if the caller may not see the monthly usage. */
  readonly month: {
    readonly startsAt: EpochMillis;
    readonly endsAt: EpochMillis;
    readonly limits: readonly CountLimit[];
  } | null;
}

/** The number of open WebSocket sessions by party. */
export interface WebSocketCounts {
  sessionsOf(caller: Caller): {
    readonly tenant: number;
    readonly customer: number;
    readonly user: number;
  };
}

/** The party of a traffic rate limit, by the prefix of its name; longer prefixes come first. */
const PARTIES: readonly (readonly [party: TrafficParty, prefix: string])[] = [
  ["tenant", "transportTenant"],
  ["gateway device", "transportGatewayDevice"],
  ["gateway", "transportGateway"],
  ["device", "transportDevice"],
  ["session", "ws"],
];

export class CallerLimitsReports {
  readonly #meter: Pick<RestCallMeter, "stateOf">;
  readonly #reports: Pick<UsageReports, "of">;
  readonly #webSockets: WebSocketCounts | undefined;

  constructor(
    meter: Pick<RestCallMeter, "stateOf">,
    reports: Pick<UsageReports, "of">,
    webSockets: WebSocketCounts | undefined,
  ) {
    this.#meter = meter;
    this.#reports = reports;
    this.#webSockets = webSockets;
  }

  /** System administrators have no limits. The usage of the whole tenant is shown only to its administrators. */
  async of(caller: Caller): Promise<CallerLimits> {
    const { tenantId } = caller;
    if (tenantId === null) return { restCalls: [], transport: [], entities: [], webSocket: [], month: null };
    const [restCalls, report] = await Promise.all([this.#meter.stateOf(caller), this.#reports.of(tenantId)]);
    const isAdministrator = caller.authority === "TENANT_ADMIN";
    return {
      restCalls,
      transport: RATE_LIMITS.flatMap((name) => trafficLimit(name, report.limits)),
      entities: entityLimits(report.limits, report.entities).map((limit) =>
        isAdministrator ? limit : { ...limit, used: null },
      ),
      webSocket: this.#webSocketLimits(caller, report.limits),
      month: isAdministrator ? monthOf(report) : null,
    };
  }

  #webSocketLimits(caller: Caller, limits: TenantConfiguration): readonly CountLimit[] {
    const open = this.#webSockets?.sessionsOf(caller);
    const limit = (name: CountLimitName, used: number | null): CountLimit => ({ name, limit: limits[name], used });
    const ofUser = caller.isPublic === true ? "Public" : "Regular";
    const isAdministrator = caller.authority === "TENANT_ADMIN";
    return [
      limit("maxWsSessionsPerTenant", isAdministrator ? (open?.tenant ?? null) : null),
      ...(caller.customerId === null ? [] : [limit("maxWsSessionsPerCustomer", open?.customer ?? null)]),
      limit(`maxWsSessionsPer${ofUser}User`, open?.user ?? null),
      limit("maxWsSubscriptionsPerTenant", null),
      ...(caller.customerId === null ? [] : [limit("maxWsSubscriptionsPerCustomer", null)]),
      limit(`maxWsSubscriptionsPer${ofUser}User`, null),
      limit("wsMsgQueueLimitPerSession", null),
    ];
  }
}

/** Empty for the limits of REST calls, which the meter shows in more detail. */
function trafficLimit(name: RateLimitName, limits: TenantConfiguration): readonly TrafficLimit[] {
  const party = PARTIES.find(([, prefix]) => name.startsWith(prefix))?.[0];
  return party === undefined ? [] : [{ party, name, limit: limits[name] === "" ? null : limits[name] }];
}

function monthOf({ span, limits, used }: UsageReport): CallerLimits["month"] {
  return { startsAt: span.startsAt, endsAt: span.endsAt, limits: monthLimits(limits, used) };
}

export function entityLimits(limits: TenantConfiguration, entities: EntityCounts): readonly UsedLimit[] {
  return [
    { name: "maxDevices", limit: limits.maxDevices, used: entities.devices },
    { name: "maxCustomers", limit: limits.maxCustomers, used: entities.customers },
    { name: "maxUsers", limit: limits.maxUsers, used: entities.users },
    { name: "maxDashboards", limit: limits.maxDashboards, used: entities.dashboards },
  ];
}

export function monthLimits(limits: TenantConfiguration, used: UsageCounts): readonly UsedLimit[] {
  return [
    { name: "maxTransportMessages", limit: limits.maxTransportMessages, used: used.messages },
    { name: "maxTransportDataPoints", limit: limits.maxTransportDataPoints, used: used.dataPoints },
    { name: "maxDPStorageDays", limit: limits.maxDPStorageDays, used: used.storagePointDays },
    { name: "maxEmails", limit: limits.maxEmails, used: used.emails },
  ];
}
