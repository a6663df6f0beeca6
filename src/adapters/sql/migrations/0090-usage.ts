// What tenants use, by calendar month.
import type { Migration } from "./migration.ts";

export const usage: Migration = {
  number: 90,
  name: "usage",
  up(connection) {
    connection.exec(`
      CREATE TABLE tenant_usage (
        tenant_id TEXT NOT NULL,
        month INTEGER NOT NULL,
        messages INTEGER NOT NULL,
        data_points INTEGER NOT NULL,
        storage_point_days INTEGER NOT NULL,
        emails INTEGER NOT NULL,
        PRIMARY KEY (tenant_id, month)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX tenant_usage_by_month ON tenant_usage (month);
      CREATE TRIGGER usage_of_tenant_deleted AFTER DELETE ON tenant BEGIN
        DELETE FROM tenant_usage WHERE tenant_id = OLD.id;
      END;
    `);
  },
};
