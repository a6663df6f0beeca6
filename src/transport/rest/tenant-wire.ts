// Tenants as REST writes and reads them. Source: REST contract 5.
import { Type, type Static } from "typebox";
import type { Tenant, TenantInfo } from "../../core/tenants/tenant.ts";
import { CONTACT, NO_CONTACT, SENT_CONTACT, showContact } from "./contact-wire.ts";
import { entityRef, EntityRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "./example-values.ts";
import { FreeObjectOrNull } from "./nullable.ts";
import { SentInfo, SentReference, SentVersion } from "./sent-members.ts";

const TENANT = {
  id: EXAMPLE_REFS.tenant,
  createdTime: EXAMPLE_TIME,
  title: "Plant North",
  name: "Plant North",
  region: "Global",
  tenantProfileId: EXAMPLE_REFS.tenantProfile,
  ...NO_CONTACT,
  additionalInfo: null,
  version: 1,
};

export const TenantSchema = Type.Object(
  {
    id: EntityRefSchema,
    createdTime: Type.Integer(),
    title: Type.String(),
    name: Type.String(),
    region: Type.String(),
    tenantProfileId: EntityRefSchema,
    ...CONTACT,
    additionalInfo: FreeObjectOrNull,
    version: Type.Integer(),
  },
  { title: "Tenant", examples: [TENANT] },
);

/** Every installation is one region. */
const REGION = "Global";

export function showTenant(tenant: Tenant): Static<typeof TenantSchema> {
  return {
    id: entityRef("TENANT", tenant.id),
    createdTime: tenant.createdAt,
    title: tenant.title,
    name: tenant.title,
    region: REGION,
    tenantProfileId: entityRef("TENANT_PROFILE", tenant.profileId),
    ...showContact(tenant),
    additionalInfo: tenant.additionalInfo,
    version: tenant.version,
  };
}

export const TenantInfoSchema = Type.Object(
  { ...TenantSchema.properties, tenantProfileName: Type.String() },
  { title: "TenantInfo", examples: [{ ...TENANT, tenantProfileName: "Default" }] },
);

export function showTenantInfo(tenant: TenantInfo): Static<typeof TenantInfoSchema> {
  return { ...showTenant(tenant), tenantProfileName: tenant.profileName };
}

export const SentTenant = Type.Object(
  {
    id: SentReference,
    title: Type.String(),
    tenantProfileId: SentReference,
    ...SENT_CONTACT,
    additionalInfo: SentInfo,
    version: SentVersion,
  },
  { title: "TenantInput", examples: [{ title: "Plant North" }] },
);
