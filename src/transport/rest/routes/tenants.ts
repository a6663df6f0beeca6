// Tenants over REST. Source: REST contract 5.
import { Type, type Static } from "typebox";
import { isPermitted, permit, permitRole, type OperationOn } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import { TITLED_SORTS } from "../../../core/contact-details.ts";
import { parseId, type TenantId, type TenantProfileId } from "../../../core/ids.ts";
import type { SentTenantFields, TenantService } from "../../../core/tenants/tenant-service.ts";
import type { TenantSortProperty, TenantStore, TenantInfo } from "../../../core/tenants/tenant-store.ts";
import { writeJson } from "../../../lib/json.ts";
import { contactOf } from "../wire.ts";
import { SentTenant, showTenant, showTenantInfo, TenantInfoSchema, TenantSchema } from "../tenant-wire.ts";
import { auditSave } from "../audit-rule.ts";
import { IdList, parseIdList, parseRef } from "../entity-ids.ts";
import { PAGE_OR_IDS, requirePage, pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import { ADMINISTRATORS, SYSTEM, jsonText, resource, type RestRoute } from "../route.ts";

const api = resource("tenants", ADMINISTRATORS);

const INFO_SORTABLE: readonly TenantSortProperty[] = [...TITLED_SORTS, "tenantProfileName"];
const TenantArray = Type.Array(TenantSchema);

export function tenantRoutes(tenants: TenantService, store: TenantStore, pageRowsMax: number): readonly RestRoute[] {
  // Check the permission before looking up the tenant, so that the answer does not reveal whether another tenant
  // exists.
  const permitted = (principal: Principal, id: string, operation: OperationOn<"TENANT">): Promise<TenantInfo> => {
    const tenantId = parseId<TenantId>(id, "tenantId");
    permit<"TENANT">(principal, operation, { kind: "TENANT", tenantId });
    return tenants.require(tenantId);
  };

  /** Leaves out tenants that the caller may not read. */
  const byIds = async (principal: Principal, ids: readonly string[]) => {
    const readable = parseIdList<TenantId>(ids, "tenantIds").filter((tenantId) =>
      isPermitted<"TENANT">(principal, "read", { kind: "TENANT", tenantId }),
    );
    return (await store.findTenants(readable)).map(showTenant);
  };

  return [
    api.post("/api/tenant", "saveTenant", {
      summary: "Create or update a tenant",
      access: SYSTEM,
      errors: [409],
      body: SentTenant,
      answer: TenantSchema,
      audit: auditSave("TENANT"),
      async handle({ principal, body }) {
        const id = parseRef<TenantId>(body.id, "TENANT", "id");
        if (id === null) {
          permitRole(principal, "create", "TENANT");
          return showTenant(await tenants.create(fieldsOf(body)));
        }
        const tenant = await permitted(principal, id, "write");
        return showTenant(await tenants.update(tenant, fieldsOf(body), body.version ?? null));
      },
    }),
    api.get("/api/tenant/:tenantId", "getTenantById", {
      summary: "A tenant",
      answer: TenantSchema,
      handle: async ({ principal, params }) => showTenant(await permitted(principal, params.tenantId, "read")),
    }),
    api.get("/api/tenant/info/:tenantId", "getTenantInfoById", {
      summary: "A tenant with the name of its profile",
      answer: TenantInfoSchema,
      handle: async ({ principal, params }) => showTenantInfo(await permitted(principal, params.tenantId, "read")),
    }),
    api.delete("/api/tenant/:tenantId", "deleteTenant", {
      summary: "Delete a tenant with everything in it",
      access: SYSTEM,
      audit: { action: "DELETED", entity: ({ params }) => ({ type: "TENANT", id: params.tenantId }) },
      async handle({ principal, params }) {
        const { id } = await permitted(principal, params.tenantId, "delete");
        await tenants.delete(id);
      },
    }),
    api.get("/api/tenants", "getTenants", {
      summary: "All tenants",
      query: Type.Object({ ...PAGE_OR_IDS, tenantIds: Type.Optional(IdList) }),
      queryDescribes: pageQuery(TITLED_SORTS, {}),
      answer: jsonText(pageOf(TenantSchema), TenantArray),
      async handle({ principal, query }) {
        permitRole(principal, "read", "TENANT");
        if (query.tenantIds !== undefined) return writeJson(await byIds(principal, query.tenantIds));
        permitRole(principal, "list", "TENANT");
        const request = parsePage(requirePage(query), TITLED_SORTS, pageRowsMax);
        return writeJson(toPage(await store.listTenants(request), request, showTenant));
      },
    }),
    api.get("/api/tenants/list", "getTenantsByIds", {
      summary: "Tenants named by id",
      query: Type.Object({ tenantIds: IdList }),
      answer: TenantArray,
      handle({ principal, query }) {
        permitRole(principal, "read", "TENANT");
        return byIds(principal, query.tenantIds);
      },
    }),
    api.get("/api/tenantInfos", "getTenantInfos", {
      summary: "All tenants with the names of their profiles",
      access: SYSTEM,
      query: pageQuery(INFO_SORTABLE, {}),
      answer: pageOf(TenantInfoSchema),
      async handle({ principal, query }) {
        permitRole(principal, "list", "TENANT");
        const request = parsePage(query, INFO_SORTABLE, pageRowsMax);
        return toPage(await store.listTenants(request), request, showTenantInfo);
      },
    }),
  ];
}

function fieldsOf(body: Static<typeof SentTenant>): SentTenantFields {
  return {
    title: body.title,
    profileId: parseRef<TenantProfileId>(body.tenantProfileId, "TENANT_PROFILE", "tenantProfileId"),
    ...contactOf(body),
    additionalInfo: body.additionalInfo ?? null,
  };
}
