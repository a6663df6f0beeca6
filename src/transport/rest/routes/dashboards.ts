// Dashboards over REST: save, read, delete, lists and revisions. Whom they are assigned to is in dashboard-assignments.ts, the one
// that is shown first in home-dashboards.ts.
import { Type, type Static } from "typebox";
import { permit, permitMember, permitRole } from "../../../core/access/permissions.ts";
import type { CustomerService } from "../../../core/customers/customer-service.ts";
import type { DashboardService } from "../../../core/dashboards/dashboard-service.ts";
import type { DashboardFilter } from "../../../core/dashboards/dashboard-store.ts";
import { parseId, type CustomerId, type DashboardId, type TenantId } from "../../../core/ids.ts";
import type { TenantService } from "../../../core/tenants/tenant-service.ts";
import { auditSave } from "../audit-rule.ts";
import { permittedDashboard, permittedHead } from "../dashboard-access.ts";
import {
  DashboardBody,
  DashboardInfoSchema,
  DashboardSchema,
  parseDashboardBody,
  RevisionInfoSchema,
  RevisionSchema,
  showDashboard,
  showDashboardInfo,
  showRevision,
  showRevisionInfo,
  type ShownDashboard,
} from "../dashboard-wire.ts";
import { IdList, parseIdList, parseRef, UuidParam } from "../entity-ids.ts";
import { ErrorCode } from "../http-status.ts";
import { pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import { MEMBERS, SYSTEM, TENANT, resource, type RestRoute } from "../route.ts";

const api = resource("dashboards", MEMBERS);

export interface DashboardRouteDeps {
  readonly dashboards: DashboardService;
  readonly customers: Pick<CustomerService, "require">;
  readonly tenants: Pick<TenantService, "require">;
  readonly pageRowsMax: number;
}

const SORTABLE = ["createdTime", "title"] as const;
/** Each row may have an image, and many customers. */
const ROWS_MAX = 1_000;

const ListQuery = pageQuery(SORTABLE, {});
const DashboardPage = pageOf(DashboardInfoSchema);
const RevisionParams = Type.Object({ dashboardId: UuidParam, revision: Type.Integer({ minimum: 1, examples: [2] }) });

export function dashboardRoutes({
  dashboards,
  customers,
  tenants,
  pageRowsMax,
}: DashboardRouteDeps): readonly RestRoute[] {
  const list = async (filter: DashboardFilter, query: Static<typeof ListQuery>, onlooker: CustomerId | null) => {
    const page = parsePage(query, SORTABLE, Math.min(pageRowsMax, ROWS_MAX));
    return toPage(await dashboards.list(filter, page), page, (head) => showDashboardInfo(head, onlooker));
  };

  return [
    api.post("/api/dashboard", "saveDashboard", {
      summary: "Create or update a dashboard",
      description:
        "A configuration is any JSON object, which is kept as it was sent. One with the member `bridgehead` is checked, and refused if this platform could not draw it. Whom the dashboard is assigned to stays as it is.",
      access: TENANT,
      errors: [409],
      errorCodes: [ErrorCode.LIMIT_EXCEEDED],
      body: DashboardBody,
      answer: DashboardSchema,
      audit: { ...auditSave("DASHBOARD"), data: savedData },
      async handle({ principal, body }) {
        const id = parseRef<DashboardId>(body.id, "DASHBOARD", "id");
        permitMember(principal, id === null ? "create" : "write", "DASHBOARD");
        const sent = parseDashboardBody(body);
        if (id === null) return showDashboard(await dashboards.create(principal, sent), null);
        await permittedHead(dashboards, principal, id, "write");
        return showDashboard(await dashboards.update(principal, id, sent, body.version ?? null), null);
      },
    }),
    api.get("/api/dashboard/:dashboardId", "getDashboardById", {
      summary: "A dashboard with its configuration",
      answer: DashboardSchema,
      async handle({ principal, params }) {
        permitMember(principal, "read", "DASHBOARD");
        return showDashboard(await permittedDashboard(dashboards, principal, params.dashboardId), principal.customerId);
      },
    }),
    api.get("/api/dashboard/info/:dashboardId", "getDashboardInfoById", {
      summary: "A dashboard without its configuration",
      answer: DashboardInfoSchema,
      async handle({ principal, params }) {
        permitMember(principal, "read", "DASHBOARD");
        const head = await permittedHead(dashboards, principal, params.dashboardId, "read");
        return showDashboardInfo(head, principal.customerId);
      },
    }),
    api.delete("/api/dashboard/:dashboardId", "deleteDashboard", {
      summary: "Delete a dashboard with its revisions",
      access: TENANT,
      audit: { action: "DELETED", entity: ({ params }) => ({ type: "DASHBOARD", id: params.dashboardId }) },
      async handle({ principal, params }) {
        permitMember(principal, "delete", "DASHBOARD");
        const { tenantId, id } = await permittedHead(dashboards, principal, params.dashboardId, "delete");
        await dashboards.delete(tenantId, id);
      },
    }),
    api.get("/api/tenant/dashboards", "getTenantDashboards", {
      summary: "Dashboards of the tenant",
      access: TENANT,
      query: ListQuery,
      answer: DashboardPage,
      handle({ principal, query }) {
        permitMember(principal, "list", "DASHBOARD");
        return list({ tenantId: principal.tenantId, customerId: null }, query, null);
      },
    }),
    api.get("/api/tenant/:tenantId/dashboards", "getDashboardsOfTenant", {
      summary: "Dashboards of a tenant, for the operator of the platform",
      access: SYSTEM,
      query: ListQuery,
      answer: DashboardPage,
      async handle({ principal, params, query }) {
        permitRole(principal, "list", "DASHBOARD");
        const tenant = await tenants.require(parseId<TenantId>(params.tenantId, "tenantId"));
        return await list({ tenantId: tenant.id, customerId: null }, query, null);
      },
    }),
    api.get("/api/customer/:customerId/dashboards", "getCustomerDashboards", {
      summary: "Dashboards that are assigned to a customer",
      query: ListQuery,
      answer: DashboardPage,
      async handle({ principal, params, query }) {
        permitMember(principal, "list", "DASHBOARD");
        const { tenantId, id } = await customers.require(parseId<CustomerId>(params.customerId, "customerId"));
        permit<"CUSTOMER">(principal, "read", { kind: "CUSTOMER", tenantId, customerId: id });
        return await list({ tenantId, customerId: id }, query, principal.customerId);
      },
    }),
    api.get("/api/dashboards", "getDashboardsByIds", {
      summary: "Dashboards named by id",
      description: "Those that the caller may not read are left out.",
      query: Type.Object({ dashboardIds: IdList }),
      answer: Type.Array(DashboardInfoSchema),
      async handle({ principal, query }) {
        permitMember(principal, "list", "DASHBOARD");
        const { tenantId, customerId } = principal;
        const ids = parseIdList<DashboardId>(query.dashboardIds, "dashboardIds");
        const found = await dashboards.findMany({ tenantId, customerId }, ids);
        return found.map((head) => showDashboardInfo(head, customerId));
      },
    }),
    api.get("/api/dashboard/:dashboardId/revisions", "getDashboardRevisions", {
      summary: "The last revisions of a dashboard, newest first",
      access: TENANT,
      answer: Type.Array(RevisionInfoSchema),
      async handle({ principal, params }) {
        permitMember(principal, "write", "DASHBOARD");
        const { tenantId, id } = await permittedHead(dashboards, principal, params.dashboardId, "write");
        return (await dashboards.revisions(tenantId, id)).map(showRevisionInfo);
      },
    }),
    api.get("/api/dashboard/:dashboardId/revisions/:revision", "getDashboardRevision", {
      summary: "A revision of a dashboard with its configuration",
      access: TENANT,
      params: RevisionParams,
      answer: RevisionSchema,
      async handle({ principal, params }) {
        permitMember(principal, "write", "DASHBOARD");
        const { tenantId, id } = await permittedHead(dashboards, principal, params.dashboardId, "write");
        return showRevision(await dashboards.requireRevision(tenantId, id, params.revision));
      },
    }),
    api.post("/api/dashboard/:dashboardId/revisions/:revision/restore", "restoreDashboardRevision", {
      summary: "Save the title and configuration of a revision as the newest",
      access: TENANT,
      errors: [409],
      params: RevisionParams,
      answer: DashboardSchema,
      audit: {
        action: "UPDATED",
        entity: ({ params }) => ({ type: "DASHBOARD", id: params.dashboardId }),
        data: ({ params }) => ({ restoredRevision: params.revision }),
      },
      async handle({ principal, params }) {
        permitMember(principal, "write", "DASHBOARD");
        const { id } = await permittedHead(dashboards, principal, params.dashboardId, "write");
        return showDashboard(await dashboards.restore(principal, id, params.revision), null);
      },
    }),
  ];
}

/** A configuration is too long for the log, and may name what its readers may not see. */
function savedData(_request: unknown, saved: ShownDashboard | undefined): Readonly<Record<string, unknown>> {
  if (saved === undefined) return {};
  const { configuration: _, ...entity } = saved;
  return { entity };
}
