// Devices, device infos and credentials as REST writes and reads them. Source: REST contract 7.
import { Type, type Static } from "typebox";
import type { SentCredentials } from "../../core/devices/credentials.ts";
import type { DeviceInfo } from "../../core/devices/device-store.ts";
import type { SentDeviceFields } from "../../core/devices/device-service.ts";
import type { Device, DeviceCredentials } from "../../core/devices/device.ts";
import { entityRef, entityRefOrNull, EntityRefSchema, parseRef, RecordRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME, NO_CUSTOMER } from "./example-values.ts";
import { FreeObjectOrNull, nullable, TextOrNull } from "./nullable.ts";
import { SentInfo, SentReference, SentText, SentVersion } from "./sent-members.ts";

const EntityRefOrNull = nullable(EntityRefSchema);

const DEVICE = {
  id: EXAMPLE_REFS.device,
  createdTime: EXAMPLE_TIME,
  tenantId: EXAMPLE_REFS.tenant,
  customerId: NO_CUSTOMER,
  name: "boiler-7",
  type: "default",
  label: null,
  deviceProfileId: EXAMPLE_REFS.deviceProfile,
  deviceData: { configuration: { type: "DEFAULT" }, transportConfiguration: { type: "DEFAULT" } },
  firmwareId: null,
  softwareId: null,
  externalId: null,
  additionalInfo: { gateway: false, description: "" },
  version: 1,
};

export const DeviceSchema = Type.Object(
  {
    id: EntityRefSchema,
    createdTime: Type.Integer(),
    tenantId: EntityRefSchema,
    customerId: EntityRefSchema,
    name: Type.String(),
    type: Type.String(),
    label: TextOrNull,
    deviceProfileId: EntityRefSchema,
    deviceData: FreeObjectOrNull,
    firmwareId: EntityRefOrNull,
    softwareId: EntityRefOrNull,
    externalId: EntityRefOrNull,
    additionalInfo: FreeObjectOrNull,
    version: Type.Integer(),
  },
  { title: "Device", examples: [DEVICE] },
);
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

export const DeviceInfoSchema = Type.Object(
  {
    ...DeviceSchema.properties,
    customerTitle: TextOrNull,
    customerIsPublic: Type.Boolean(),
    deviceProfileName: Type.String(),
    active: Type.Boolean(),
  },
  {
    title: "DeviceInfo",
    examples: [{ ...DEVICE, customerTitle: null, customerIsPublic: false, deviceProfileName: "default", active: true }],
  },
);
export type ShownDeviceInfo = Static<typeof DeviceInfoSchema>;

export function showDeviceInfo(info: DeviceInfo): ShownDeviceInfo {
  return {
    ...showDevice(info),
    customerTitle: info.customerTitle,
    customerIsPublic: info.customerIsPublic,
    deviceProfileName: info.type,
    active: info.active,
  };
}

/** A device as a client sends it; members that are not here are ignored. */
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
    version: SentVersion,
  },
  { title: "DeviceInput", examples: [{ name: "boiler-7", type: "default", label: "Hall 3" }] },
);
export type SentDevice = Static<typeof SentDevice>;

/** Throws `invalid` for a reference that is none. */
export function parseDeviceFields(sent: SentDevice): SentDeviceFields {
  return {
    name: sent.name,
    type: sent.type ?? null,
    label: sent.label ?? null,
    profileId: parseRef(sent.deviceProfileId, "DEVICE_PROFILE", "deviceProfileId"),
    customerId: parseRef(sent.customerId, "CUSTOMER", "customerId"),
    deviceData: sent.deviceData ?? null,
    additionalInfo: sent.additionalInfo ?? null,
    firmwareId: parseRef(sent.firmwareId, "OTA_PACKAGE", "firmwareId"),
    softwareId: parseRef(sent.softwareId, "OTA_PACKAGE", "softwareId"),
    externalId: parseRef(sent.externalId, "DEVICE", "externalId"),
  };
}

export const CredentialsSchema = Type.Object(
  {
    id: RecordRefSchema,
    createdTime: Type.Integer(),
    deviceId: EntityRefSchema,
    credentialsType: Type.String(),
    credentialsId: Type.String(),
    credentialsValue: TextOrNull,
    version: Type.Integer(),
  },
  {
    title: "DeviceCredentials",
    examples: [
      {
        id: { id: EXAMPLE_REFS.credentials.id },
        createdTime: EXAMPLE_TIME,
        deviceId: EXAMPLE_REFS.device,
        credentialsType: "ACCESS_TOKEN",
        credentialsId: "A1b2C3d4E5f6G7h8I9j0",
        credentialsValue: null,
        version: 1,
      },
    ],
  },
);

export function showCredentials(credentials: DeviceCredentials): Static<typeof CredentialsSchema> {
  return {
    id: { id: credentials.id },
    createdTime: credentials.createdAt,
    deviceId: entityRef("DEVICE", credentials.deviceId),
    credentialsType: credentials.kind,
    credentialsId: credentials.credentialsId,
    credentialsValue: credentials.credentialsValue,
    version: credentials.version,
  };
}

/** Credentials as a client sends them. */
export const CredentialsBody = Type.Object(
  {
    id: SentReference,
    deviceId: SentReference,
    credentialsType: Type.String(),
    credentialsId: SentText,
    credentialsValue: SentText,
    version: SentVersion,
  },
  {
    title: "DeviceCredentialsInput",
    examples: [
      { deviceId: EXAMPLE_REFS.device, credentialsType: "ACCESS_TOKEN", credentialsId: "A1b2C3d4E5f6G7h8I9j0" },
    ],
  },
);
export type CredentialsBody = Static<typeof CredentialsBody>;

export function parseCredentials(sent: CredentialsBody): SentCredentials {
  return {
    kind: sent.credentialsType,
    credentialsId: sent.credentialsId ?? null,
    credentialsValue: sent.credentialsValue ?? null,
  };
}
