// The usage of tenants: sums by month, to which several nodes may add.
import type { TenantId, TenantProfileId } from "../../../core/ids.ts";
import type {
  EntityCounts,
  Month,
  TenantUse,
  UsageCounts,
  UsageRow,
  UsageStore,
} from "../../../core/usage/usage-store.ts";
import { SqlStore } from "../store-table.ts";

const COLUMNS = "messages, data_points, storage_point_days, emails";

/** A row for a tenant that has been deleted meanwhile would never be removed. */
const ADD = `
  INSERT INTO tenant_usage (tenant_id, month, ${COLUMNS})
  SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM tenant WHERE id = ?1)
  ON CONFLICT (tenant_id, month) DO UPDATE SET messages = tenant_usage.messages + excluded.messages,
    data_points = tenant_usage.data_points + excluded.data_points,
    storage_point_days = tenant_usage.storage_point_days + excluded.storage_point_days,
    emails = tenant_usage.emails + excluded.emails
  RETURNING ${COLUMNS}`;

const ENTITIES = `
  SELECT (SELECT devices FROM device_count WHERE tenant_id = ?1) AS devices,
    (SELECT count(*) FROM customer WHERE tenant_id = ?1) AS customers,
    (SELECT count(*) FROM user_account WHERE tenant_id = ?1) AS users,
    (SELECT dashboards FROM dashboard_count WHERE tenant_id = ?1) AS dashboards`;

/** Customers and users are counted in one walk through an index each, whatever the number of tenants. */
const OF_TENANTS = `
  SELECT t.id, t.title, t.profile_id, ${COLUMNS}, d.devices, b.dashboards, c.customers, u.users
  FROM tenant t
  LEFT JOIN tenant_usage s ON s.tenant_id = t.id AND s.month = ?
  LEFT JOIN device_count d ON d.tenant_id = t.id
  LEFT JOIN dashboard_count b ON b.tenant_id = t.id
  LEFT JOIN (SELECT tenant_id, count(*) AS customers FROM customer GROUP BY tenant_id) c ON c.tenant_id = t.id
  LEFT JOIN (SELECT tenant_id, count(*) AS users FROM user_account GROUP BY tenant_id) u ON u.tenant_id = t.id
  ORDER BY t.id`;

export class SqlUsageStore extends SqlStore implements UsageStore {
  find(tenantId: TenantId, month: Month): Promise<UsageCounts> {
    const sql = `SELECT ${COLUMNS} FROM tenant_usage WHERE tenant_id = ? AND month = ?`;
    return Promise.resolve(countsOf(this.connection.get(sql, tenantId, month)));
  }

  add(rows: readonly UsageRow[]): Promise<readonly UsageRow[]> {
    return Promise.resolve(
      rows.flatMap(({ tenantId, month, counts }) => {
        const { messages, dataPoints, storagePointDays, emails } = counts;
        const row = this.connection.get(ADD, tenantId, month, messages, dataPoints, storagePointDays, emails);
        return row === undefined ? [] : [{ tenantId, month, counts: countsOf(row) }];
      }),
    );
  }

  forgetBefore(month: Month): Promise<void> {
    this.connection.run("DELETE FROM tenant_usage WHERE month < ?", month);
    return Promise.resolve();
  }

  entities(tenantId: TenantId): Promise<EntityCounts> {
    return Promise.resolve(entitiesOf(this.connection.get(ENTITIES, tenantId)));
  }

  ofTenants(month: Month): Promise<readonly TenantUse[]> {
    const rows = this.connection.all(OF_TENANTS, month).map((row) => ({
      id: row["id"] as TenantId,
      title: String(row["title"]),
      profileId: row["profile_id"] as TenantProfileId,
      counts: countsOf(row),
      entities: entitiesOf(row),
    }));
    return Promise.resolve(rows);
  }
}

function entitiesOf(row: Record<string, unknown> | undefined): EntityCounts {
  return {
    devices: Number(row?.["devices"] ?? 0),
    customers: Number(row?.["customers"] ?? 0),
    users: Number(row?.["users"] ?? 0),
    dashboards: Number(row?.["dashboards"] ?? 0),
  };
}

function countsOf(row: Record<string, unknown> | undefined): UsageCounts {
  return {
    messages: Number(row?.["messages"] ?? 0),
    dataPoints: Number(row?.["data_points"] ?? 0),
    storagePointDays: Number(row?.["storage_point_days"] ?? 0),
    emails: Number(row?.["emails"] ?? 0),
  };
}
