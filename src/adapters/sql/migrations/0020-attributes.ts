// Attributes of devices and other entities, and what of them tells whether a device is alive.
import type { Migration } from "./migration.ts";

export const attributes: Migration = {
  number: 20,
  name: "attributes",
  up(connection) {
    connection.exec(`
      -- Rows of attributes are written hundreds of thousands of times a second: a small number finds them in half the
      -- time that the entity's id would take. Numbers are never used again.
      CREATE TABLE attribute_owner (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE
      ) STRICT;

      CREATE TABLE attribute (
        owner INTEGER NOT NULL REFERENCES attribute_owner (number) ON DELETE CASCADE,
        scope INTEGER NOT NULL,
        key TEXT NOT NULL,
        kind INTEGER NOT NULL,
        value ANY NOT NULL,
        last_update_ts INTEGER NOT NULL,
        PRIMARY KEY (owner, scope, key)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE device_activity (
        owner INTEGER PRIMARY KEY REFERENCES attribute_owner (number) ON DELETE CASCADE,
        active INTEGER NOT NULL DEFAULT 0,
        last_activity_time INTEGER NOT NULL DEFAULT 0,
        timeout_millis INTEGER
      ) STRICT;
      CREATE INDEX device_activity_silent ON device_activity (last_activity_time)
        WHERE active = 1 AND timeout_millis IS NULL;
      CREATE INDEX device_activity_silent_by_own_timeout ON device_activity (last_activity_time + timeout_millis)
        WHERE active = 1 AND timeout_millis IS NOT NULL;

      -- A device has its server attribute active = false (scope 2, kind 1) from the commit that creates it.
      CREATE TRIGGER attribute_owner_of_device AFTER INSERT ON device BEGIN
        INSERT INTO attribute_owner (id) VALUES (NEW.id);
        INSERT INTO attribute (owner, scope, key, kind, value, last_update_ts)
          SELECT number, 2, 'active', 1, 0, NEW.created_at FROM attribute_owner WHERE id = NEW.id;
        INSERT INTO device_activity (owner) SELECT number FROM attribute_owner WHERE id = NEW.id;
      END;

      CREATE TRIGGER attributes_of_device_deleted AFTER DELETE ON device BEGIN
        DELETE FROM attribute_owner WHERE id = OLD.id;
      END;
      CREATE TRIGGER attributes_of_tenant_deleted AFTER DELETE ON tenant BEGIN
        DELETE FROM attribute_owner WHERE id = OLD.id;
      END;
      CREATE TRIGGER attributes_of_customer_deleted AFTER DELETE ON customer BEGIN
        DELETE FROM attribute_owner WHERE id = OLD.id;
      END;
      CREATE TRIGGER attributes_of_user_deleted AFTER DELETE ON user_account BEGIN
        DELETE FROM attribute_owner WHERE id = OLD.id;
      END;
    `);
  },
};
