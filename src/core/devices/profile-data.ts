// The `profileData` of a device profile: its plain form, and the provisioning secret inside it. Source: REST contract 8.
import type { JsonObject } from "./device.ts";

/** What a profile has that was made by its name alone. */
export const PLAIN_PROFILE_DATA: JsonObject = {
  configuration: { type: "DEFAULT" },
  transportConfiguration: { type: "DEFAULT" },
  provisionConfiguration: { type: "DISABLED", provisionDeviceSecret: null },
  alarms: null,
};

/** Null where there is none. */
export function provisionSecretOf(profileData: JsonObject): string | null {
  const secret = objectIn(profileData, "provisionConfiguration")?.["provisionDeviceSecret"];
  return typeof secret === "string" && secret !== "" ? secret : null;
}

/** The same data with this secret, where it has a provisioning part. */
export function withProvisionSecret(profileData: JsonObject, secret: string | null): JsonObject {
  const provisioning = objectIn(profileData, "provisionConfiguration");
  if (provisioning === undefined) return profileData;
  return { ...profileData, provisionConfiguration: { ...provisioning, provisionDeviceSecret: secret } };
}

export function objectIn(data: JsonObject, member: string): JsonObject | undefined {
  const value = data[member];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
