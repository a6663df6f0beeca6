// Where audit records are kept. Each call is atomic and durable when it resolves.
import type { EpochMillis } from "../../lib/clock.ts";
import type { AuditedType } from "../audit-trail.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { AuditFilter, AuditRecord, AuditSortProperty } from "./audit-record.ts";

/** What a record says about an entity besides its id. */
export interface AuditSubject {
  readonly name: string;
  /** Null where it belongs to no tenant. */
  readonly tenantId: TenantId | null;
  readonly customerId: CustomerId | null;
}

export interface NamedSubject extends AuditSubject {
  readonly id: DeviceId;
}

export interface AuditStore {
  append(record: AuditRecord): Promise<void>;
  /** An entity as it is now; undefined where there is none. */
  findSubject(type: AuditedType, id: string): Promise<AuditSubject | undefined>;
  findDeviceByName(tenantId: TenantId, name: string): Promise<NamedSubject | undefined>;
  /**
   * Sorted by time where the request names nothing else; records of one time in the order in which they were made. Long
   * logs are searched in slices, between which others are served. Throws `invalid` for a page beyond the first
   * `sortRowsMax` records in an order other than that of time.
   */
  list(filter: AuditFilter, page: PageRequest<AuditSortProperty>, sortRowsMax: number): Promise<FoundPage<AuditRecord>>;
  /** Removes at most `limit` records that are older than `before`, the oldest first; the number removed. */
  removeOlder(before: EpochMillis, limit: number): Promise<number>;
  /** Removes at most `limit` records of logs that hold more than `recordsMax`, the oldest of them first; the number removed. */
  removeSurplus(recordsMax: number, limit: number): Promise<number>;
  /** Removes at most `limit` records of a tenant; the number removed. */
  removeOfTenant(tenantId: TenantId, limit: number): Promise<number>;
}
