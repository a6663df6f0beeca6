// Devices, their profiles and credentials, as stored and as shown by the edges.
import type { EpochMillis } from "../../lib/clock.ts";
import type { Brand } from "../../lib/brand.ts";
import { invalid } from "../errors.ts";
import type { DeviceReferences, ProfileReferences } from "./references.ts";
import type { CredentialsId, CustomerId, DeviceId, DeviceProfileId, TenantId } from "../ids.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export type DeviceName = Brand<string, "DeviceName">;
export type ProfileName = Brand<string, "ProfileName">;

const NAME_LENGTH_MAX = 255;

/** A device's name as written by a gateway or user: 1 to 255 characters, not blank, no U+0000, never trimmed. */
export function parseDeviceName(value: unknown): DeviceName {
  return requireName(value, "device") as DeviceName;
}

/** A device profile's name, with the same rules as device names. */
export function parseProfileName(value: unknown): ProfileName {
  return requireName(value, "type") as ProfileName;
}

function requireName(value: unknown, field: string): string {
  if (typeof value !== "string")
    throw invalid(`"${field}" must be a string, got ${value === null ? "null" : typeof value}`);
  if (value.length > NAME_LENGTH_MAX)
    throw invalid(`"${field}" may have 1 to ${String(NAME_LENGTH_MAX)} characters, got ${String(value.length)}`);
  if (value.trim() === "") throw invalid(`"${field}" must not be blank`);
  if (value.includes("\0")) throw invalid(`"${field}" must not contain U+0000`);
  // Unpaired surrogates have no UTF-8 encoding, so two different names would be stored as one.
  if (!value.isWellFormed()) throw invalid(`"${field}" must be well-formed Unicode text`);
  return value;
}

export interface Device extends DeviceReferences {
  readonly id: DeviceId;
  readonly createdAt: EpochMillis;
  readonly tenantId: TenantId;
  readonly customerId: CustomerId | null;
  readonly name: DeviceName;
  readonly label: string | null;
  readonly profileId: DeviceProfileId;
  readonly type: ProfileName;
  readonly deviceData: JsonObject;
  /** Free JSON of the user. Known members: gateway, overwriteActivityTime, description, lastConnectedGateway. */
  readonly additionalInfo: JsonObject | null;
  readonly version: number;
}

export function isGateway(device: Pick<Device, "additionalInfo">): boolean {
  return device.additionalInfo?.["gateway"] === true;
}

export type ProvisionType =
  "DISABLED" | "ALLOW_CREATE_NEW_DEVICES" | "CHECK_PRE_PROVISIONED_DEVICES" | "X509_CERTIFICATE_CHAIN";

export type TransportType = "DEFAULT" | "MQTT" | "COAP" | "LWM2M" | "SNMP";

export interface DeviceProfile extends ProfileReferences {
  readonly id: DeviceProfileId;
  readonly createdAt: EpochMillis;
  readonly tenantId: TenantId;
  readonly name: ProfileName;
  readonly description: string | null;
  readonly isDefault: boolean;
  readonly transportType: TransportType;
  readonly provisionType: ProvisionType;
  readonly provisionKey: string | null;
  /** configuration, transportConfiguration, provisionConfiguration, alarms; see the REST contract. */
  readonly profileData: JsonObject;
  readonly version: number;
}

export const CREDENTIALS_KINDS = ["ACCESS_TOKEN", "MQTT_BASIC", "X509_CERTIFICATE"] as const;
export type CredentialsKind = (typeof CREDENTIALS_KINDS)[number];

export interface DeviceCredentials {
  readonly id: CredentialsId;
  readonly createdAt: EpochMillis;
  readonly deviceId: DeviceId;
  readonly kind: CredentialsKind;
  /** Unique in the installation: the token, or a SHA3-256 as in REST contract 7.1. */
  readonly credentialsId: string;
  /** JSON text of a basic credential, certificate text of an X.509 one, null for a token. */
  readonly credentialsValue: string | null;
  readonly version: number;
}
