// What the MQTT part of a device profile says: topics of the profile's own, beside those of the platform. Checked when a
// profile is saved; sessions get it when they connect. Source: decision 0110.
import { parseText } from "../entity-text.ts";
import { invalid, type DomainError } from "../errors.ts";
import type { JsonObject } from "./device.ts";

const TELEMETRY_TOPIC = "v1/devices/me/telemetry";
const ATTRIBUTES_TOPIC = "v1/devices/me/attributes";

/** The transport part of an MQTT profile that says nothing else. */
export const MQTT_TRANSPORT: JsonObject = {
  type: "MQTT",
  deviceTelemetryTopic: TELEMETRY_TOPIC,
  deviceAttributesTopic: ATTRIBUTES_TOPIC,
  deviceAttributesSubscribeTopic: ATTRIBUTES_TOPIC,
  transportPayloadTypeConfiguration: { transportPayloadType: "JSON" },
  sparkplug: false,
  sparkplugAttributesMetricNames: null,
  // Kept for clients that read it, without effect: see publishOutcome.
  sendAckOnValidationException: false,
};

/** Topic filters of the profile's own; null where it has none, and the platform's alone hold. */
export interface OwnTopics {
  readonly telemetry: string | null;
  readonly attributes: string | null;
  /** What clients may subscribe to for updates of shared attributes. */
  readonly sharedUpdates: string | null;
}

export interface MqttProfile {
  readonly topics: OwnTopics;
}

const PLATFORM_TOPICS: OwnTopics = { telemetry: null, attributes: null, sharedUpdates: null };
export const PLAIN_MQTT_PROFILE: MqttProfile = { topics: PLATFORM_TOPICS };

const TOPIC_LENGTH_MAX = 1024;
/** What the platform has topics under, now or later: its meaning must not depend on a profile. */
const PLATFORM_PREFIXES = ["v1/devices/me/", "v1/gateway/", "v2/", "/provision/"];

/** Of the whole `profileData`. Throws `invalid`, which names the member. */
export function parseMqttProfile(profileData: JsonObject): MqttProfile {
  const transport = profileData["transportConfiguration"] as JsonObject | undefined;
  if (transport?.["type"] !== "MQTT") return PLAIN_MQTT_PROFILE;
  return { topics: parseTopics(transport) };
}

function parseTopics(transport: JsonObject): OwnTopics {
  const telemetry = parseTopic(transport, "deviceTelemetryTopic", TELEMETRY_TOPIC);
  const attributes = parseTopic(transport, "deviceAttributesTopic", ATTRIBUTES_TOPIC);
  const sharedUpdates = parseTopic(transport, "deviceAttributesSubscribeTopic", ATTRIBUTES_TOPIC);
  if (telemetry !== null && telemetry === attributes)
    throw invalidMember("deviceAttributesTopic", `must differ from deviceTelemetryTopic, both are "${telemetry}"`);
  return { telemetry, attributes, sharedUpdates };
}

/** Null where the platform's topic is meant: by its name, or by a missing or blank one. */
function parseTopic(transport: JsonObject, member: string, ofPlatform: string): string | null {
  const value = transport[member];
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw invalidMember(member, `must be a topic as text, got ${typeof value}`);
  if (value.trim() === "" || value === ofPlatform) return null;
  parseText(value, path(member), TOPIC_LENGTH_MAX);
  const fault = wildcardFault(value);
  if (fault !== undefined) throw invalidMember(member, `${fault}, got "${value}"`);
  if (PLATFORM_PREFIXES.some((prefix) => value.startsWith(prefix)))
    throw invalidMember(
      member,
      `must be "${ofPlatform}" or a topic outside ${PLATFORM_PREFIXES.join(", ")}, which are the platform's, got "${value}"`,
    );
  return value;
}

/** A wildcard stands for whole levels, `#` for the last ones [MQTT-4.7.1-2, MQTT-4.7.1-3]. */
function wildcardFault(filter: string): string | undefined {
  const levels = filter.split("/");
  if (levels.some((level) => level.includes("+") && level !== "+")) return "may have + only alone between slashes";
  if (levels.some((level, index) => level.includes("#") && (level !== "#" || index < levels.length - 1)))
    return "may have # only alone behind the last slash";
  return undefined;
}

function path(member: string): string {
  return `profileData.transportConfiguration.${member}`;
}

function invalidMember(member: string, rule: string): DomainError {
  return invalid(`${path(member)} ${rule}`);
}
