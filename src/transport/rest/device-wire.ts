// Wire forms of devices, their credentials and their profiles. Source: REST contract 7 and 8.
import { Type, type Static } from "typebox";
import type { SentCredentials } from "../../core/devices/credentials.ts";
import type { SentProfile } from "../../core/devices/device-profile-service.ts";
import type { SentDeviceFields } from "../../core/devices/device-service.ts";
import type { DeviceInfo } from "../../core/devices/device-store.ts";
import {
  CREDENTIALS_KINDS,
  type Device,
  type DeviceCredentials,
  type DeviceProfile,
} from "../../core/devices/device.ts";
import { PROFILE_KEYS_MAX, storedKeys } from "../../core/devices/profile-keys.ts";
import { PROFILE_IMAGE_LENGTH_MAX } from "../../core/devices/references.ts";
import { entityRef, entityRefOrNull, EntityRefSchema, parseRef, RecordRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME, NO_CUSTOMER } from "./example-values.ts";
import { FreeObjectOrNull, nullable, TextOrNull, oneOf, wordOf } from "./nullable.ts";
import { EntityRefOrNull, named, orNull, SentCount, SentFlag, SentInfo, SentReference, SentText } from "./wire.ts";
import { PROVISION_TYPES, TRANSPORT_TYPES } from "../../core/devices/device-profile-service.ts";

const TOKEN = "A1b2C3d4E5f6G7h8I9j0";

const DEVICE = {
  id: [EntityRefSchema, EXAMPLE_REFS.device],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  tenantId: [EntityRefSchema, EXAMPLE_REFS.tenant],
  customerId: [EntityRefSchema, NO_CUSTOMER],
  name: [Type.String(), "boiler-7"],
  type: [Type.String(), "default"],
  label: [TextOrNull, null],
  deviceProfileId: [EntityRefSchema, EXAMPLE_REFS.deviceProfile],
  deviceData: [FreeObjectOrNull, { configuration: { type: "DEFAULT" }, transportConfiguration: { type: "DEFAULT" } }],
  firmwareId: [EntityRefOrNull, null],
  softwareId: [EntityRefOrNull, null],
  externalId: [EntityRefOrNull, null],
  additionalInfo: [FreeObjectOrNull, { gateway: false, description: "" }],
  version: [Type.Integer(), 1],
} as const;
export const DeviceSchema = named("Device", DEVICE);
export type ShownDevice = Static<typeof DeviceSchema>;

export function showDevice(device: Device): ShownDevice {
  return {
    id: entityRef("DEVICE", device.id),
    createdTime: device.createdAt,
    tenantId: entityRef("TENANT", device.tenantId),
    customerId: entityRef("CUSTOMER", device.customerId),
    name: device.name,
    type: device.type,
    label: device.label,
    deviceProfileId: entityRef("DEVICE_PROFILE", device.profileId),
    deviceData: device.deviceData,
    firmwareId: entityRefOrNull("OTA_PACKAGE", device.firmwareId),
    softwareId: entityRefOrNull("OTA_PACKAGE", device.softwareId),
    externalId: entityRefOrNull("DEVICE", device.externalId),
    additionalInfo: device.additionalInfo,
    version: device.version,
  };
}

export const DeviceInfoSchema = named("DeviceInfo", {
  ...DEVICE,
  customerTitle: [TextOrNull, null],
  customerIsPublic: [Type.Boolean(), false],
  deviceProfileName: [Type.String(), "default"],
  active: [Type.Boolean(), true],
});

export function showDeviceInfo(info: DeviceInfo): Static<typeof DeviceInfoSchema> {
  const { customerTitle, customerIsPublic, type, active } = info;
  return { ...showDevice(info), customerTitle, customerIsPublic, deviceProfileName: type, active };
}

/** A device as a client sends it; unknown members are ignored. */
export const SentDevice = Type.Object(
  {
    id: SentReference,
    name: Type.String(),
    type: SentText,
    label: SentText,
    customerId: SentReference,
    deviceProfileId: SentReference,
    deviceData: SentInfo,
    firmwareId: SentReference,
    softwareId: SentReference,
    externalId: SentReference,
    additionalInfo: SentInfo,
    version: SentCount,
  },
  { title: "DeviceInput", examples: [{ name: "boiler-7", type: "default", label: "Hall 3" }] },
);
export type SentDevice = Static<typeof SentDevice>;

/** Throws `invalid` for an invalid reference. */
export function parseDeviceFields(sent: SentDevice): SentDeviceFields {
  return {
    name: sent.name,
    ...orNull(sent, ["type", "label", "deviceData", "additionalInfo"]),
    profileId: parseRef(sent.deviceProfileId, "DEVICE_PROFILE", "deviceProfileId"),
    customerId: parseRef(sent.customerId, "CUSTOMER", "customerId"),
    firmwareId: parseRef(sent.firmwareId, "OTA_PACKAGE", "firmwareId"),
    softwareId: parseRef(sent.softwareId, "OTA_PACKAGE", "softwareId"),
    externalId: parseRef(sent.externalId, "DEVICE", "externalId"),
  };
}

export const CredentialsSchema = named("DeviceCredentials", {
  id: [RecordRefSchema, { id: EXAMPLE_REFS.credentials.id }],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  deviceId: [EntityRefSchema, EXAMPLE_REFS.device],
  credentialsType: [oneOf(CREDENTIALS_KINDS), "ACCESS_TOKEN"],
  credentialsId: [Type.String(), TOKEN],
  credentialsValue: [TextOrNull, null],
  version: [Type.Integer(), 1],
});

export function showCredentials(credentials: DeviceCredentials): Static<typeof CredentialsSchema> {
  const { id, createdAt, deviceId, kind, credentialsId, credentialsValue, version } = credentials;
  return {
    id: { id },
    createdTime: createdAt,
    deviceId: entityRef("DEVICE", deviceId),
    credentialsType: kind,
    credentialsId,
    credentialsValue,
    version,
  };
}

/** Credentials as a client sends them. */
export const CredentialsBody = Type.Object(
  {
    id: SentReference,
    deviceId: SentReference,
    credentialsType: wordOf(CREDENTIALS_KINDS),
    credentialsId: SentText,
    credentialsValue: SentText,
    version: SentCount,
  },
  {
    title: "DeviceCredentialsInput",
    examples: [{ deviceId: EXAMPLE_REFS.device, credentialsType: "ACCESS_TOKEN", credentialsId: TOKEN }],
  },
);

export function parseCredentials(sent: Static<typeof CredentialsBody>): SentCredentials {
  return { kind: sent.credentialsType, ...orNull(sent, ["credentialsId", "credentialsValue"]) };
}

const KEY = { key: "temperature", unit: "°C", decimals: 1 };

const PROFILE_DATA = {
  configuration: { type: "DEFAULT" },
  transportConfiguration: { type: "DEFAULT" },
  provisionConfiguration: { type: "DISABLED", provisionDeviceSecret: null },
  alarms: null,
};

export const DeviceProfileSchema = named("DeviceProfile", {
  id: [EntityRefSchema, EXAMPLE_REFS.deviceProfile],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  tenantId: [EntityRefSchema, EXAMPLE_REFS.tenant],
  name: [Type.String(), "default"],
  description: [TextOrNull, "Default device profile"],
  image: [TextOrNull, null],
  default: [Type.Boolean(), true],
  type: [oneOf(["DEFAULT"]), "DEFAULT"],
  transportType: [oneOf(TRANSPORT_TYPES), "DEFAULT"],
  provisionType: [oneOf(PROVISION_TYPES), "DISABLED"],
  provisionDeviceKey: [TextOrNull, null],
  defaultRuleChainId: [EntityRefOrNull, null],
  defaultDashboardId: [EntityRefOrNull, null],
  defaultQueueName: [TextOrNull, null],
  defaultEdgeRuleChainId: [EntityRefOrNull, null],
  firmwareId: [EntityRefOrNull, null],
  softwareId: [EntityRefOrNull, null],
  profileData: [FreeObjectOrNull, PROFILE_DATA],
  externalId: [EntityRefOrNull, null],
  version: [Type.Integer(), 1],
});

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

const ProfileKeySchema = named("DeviceProfileKey", {
  key: [Type.String(), KEY.key],
  unit: [TextOrNull, KEY.unit],
  decimals: [nullable(Type.Integer()), KEY.decimals],
});

export const DeviceProfileInfoSchema = named("DeviceProfileInfo", {
  id: [EntityRefSchema, EXAMPLE_REFS.deviceProfile],
  name: [Type.String(), "default"],
  image: [TextOrNull, null],
  defaultDashboardId: [EntityRefOrNull, null],
  type: [oneOf(["DEFAULT"]), "DEFAULT"],
  transportType: [oneOf(TRANSPORT_TYPES), "DEFAULT"],
  tenantId: [EntityRefSchema, EXAMPLE_REFS.tenant],
  keys: [Type.Array(ProfileKeySchema), [KEY]],
});

export function showProfileInfo(profile: DeviceProfile): Static<typeof DeviceProfileInfoSchema> {
  const { id, name, image, defaultDashboardId, type, transportType, tenantId } = showProfile(profile);
  const keys = [...storedKeys(profile.profileData).keys];
  return { id, name, image, defaultDashboardId, type, transportType, tenantId, keys };
}

/** A profile as a client sends it; unknown members are ignored. */
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
    type: wordOf(["DEFAULT"]),
    transportType: wordOf(TRANSPORT_TYPES),
    provisionType: Type.Optional(nullable(wordOf(PROVISION_TYPES))),
    provisionDeviceKey: SentText,
    defaultRuleChainId: SentReference,
    defaultDashboardId: SentReference,
    defaultQueueName: SentText,
    defaultEdgeRuleChainId: SentReference,
    firmwareId: SentReference,
    softwareId: SentReference,
    externalId: SentReference,
    profileData: Type.Object(
      {},
      {
        additionalProperties: true,
        description: `\`keys\` has units and decimals of keys: a list of \`{"key", "unit", "decimals"}\`, at most ${String(PROFILE_KEYS_MAX)}.`,
      },
    ),
    version: SentCount,
  },
  {
    title: "DeviceProfileInput",
    examples: [
      {
        ...{ name: "pump", type: "DEFAULT", transportType: "DEFAULT" },
        profileData: { ...PROFILE_DATA, keys: [KEY] },
      },
    ],
  },
);

/** Throws `invalid` for an invalid reference. */
export function parseProfileBody(sent: Static<typeof ProfileBody>): SentProfile {
  return {
    ...orNull(sent, ["description", "provisionType", "image", "defaultQueueName"]),
    name: sent.name,
    isDefault: sent.default ?? false,
    type: sent.type,
    transportType: sent.transportType,
    provisionKey: sent.provisionDeviceKey ?? null,
    defaultRuleChainId: parseRef(sent.defaultRuleChainId, "RULE_CHAIN", "defaultRuleChainId"),
    defaultDashboardId: parseRef(sent.defaultDashboardId, "DASHBOARD", "defaultDashboardId"),
    defaultEdgeRuleChainId: parseRef(sent.defaultEdgeRuleChainId, "RULE_CHAIN", "defaultEdgeRuleChainId"),
    firmwareId: parseRef(sent.firmwareId, "OTA_PACKAGE", "firmwareId"),
    softwareId: parseRef(sent.softwareId, "OTA_PACKAGE", "softwareId"),
    externalId: parseRef(sent.externalId, "DEVICE_PROFILE", "externalId"),
    profileData: { ...sent.profileData },
  };
}
