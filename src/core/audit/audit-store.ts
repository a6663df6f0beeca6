// Where audit records are kept. Each call is atomic and durable when it resolves.
import type { EpochMillis } from "../../lib/clock.ts";
import type { AuditedType } from "../audit-trail.ts";
import type { CustomerId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { AuditFilter, AuditRecord, AuditSortProperty } from "./audit-record.ts";

/** What a record says about an entity beside its id. */
export interface AuditSubject {
  readonly name: string;
  /** Null where it belongs to no tenant. */
  readonly tenantId: TenantId | null;
  readonly customerId: CustomerId | null;
}

export interface AuditStore {
  append(record: AuditRecord): Promise<void>;
  /** An entity as it is now; undefined where there is none. */
  findSubject(type: AuditedType, id: string): Promise<AuditSubject | undefined>;
  /** Sorted by time where the request names nothing else; records of one time in the order in which they were made. */
  list(filter: AuditFilter, page: PageRequest<AuditSortProperty>): Promise<FoundPage<AuditRecord>>;
  /** Removes at most `limit` records that are older than `before`, the oldest first; the number removed. */
  removeOlder(before: EpochMillis, limit: number): Promise<number>;
  /** Removes at most `limit` records of logs that hold more than `recordsMax`, the oldest of them first; the number removed. */
  removeSurplus(recordsMax: number, limit: number): Promise<number>;
  /** Removes at most `limit` records of a tenant; the number removed. */
  removeOfTenant(tenantId: TenantId, limit: number): Promise<number>;
}
