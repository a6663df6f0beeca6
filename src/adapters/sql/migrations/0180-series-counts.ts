// How many series each tenant has, which its profile may bound: counting millions for each new one would be slow.
import type { Migration } from "./migration.ts";

/** The tables of owners, with the tenant that a row is of. */
const OWNERS = { device: "tenant_id", customer: "tenant_id", user_account: "tenant_id", tenant: "id" };

export const seriesCounts: Migration = {
  number: 180,
  name: "series-counts",
  up(connection) {
    connection.exec(
      "CREATE TABLE series_count (tenant_id TEXT PRIMARY KEY, series INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    );
    const tenants = Object.entries(OWNERS).map(
      ([table, tenant]) => `SELECT o.${tenant} AS tenant_id FROM series s JOIN ${table} o ON o.id = s.owner_id`,
    );
    connection.exec(`
      INSERT INTO series_count SELECT tenant_id, count(*) FROM (${tenants.join(" UNION ALL ")})
        WHERE tenant_id IS NOT NULL GROUP BY tenant_id;
      DROP TRIGGER series_of_deleted_device;
      DROP TRIGGER series_of_deleted_customer;
      DROP TRIGGER series_of_deleted_user_account;
      DROP TRIGGER series_of_deleted_tenant;
    `);
    for (const [table, tenant] of Object.entries(OWNERS))
      connection.exec(`
        CREATE TRIGGER series_of_deleted_${table} AFTER DELETE ON ${table} BEGIN
          INSERT INTO retired_series SELECT number FROM series WHERE owner_id = OLD.id;
          UPDATE series_count SET series = series - (SELECT count(*) FROM series WHERE owner_id = OLD.id)
            WHERE tenant_id = OLD.${tenant};
          DELETE FROM series WHERE owner_id = OLD.id;
        END;
      `);
    connection.exec(`
      CREATE TRIGGER series_count_of_deleted_tenant AFTER DELETE ON tenant BEGIN
        DELETE FROM series_count WHERE tenant_id = OLD.id;
      END;
    `);
  },
};
