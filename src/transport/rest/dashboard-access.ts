// Finds the dashboard of a call, if the caller may do this to it. A dashboard of another tenant is forbidden, as a customer is.
import { isPermitted, permit, type OperationOn, type ResourceOf } from "../../core/access/permissions.ts";
import type { Principal } from "../../core/access/principal.ts";
import type { DashboardService } from "../../core/dashboards/dashboard-service.ts";
import type { Dashboard, DashboardHead } from "../../core/dashboards/dashboard.ts";
import { parseId, type DashboardId } from "../../core/ids.ts";

export async function permittedDashboard(
  dashboards: Pick<DashboardService, "require">,
  principal: Principal,
  id: string,
): Promise<Dashboard> {
  const dashboard = await dashboards.require(parseId<DashboardId>(id, "dashboardId"));
  permit<"DASHBOARD">(principal, "read", resourceOf(dashboard));
  return dashboard;
}

export async function permittedHead(
  dashboards: Pick<DashboardService, "requireHead">,
  principal: Principal,
  id: string,
  operation: OperationOn<"DASHBOARD">,
): Promise<DashboardHead> {
  const head = await dashboards.requireHead(parseId<DashboardId>(id, "dashboardId"));
  permit<"DASHBOARD">(principal, operation, resourceOf(head));
  return head;
}

export function mayRead(principal: Principal, head: DashboardHead): boolean {
  return isPermitted<"DASHBOARD">(principal, "read", resourceOf(head));
}

function resourceOf({ tenantId, assignedCustomers }: DashboardHead): ResourceOf<"DASHBOARD"> {
  return { kind: "DASHBOARD", tenantId, customerIds: assignedCustomers.map(({ id }) => id) };
}
