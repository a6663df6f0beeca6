// The usage and limits of a tenant, from the monthly counts, the number of entities and the profile. Source: REST
// contract 5 and 17.
import type { EpochMillis } from "../../lib/clock.ts";
import type { TenantId } from "../ids.ts";
import { DomainError } from "../errors.ts";
import type { MonthlyUse } from "../tenants/monthly-quota.ts";
import type { TenantLimitsCache } from "../tenants/tenant-limits.ts";
import type { TenantConfiguration } from "../tenants/tenant-profile.ts";
import type { MonthSpan, UsageMeter } from "./usage-meter.ts";
import type { EntityCounts, UsageStore } from "./usage-store.ts";

/** The tenant's usage since the start of the month. */
export interface MonthSoFar {
  readonly startsAt: EpochMillis;
  readonly messages: number;
  readonly points: number;
  /** The sum over points of the days for which they are kept, at least one each. */
  readonly pointDays: number;
}

/** Below the warning threshold of the profile, above it, or used up. */
export type QuotaState = "ENABLED" | "WARNING" | "DISABLED";

export interface UsageReport {
  readonly span: MonthSpan;
  readonly entities: EntityCounts;
  readonly used: Readonly<MonthlyUse>;
  /** 0 means no limit. */
  readonly limits: TenantConfiguration;
  /** The fraction of a limit at which usage becomes a warning. */
  readonly warnThreshold: number;
  readonly states: Readonly<Record<"transport" | "storage" | "email", QuotaState>>;
}

export class UsageReports {
  readonly #meter: UsageMeter;
  readonly #store: Pick<UsageStore, "entities">;
  readonly #tenants: Pick<TenantLimitsCache, "find">;

  constructor(meter: UsageMeter, store: Pick<UsageStore, "entities">, tenants: Pick<TenantLimitsCache, "find">) {
    this.#meter = meter;
    this.#store = store;
    this.#tenants = tenants;
  }

  async monthOf(tenantId: TenantId): Promise<MonthSoFar> {
    const { messages, dataPoints, storagePointDays } = await this.#meter.useOf(tenantId);
    return { startsAt: this.#meter.span.startsAt, messages, points: dataPoints, pointDays: storagePointDays };
  }

  /** Throws `not-found` for an unknown tenant. */
  async of(tenantId: TenantId): Promise<UsageReport> {
    const [tenant, entities] = await Promise.all([this.#tenants.find(tenantId), this.#store.entities(tenantId)]);
    if (tenant === undefined) throw new DomainError("not-found", `tenant ${tenantId} does not exist`);
    const { configuration: limits, warnThreshold } = tenant;
    const used = { ...tenant.used };
    const state = (count: number, limit: number) => stateOf(count, limit, warnThreshold);
    return {
      span: this.#meter.span,
      entities,
      used,
      limits,
      warnThreshold,
      states: {
        transport: worse(
          state(used.messages, limits.maxTransportMessages),
          state(used.dataPoints, limits.maxTransportDataPoints),
        ),
        storage: state(used.storagePointDays, limits.maxDPStorageDays),
        email: state(used.emails, limits.maxEmails),
      },
    };
  }
}

function stateOf(count: number, limit: number, warnThreshold: number): QuotaState {
  if (limit === 0) return "ENABLED";
  if (count >= limit) return "DISABLED";
  return count >= limit * warnThreshold ? "WARNING" : "ENABLED";
}

function worse(one: QuotaState, other: QuotaState): QuotaState {
  const order: readonly QuotaState[] = ["ENABLED", "WARNING", "DISABLED"];
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}
