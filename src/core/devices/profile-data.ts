// The `profileData` of a device profile: its plain form, adapting its parts to the profile, and the provisioning secret
// in it. Source: REST contract 8.
import type { JsonObject, ProvisionType, TransportType } from "./device.ts";
import { MQTT_TRANSPORT } from "./mqtt-profile.ts";
import { isObject } from "../../lib/members.ts";

/** The data of a profile that was created from its name alone. */
export const PLAIN_PROFILE_DATA: JsonObject = {
  configuration: { type: "DEFAULT" },
  transportConfiguration: { type: "DEFAULT" },
  provisionConfiguration: { type: "DISABLED", provisionDeviceSecret: null },
  alarms: null,
};

/** `data` with each part that is missing or belongs to another type replaced by the plain one. Other members stay. */
export function alignedProfileData(
  data: JsonObject,
  transport: TransportType,
  provision: ProvisionType,
  secret: string | null,
): JsonObject {
  const provisioning = partOfType(data, "provisionConfiguration", provision) ?? { type: provision };
  return {
    ...data,
    configuration: partOfType(data, "configuration", "DEFAULT") ?? { type: "DEFAULT" },
    transportConfiguration: transportConfiguration(data, transport),
    provisionConfiguration: { ...provisioning, provisionDeviceSecret: secret },
    alarms: data["alarms"] ?? null,
  };
}

function transportConfiguration(data: JsonObject, transport: TransportType): JsonObject {
  const sent = partOfType(data, "transportConfiguration", transport);
  return transport === "MQTT" ? { ...MQTT_TRANSPORT, ...sent } : (sent ?? { type: transport });
}

/** Null if there is none. */
export function provisionSecretOf(profileData: JsonObject): string | null {
  const secret = objectIn(profileData, "provisionConfiguration")?.["provisionDeviceSecret"];
  return typeof secret === "string" && secret !== "" ? secret : null;
}

/** The data with this secret, if it has a provisioning part. */
export function withProvisionSecret(profileData: JsonObject, secret: string | null): JsonObject {
  const provisioning = objectIn(profileData, "provisionConfiguration");
  if (provisioning === undefined) return profileData;
  return { ...profileData, provisionConfiguration: { ...provisioning, provisionDeviceSecret: secret } };
}

function partOfType(data: JsonObject, member: string, type: string): JsonObject | undefined {
  const part = objectIn(data, member);
  return part?.["type"] === type ? part : undefined;
}

function objectIn(data: JsonObject, member: string): JsonObject | undefined {
  const value = data[member];
  return isObject(value) ? value : undefined;
}

/**
 * The `deviceData` of a device, adapted to the transport of its profile: a part that is missing or belongs to another
 * transport is replaced by the plain form. Source: REST contract 7.
 */
export function alignedDeviceData(data: JsonObject | null, transportType: TransportType): JsonObject {
  const configuration = objectOfType(data?.["configuration"], "DEFAULT");
  const transportConfiguration = objectOfType(data?.["transportConfiguration"], transportType);
  return { ...data, configuration, transportConfiguration };
}

function objectOfType(value: unknown, type: string): object {
  return typeof value === "object" && value !== null && "type" in value && value.type === type ? value : { type };
}
