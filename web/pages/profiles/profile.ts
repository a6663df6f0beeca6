// A device profile in its form, and how it is saved.
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { orNull } from "../../components/form.tsx";
import { packageRef } from "../packages/package.ts";
import { choices } from "../../components/choices.ts";
import { isObject } from "../../../src/lib/members.ts";
import { words } from "../../words/words.ts";
import { keyRows, savedKeys, type KeyRow } from "./profile-keys.ts";

export type DeviceProfile = Schema<"DeviceProfile">;

export const TRANSPORTS = choices(words.profiles.transports);

/** Kept for imported profiles; no transport of this platform serves them. */
export const STORED_TRANSPORTS = ["COAP", "LWM2M", "SNMP"] as const;

export const PROVISIONING = Object.entries(words.profiles.provisionings).map(([value, said]) => ({ value, ...said }));

export interface ProfileFields {
  readonly name: string;
  readonly description: string;
  readonly transportType: DeviceProfile["transportType"];
  readonly provisionType: DeviceProfile["provisionType"];
  readonly provisionKey: string;
  readonly provisionSecret: string;
  readonly cast: Cast;
  /** Packages for devices without one of their own. */
  readonly firmwareId: string | null;
  readonly softwareId: string | null;
  /** If empty, only the platform's topic is used. */
  readonly telemetryTopic: string;
  readonly attributesTopic: string;
  readonly updatesTopic: string;
  readonly payloadType: "JSON" | "PROTOBUF";
  readonly telemetrySchema: string;
  readonly attributesSchema: string;
  readonly callSchema: string;
  readonly replySchema: string;
  readonly takesJson: boolean;
  readonly sendsJson: boolean;
  readonly keys: readonly KeyRow[];
}

/** How texts that spell a number are stored. */
export const CASTS = choices(words.profiles.casts);
type Cast = (typeof CASTS)[number]["value"];

export function fieldsOf(profile: DeviceProfile | undefined): ProfileFields {
  const data = profile?.profileData ?? {};
  const secret = member(data, "provisionConfiguration")["provisionDeviceSecret"];
  const cast = member(data, "configuration")["jsonTypeCast"];
  const transport = member(data, "transportConfiguration");
  const payloads = member(transport, "transportPayloadTypeConfiguration");
  return {
    name: profile?.name ?? "",
    description: profile?.description ?? "",
    transportType: profile?.transportType ?? "DEFAULT",
    provisionType: profile?.provisionType ?? "DISABLED",
    provisionKey: profile?.provisionDeviceKey ?? "",
    provisionSecret: textOf(secret),
    cast: cast === true ? "true" : cast === false ? "false" : "platform",
    firmwareId: profile?.firmwareId?.id ?? null,
    softwareId: profile?.softwareId?.id ?? null,
    telemetryTopic: textOf(transport["deviceTelemetryTopic"]),
    attributesTopic: textOf(transport["deviceAttributesTopic"]),
    updatesTopic: textOf(transport["deviceAttributesSubscribeTopic"]),
    payloadType: payloads["transportPayloadType"] === "PROTOBUF" ? "PROTOBUF" : "JSON",
    telemetrySchema: textOf(payloads["deviceTelemetryProtoSchema"]),
    attributesSchema: textOf(payloads["deviceAttributesProtoSchema"]),
    callSchema: textOf(payloads["deviceRpcRequestProtoSchema"]),
    replySchema: textOf(payloads["deviceRpcResponseProtoSchema"]),
    takesJson: payloads["enableCompatibilityWithJsonPayloadFormat"] === true,
    sendsJson: payloads["useJsonPayloadFormatForDefaultDownlinkTopics"] === true,
    keys: keyRows(data["keys"]),
  };
}

/** A save replaces the whole profile, so members that the form does not show are sent back unchanged. */
export async function saveProfile(fields: ProfileFields, present: DeviceProfile | undefined): Promise<DeviceProfile> {
  const { transportType, provisionType } = fields;
  const data = present?.profileData ?? {};
  const transport = member(data, "transportConfiguration");
  const isSameTransport = transport["type"] === transportType;
  const body = {
    ...present,
    name: fields.name.trim(),
    description: orNull(fields.description),
    type: "DEFAULT" as const,
    transportType,
    provisionType,
    provisionDeviceKey: orNull(fields.provisionKey),
    firmwareId: packageRef(fields.firmwareId),
    softwareId: packageRef(fields.softwareId),
    profileData: {
      ...data,
      configuration: {
        ...member(data, "configuration"),
        type: "DEFAULT",
        jsonTypeCast: fields.cast === "platform" ? null : fields.cast === "true",
      },
      transportConfiguration: {
        ...(isSameTransport ? transport : {}),
        ...(transportType === "MQTT" ? mqttOf(fields, isSameTransport ? transport : {}) : {}),
        type: transportType,
      },
      provisionConfiguration: { type: provisionType, provisionDeviceSecret: orNull(fields.provisionSecret) },
      keys: savedKeys(fields.keys, data["keys"]),
    },
  };
  return await ask(api.POST("/api/deviceProfile", { body }));
}

type Members = Readonly<Record<string, unknown>>;

function mqttOf(fields: ProfileFields, present: Members): Members {
  const topics = {
    deviceTelemetryTopic: orNull(fields.telemetryTopic),
    deviceAttributesTopic: orNull(fields.attributesTopic),
    deviceAttributesSubscribeTopic: orNull(fields.updatesTopic),
  };
  const payloads = member(present, "transportPayloadTypeConfiguration");
  if (fields.payloadType === "JSON")
    return { ...topics, transportPayloadTypeConfiguration: { ...payloads, transportPayloadType: "JSON" } };
  return {
    ...topics,
    transportPayloadTypeConfiguration: {
      ...payloads,
      transportPayloadType: "PROTOBUF",
      deviceTelemetryProtoSchema: fields.telemetrySchema,
      deviceAttributesProtoSchema: fields.attributesSchema,
      deviceRpcRequestProtoSchema: fields.callSchema,
      deviceRpcResponseProtoSchema: fields.replySchema,
      enableCompatibilityWithJsonPayloadFormat: fields.takesJson,
      useJsonPayloadFormatForDefaultDownlinkTopics: fields.takesJson && fields.sendsJson,
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function member(value: Members, name: string): Members {
  const found = value[name];
  return isObject(found) ? found : {};
}
