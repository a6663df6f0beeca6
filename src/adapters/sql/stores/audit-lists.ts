// Lists of the audit log, which may have millions of records: one statement counts, another reads the page.
import type { SQLInputValue } from "node:sqlite";
import type { AuditFilter, AuditRecord, AuditSortProperty } from "../../../core/audit/audit-record.ts";
import { invalid } from "../../../core/errors.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import { DAY_MILLIS } from "../../../lib/units.ts";
import type { StoreConnection } from "../store-connection.ts";
import { allOf, foldedText, inDirection, offsetOf, type Condition } from "./search-page.ts";
import { storedAs, type Row } from "./stored-as.ts";

/** The `tenant_id` of the log of the system administrators, which belongs to no tenant. */
export const SYSTEM_LOG = "";

const SORT_COLUMNS: Readonly<Record<Exclude<AuditSortProperty, "createdTime">, string>> = {
  entityType: "entity_type",
  entityName: "entity_name",
  userName: "user_name",
  actionType: "action",
  actionStatus: "status",
};

/** The index that holds the records of a list in order of time. */
const INDEXES: Readonly<Record<AuditFilter["about"]["kind"], string>> = {
  all: "audit_by_time",
  entity: "audit_by_entity",
  customer: "audit_by_customer",
  user: "audit_by_user",
};

/** `sortRowsMax`: maximum number of records up to the end of the page when the order is not that of time. */
export function listAudit(
  connection: StoreConnection,
  filter: AuditFilter,
  page: PageRequest<AuditSortProperty>,
  sortRowsMax: number,
): FoundPage<AuditRecord> {
  const { sql, parameters } = allOf([...rangeOf(filter), ...wantedOf(filter, page.textSearch)]);
  const from = `FROM audit_record INDEXED BY ${INDEXES[filter.about.kind]} WHERE ${sql}`;
  const isWholeLog =
    filter.about.kind === "all" && filter.actions === null && filter.status === null && page.textSearch === null;
  const total = isWholeLog ? countByDays(connection, filter) : connection.count(from, ...parameters);
  const offset = offsetOf(page);
  if (offset >= total) return { items: [], total };
  const { property, order: direction } = page.sort ?? { property: "id", order: "ASC" };
  const isInTime = property === "id" || property === "createdTime";
  const end = Math.min(offset + page.size, total);
  if (!isInTime && end > sortRowsMax)
    throw invalid(
      `an audit log can be paged through up to record ${String(sortRowsMax)} in this order, the page ends at ` +
        `${String(end)}; sort by createdTime, or narrow the time`,
    );
  // Ties ascend, whatever the direction.
  const by = (table: string): string =>
    isInTime
      ? `${table}created_at ${direction}, ${table}number ${direction}`
      : `${table}${SORT_COLUMNS[property]} ${inDirection(direction)}, ${table}number`;
  const rows = connection.all(
    `SELECT r.*, d.data, d.failure FROM (SELECT number ${from} ORDER BY ${by("")} LIMIT ? OFFSET ?) n
     CROSS JOIN audit_record r ON r.number = n.number CROSS JOIN audit_detail d ON d.number = n.number
     ORDER BY ${by("r.")}`,
    ...parameters,
    page.size,
    offset,
  );
  return { items: rows.map(recordOf), total };
}

function rangeOf({ tenantId, about, startTime, endTime }: AuditFilter): readonly Condition[] {
  const conditions: Condition[] = [{ sql: "tenant_id = ?", parameters: [tenantId ?? SYSTEM_LOG] }];
  if (startTime !== null) conditions.push({ sql: "created_at >= ?", parameters: [startTime] });
  if (endTime !== null) conditions.push({ sql: "created_at <= ?", parameters: [endTime] });
  if (about.kind === "entity")
    conditions.push({ sql: "entity_id = ? AND entity_type = ?", parameters: [about.id, about.type] });
  else if (about.kind !== "all") conditions.push({ sql: `${about.kind}_id = ?`, parameters: [about.id] });
  return conditions;
}

function wantedOf({ actions, status }: AuditFilter, textSearch: string | null): readonly Condition[] {
  const conditions: Condition[] = [];
  if (actions !== null)
    conditions.push({ sql: `action IN (${actions.map(() => "?").join(", ")})`, parameters: actions });
  if (status !== null) conditions.push({ sql: "status = ?", parameters: [status] });
  if (textSearch !== null) conditions.push({ sql: "instr(search_text, ?) > 0", parameters: [foldedText(textSearch)] });
  return conditions;
}

/** Counts the records of a log between two times; whole days have been counted already. */
function countByDays(connection: StoreConnection, { tenantId, startTime, endTime }: AuditFilter): number {
  const log = tenantId ?? SYSTEM_LOG;
  const [first, last] = [startTime ?? 0, endTime ?? Number.MAX_SAFE_INTEGER];
  const [firstDay, lastDay] = [Math.ceil(first / DAY_MILLIS), Math.floor((last + 1) / DAY_MILLIS)];
  const count = (sql: string, ...parameters: SQLInputValue[]): number =>
    Number(connection.get(sql, log, ...parameters)?.["n"]);
  const between = (from: number, to: number): number =>
    from > to
      ? 0
      : count("SELECT count(*) AS n FROM audit_record WHERE tenant_id = ? AND created_at BETWEEN ? AND ?", from, to);
  if (firstDay >= lastDay) return between(first, last);
  const days = "SELECT coalesce(sum(records), 0) AS n FROM audit_day WHERE tenant_id = ? AND day >= ? AND day < ?";
  return (
    between(first, firstDay * DAY_MILLIS - 1) + count(days, firstDay, lastDay) + between(lastDay * DAY_MILLIS, last)
  );
}

/** A record without the columns in `audit_detail`. */
export const RECORD = storedAs<Omit<AuditRecord, "data" | "failure">>()(
  `id, created_at, tenant_id, customer_id, entity_type, entity_id, entity_name, user_id, user_name, action`,
);

function recordOf(row: Row): AuditRecord {
  const record = RECORD.entity(row);
  return {
    ...record,
    tenantId: record.tenantId === SYSTEM_LOG ? null : record.tenantId,
    data: String(row["data"]),
    failure: row["status"] === "FAILURE" ? String(row["failure"]) : null,
  };
}
