// The MQTT part of a device profile: the profile's own topics, in addition to those of the platform, and the payload
// format. Checked when a profile is saved; sessions get it when they connect. Source: decisions 0110, 0111.
import { writeJson } from "../../lib/json.ts";
import { parseText } from "../entity-text.ts";
import { DomainError, invalid } from "../errors.ts";
import type { JsonObject } from "./device.ts";
import type { PayloadSchema, PayloadSchemas } from "./payload-schema.ts";

const TELEMETRY_TOPIC = "v1/devices/me/telemetry";
const ATTRIBUTES_TOPIC = "v1/devices/me/attributes";

/** The default transport part of an MQTT profile. */
export const MQTT_TRANSPORT: JsonObject = {
  type: "MQTT",
  deviceTelemetryTopic: TELEMETRY_TOPIC,
  deviceAttributesTopic: ATTRIBUTES_TOPIC,
  deviceAttributesSubscribeTopic: ATTRIBUTES_TOPIC,
  transportPayloadTypeConfiguration: { transportPayloadType: "JSON" },
  sparkplug: false,
  sparkplugAttributesMetricNames: null,
  // Has no effect; kept for clients that read it. See publishOutcome.
  sendAckOnValidationException: false,
};

/** The profile's own topic filters; null if it only uses the platform's. */
export interface OwnTopics {
  readonly telemetry: string | null;
  readonly attributes: string | null;
  /** The filter to which clients subscribe for updates of shared attributes. */
  readonly sharedUpdates: string | null;
}

/** Payloads in Protobuf, with a schema for each. */
export interface ProtobufPayloads {
  readonly kind: "protobuf";
  readonly telemetry: PayloadSchema;
  readonly attributes: PayloadSchema;
  readonly rpcRequest: PayloadSchema;
  readonly rpcResponse: PayloadSchema;
  /** Payloads that are not Protobuf are read as JSON. */
  readonly takesJson: boolean;
  /** The platform sends JSON on the long topics. */
  readonly sendsJson: boolean;
}

export interface MqttProfile {
  readonly topics: OwnTopics;
  readonly payloads: { readonly kind: "json" } | ProtobufPayloads;
}

const PLATFORM_TOPICS: OwnTopics = { telemetry: null, attributes: null, sharedUpdates: null };
export const PLAIN_MQTT_PROFILE: MqttProfile = { topics: PLATFORM_TOPICS, payloads: { kind: "json" } };

const TOPIC_LENGTH_MAX = 1024;
/** Prefixes of present and future platform topics, whose meaning must not depend on a profile. */
const PLATFORM_PREFIXES = ["v1/devices/me/", "v1/gateway/", "v2/", "/provision/"];

/** Parses the whole `profileData`. Throws `invalid`, naming the member. */
export function parseMqttProfile(profileData: JsonObject, schemas: PayloadSchemas): MqttProfile {
  const transport = profileData["transportConfiguration"] as JsonObject | undefined;
  if (transport?.["type"] !== "MQTT") return PLAIN_MQTT_PROFILE;
  return { topics: parseTopics(transport), payloads: parsePayloads(transport, schemas) };
}

function parseTopics(transport: JsonObject): OwnTopics {
  const telemetry = parseTopic(transport, "deviceTelemetryTopic", TELEMETRY_TOPIC);
  const attributes = parseTopic(transport, "deviceAttributesTopic", ATTRIBUTES_TOPIC);
  const sharedUpdates = parseTopic(transport, "deviceAttributesSubscribeTopic", ATTRIBUTES_TOPIC);
  if (telemetry !== null && telemetry === attributes)
    throw invalidMember("deviceAttributesTopic", `must differ from deviceTelemetryTopic, both are "${telemetry}"`);
  return { telemetry, attributes, sharedUpdates };
}

/** Null if the platform's topic is meant: by its name, or because the member is missing or blank. */
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

/** A wildcard must be a whole level, and `#` must be the last one [MQTT-4.7.1-2, MQTT-4.7.1-3]. */
function wildcardFault(filter: string): string | undefined {
  const levels = filter.split("/");
  if (levels.some((level) => level.includes("+") && level !== "+")) return "may have + only alone between slashes";
  if (levels.some((level, index) => level.includes("#") && (level !== "#" || index < levels.length - 1)))
    return "may have # only alone behind the last slash";
  return undefined;
}

const PAYLOADS = "transportPayloadTypeConfiguration";

/** The schema that the existing server uses if a profile has none for calls. */
const RPC_REQUEST_SCHEMA =
  'syntax = "proto3"; message RpcRequestMsg { optional string method = 1; optional int32 requestId = 2; optional string params = 3; }';
const RPC_RESPONSE_SCHEMA = 'syntax = "proto3"; message RpcResponseMsg { optional string payload = 1; }';

function parsePayloads(transport: JsonObject, schemas: PayloadSchemas): MqttProfile["payloads"] {
  const sent = transport[PAYLOADS] ?? {};
  if (typeof sent !== "object" || Array.isArray(sent)) throw invalidMember(PAYLOADS, "must be an object");
  const payloads = sent as JsonObject;
  const type = payloads["transportPayloadType"] ?? "JSON";
  if (type === "JSON") return { kind: "json" };
  if (type !== "PROTOBUF")
    throw invalidMember(`${PAYLOADS}.transportPayloadType`, `must be JSON or PROTOBUF, got ${shown(type)}`);
  const takesJson = parseFlag(payloads, "enableCompatibilityWithJsonPayloadFormat");
  return {
    kind: "protobuf",
    telemetry: parseSchema(payloads, "deviceTelemetryProtoSchema", schemas, checkTelemetry),
    attributes: parseSchema(payloads, "deviceAttributesProtoSchema", schemas, checkAttributes),
    rpcRequest: parseSchema(payloads, "deviceRpcRequestProtoSchema", schemas, checkRpcRequest, RPC_REQUEST_SCHEMA),
    rpcResponse: parseSchema(payloads, "deviceRpcResponseProtoSchema", schemas, () => undefined, RPC_RESPONSE_SCHEMA),
    takesJson,
    sendsJson: parseFlag(payloads, "useJsonPayloadFormatForDefaultDownlinkTopics") && takesJson,
  };
}

function parseFlag(payloads: JsonObject, member: string): boolean {
  const value = payloads[member] ?? false;
  if (typeof value !== "boolean")
    throw invalidMember(`${PAYLOADS}.${member}`, `must be true or false, got ${shown(value)}`);
  return value;
}

/** `fault` checks for further problems of the schema and describes the first, if any. */
function parseSchema(
  payloads: JsonObject,
  member: string,
  schemas: PayloadSchemas,
  fault: (schema: PayloadSchema) => string | undefined,
  withoutOne?: string,
): PayloadSchema {
  const sent = payloads[member] ?? "";
  if (typeof sent !== "string")
    throw invalidMember(`${PAYLOADS}.${member}`, `must be a schema as text, got ${typeof sent}`);
  const text = sent === "" ? withoutOne : sent;
  if (text === undefined) throw invalidMember(`${PAYLOADS}.${member}`, "is required for payloads in Protobuf");
  const schema = compile(schemas, text, member);
  const found = fault(schema);
  if (found !== undefined) throw invalidMember(`${PAYLOADS}.${member}`, found);
  return schema;
}

function compile(schemas: PayloadSchemas, text: string, member: string): PayloadSchema {
  try {
    return schemas.compile(text);
  } catch (error) {
    if (error instanceof DomainError) throw invalidMember(`${PAYLOADS}.${member}`, `is no schema: ${error.message}`);
    throw error;
  }
}

/** Without field presence, a time that was not sent would read as 0, the year 1970. */
function checkTelemetry({ fields }: PayloadSchema): string | undefined {
  const [ts, values] = [fields.get("ts"), fields.get("values")];
  if (fields.size === 0) return "has no field";
  if (ts === undefined) return undefined;
  if (!ts.hasPresence || ts.isRepeated || !ts.type.endsWith("64"))
    return `has the field ts, the time of the values: it must be optional int64, got ${ts.hasPresence ? "optional " : ""}${ts.type}`;
  if (values !== undefined && (!values.isMessage || values.isRepeated))
    return `has the field values beside ts: it must be a message, got ${values.type}`;
  return undefined;
}

function checkAttributes({ fields }: PayloadSchema): string | undefined {
  return fields.size === 0 ? "has no field" : undefined;
}

function checkRpcRequest({ fields }: PayloadSchema): string | undefined {
  const [method, requestId, params] = ["method", "requestId", "params"].map((name) => fields.get(name));
  if (fields.size !== 3 || method === undefined || requestId === undefined || params === undefined)
    return `must have the fields method, requestId and params, got ${[...fields.keys()].join(", ")}`;
  if (method.type !== "string" || method.isRepeated) return "must have the field method as string";
  if (requestId.type !== "int32" || requestId.isRepeated) return "must have the field requestId as int32";
  return params.isRepeated ? "must have the field params once" : undefined;
}

function shown(json: unknown): string {
  return writeJson(json).slice(0, 64);
}

function path(member: string): string {
  return `profileData.transportConfiguration.${member}`;
}

function invalidMember(member: string, rule: string): DomainError {
  return invalid(`${path(member)} ${rule}`);
}
