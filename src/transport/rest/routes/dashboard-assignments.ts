// Assigning dashboards to customers and taking them back, over REST.
import { Type } from "typebox";
import { permit, permitMember } from "../../../core/access/permissions.ts";
import type { Principal, TenantMember } from "../../../core/access/principal.ts";
import type { AuditAction, AuditedEntity } from "../../../core/audit-trail.ts";
import type { CustomerService } from "../../../core/customers/customer-service.ts";
import type { DashboardService } from "../../../core/dashboards/dashboard-service.ts";
import type { AssignmentChange } from "../../../core/dashboards/dashboard-store.ts";
import { CUSTOMERS_MAX, type DashboardHead } from "../../../core/dashboards/dashboard.ts";
import { parseId, type CustomerId } from "../../../core/ids.ts";
import { permittedHead } from "../dashboard-access.ts";
import { DashboardSchema, showDashboard, type ShownDashboard } from "../dashboard-wire.ts";
import { UuidParam } from "../entity-ids.ts";
import { ErrorCode } from "../http-status.ts";
import { TENANT, resource, type RestRoute } from "../route.ts";

const api = resource("dashboards", TENANT);

export interface DashboardAssignmentRouteDeps {
  readonly dashboards: DashboardService;
  readonly customers: Pick<CustomerService, "require" | "ensurePublic">;
}

const CustomerIds = Type.Array(UuidParam, {
  maxItems: CUSTOMERS_MAX,
  description: "Ids of customers.",
  examples: [["0198a1c0-0000-7000-8000-000000000030"]],
});

/** What has changed is recorded for each customer by the service. */
const failures = (action: AuditAction) => ({
  action,
  entity: ({ params }: { readonly params: { readonly dashboardId: string } }): AuditedEntity => ({
    type: "DASHBOARD",
    id: params.dashboardId,
  }),
  onlyFailures: true as const,
});

export function dashboardAssignmentRoutes({
  dashboards,
  customers,
}: DashboardAssignmentRouteDeps): readonly RestRoute[] {
  const require = async (principal: Principal, dashboardId: string): Promise<[TenantMember, DashboardHead]> => {
    permitMember(principal, "assign", "DASHBOARD");
    return [principal, await permittedHead(dashboards, principal, dashboardId, "assign")];
  };

  /** Customers that the caller may read; otherwise, the dashboard could tell which there are. */
  const requireCustomers = async (principal: Principal, texts: readonly string[]): Promise<readonly CustomerId[]> => {
    const ids = [...new Set(texts.map((text) => parseId<CustomerId>(text, "customerId")))];
    for (const id of ids) {
      const { tenantId } = await customers.require(id);
      permit<"CUSTOMER">(principal, "read", { kind: "CUSTOMER", tenantId, customerId: id });
    }
    return ids;
  };

  const assign = async (
    principal: Principal,
    dashboardId: string,
    kind: AssignmentChange["kind"],
    customerIds: readonly string[],
  ): Promise<ShownDashboard> => {
    const [author, { id }] = await require(principal, dashboardId);
    const change = { kind, customerIds: await requireCustomers(principal, customerIds) };
    return showDashboard(await dashboards.assign(author, id, change), null);
  };

  return [
    api.post("/api/customer/:customerId/dashboard/:dashboardId", "assignDashboardToCustomer", {
      summary: "Assign a dashboard to a customer, besides those that have it",
      answer: DashboardSchema,
      audit: failures("ASSIGNED_TO_CUSTOMER"),
      handle: ({ principal, params }) => assign(principal, params.dashboardId, "add", [params.customerId]),
    }),
    api.delete("/api/customer/:customerId/dashboard/:dashboardId", "unassignDashboardFromCustomer", {
      summary: "Take a dashboard back from a customer",
      answer: DashboardSchema,
      audit: failures("UNASSIGNED_FROM_CUSTOMER"),
      handle: ({ principal, params }) => assign(principal, params.dashboardId, "remove", [params.customerId]),
    }),
    api.post("/api/customer/public/dashboard/:dashboardId", "assignDashboardToPublicCustomer", {
      summary: "Assign a dashboard to the public customer, so that anybody may read it",
      errorCodes: [ErrorCode.LIMIT_EXCEEDED],
      answer: DashboardSchema,
      audit: failures("ASSIGNED_TO_CUSTOMER"),
      async handle({ principal, params }) {
        // The dashboard first, so that a failing call does not leave a public customer behind.
        const [author, { id }] = await require(principal, params.dashboardId);
        const open = await customers.ensurePublic(author.tenantId);
        return showDashboard(await dashboards.assign(author, id, { kind: "add", customerIds: [open.id] }), null);
      },
    }),
    api.delete("/api/customer/public/dashboard/:dashboardId", "unassignDashboardFromPublicCustomer", {
      summary: "Take a dashboard back from the public customer",
      answer: DashboardSchema,
      audit: failures("UNASSIGNED_FROM_CUSTOMER"),
      async handle({ principal, params }) {
        const [author, { id, assignedCustomers }] = await require(principal, params.dashboardId);
        const customerIds = assignedCustomers.filter(({ isPublic }) => isPublic).map((customer) => customer.id);
        return showDashboard(await dashboards.assign(author, id, { kind: "remove", customerIds }), null);
      },
    }),
    api.post("/api/dashboard/:dashboardId/customers", "updateDashboardCustomers", {
      summary: "Assign a dashboard to these customers and to no others",
      body: CustomerIds,
      answer: DashboardSchema,
      audit: failures("ASSIGNED_TO_CUSTOMER"),
      handle: ({ principal, params, body }) => assign(principal, params.dashboardId, "replace", body),
    }),
    api.post("/api/dashboard/:dashboardId/customers/add", "addDashboardCustomers", {
      summary: "Assign a dashboard to these customers, besides those that have it",
      body: CustomerIds,
      answer: DashboardSchema,
      audit: failures("ASSIGNED_TO_CUSTOMER"),
      handle: ({ principal, params, body }) => assign(principal, params.dashboardId, "add", body),
    }),
    api.post("/api/dashboard/:dashboardId/customers/remove", "removeDashboardCustomers", {
      summary: "Take a dashboard back from these customers",
      body: CustomerIds,
      answer: DashboardSchema,
      audit: failures("UNASSIGNED_FROM_CUSTOMER"),
      handle: ({ principal, params, body }) => assign(principal, params.dashboardId, "remove", body),
    }),
  ];
}
