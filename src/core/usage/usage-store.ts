// The store of tenant usage: counts per calendar month, and the number of entities.
import type { TenantId, TenantProfileId } from "../ids.ts";

export const USAGE_COUNTS = ["messages", "dataPoints", "storagePointDays", "emails"] as const;
export type UsageCounts = Readonly<Record<(typeof USAGE_COUNTS)[number], number>>;

/** A calendar month in UTC: year times 100 plus month, such as 202601. */
export type Month = number;

export interface UsageRow {
  readonly tenantId: TenantId;
  readonly month: Month;
  readonly counts: UsageCounts;
}

export interface EntityCounts {
  readonly devices: number;
  readonly customers: number;
  readonly users: number;
  readonly dashboards: number;
}

/** What a tenant has used in a month, and the entities that it has. */
export interface TenantUse {
  readonly id: TenantId;
  readonly title: string;
  readonly profileId: TenantProfileId;
  readonly counts: UsageCounts;
  readonly entities: EntityCounts;
}

export interface UsageStore {
  /** Zeros if nothing has been counted. */
  find(tenantId: TenantId, month: Month): Promise<UsageCounts>;
  /** Adds to the stored counts and returns the sums; rows of deleted tenants are skipped in both. */
  add(rows: readonly UsageRow[]): Promise<readonly UsageRow[]>;
  /** Deletes the counts of months before this one. */
  forgetBefore(month: Month): Promise<void>;
  entities(tenantId: TenantId): Promise<EntityCounts>;
  /** All tenants, also those that have used nothing. */
  ofTenants(month: Month): Promise<readonly TenantUse[]>;
}
