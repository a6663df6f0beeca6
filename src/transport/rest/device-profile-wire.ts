// Device profiles and profile infos as REST writes and reads them. Source: REST contract 8.
import { Type, type Static } from "typebox";
import type { SentProfile } from "../../core/devices/device-profile-service.ts";
import type { DeviceProfile } from "../../core/devices/device.ts";
import { PROFILE_IMAGE_LENGTH_MAX } from "../../core/devices/references.ts";
import { entityRef, entityRefOrNull, EntityRefSchema, parseRef } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "./example-values.ts";
import { FreeObjectOrNull, nullable, TextOrNull } from "./nullable.ts";
import { SentFlag, SentReference, SentText, SentVersion } from "./sent-members.ts";

const EntityRefOrNull = nullable(EntityRefSchema);

const PROFILE_DATA = {
  configuration: { type: "DEFAULT" },
  transportConfiguration: { type: "DEFAULT" },
  provisionConfiguration: { type: "DISABLED", provisionDeviceSecret: null },
  alarms: null,
};

export const DeviceProfileSchema = Type.Object(
  {
    id: EntityRefSchema,
    createdTime: Type.Integer(),
    tenantId: EntityRefSchema,
    name: Type.String(),
    description: TextOrNull,
    image: TextOrNull,
    default: Type.Boolean(),
    type: Type.String(),
    transportType: Type.String(),
    provisionType: Type.String(),
    provisionDeviceKey: TextOrNull,
    defaultRuleChainId: EntityRefOrNull,
    defaultDashboardId: EntityRefOrNull,
    defaultQueueName: TextOrNull,
    defaultEdgeRuleChainId: EntityRefOrNull,
    firmwareId: EntityRefOrNull,
    softwareId: EntityRefOrNull,
    profileData: FreeObjectOrNull,
    externalId: EntityRefOrNull,
    version: Type.Integer(),
  },
  {
    title: "DeviceProfile",
    examples: [
      {
        id: EXAMPLE_REFS.deviceProfile,
        createdTime: EXAMPLE_TIME,
        tenantId: EXAMPLE_REFS.tenant,
        name: "default",
        description: "Default device profile",
        image: null,
        default: true,
        type: "DEFAULT",
        transportType: "DEFAULT",
        provisionType: "DISABLED",
        provisionDeviceKey: null,
        defaultRuleChainId: null,
        defaultDashboardId: null,
        defaultQueueName: null,
        defaultEdgeRuleChainId: null,
        firmwareId: null,
        softwareId: null,
        profileData: PROFILE_DATA,
        externalId: null,
        version: 1,
      },
    ],
  },
);

export function showProfile(profile: DeviceProfile): Static<typeof DeviceProfileSchema> {
  return {
    id: entityRef("DEVICE_PROFILE", profile.id),
    createdTime: profile.createdAt,
    tenantId: entityRef("TENANT", profile.tenantId),
    name: profile.name,
    description: profile.description,
    image: profile.image,
    default: profile.isDefault,
    type: "DEFAULT",
    transportType: profile.transportType,
    provisionType: profile.provisionType,
    provisionDeviceKey: profile.provisionKey,
    defaultRuleChainId: entityRefOrNull("RULE_CHAIN", profile.defaultRuleChainId),
    defaultDashboardId: entityRefOrNull("DASHBOARD", profile.defaultDashboardId),
    defaultQueueName: profile.defaultQueueName,
    defaultEdgeRuleChainId: entityRefOrNull("RULE_CHAIN", profile.defaultEdgeRuleChainId),
    firmwareId: entityRefOrNull("OTA_PACKAGE", profile.firmwareId),
    softwareId: entityRefOrNull("OTA_PACKAGE", profile.softwareId),
    profileData: profile.profileData,
    externalId: entityRefOrNull("DEVICE_PROFILE", profile.externalId),
    version: profile.version,
  };
}

export const DeviceProfileInfoSchema = Type.Object(
  {
    id: EntityRefSchema,
    name: Type.String(),
    image: TextOrNull,
    defaultDashboardId: EntityRefOrNull,
    type: Type.String(),
    transportType: Type.String(),
    tenantId: EntityRefSchema,
  },
  {
    title: "DeviceProfileInfo",
    examples: [
      {
        id: EXAMPLE_REFS.deviceProfile,
        name: "default",
        image: null,
        defaultDashboardId: null,
        type: "DEFAULT",
        transportType: "DEFAULT",
        tenantId: EXAMPLE_REFS.tenant,
      },
    ],
  },
);

export function showProfileInfo(profile: DeviceProfile): Static<typeof DeviceProfileInfoSchema> {
  return {
    id: entityRef("DEVICE_PROFILE", profile.id),
    name: profile.name,
    image: profile.image,
    defaultDashboardId: entityRefOrNull("DASHBOARD", profile.defaultDashboardId),
    type: "DEFAULT",
    transportType: profile.transportType,
    tenantId: entityRef("TENANT", profile.tenantId),
  };
}

/** A profile as a client sends it; members that are not here are ignored. */
export const ProfileBody = Type.Object(
  {
    id: SentReference,
    name: Type.String(),
    description: SentText,
    image: Type.Optional(
      nullable(
        Type.String({
          description: `A data URL or an address, at most ${String(PROFILE_IMAGE_LENGTH_MAX)} characters.`,
        }),
      ),
    ),
    default: SentFlag,
    type: Type.String(),
    transportType: Type.String(),
    provisionType: SentText,
    provisionDeviceKey: SentText,
    defaultRuleChainId: SentReference,
    defaultDashboardId: SentReference,
    defaultQueueName: SentText,
    defaultEdgeRuleChainId: SentReference,
    firmwareId: SentReference,
    softwareId: SentReference,
    externalId: SentReference,
    profileData: Type.Object({}, { additionalProperties: true }),
    version: SentVersion,
  },
  {
    title: "DeviceProfileInput",
    examples: [{ name: "pump", type: "DEFAULT", transportType: "DEFAULT", profileData: PROFILE_DATA }],
  },
);

/** Throws `invalid` for a reference that is none. */
export function parseProfileBody(sent: Static<typeof ProfileBody>): SentProfile {
  return {
    name: sent.name,
    description: sent.description ?? null,
    isDefault: sent.default ?? false,
    type: sent.type,
    transportType: sent.transportType,
    provisionType: sent.provisionType ?? null,
    provisionKey: sent.provisionDeviceKey ?? null,
    image: sent.image ?? null,
    defaultRuleChainId: parseRef(sent.defaultRuleChainId, "RULE_CHAIN", "defaultRuleChainId"),
    defaultDashboardId: parseRef(sent.defaultDashboardId, "DASHBOARD", "defaultDashboardId"),
    defaultQueueName: sent.defaultQueueName ?? null,
    defaultEdgeRuleChainId: parseRef(sent.defaultEdgeRuleChainId, "RULE_CHAIN", "defaultEdgeRuleChainId"),
    firmwareId: parseRef(sent.firmwareId, "OTA_PACKAGE", "firmwareId"),
    softwareId: parseRef(sent.softwareId, "OTA_PACKAGE", "softwareId"),
    externalId: parseRef(sent.externalId, "DEVICE_PROFILE", "externalId"),
    profileData: { ...sent.profileData },
  };
}
