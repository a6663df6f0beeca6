// Share links of dashboards, with the columns that those of views have.
import type { Migration } from "./migration.ts";

export const dashboardLinks: Migration = {
  number: 260,
  name: "dashboard links",
  needs: 220,
  up(connection) {
    const { engine, text } = connection.dialect;
    const [integer, bytes, byKey] =
      engine === "sqlite" ? ["INTEGER", "BLOB", "STRICT, WITHOUT ROWID"] : ["bigint", "bytea", ""];
    connection.exec(`
      CREATE TABLE dashboard_link (
        id ${text} NOT NULL PRIMARY KEY,
        dashboard_id ${text} NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE,
        tenant_id ${text} NOT NULL,
        name ${text} NOT NULL,
        token_digest ${bytes} NOT NULL UNIQUE,
        -- As whom it reads: one of the two is given.
        reader_user_id ${text} REFERENCES user_account (id) ON DELETE CASCADE,
        reader_customer_id ${text} REFERENCES customer (id) ON DELETE CASCADE,
        created_at ${integer} NOT NULL,
        created_by ${text} NOT NULL,
        expires_at ${integer} NOT NULL,
        password_hash ${text},
        locked_filters ${text} NOT NULL,
        origins ${text} NOT NULL
      ) ${byKey};
      CREATE INDEX dashboard_link_by_dashboard ON dashboard_link (dashboard_id, id);
      CREATE INDEX dashboard_link_by_user ON dashboard_link (reader_user_id) WHERE reader_user_id IS NOT NULL;
      CREATE INDEX dashboard_link_by_customer ON dashboard_link (reader_customer_id) WHERE reader_customer_id IS NOT NULL;
    `);
  },
};
