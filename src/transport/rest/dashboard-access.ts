// Finds the dashboard of a call, if the caller may do this to it. A dashboard of another tenant is forbidden, as a customer is.
import { isPermitted, permit, type OperationOn, type ResourceOf } from "../../core/access/permissions.ts";
import type { Principal } from "../../core/access/principal.ts";
import type { DashboardService } from "../../core/dashboards/dashboard-service.ts";
import { isTarget } from "../../core/dashboards/dashboard-link.ts";
import type { Dashboard, DashboardHead } from "../../core/dashboards/dashboard.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId, type DashboardId } from "../../core/ids.ts";

export async function permittedDashboard(
  dashboards: Pick<DashboardService, "require">,
  principal: Principal,
  id: string,
): Promise<Dashboard> {
  const dashboard = await dashboards.require(targetOf(principal, id));
  permitOn(principal, "read", dashboard);
  return dashboard;
}

export async function permittedHead(
  dashboards: Pick<DashboardService, "requireHead">,
  principal: Principal,
  id: string,
  operation: OperationOn<"DASHBOARD">,
): Promise<DashboardHead> {
  const head = await dashboards.requireHead(targetOf(principal, id));
  permitOn(principal, operation, head);
  return head;
}

/** The bearer of a link gets the same answer for every other dashboard, whether it exists or not. */
function targetOf({ shared }: Principal, text: string): DashboardId {
  const id = parseId<DashboardId>(text, "dashboardId");
  if (shared !== undefined && !isTarget(shared, id)) throw beyondLink();
  return id;
}

/** The link itself gives the right to read its dashboard, and nothing else, not the account that it reads as. */
function permitOn(principal: Principal, operation: OperationOn<"DASHBOARD">, head: DashboardHead): void {
  const { shared, tenantId } = principal;
  if (shared === undefined) permit<"DASHBOARD">(principal, operation, resourceOf(head));
  else if (operation !== "read" || head.tenantId !== tenantId) throw beyondLink();
}

function beyondLink(): DomainError {
  return new DomainError("forbidden", "a share link shows its dashboard and nothing else");
}

export function mayRead(principal: Principal, head: DashboardHead): boolean {
  return isPermitted<"DASHBOARD">(principal, "read", resourceOf(head));
}

function resourceOf({ tenantId, assignedCustomers }: DashboardHead): ResourceOf<"DASHBOARD"> {
  return { kind: "DASHBOARD", tenantId, customerIds: assignedCustomers.map(({ id }) => id) };
}
