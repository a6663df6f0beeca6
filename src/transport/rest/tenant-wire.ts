// Wire forms of tenants, their profiles and their customers. Source: REST contract 5 and 6.
import { Type, type Static } from "typebox";
import type { Customer } from "../../core/customers/customer.ts";
import type { TenantProfile } from "../../core/tenants/tenant-profile.ts";
import type { Tenant, TenantInfo } from "../../core/tenants/tenant-store.ts";
import { entityRef, entityRefOrNull, EntityRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "./example-values.ts";
import { FreeObjectOrNull, TextOrNull } from "./nullable.ts";
import {
  CONTACT,
  contactOf,
  EntityRefOrNull,
  named,
  SENT_CONTACT,
  SentCount,
  SentFlag,
  SentInfo,
  SentReference,
  SentText,
} from "./wire.ts";

const TENANT = {
  id: [EntityRefSchema, EXAMPLE_REFS.tenant],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  title: [Type.String(), "Plant North"],
  name: [Type.String(), "Plant North"],
  region: [Type.String(), "Global"],
  tenantProfileId: [EntityRefSchema, EXAMPLE_REFS.tenantProfile],
  ...CONTACT,
  additionalInfo: [FreeObjectOrNull, null],
  version: [Type.Integer(), 1],
} as const;
export const TenantSchema = named("Tenant", TENANT);

/** Every installation has a single region. */
const REGION = "Global";

export function showTenant(tenant: Tenant): Static<typeof TenantSchema> {
  return {
    id: entityRef("TENANT", tenant.id),
    createdTime: tenant.createdAt,
    title: tenant.title,
    name: tenant.title,
    region: REGION,
    tenantProfileId: entityRef("TENANT_PROFILE", tenant.profileId),
    ...contactOf(tenant),
    additionalInfo: tenant.additionalInfo,
    version: tenant.version,
  };
}

export const TenantInfoSchema = named("TenantInfo", { ...TENANT, tenantProfileName: [Type.String(), "Default"] });

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
    version: SentCount,
  },
  { title: "TenantInput", examples: [{ title: "Plant North" }] },
);

const PROFILE_DATA = {
  configuration: { type: "DEFAULT", maxDevices: 100, transportTenantMsgRateLimit: "1000:1,20000:60" },
  queueConfiguration: null,
};

export const TenantProfileSchema = named("TenantProfile", {
  id: [EntityRefSchema, EXAMPLE_REFS.tenantProfile],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  name: [Type.String(), "Default"],
  description: [TextOrNull, null],
  default: [Type.Boolean(), true],
  isolatedTbRuleEngine: [Type.Boolean(), false],
  profileData: [FreeObjectOrNull, PROFILE_DATA],
});

export function showTenantProfile(profile: TenantProfile): Static<typeof TenantProfileSchema> {
  return {
    id: entityRef("TENANT_PROFILE", profile.id),
    createdTime: profile.createdAt,
    name: profile.name,
    description: profile.description,
    default: profile.isDefault,
    isolatedTbRuleEngine: profile.isolatedRuleEngine,
    profileData: profile.profileData,
  };
}

export const ProfileInfoSchema = named("EntityInfo", {
  id: [EntityRefSchema, EXAMPLE_REFS.tenantProfile],
  name: [Type.String(), "Default"],
});

export function showProfileInfo({ id, name }: TenantProfile): Static<typeof ProfileInfoSchema> {
  return { id: entityRef("TENANT_PROFILE", id), name };
}

export const SentTenantProfile = Type.Object(
  {
    id: SentReference,
    name: Type.String(),
    description: SentText,
    default: SentFlag,
    isolatedTbRuleEngine: SentFlag,
    profileData: SentInfo,
  },
  { title: "TenantProfileInput", examples: [{ name: "Small", profileData: PROFILE_DATA }] },
);

export const CustomerSchema = named("Customer", {
  id: [EntityRefSchema, EXAMPLE_REFS.customer],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  tenantId: [EntityRefSchema, EXAMPLE_REFS.tenant],
  title: [Type.String(), "Acme"],
  name: [Type.String(), "Acme"],
  externalId: [EntityRefOrNull, null],
  ...CONTACT,
  city: [TextOrNull, "Oslo"],
  additionalInfo: [FreeObjectOrNull, null],
  version: [Type.Integer(), 1],
});

export function showCustomer(customer: Customer): Static<typeof CustomerSchema> {
  return {
    id: entityRef("CUSTOMER", customer.id),
    createdTime: customer.createdAt,
    tenantId: entityRef("TENANT", customer.tenantId),
    title: customer.title,
    name: customer.title,
    externalId: entityRefOrNull("CUSTOMER", customer.externalId),
    ...contactOf(customer),
    additionalInfo: customer.additionalInfo,
    version: customer.version,
  };
}

export const SentCustomer = Type.Object(
  {
    id: SentReference,
    title: Type.String(),
    externalId: SentReference,
    ...SENT_CONTACT,
    additionalInfo: SentInfo,
    version: SentCount,
  },
  { title: "CustomerInput", examples: [{ title: "Acme", city: "Oslo" }] },
);
