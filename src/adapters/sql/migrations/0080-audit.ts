// The audit log. What lists search and sort by is apart from what they only show, which may be long.
import type { Migration } from "./migration.ts";

export const audit: Migration = {
  number: 80,
  name: "audit",
  up(connection) {
    connection.exec(`
      -- An empty tenant_id is the log of the system administrators.
      CREATE TABLE audit_record (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        tenant_id TEXT NOT NULL,
        customer_id TEXT,
        entity_type TEXT NOT NULL,
        entity_id TEXT,
        entity_name TEXT,
        user_id TEXT,
        user_name TEXT,
        action TEXT NOT NULL,
        status TEXT NOT NULL,
        search_text TEXT NOT NULL
      ) STRICT;
      CREATE INDEX audit_by_time ON audit_record (tenant_id, created_at);
      CREATE INDEX audit_by_entity ON audit_record (tenant_id, entity_id, entity_type, created_at) WHERE entity_id IS NOT NULL;
      CREATE INDEX audit_by_customer ON audit_record (tenant_id, customer_id, created_at) WHERE customer_id IS NOT NULL;
      CREATE INDEX audit_by_user ON audit_record (tenant_id, user_id, created_at) WHERE user_id IS NOT NULL;

      CREATE TABLE audit_detail (
        number INTEGER PRIMARY KEY REFERENCES audit_record (number) ON DELETE CASCADE,
        data TEXT NOT NULL,
        failure TEXT NOT NULL
      ) STRICT;

      -- How many records each log has of each day, so that neither a list nor the sweep counts a million of them.
      CREATE TABLE audit_day (
        tenant_id TEXT NOT NULL,
        day INTEGER NOT NULL,
        records INTEGER NOT NULL,
        PRIMARY KEY (tenant_id, day)
      ) STRICT, WITHOUT ROWID;
      CREATE TRIGGER audit_counted AFTER INSERT ON audit_record BEGIN
        INSERT INTO audit_day (tenant_id, day, records) VALUES (NEW.tenant_id, NEW.created_at / 86400000, 1)
          ON CONFLICT (tenant_id, day) DO UPDATE SET records = records + 1;
      END;
      CREATE TRIGGER audit_uncounted AFTER DELETE ON audit_record BEGIN
        UPDATE audit_day SET records = records - 1
          WHERE tenant_id = OLD.tenant_id AND day = OLD.created_at / 86400000;
        DELETE FROM audit_day
          WHERE tenant_id = OLD.tenant_id AND day = OLD.created_at / 86400000 AND records <= 0;
      END;
    `);
  },
};
