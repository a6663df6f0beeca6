// Tenant profiles as REST writes and reads them. Source: REST contract 5.
import { Type, type Static } from "typebox";
import type { TenantProfile } from "../../core/tenants/tenant-profile.ts";
import { entityRef, EntityRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "./example-values.ts";
import { FreeObjectOrNull, TextOrNull } from "./nullable.ts";
import { SentFlag, SentInfo, SentReference, SentText } from "./sent-members.ts";

const PROFILE_DATA = {
  configuration: { type: "DEFAULT", maxDevices: 100, transportTenantMsgRateLimit: "1000:1,20000:60" },
  queueConfiguration: null,
};

export const TenantProfileSchema = Type.Object(
  {
    id: EntityRefSchema,
    createdTime: Type.Integer(),
    name: Type.String(),
    description: TextOrNull,
    default: Type.Boolean(),
    isolatedTbRuleEngine: Type.Boolean(),
    profileData: FreeObjectOrNull,
  },
  {
    title: "TenantProfile",
    examples: [
      {
        id: EXAMPLE_REFS.tenantProfile,
        createdTime: EXAMPLE_TIME,
        name: "Default",
        description: null,
        default: true,
        isolatedTbRuleEngine: false,
        profileData: PROFILE_DATA,
      },
    ],
  },
);

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

export const ProfileInfoSchema = Type.Object(
  { id: EntityRefSchema, name: Type.String() },
  { title: "EntityInfo", examples: [{ id: EXAMPLE_REFS.tenantProfile, name: "Default" }] },
);

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
