// Reporting user actions to the audit log: the data types and the one call. Here and not in core/audit, so that every
// area may report. Source: REST contract 12.
import type { CustomerId, TenantId, UserId } from "./ids.ts";

export const AUDIT_ACTIONS = [
  "ADDED",
  "UPDATED",
  "DELETED",
  "ATTRIBUTES_UPDATED",
  "ATTRIBUTES_DELETED",
  "ATTRIBUTES_READ",
  "TIMESERIES_UPDATED",
  "TIMESERIES_DELETED",
  "RPC_CALL",
  "CREDENTIALS_UPDATED",
  "CREDENTIALS_READ",
  "ASSIGNED_TO_CUSTOMER",
  "UNASSIGNED_FROM_CUSTOMER",
  "LOGIN",
  "LOGOUT",
  "LOCKOUT",
  "PROVISION_SUCCESS",
  "PROVISION_FAILURE",
  "EXPORTED",
  "LINK_USED",
  "PAUSED",
  "RESUMED",
  "STOPPED",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDITED_TYPES = [
  "TENANT",
  "TENANT_PROFILE",
  "CUSTOMER",
  "USER",
  "DEVICE",
  "DEVICE_PROFILE",
  "OTA_PACKAGE",
  "OTA_ROLLOUT",
  "DASHBOARD",
  "API_KEY",
  "RPC",
  "TABLE_VIEW",
  "VIEW_LINK",
  "DASHBOARD_LINK",
  "REPORT",
] as const;
export type AuditedType = (typeof AUDITED_TYPES)[number];

/** The target of an action. Omitted fields are looked up if the id is known. */
export interface AuditedEntity {
  readonly type: AuditedType;
  /** Null if the entity does not exist, for example after a failed create, or if it is looked up by name. */
  readonly id: string | null;
  /** Look up the id by name, as a device in the tenant that owns the log. */
  readonly byName?: true;
  /** Name, title or email; the description of an API key; the method of a call. */
  readonly name?: string | null;
  /** The customer that owns the entity. */
  readonly customerId?: CustomerId | null;
}

/** The acting user. Omitted fields are looked up. */
export interface AuditedUser {
  readonly id: UserId;
  /** The email. */
  readonly name?: string | null;
  readonly customerId?: CustomerId | null;
}

/**
 * Free JSON of a record. Before it is stored, members that look like secrets are masked and long texts are truncated.
 */
export type AuditData = Readonly<Record<string, unknown>>;

export interface AuditEvent {
  /** The tenant whose log it belongs to; null for that of the system administrators. */
  readonly tenantId: TenantId | null;
  /** The acting user; null if there was none, for example when a device provisions itself. */
  readonly user: AuditedUser | null;
  readonly entity: AuditedEntity;
  readonly action: AuditAction;
  readonly data?: AuditData;
  /** Why it failed, in words for the readers of the log; null on success. */
  readonly failure: string | null;
}

/** Takes reports for the audit log. */
export interface AuditTrail {
  /**
   * Resolves when the record has been stored and synced. Never rejects: the action has already happened, so a record
   * that cannot be stored is logged and counted, and the caller continues.
   */
  record(event: AuditEvent): Promise<void>;
}

/** For running without an audit log, as in tests. */
export const noAuditTrail: AuditTrail = { record: () => Promise.resolve() };
