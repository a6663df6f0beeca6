// What is kept of the use of tenants: counts by calendar month, and how many entities there are.
import type { TenantId } from "../ids.ts";

export const USAGE_COUNTS = ["messages", "dataPoints", "storagePointDays", "emails"] as const;
export type UsageCounts = Readonly<Record<(typeof USAGE_COUNTS)[number], number>>;

/** A calendar month in UTC: year times 100 plus month, as 202601. */
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
}

export interface UsageStore {
  /** Zeros where nothing has been counted. */
  find(tenantId: TenantId, month: Month): Promise<UsageCounts>;
  /** Adds to what is there, and gives the sums; a row of a tenant that is gone is left out of both. */
  add(rows: readonly UsageRow[]): Promise<readonly UsageRow[]>;
  /** Removes the counts of months before this one. */
  forgetBefore(month: Month): Promise<void>;
  entities(tenantId: TenantId): Promise<EntityCounts>;
}
