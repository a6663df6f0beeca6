// The dashboard that a user sees first: the own one, else that of the customer, else that of the tenant.
import { permit, permitMember } from "../../../core/access/permissions.ts";
import { isPublic, type TenantMember } from "../../../core/access/principal.ts";
import type { CustomerService } from "../../../core/customers/customer-service.ts";
import type { DashboardService } from "../../../core/dashboards/dashboard-service.ts";
import { homeIn, withHome, type HomeDashboard } from "../../../core/dashboards/home-dashboard.ts";
import type { JsonObject } from "../../../core/devices/device.ts";
import type { DashboardId } from "../../../core/ids.ts";
import type { TenantService } from "../../../core/tenants/tenant-service.ts";
import type { UserStore } from "../../../core/users/user-store.ts";
import { writeJson } from "../../../lib/json.ts";
import { mayRead, permittedHead } from "../dashboard-access.ts";
import {
  HomeDashboardInfoBody,
  HomeDashboardInfoSchema,
  HomeDashboardSchema,
  parseHomeBody,
  showDashboard,
  showHomeInfo,
} from "../dashboard-wire.ts";
import { MEMBERS, TENANT, jsonText, resource, type RestRoute } from "../route.ts";

const api = resource("dashboards", MEMBERS);

export interface HomeDashboardRouteDeps {
  readonly dashboards: DashboardService;
  readonly customers: Pick<CustomerService, "require">;
  readonly tenants: Pick<TenantService, "require" | "update">;
  readonly users: Pick<UserStore, "findUser">;
}

type FoundHome = HomeDashboard & { readonly dashboardId: DashboardId };

const NONE = "";

export function homeDashboardRoutes({
  dashboards,
  customers,
  tenants,
  users,
}: HomeDashboardRouteDeps): readonly RestRoute[] {
  /** In the order in which they are asked. */
  const infosOf = async function* (principal: TenantMember): AsyncGenerator<JsonObject | null> {
    const { userId, customerId, tenantId } = principal;
    // Nobody is behind a public session.
    if (!isPublic(principal)) yield (await users.findUser(userId))?.additionalInfo ?? null;
    if (customerId !== null) yield (await customers.require(customerId)).additionalInfo;
    yield (await tenants.require(tenantId)).additionalInfo;
  };

  /** The first that there is and that may be read. */
  const find = async (principal: TenantMember): Promise<FoundHome | undefined> => {
    for await (const info of infosOf(principal)) {
      const { dashboardId, hideToolbar } = homeIn(info);
      if (dashboardId === null) continue;
      const { tenantId, customerId } = principal;
      const [head] = await dashboards.findMany({ tenantId, customerId }, [dashboardId]);
      if (head !== undefined) return { dashboardId, hideToolbar };
    }
    return undefined;
  };

  return [
    api.get("/api/dashboard/home", "getHomeDashboard", {
      summary: "The dashboard that the caller sees first; empty without one",
      answer: { ...jsonText(HomeDashboardSchema), mayBeEmpty: true },
      async handle({ principal }) {
        permitMember(principal, "read", "DASHBOARD");
        const home = await find(principal);
        if (home === undefined) return NONE;
        const dashboard = await dashboards.require(home.dashboardId);
        if (!mayRead(principal, dashboard)) return NONE;
        const shown = showDashboard(dashboard, principal.customerId);
        return writeJson({ ...shown, hideDashboardToolbar: home.hideToolbar });
      },
    }),
    api.get("/api/dashboard/home/info", "getHomeDashboardInfo", {
      summary: "Which dashboard the caller sees first; empty without one",
      answer: { ...jsonText(HomeDashboardInfoSchema), mayBeEmpty: true },
      async handle({ principal }) {
        permitMember(principal, "read", "DASHBOARD");
        const home = await find(principal);
        return home === undefined ? NONE : writeJson(showHomeInfo(home));
      },
    }),
    api.get("/api/tenant/dashboard/home/info", "getTenantHomeDashboardInfo", {
      summary: "Which dashboard users of the tenant see first",
      access: TENANT,
      answer: HomeDashboardInfoSchema,
      async handle({ principal }) {
        permitMember(principal, "read", "DASHBOARD");
        const { tenantId } = principal;
        permit<"TENANT">(principal, "read", { kind: "TENANT", tenantId });
        return showHomeInfo(homeIn((await tenants.require(tenantId)).additionalInfo));
      },
    }),
    api.post("/api/tenant/dashboard/home/info", "setTenantHomeDashboardInfo", {
      summary: "Choose the dashboard that users of the tenant see first",
      description: "`dashboardId` null chooses none. The toolbar is hidden unless `hideDashboardToolbar` is false.",
      access: TENANT,
      errors: [409],
      body: HomeDashboardInfoBody,
      audit: {
        action: "UPDATED",
        entity: () => undefined,
        data: ({ body }) => ({ homeDashboardId: body.dashboardId?.id ?? null }),
      },
      async handle({ principal, body }) {
        permitMember(principal, "write", "DASHBOARD");
        const home = parseHomeBody(body);
        if (home.dashboardId !== null) await permittedHead(dashboards, principal, home.dashboardId, "read");
        const tenant = await tenants.require(principal.tenantId);
        const additionalInfo = withHome(tenant.additionalInfo, home);
        // With the version that was read, so that no other change of the tenant is lost.
        await tenants.update(tenant, { ...tenant, additionalInfo }, tenant.version);
      },
    }),
  ];
}
