// The three kinds of device credentials: validating them, and computing the id by which they are looked up. Source:
// REST contract 7.1.
import { createHash, X509Certificate, randomBytes } from "node:crypto";
import { parseNamed } from "../../lib/json-names.ts";
import { DomainError, invalid, wrong } from "../errors.ts";
import type { CredentialsKind, DeviceCredentials } from "./device.ts";
import type { DeviceId, TenantId } from "../ids.ts";

/** Credentials in a request body. */
export interface SentCredentials {
  readonly kind: string;
  readonly credentialsId: string | null;
  readonly credentialsValue: string | null;
}

/** Validated credentials; `credentialsId` is unique in the installation. */
export interface CheckedCredentials {
  readonly kind: CredentialsKind;
  readonly credentialsId: string;
  readonly credentialsValue: string | null;
}

/** The value of MQTT_BASIC credentials. Missing parts are null; at least one of client id and user name is present. */
export interface BasicCredentials {
  readonly clientId: string | null;
  readonly userName: string | null;
  readonly password: string | null;
}

export const CREDENTIALS_TEXT_LENGTH_MAX = 1_024;
const CERTIFICATE_LENGTH_MAX = 32_768;

const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Throws `invalid`. A missing token is generated at random; for the other kinds the id is always computed, whatever was
 * sent.
 */
export function checkCredentials({ kind, credentialsId, credentialsValue }: SentCredentials): CheckedCredentials {
  switch (kind) {
    case "ACCESS_TOKEN":
      return accessToken(credentialsId);
    case "MQTT_BASIC":
      return basicCredentials(parseBasicValue(credentialsValue));
    case "X509_CERTIFICATE":
      return certificateCredentials(credentialsValue);
    default:
      throw invalid(`credentialsType must be ACCESS_TOKEN, MQTT_BASIC or X509_CERTIFICATE, got "${kind.slice(0, 64)}"`);
  }
}

/** For null or empty, generates a random token. */
export function accessToken(token: string | null): CheckedCredentials {
  const credentialsId = token === null || token === "" ? newAccessToken() : requireText(token, "credentialsId");
  if (credentialsId.trim() === "") throw wrong("blank", { field: "credentialsId" });
  return { kind: "ACCESS_TOKEN", credentialsId, credentialsValue: null };
}

export function basicCredentials(sent: BasicCredentials): CheckedCredentials {
  const clientId = optionalText(sent.clientId, "clientId");
  const userName = optionalText(sent.userName, "userName");
  const password = optionalText(sent.password, "password");
  if (clientId === null && userName === null) throw invalid("MQTT_BASIC credentials need a clientId or a userName");
  if (password !== null && userName === null) throw invalid("MQTT_BASIC credentials with a password need a userName");
  return {
    kind: "MQTT_BASIC",
    credentialsId: basicCredentialsId(clientId, userName),
    credentialsValue: JSON.stringify({ clientId, userName, password }),
  };
}

/** At least one of the two must be present. */
export function basicCredentialsId(clientId: string | null, userName: string | null): string {
  if (clientId === null) return userName ?? "";
  return sha3Hex(userName === null ? clientId : `${clientId}|${userName}`);
}

/** The id of basic credentials with both a client id and a user name, which a client may have presented before they were created. */
export function pairOf({ kind, credentialsId, credentialsValue }: CheckedCredentials): string | undefined {
  if (kind !== "MQTT_BASIC") return undefined;
  const { clientId, userName } = parseBasicValue(credentialsValue);
  return clientId === null || userName === null ? undefined : credentialsId;
}

export function certificateCredentials(text: string | null): CheckedCredentials {
  if (text === null || text.trim() === "")
    throw invalid("X509_CERTIFICATE credentials need the certificate as credentialsValue");
  if (text.length > CERTIFICATE_LENGTH_MAX)
    throw wrong("too-long", { field: "a certificate", max: CERTIFICATE_LENGTH_MAX, found: text.length });
  const body = certificateDer(certificateBody(text)).toString("base64");
  return { kind: "X509_CERTIFICATE", credentialsId: certificateHash(body), credentialsValue: body };
}

/** `body`: base64 of the certificate without header, footer and line breaks. */
export function certificateHash(body: string): string {
  return sha3Hex(body);
}

/**
 * Checks that the text is a certificate: anything else would be stored although no device could ever connect with it.
 * OpenSSL also accepts PEM inside the base64 and ignores bytes after the certificate, hence the comparison.
 */
function certificateDer(body: string): Buffer {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body))
    throw invalid("the certificate must be PEM text: base64 between its header and footer");
  const der = Buffer.from(body, "base64");
  if (!parsedCertificate(der).raw.equals(der))
    throw invalid(`the certificate must be one X.509 certificate and nothing else, got ${String(der.length)} bytes`);
  return der;
}

function parsedCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (error) {
    throw new DomainError("invalid", `the certificate cannot be read as X.509, got ${String(der.length)} bytes`, {
      cause: error,
    });
  }
}

const HEADER = "-----BEGIN CERTIFICATE-----";
const FOOTER = "-----END CERTIFICATE-----";

/** The first certificate of a chain, which is the device's own. */
function certificateBody(text: string): string {
  const start = text.indexOf(HEADER);
  const afterHeader = start < 0 ? text : text.slice(start + HEADER.length);
  const end = afterHeader.indexOf(FOOTER);
  return (end < 0 ? afterHeader : afterHeader.slice(0, end)).replaceAll(/\s/g, "");
}

/** Throws `invalid` if the text is not the JSON object of basic credentials. */
export function parseBasicValue(text: string | null): BasicCredentials {
  if (text === null || text === "") throw invalid("MQTT_BASIC credentials need a credentialsValue");
  let value: unknown;
  try {
    value = parseNamed(text);
  } catch {
    throw invalid("credentialsValue must be a JSON object as text");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid("credentialsValue must be a JSON object as text");
  const members = new Map<string, unknown>(Object.entries(value));
  return {
    clientId: textMember(members, "clientId"),
    userName: textMember(members, "userName"),
    password: textMember(members, "password"),
  };
}

function textMember(members: ReadonlyMap<string, unknown>, name: string): string | null {
  const value = members.get(name);
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw invalid(`credentialsValue.${name} must be a string, got ${typeof value}`);
  return value;
}

/** Empty counts as missing, because MQTT cannot distinguish the two. */
function optionalText(text: string | null, field: string): string | null {
  return text === null || text === "" ? null : requireText(text, field);
}

function requireText(text: string, field: string): string {
  if (text.length > CREDENTIALS_TEXT_LENGTH_MAX)
    throw wrong("too-long", { field, max: CREDENTIALS_TEXT_LENGTH_MAX, found: text.length });
  if (CONTROL_CHARACTER.test(text)) throw invalid(`${field} must not contain control characters`);
  if (!text.isWellFormed()) throw invalid(`${field} must be well-formed Unicode text`);
  return text;
}

function sha3Hex(text: string): string {
  return createHash("sha3-256").update(text, "utf8").digest("hex");
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** 119 bits of entropy. */
const LENGTH = 20;
/** Bytes from this value on are rejected, because they would favour the first letters of the alphabet. */
const UNFAIR_FROM = 256 - (256 % ALPHABET.length);

/** A random name or access token. */
export function newAccessToken(): string {
  let token = "";
  while (token.length < LENGTH)
    for (const byte of randomBytes(LENGTH + 8))
      if (byte < UNFAIR_FROM && token.length < LENGTH) token += ALPHABET.charAt(byte % ALPHABET.length);
  return token;
}

/** Secrets are encrypted at rest. */
export interface CredentialsStore {
  /** Undefined if the tenant has no such device. */
  findByDevice(tenantId: TenantId, deviceId: DeviceId): Promise<DeviceCredentials | undefined>;
  /** Lookup by the id that is unique in the installation. */
  findByCredentialsId(credentialsId: string): Promise<DeviceCredentials | undefined>;
  /** As `findByCredentialsId` for each, without those that there are not, in any order. */
  findByCredentialsIds(credentialsIds: readonly string[]): Promise<readonly DeviceCredentials[]>;
  /**
   * Replaces the credentials of a device. Throws `not-found`, `conflict` if `expectedVersion` is neither null nor the
   * stored one, and `invalid` if another device of the installation has this credentials id.
   */
  replace(
    tenantId: TenantId,
    deviceId: DeviceId,
    credentials: CheckedCredentials,
    expectedVersion: number | null,
  ): Promise<DeviceCredentials>;
}
