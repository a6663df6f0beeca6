// The audit log: keeping records and removing old ones. Lists are in audit-lists.ts.
import type { AuditedType } from "../../../core/audit-trail.ts";
import type { AuditFilter, AuditRecord, AuditSortProperty } from "../../../core/audit/audit-record.ts";
import type { AuditStore, AuditSubject, NamedSubject } from "../../../core/audit/audit-store.ts";
import type { CustomerId, DeviceId, TenantId } from "../../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { listAudit, RECORD, SYSTEM_LOG } from "./audit-lists.ts";
import { foldedText } from "./search-page.ts";
import { SqlStore } from "../store-table.ts";

/** Name, tenant and customer of an entity. */
const SUBJECT: Readonly<Record<AuditedType, string>> = {
  TENANT: "SELECT title AS name, id AS tenant_id, NULL AS customer_id FROM tenant WHERE id = ?",
  TENANT_PROFILE: "SELECT name, NULL AS tenant_id, NULL AS customer_id FROM tenant_profile WHERE id = ?",
  CUSTOMER: "SELECT title AS name, tenant_id, id AS customer_id FROM customer WHERE id = ?",
  USER: "SELECT email AS name, tenant_id, customer_id FROM user_account WHERE id = ?",
  DEVICE: "SELECT name, tenant_id, customer_id FROM device WHERE id = ?",
  DEVICE_PROFILE: "SELECT name, tenant_id, NULL AS customer_id FROM device_profile WHERE id = ?",
  OTA_PACKAGE: "SELECT title || ' ' || version AS name, tenant_id, NULL AS customer_id FROM ota_package WHERE id = ?",
  OTA_ROLLOUT: "SELECT name, tenant_id, NULL AS customer_id FROM rollout WHERE id = ?",
  DASHBOARD: "SELECT title AS name, tenant_id, NULL AS customer_id FROM dashboard WHERE id = ?",
  RPC: "SELECT method AS name, tenant_id, NULL AS customer_id FROM rpc WHERE id = ?",
  API_KEY:
    "SELECT api_key.description AS name, tenant_id, customer_id FROM api_key JOIN user_account ON user_account.id = user_id WHERE api_key.id = ?",
  TABLE_VIEW: "SELECT name, tenant_id, customer_id FROM view WHERE id = ?",
  VIEW_LINK: "SELECT name, tenant_id, NULL AS customer_id FROM view_link WHERE id = ?",
  DASHBOARD_LINK: "SELECT name, tenant_id, NULL AS customer_id FROM dashboard_link WHERE id = ?",
  REPORT:
    "SELECT view.name, report_job.tenant_id, view.customer_id FROM report_job JOIN view ON view.id = view_id WHERE report_job.id = ?",
};

export class SqlAuditStore extends SqlStore implements AuditStore {
  async append(record: AuditRecord): Promise<void> {
    const status = record.failure === null ? "SUCCESS" : "FAILURE";
    const { entityType, entityName, userName, action } = record;
    const row = {
      ...RECORD.row(record),
      tenant_id: record.tenantId ?? SYSTEM_LOG,
      status,
      search_text: foldedText(entityType, entityName, userName, action, status),
    };
    const columns = Object.keys(row);
    const sql = `INSERT INTO audit_record (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")}) RETURNING number`;
    const detail = { data: record.data, failure: record.failure ?? "" };
    if (this.connection.dialect.engine === "postgres") {
      // One journey to the server; SQLite has no such statement.
      this.connection.run(
        `WITH added AS (${sql}) INSERT INTO audit_detail (number, data, failure) SELECT number, ?, ? FROM added`,
        ...Object.values(row),
        ...Object.values(detail),
      );
      return;
    }
    const number = Number(this.connection.get(sql, ...Object.values(row))?.["number"]);
    this.connection.insert("audit_detail", { number, ...detail });
  }

  async findSubject(type: AuditedType, id: string): Promise<AuditSubject | undefined> {
    const row = this.connection.get(SUBJECT[type], id);
    return row === undefined ? undefined : subjectOf(row);
  }

  async findDeviceByName(tenantId: TenantId, name: string): Promise<NamedSubject | undefined> {
    const row = this.connection.get(
      "SELECT id, name, tenant_id, customer_id FROM device WHERE tenant_id = ? AND name = ?",
      tenantId,
      name,
    );
    return row === undefined ? undefined : { id: row["id"] as DeviceId, ...subjectOf(row) };
  }

  async list(
    filter: AuditFilter,
    page: PageRequest<AuditSortProperty>,
    sortRowsMax: number,
  ): Promise<FoundPage<AuditRecord>> {
    return listAudit(this.connection, filter, page, sortRowsMax);
  }

  // Numbers rise with time, so the lowest are the oldest; if the clock was set back, the next sweep removes the rest.
  async removeOlder(before: EpochMillis, limit: number): Promise<number> {
    return this.connection.run(
      `DELETE FROM audit_record WHERE number IN
         (SELECT number FROM (SELECT number, created_at FROM audit_record ORDER BY number LIMIT ?2) oldest WHERE created_at < ?1)`,
      before,
      limit,
    );
  }

  async removeSurplus(recordsMax: number, limit: number): Promise<number> {
    const fullest = this.connection.get(
      "SELECT tenant_id, sum(records) AS records FROM audit_day GROUP BY tenant_id ORDER BY records DESC LIMIT 1",
    );
    const surplus = Number(fullest?.["records"] ?? 0) - recordsMax;
    return surplus <= 0 ? 0 : this.#removeFirst(String(fullest?.["tenant_id"]), Math.min(surplus, limit));
  }

  async removeOfTenant(tenantId: TenantId, limit: number): Promise<number> {
    return this.#removeFirst(tenantId, limit);
  }

  #removeFirst(log: string, limit: number): number {
    return this.connection.run(
      `DELETE FROM audit_record WHERE number IN
         (SELECT number FROM audit_record WHERE tenant_id = ? ORDER BY created_at, number LIMIT ?)`,
      log,
      limit,
    );
  }
}

/** We wrote the columns from checked values. */
function subjectOf(row: Readonly<Record<string, unknown>>): AuditSubject {
  return {
    name: row["name"] as string,
    tenantId: row["tenant_id"] as TenantId | null,
    customerId: row["customer_id"] as CustomerId | null,
  };
}
