// Identifiers: UUIDs in lower case, with one brand per kind of entity. New ones are version 7, so they sort by
// creation.
import { v7 as uuidv7 } from "uuid";
import type { Brand } from "../lib/brand.ts";
import { wrong } from "./errors.ts";

export type TenantId = Brand<string, "TenantId">;
export type TenantProfileId = Brand<string, "TenantProfileId">;
export type CustomerId = Brand<string, "CustomerId">;
export type UserId = Brand<string, "UserId">;
export type ApiKeyId = Brand<string, "ApiKeyId">;
export type DeviceId = Brand<string, "DeviceId">;
export type DeviceProfileId = Brand<string, "DeviceProfileId">;
/** Firmware or software that devices install. */
export type PackageId = Brand<string, "PackageId">;
/** The bytes of a package: those of one upload. */
export type ContentId = Brand<string, "ContentId">;
/** The delivery of a package to many devices. */
export type RolloutId = Brand<string, "RolloutId">;
export type RuleChainId = Brand<string, "RuleChainId">;
export type DashboardId = Brand<string, "DashboardId">;
export type CredentialsId = Brand<string, "CredentialsId">;
export type RpcId = Brand<string, "RpcId">;
/** A saved definition of a report. */
export type ViewId = Brand<string, "ViewId">;
/** A link that shares a view; not the secret in it. */
export type ShareLinkId = Brand<string, "ShareLinkId">;
/** A background report. */
export type ReportJobId = Brand<string, "ReportJobId">;
/** One run of a background report, and its result. */
export type ReportRunId = Brand<string, "ReportRunId">;
export type AuditRecordId = Brand<string, "AuditRecordId">;
export type SessionId = Brand<string, "SessionId">;
/** All sessions that descend from one login by refresh. */
export type LoginId = Brand<string, "LoginId">;
/** One run of a process. */
export type NodeId = Brand<string, "NodeId">;

export type AnyId =
  | TenantId
  | TenantProfileId
  | CustomerId
  | UserId
  | ApiKeyId
  | DeviceId
  | DeviceProfileId
  | PackageId
  | ContentId
  | RolloutId
  | RuleChainId
  | DashboardId
  | CredentialsId
  | RpcId
  | ViewId
  | ShareLinkId
  | ReportJobId
  | ReportRunId
  | AuditRecordId
  | SessionId
  | LoginId
  | NodeId;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function newId<Id extends AnyId>(): Id {
  return uuidv7() as Id;
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** `what` names the field in the error, such as "deviceId". */
export function parseId<Id extends AnyId>(text: string, what: string): Id {
  if (!isUuid(text)) throw wrong("not-an-id", { field: what, found: `"${text.slice(0, 64)}"` });
  return text.toLowerCase() as Id;
}
