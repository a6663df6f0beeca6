// A record of the audit log, as stored and listed. Source: REST contract 12.
import type { EpochMillis } from "../../lib/clock.ts";
import type { AuditAction, AuditedType } from "../audit-trail.ts";
import type { AuditRecordId, CustomerId, TenantId, UserId } from "../ids.ts";

export interface AuditRecord {
  readonly id: AuditRecordId;
  readonly createdAt: EpochMillis;
  /** The tenant whose log it is in; null for that of the system administrators. */
  readonly tenantId: TenantId | null;
  /** The customer of the entity, or else of the user. */
  readonly customerId: CustomerId | null;
  readonly entityType: AuditedType;
  /** Null if the entity was never created. */
  readonly entityId: string | null;
  readonly entityName: string | null;
  readonly userId: UserId | null;
  /** The email of the user. */
  readonly userName: string | null;
  readonly action: AuditAction;
  /** JSON text of an object. */
  readonly data: string;
  /** Null on success. */
  readonly failure: string | null;
}

export type AuditStatus = "SUCCESS" | "FAILURE";

/** Selects the records of a list: first the access boundary, then the conditions of the request. */
export interface AuditFilter {
  /** Null lists the log of the system administrators. */
  readonly tenantId: TenantId | null;
  readonly about:
    | { readonly kind: "all" }
    | { readonly kind: "entity"; readonly type: AuditedType; readonly id: string }
    | { readonly kind: "customer"; readonly id: CustomerId }
    | { readonly kind: "user"; readonly id: UserId };
  /** Inclusive lower bound; null starts with the first record. */
  readonly startTime: EpochMillis | null;
  /** Inclusive upper bound; null ends with the last record. */
  readonly endTime: EpochMillis | null;
  /** Null matches every action. */
  readonly actions: readonly AuditAction[] | null;
  /** The outcome; null matches both. */
  readonly status: AuditStatus | null;
}

export const AUDIT_SORTS = [
  "createdTime",
  "entityType",
  "entityName",
  "userName",
  "actionType",
  "actionStatus",
] as const;
export type AuditSortProperty = (typeof AUDIT_SORTS)[number];
