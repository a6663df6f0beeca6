// Tenant profiles over REST. Source: REST contract 5, "Tenant profile".
import { Type, type Static } from "typebox";
import { permit, permitRole, type OperationOn } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import { parseId, type TenantProfileId } from "../../../core/ids.ts";
import type { SentTenantProfileFields, TenantProfileService } from "../../../core/tenants/tenant-profile-service.ts";
import type { TenantProfile } from "../../../core/tenants/tenant-profile.ts";
import type { TenantProfileSortProperty, TenantStore } from "../../../core/tenants/tenant-store.ts";
import { writeJson } from "../../../lib/json.ts";
import {
  ProfileInfoSchema,
  SentTenantProfile,
  showProfileInfo,
  showTenantProfile,
  TenantProfileSchema,
} from "../tenant-wire.ts";
import { auditSave } from "../audit-rule.ts";
import { IdList, parseIdList, parseRef } from "../entity-ids.ts";
import { PAGE_OR_IDS, requirePage, pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import { SYSTEM, jsonText, resource, type RestRoute } from "../route.ts";

const api = resource("tenant profiles", SYSTEM);

const SORTABLE: readonly TenantProfileSortProperty[] = ["createdTime", "name", "description", "isDefault"];
const INFO_SORTABLE: readonly TenantProfileSortProperty[] = ["name"];
const ProfileArray = Type.Array(TenantProfileSchema);

export function tenantProfileRoutes(
  profiles: TenantProfileService,
  store: TenantStore,
  pageRowsMax: number,
): readonly RestRoute[] {
  const permitted = (
    principal: Principal,
    id: string,
    operation: OperationOn<"TENANT_PROFILE">,
  ): Promise<TenantProfile> => {
    permit<"TENANT_PROFILE">(principal, operation, { kind: "TENANT_PROFILE" });
    return profiles.require(parseId<TenantProfileId>(id, "tenantProfileId"));
  };

  const byIds = async (ids: readonly string[]) =>
    (await store.findProfiles(parseIdList<TenantProfileId>(ids, "ids"))).map(showTenantProfile);

  return [
    api.post("/api/tenantProfile", "saveTenantProfile", {
      summary: "Create or update a tenant profile; in force for its tenants at once",
      body: SentTenantProfile,
      answer: TenantProfileSchema,
      audit: auditSave("TENANT_PROFILE"),
      async handle({ principal, body }) {
        const id = parseRef<TenantProfileId>(body.id, "TENANT_PROFILE", "id");
        permitRole(principal, id === null ? "create" : "write", "TENANT_PROFILE");
        const isDefault = body.default ?? false;
        const profile =
          id === null
            ? await profiles.create(fieldsOf(body), isDefault)
            : await profiles.update(id, fieldsOf(body), isDefault);
        return showTenantProfile(profile);
      },
    }),
    api.get("/api/tenantProfile/:tenantProfileId", "getTenantProfileById", {
      summary: "A tenant profile",
      answer: TenantProfileSchema,
      handle: async ({ principal, params }) =>
        showTenantProfile(await permitted(principal, params.tenantProfileId, "read")),
    }),
    api.get("/api/tenantProfileInfo/default", "getDefaultTenantProfileInfo", {
      summary: "The default tenant profile's id and name",
      answer: ProfileInfoSchema,
      async handle({ principal }) {
        permitRole(principal, "read", "TENANT_PROFILE");
        return showProfileInfo(await profiles.requireDefault());
      },
    }),
    api.get("/api/tenantProfileInfo/:tenantProfileId", "getTenantProfileInfoById", {
      summary: "A tenant profile's id and name",
      answer: ProfileInfoSchema,
      handle: async ({ principal, params }) =>
        showProfileInfo(await permitted(principal, params.tenantProfileId, "read")),
    }),
    api.delete("/api/tenantProfile/:tenantProfileId", "deleteTenantProfile", {
      summary: "Delete a tenant profile that no tenant has",
      audit: { action: "DELETED", entity: ({ params }) => ({ type: "TENANT_PROFILE", id: params.tenantProfileId }) },
      async handle({ principal, params }) {
        const { id } = await permitted(principal, params.tenantProfileId, "delete");
        await store.deleteProfile(id);
      },
    }),
    api.post("/api/tenantProfile/:tenantProfileId/default", "setDefaultTenantProfile", {
      summary: "Make a tenant profile the default one",
      body: "ignored",
      answer: TenantProfileSchema,
      audit: {
        action: "UPDATED",
        entity: ({ params }) => ({ type: "TENANT_PROFILE", id: params.tenantProfileId }),
        data: () => ({ default: true }),
      },
      async handle({ principal, params }) {
        const { id } = await permitted(principal, params.tenantProfileId, "write");
        return showTenantProfile(await store.makeDefault(id));
      },
    }),
    api.get("/api/tenantProfiles", "getTenantProfiles", {
      summary: "All tenant profiles",
      query: Type.Object({ ...PAGE_OR_IDS, ids: Type.Optional(IdList) }),
      queryDescribes: pageQuery(SORTABLE, {}),
      answer: jsonText(pageOf(TenantProfileSchema), ProfileArray),
      async handle({ principal, query }) {
        permitRole(principal, "list", "TENANT_PROFILE");
        if (query.ids !== undefined) return writeJson(await byIds(query.ids));
        const request = parsePage(requirePage(query), SORTABLE, pageRowsMax);
        return writeJson(toPage(await store.listProfiles(request), request, showTenantProfile));
      },
    }),
    api.get("/api/tenantProfiles/list", "getTenantProfileList", {
      summary: "Tenant profiles named by id",
      query: Type.Object({ ids: IdList }),
      answer: ProfileArray,
      handle({ principal, query }) {
        permitRole(principal, "list", "TENANT_PROFILE");
        return byIds(query.ids);
      },
    }),
    api.get("/api/tenantProfileInfos", "getTenantProfileInfos", {
      summary: "Ids and names of all tenant profiles",
      query: pageQuery(INFO_SORTABLE, {}),
      answer: pageOf(ProfileInfoSchema),
      async handle({ principal, query }) {
        permitRole(principal, "list", "TENANT_PROFILE");
        const request = parsePage(query, INFO_SORTABLE, pageRowsMax);
        return toPage(await store.listProfiles(request), request, showProfileInfo);
      },
    }),
  ];
}

function fieldsOf(body: Static<typeof SentTenantProfile>): SentTenantProfileFields {
  return {
    name: body.name,
    description: body.description ?? null,
    isolatedRuleEngine: body.isolatedTbRuleEngine ?? false,
    profileData: body.profileData ?? null,
  };
}
