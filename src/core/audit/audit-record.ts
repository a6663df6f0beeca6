// A record of the audit log, as it is kept and listed. Source: REST contract 12.
import type { EpochMillis } from "../../lib/clock.ts";
import type { AuditAction, AuditedType } from "../audit-trail.ts";
import type { AuditRecordId, CustomerId, TenantId, UserId } from "../ids.ts";

export interface AuditRecord {
  readonly id: AuditRecordId;
  readonly createdAt: EpochMillis;
  /** Whose log it is in; null for that of the system administrators. */
  readonly tenantId: TenantId | null;
  /** The customer of the entity, else that of the user. */
  readonly customerId: CustomerId | null;
  readonly entityType: AuditedType;
  /** Null where the entity never came to be. */
  readonly entityId: string | null;
  readonly entityName: string | null;
  readonly userId: UserId | null;
  /** The email of the user. */
  readonly userName: string | null;
  readonly action: AuditAction;
  /** JSON text of an object. */
  readonly data: string;
  /** Null for a success. */
  readonly failure: string | null;
}

export type AuditStatus = "SUCCESS" | "FAILURE";

/** Which records a list is about: a wall first, then what is asked for inside it. */
export interface AuditFilter {
  /** Null lists the log of the system administrators. */
  readonly tenantId: TenantId | null;
  readonly about:
    | { readonly kind: "all" }
    | { readonly kind: "entity"; readonly type: AuditedType; readonly id: string }
    | { readonly kind: "customer"; readonly id: CustomerId }
    | { readonly kind: "user"; readonly id: UserId };
  /** From this time, inclusive; null from the first record. */
  readonly startTime: EpochMillis | null;
  /** Up to this time, inclusive; null to the last record. */
  readonly endTime: EpochMillis | null;
  /** Null is every action. */
  readonly actions: readonly AuditAction[] | null;
  /** How it ended; null is either way. */
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
