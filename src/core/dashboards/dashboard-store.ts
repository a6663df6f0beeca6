// The store of dashboards, with the customers they are assigned to and their recent revisions. Each call is atomic. Deleting a
// tenant deletes its dashboards, deleting a customer takes them back.
import type { EpochMillis } from "../../lib/clock.ts";
import type { CustomerId, DashboardId, TenantId, UserId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { Dashboard, DashboardFields, DashboardHead } from "./dashboard.ts";

export type DashboardSortProperty = "createdTime" | "title";

export interface DashboardFilter {
  readonly tenantId: TenantId;
  /** Only those assigned to this customer; null for all. */
  readonly customerId: CustomerId | null;
}

/** Who saves it and when, for its revisions. */
export interface SavedBy {
  readonly userId: UserId;
  readonly at: EpochMillis;
  /** Revisions kept, including the new one. */
  readonly revisionsMax: number;
}

export interface DashboardUpdate {
  readonly tenantId: TenantId;
  readonly id: DashboardId;
  readonly fields: DashboardFields;
  /** Null overwrites. */
  readonly expectedVersion: number | null;
}

export interface AssignmentChange {
  /** `replace` also takes it back from all others. */
  readonly kind: "add" | "remove" | "replace";
  readonly customerIds: readonly CustomerId[];
}

export interface ChangedAssignment {
  readonly dashboard: Dashboard;
  /** Without those that had it before. */
  readonly added: readonly CustomerId[];
  /** Without those that did not have it. */
  readonly removed: readonly CustomerId[];
}

/** What lists show of a saved state; its number is the version that the dashboard had. */
export interface RevisionHead {
  readonly revision: number;
  readonly title: string;
  readonly savedAt: EpochMillis;
  readonly savedBy: UserId;
}

export type DashboardRevision = RevisionHead & Pick<DashboardFields, "configuration">;

export interface DashboardStore {
  /** Throws `limit-exceeded` if the tenant already has `dashboardsMax` dashboards (0: no limit), `not-found` if it is gone. */
  create(dashboard: Dashboard, by: SavedBy, dashboardsMax: number): Promise<void>;
  /** Throws `not-found` and `conflict`. */
  update(update: DashboardUpdate, by: SavedBy): Promise<Dashboard>;
  /** False if there is no such dashboard. */
  delete(tenantId: TenantId, id: DashboardId): Promise<boolean>;
  /** Leaves out customers that the tenant does not have. Throws `not-found`, and `invalid` for too many customers. */
  assign(tenantId: TenantId, id: DashboardId, change: AssignmentChange): Promise<ChangedAssignment>;
  /** Finds dashboards of any tenant; the caller checks the tenant, as with customers. */
  find(id: DashboardId): Promise<Dashboard | undefined>;
  /** As `find`. */
  findHead(id: DashboardId): Promise<DashboardHead | undefined>;
  /** Those of the filter among these, by id. */
  findMany(filter: DashboardFilter, ids: readonly DashboardId[]): Promise<readonly DashboardHead[]>;
  list(filter: DashboardFilter, page: PageRequest<DashboardSortProperty>): Promise<FoundPage<DashboardHead>>;
  /** Newest first, including the present one. */
  listRevisions(tenantId: TenantId, id: DashboardId): Promise<readonly RevisionHead[]>;
  findRevision(tenantId: TenantId, id: DashboardId, revision: number): Promise<DashboardRevision | undefined>;
}
