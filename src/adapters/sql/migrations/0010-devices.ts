// Device profiles, devices, their credentials, the routes through gateways, and relations between entities.
import type { Migration } from "./migration.ts";

export const devices: Migration = {
  number: 10,
  name: "devices",
  up(connection) {
    connection.exec(`
      CREATE TABLE device_profile (
        id TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL,
        tenant_id TEXT NOT NULL,
        name TEXT NOT NULL,
        description TEXT,
        is_default INTEGER NOT NULL,
        transport_type TEXT NOT NULL,
        provision_type TEXT NOT NULL,
        provision_key TEXT UNIQUE,
        provision_secret BLOB,
        profile_data TEXT NOT NULL,
        search_text TEXT NOT NULL,
        version INTEGER NOT NULL,
        UNIQUE (tenant_id, name)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX device_profile_default ON device_profile (tenant_id) WHERE is_default = 1;

      CREATE TABLE device (
        id TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL,
        tenant_id TEXT NOT NULL,
        customer_id TEXT,
        name TEXT NOT NULL,
        label TEXT,
        profile_id TEXT NOT NULL REFERENCES device_profile (id),
        device_data TEXT NOT NULL,
        additional_info TEXT,
        is_gateway INTEGER NOT NULL,
        overwrite_activity_time INTEGER NOT NULL,
        last_gateway_id TEXT,
        search_text TEXT NOT NULL,
        version INTEGER NOT NULL,
        UNIQUE (tenant_id, name)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX device_by_tenant ON device (tenant_id, id);
      CREATE INDEX device_by_customer ON device (tenant_id, customer_id, id) WHERE customer_id IS NOT NULL;
      CREATE INDEX device_by_profile ON device (profile_id, id);

      -- A count over a hundred thousand rows for each new device would be slow; triggers keep the sum exact.
      CREATE TABLE device_count (
        tenant_id TEXT PRIMARY KEY,
        devices INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TRIGGER device_counted AFTER INSERT ON device BEGIN
        INSERT INTO device_count (tenant_id, devices) VALUES (NEW.tenant_id, 1)
          ON CONFLICT (tenant_id) DO UPDATE SET devices = devices + 1;
      END;
      CREATE TRIGGER device_uncounted AFTER DELETE ON device BEGIN
        UPDATE device_count SET devices = devices - 1 WHERE tenant_id = OLD.tenant_id;
      END;

      CREATE TABLE device_credentials (
        id TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL,
        tenant_id TEXT NOT NULL,
        device_id TEXT NOT NULL UNIQUE REFERENCES device (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        id_hash BLOB NOT NULL UNIQUE,
        secret BLOB NOT NULL,
        version INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE device_route (
        device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
        gateway_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
        tenant_id TEXT NOT NULL,
        connected_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX device_route_by_gateway ON device_route (gateway_id);

      CREATE TABLE relation (
        tenant_id TEXT NOT NULL,
        from_type TEXT NOT NULL,
        from_id TEXT NOT NULL,
        to_type TEXT NOT NULL,
        to_id TEXT NOT NULL,
        relation_group TEXT NOT NULL,
        relation_type TEXT NOT NULL,
        PRIMARY KEY (from_id, relation_group, relation_type, to_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX relation_by_to ON relation (to_id, relation_group, relation_type);
    `);
  },
};
