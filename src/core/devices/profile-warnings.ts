// Profile members that are stored but have no effect. Clients of other platforms read a profile, change a member and
// save the whole profile, so such members are kept, and saving them causes a warning. A member that would lose data if
// it were ignored is refused.
import { DomainError, invalid } from "../errors.ts";
import type { DeviceProfile, JsonObject, TransportType } from "./device.ts";
import { parseMqttProfile } from "./mqtt-profile.ts";
import type { PayloadSchemas } from "./payload-schema.ts";
import { storedKeys } from "./profile-keys.ts";

type Warned = Pick<
  DeviceProfile,
  | "transportType"
  | "provisionType"
  | "profileData"
  | "defaultRuleChainId"
  | "defaultEdgeRuleChainId"
  | "defaultDashboardId"
  | "defaultQueueName"
>;

const SERVED: readonly TransportType[] = ["DEFAULT", "MQTT"];
const REFERENCES = ["defaultRuleChainId", "defaultEdgeRuleChainId", "defaultDashboardId", "defaultQueueName"] as const;

/** One sentence per member, starting with its name. */
export function profileWarnings(profile: Warned, schemas: PayloadSchemas): readonly string[] {
  const { transportType, provisionType, profileData } = profile;
  const warnings: string[] = [];
  if (!SERVED.includes(transportType))
    warnings.push(
      `transportType ${transportType} has no effect: no transport serves it, devices can use MQTT and HTTP`,
    );
  if (provisionType === "X509_CERTIFICATE_CHAIN")
    warnings.push("provisionType X509_CERTIFICATE_CHAIN has no effect: no device is created by its certificate");
  const alarms = profileData["alarms"];
  if (Array.isArray(alarms) ? alarms.length > 0 : alarms !== null && alarms !== undefined)
    warnings.push("profileData.alarms has no effect: there are no alarm rules");
  for (const member of REFERENCES)
    if (profile[member] !== null && profile[member] !== "") warnings.push(`${member} has no effect`);
  const transport = transportOf(profileData);
  if (isSparkplug(profileData)) warnings.push(`${SPARKPLUG} has no effect: there are no topics of Sparkplug`);
  const payloads = (transport["transportPayloadTypeConfiguration"] ?? {}) as JsonObject;
  if (
    payloads["useJsonPayloadFormatForDefaultDownlinkTopics"] === true &&
    payloads["enableCompatibilityWithJsonPayloadFormat"] !== true &&
    payloads["transportPayloadType"] === "PROTOBUF"
  )
    warnings.push(
      "useJsonPayloadFormatForDefaultDownlinkTopics has no effect without enableCompatibilityWithJsonPayloadFormat",
    );
  const keys = storedKeys(profileData);
  if (keys.fault !== null) warnings.push(`${keys.fault}; until then keys have no units`);
  return [...warnings, ...mqttFault(profileData, schemas)];
}

/** For profiles saved before this was validated. */
function mqttFault(profileData: JsonObject, schemas: PayloadSchemas): readonly string[] {
  try {
    parseMqttProfile(profileData, schemas);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [`${error.message}; until then devices have the topics of the platform, and JSON`];
  }
}

/**
 * Throws `invalid` for a transport that is not served, in a new profile or one that had another before: its devices
 * could not connect.
 */
export function requireServed(
  { transportType, profileData }: Pick<DeviceProfile, "transportType" | "profileData">,
  present?: Pick<DeviceProfile, "transportType" | "profileData">,
): void {
  if (!SERVED.includes(transportType) && transportType !== present?.transportType)
    throw invalid(`transportType must be ${SERVED.join(" or ")}, got ${transportType}, which no transport serves`);
  if (isSparkplug(profileData) && (present === undefined || !isSparkplug(present.profileData)))
    throw invalid(`${SPARKPLUG} must be false: there are no topics of Sparkplug`);
}

const SPARKPLUG = "profileData.transportConfiguration.sparkplug";

function isSparkplug(profileData: JsonObject): boolean {
  const transport = transportOf(profileData);
  return transport["type"] === "MQTT" && transport["sparkplug"] === true;
}

function transportOf(profileData: JsonObject): JsonObject {
  return (profileData["transportConfiguration"] ?? {}) as JsonObject;
}
