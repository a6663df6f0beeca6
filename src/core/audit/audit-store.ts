// The store of audit records. Each call is atomic, and durable when it resolves.
import type { EpochMillis } from "../../lib/clock.ts";
import type { AuditedType } from "../audit-trail.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { AuditFilter, AuditRecord, AuditSortProperty } from "./audit-record.ts";

/** What a record says about an entity besides its id. */
export interface AuditSubject {
  readonly name: string;
  /** Null if it belongs to no tenant. */
  readonly tenantId: TenantId | null;
  readonly customerId: CustomerId | null;
}

export interface NamedSubject extends AuditSubject {
  readonly id: DeviceId;
}

export interface AuditStore {
  append(record: AuditRecord): Promise<void>;
  /** The present state of an entity; undefined if there is none. */
  findSubject(type: AuditedType, id: string): Promise<AuditSubject | undefined>;
  findDeviceByName(tenantId: TenantId, name: string): Promise<NamedSubject | undefined>;
  /**
   * Sorted by time unless the request says otherwise; records with equal times are in order of creation. Long logs are
   * searched in slices, between which other calls are served. Throws `invalid` for a page beyond the first
   * `sortRowsMax` records in an order other than by time.
   */
  list(filter: AuditFilter, page: PageRequest<AuditSortProperty>, sortRowsMax: number): Promise<FoundPage<AuditRecord>>;
  /** Deletes at most `limit` records older than `before`, oldest first; returns how many. */
  removeOlder(before: EpochMillis, limit: number): Promise<number>;
  /** Deletes at most `limit` records from logs with more than `recordsMax`, oldest first; returns how many. */
  removeSurplus(recordsMax: number, limit: number): Promise<number>;
  /** Deletes at most `limit` records of a tenant; returns how many. */
  removeOfTenant(tenantId: TenantId, limit: number): Promise<number>;
}
