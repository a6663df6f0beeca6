// Whose credentials a CONNECT carries: the methods of MQTT contract 1.2 in their order, and the refusals of 1.3.
import { createHash } from "node:crypto";
import type { CredentialsKind } from "../../core/devices/device.ts";
import type { DeviceId } from "../../core/ids.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { equalSecrets } from "../../lib/secrets.ts";
import type { ClientCertificate, ConnectRefusal, ConnectRequest } from "../mqtt/mqtt-api.ts";

/** Credentials as they are stored; `credentialsValue` of basic ones is the JSON text of clientId, userName and password. */
export interface FoundCredentials {
  readonly deviceId: DeviceId;
  readonly kind: CredentialsKind;
  readonly credentialsValue: string | null;
}

export interface CredentialsDirectory {
  /** The credentials with this id, which is unique in the installation. Rejects with `unavailable` when the store does. */
  findByCredentialsId(credentialsId: string): Promise<FoundCredentials | undefined>;
}

export type CredentialsCheck =
  | { readonly kind: "device"; readonly deviceId: DeviceId }
  | { readonly kind: "provisioning" }
  | { readonly kind: "refused"; readonly reason: ConnectRefusal; readonly message: string };

const PROVISION = "provision";

const BAD_CREDENTIALS = refusal("bad-credentials", "the user name, password and client id do not belong to a device");
const BAD_CERTIFICATE = refusal("not-authorized", "the client certificate does not belong to a device, or is not valid at this time");

export async function checkCredentials(connect: ConnectRequest, directory: CredentialsDirectory, now: EpochMillis): Promise<CredentialsCheck> {
  const { certificate, clientId } = connect;
  const username = connect.username ?? "";
  if (username === PROVISION || clientId === PROVISION) return { kind: "provisioning" };
  if (certificate !== undefined) return checkCertificate(certificate, directory, now);
  if (username === "") return checkClientId(connect, directory);

  const both = clientId === "" ? undefined : await directory.findByCredentialsId(sha3(`${clientId}|${username}`));
  if (both?.kind === "MQTT_BASIC") return checkPassword(both, connect.password);
  const single = await directory.findByCredentialsId(username);
  if (single?.kind === "ACCESS_TOKEN") return accepted(single);
  if (single?.kind === "MQTT_BASIC") return checkPassword(single, connect.password);
  return BAD_CREDENTIALS;
}

async function checkCertificate({ der, validFrom, validTo }: ClientCertificate, directory: CredentialsDirectory, now: EpochMillis): Promise<CredentialsCheck> {
  const found = await directory.findByCredentialsId(sha3(der.toString("base64")));
  return found?.kind === "X509_CERTIFICATE" && now >= validFrom && now <= validTo ? accepted(found) : BAD_CERTIFICATE;
}

async function checkClientId({ clientId, password }: ConnectRequest, directory: CredentialsDirectory): Promise<CredentialsCheck> {
  const found = clientId === "" ? undefined : await directory.findByCredentialsId(sha3(clientId));
  if (found?.kind === "MQTT_BASIC") return checkPassword(found, password);
  if (password !== undefined && password.length > 0) return BAD_CREDENTIALS;
  if (clientId.trim() === "") return refusal("not-authorized", "CONNECT names neither a user name nor a client id");
  return refusal("bad-client-id", "the client id does not belong to a device, and there is no user name");
}

function checkPassword(found: FoundCredentials, given: Buffer | undefined): CredentialsCheck {
  const expected = passwordOf(found.credentialsValue);
  return expected === "" || equalSecrets(given ?? "", expected) ? accepted(found) : BAD_CREDENTIALS;
}

/** Empty where the credentials have no password. */
function passwordOf(credentialsValue: string | null): string {
  const value: unknown = credentialsValue === null ? null : JSON.parse(credentialsValue);
  if (typeof value !== "object" || value === null || !("password" in value)) return "";
  return typeof value.password === "string" ? value.password : "";
}

function accepted({ deviceId }: FoundCredentials): CredentialsCheck {
  return { kind: "device", deviceId };
}

function refusal(reason: ConnectRefusal, message: string): CredentialsCheck {
  return { kind: "refused", reason, message };
}

/** As ids of credentials are made of client ids and certificates. Source: REST contract 7.1. */
function sha3(text: string): string {
  return createHash("sha3-256").update(text, "utf8").digest("hex");
}
