// The parsed provisioning request: the same JSON over MQTT and HTTP.
import { invalid } from "../errors.ts";
import { parseDeviceName, type DeviceName } from "./device.ts";

/** The requested credentials. A null token is generated at random. */
export type NewCredentials =
  | { readonly kind: "ACCESS_TOKEN"; readonly token: string | null }
  | {
      readonly kind: "MQTT_BASIC";
      readonly clientId: string | null;
      readonly userName: string | null;
      readonly password: string | null;
    }
  | { readonly kind: "X509_CERTIFICATE"; readonly certificate: string };

export interface ProvisionRequest {
  readonly key: string;
  readonly secret: string;
  /** Null: a random name is generated. */
  readonly deviceName: DeviceName | null;
  readonly gateway: boolean;
  readonly credentials: NewCredentials;
}

/** Throws `invalid` if the request is not an object, or a member is missing or has the wrong type. */
export function parseProvisionRequest(json: unknown): ProvisionRequest {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw invalid("a provisioning request must be a JSON object");
  const members = new Map<string, unknown>(Object.entries(json));
  const deviceName = members.get("deviceName");
  return {
    key: required(members, "provisionDeviceKey"),
    secret: required(members, "provisionDeviceSecret"),
    deviceName:
      deviceName === undefined || deviceName === null || deviceName === "" ? null : parseDeviceName(deviceName),
    gateway: gatewayFlag(members.get("gateway")),
    credentials: parseCredentials(members),
  };
}

function parseCredentials(members: ReadonlyMap<string, unknown>): NewCredentials {
  const kind = optional(members, "credentialsType") ?? "ACCESS_TOKEN";
  switch (kind) {
    case "ACCESS_TOKEN":
      return { kind, token: optional(members, "token") };
    case "MQTT_BASIC": {
      const clientId = optional(members, "clientId");
      const userName = optional(members, "username");
      if (clientId === null && userName === null) throw invalid("MQTT_BASIC credentials need a clientId or a username");
      return { kind, clientId, userName, password: optional(members, "password") };
    }
    case "X509_CERTIFICATE":
      return { kind, certificate: required(members, "hash") };
    default:
      throw invalid(`credentialsType must be ACCESS_TOKEN, MQTT_BASIC or X509_CERTIFICATE, got "${kind.slice(0, 64)}"`);
  }
}

function required(members: ReadonlyMap<string, unknown>, name: string): string {
  const text = optional(members, name);
  if (text === null) throw invalid(`${name} is required`);
  return text;
}

function optional(members: ReadonlyMap<string, unknown>, name: string): string | null {
  const value = members.get(name);
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string") throw invalid(`${name} must be a string, got ${typeof value}`);
  return value;
}

function gatewayFlag(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== "boolean") throw invalid(`gateway must be true or false, got ${typeof value}`);
  return value;
}
