// What people have done to the platform, as the audit log gets it: the words and the one call. Here rather than in
// core/audit, so that every area may report. Source: REST contract 12.
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
  "API_KEY",
  "RPC",
  "TABLE_VIEW",
  "VIEW_LINK",
  "REPORT",
] as const;
export type AuditedType = (typeof AUDITED_TYPES)[number];

/** What an action was done to. What is left out is looked up where the id is known. */
export interface AuditedEntity {
  readonly type: AuditedType;
  /** Null where the entity does not exist, as after a create that failed, or is looked up by its name. */
  readonly id: string | null;
  /** The id is that of the device of this name in the tenant whose log it is. */
  readonly byName?: true;
  /** Name, title or email; the description of an API key, the method of a call. */
  readonly name?: string | null;
  /** The customer that it belongs to. */
  readonly customerId?: CustomerId | null;
}

/** What is left out is looked up. */
export interface AuditedUser {
  readonly id: UserId;
  /** The email. */
  readonly name?: string | null;
  readonly customerId?: CustomerId | null;
}

/** Free JSON of a record. Members that look like secrets are masked, and a long text is cut, before it is kept. */
export type AuditData = Readonly<Record<string, unknown>>;

export interface AuditEvent {
  /** Whose log it belongs to; null for that of the system administrators. */
  readonly tenantId: TenantId | null;
  /** Who acted; null where no user did, as when a device provisions itself. */
  readonly user: AuditedUser | null;
  readonly entity: AuditedEntity;
  readonly action: AuditAction;
  readonly data?: AuditData;
  /** Why it failed, in words for the people who read the log; null where it succeeded. */
  readonly failure: string | null;
}

/** Takes reports for the audit log. */
export interface AuditTrail {
  /**
   * Resolves when the record has been stored and synced. Never rejects: what was done has been done, so a record that
   * cannot be stored is logged and counted, and the caller goes on.
   */
  record(event: AuditEvent): Promise<void>;
}

/** For those who run without an audit log, as tests do. */
export const noAuditTrail: AuditTrail = { record: () => Promise.resolve() };
