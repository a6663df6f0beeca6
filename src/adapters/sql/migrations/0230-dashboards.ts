// Dashboards with the customers they are assigned to and their revisions, and how many each tenant has.
import type { Migration } from "./migration.ts";

/** Each trigger changes one row of counts for a statement on PostgreSQL, and for a row on SQLite, which knows no others. */
const COUNTS = {
  sqlite: `
    CREATE TRIGGER dashboard_counted AFTER INSERT ON dashboard BEGIN
      INSERT INTO dashboard_count (tenant_id, dashboards) VALUES (NEW.tenant_id, 1)
        ON CONFLICT (tenant_id) DO UPDATE SET dashboards = dashboards + 1;
    END;
    CREATE TRIGGER dashboard_uncounted AFTER DELETE ON dashboard BEGIN
      UPDATE dashboard_count SET dashboards = dashboards - 1 WHERE tenant_id = OLD.tenant_id;
    END;
  `,
  postgres: `
    CREATE FUNCTION dashboard_counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO dashboard_count (tenant_id, dashboards)
        SELECT tenant_id, count(*) FROM added GROUP BY tenant_id ORDER BY tenant_id
        ON CONFLICT (tenant_id) DO UPDATE SET dashboards = dashboard_count.dashboards + excluded.dashboards;
      RETURN NULL;
    END $$;
    CREATE TRIGGER dashboard_counted AFTER INSERT ON dashboard REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION dashboard_counted();
    CREATE FUNCTION dashboard_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE dashboard_count c SET dashboards = c.dashboards - r.dashboards
        FROM (SELECT tenant_id, count(*) AS dashboards FROM removed GROUP BY tenant_id) r WHERE c.tenant_id = r.tenant_id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER dashboard_uncounted AFTER DELETE ON dashboard REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION dashboard_uncounted();
  `,
} as const;

export const dashboards: Migration = {
  number: 230,
  name: "dashboards",
  needs: 220,
  up(connection) {
    const { engine, text } = connection.dialect;
    const [integer, strict, byKey] =
      engine === "sqlite" ? ["INTEGER", "STRICT", "STRICT, WITHOUT ROWID"] : ["bigint", "", ""];
    connection.exec(`
      -- The configuration may be long, so that these rows have numbers: lists read the index and pass over it.
      CREATE TABLE dashboard (
        id ${text} NOT NULL PRIMARY KEY,
        tenant_id ${text} NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
        created_at ${integer} NOT NULL,
        title ${text} NOT NULL,
        image ${text},
        mobile_hide ${integer} NOT NULL,
        mobile_order ${integer},
        external_id ${text},
        search_text ${text} NOT NULL,
        version ${integer} NOT NULL,
        configuration ${text}
      ) ${strict};
      CREATE INDEX dashboard_by_tenant ON dashboard (tenant_id, id);

      CREATE TABLE dashboard_customer (
        dashboard_id ${text} NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE,
        customer_id ${text} NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
        PRIMARY KEY (dashboard_id, customer_id)
      ) ${byKey};
      CREATE INDEX dashboard_customer_by_customer ON dashboard_customer (customer_id);

      CREATE TABLE dashboard_revision (
        dashboard_id ${text} NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE,
        revision ${integer} NOT NULL,
        saved_at ${integer} NOT NULL,
        saved_by ${text} NOT NULL,
        title ${text} NOT NULL,
        configuration ${text}
      ) ${strict};
      CREATE UNIQUE INDEX dashboard_revision_by_number ON dashboard_revision (dashboard_id, revision);

      CREATE TABLE dashboard_count (
        tenant_id ${text} NOT NULL PRIMARY KEY REFERENCES tenant (id) ON DELETE CASCADE,
        dashboards ${integer} NOT NULL
      ) ${byKey};
    `);
    connection.exec(COUNTS[engine]);
  },
};
