// What happens to the connections of devices, and why the last one of each ended.
import type { Migration } from "./migration.ts";

export const connections: Migration = {
  number: 130,
  name: "connections",
  up(connection) {
    connection.exec(`
      -- Row numbers ascend with time, so that the oldest are found without an index of their own.
      CREATE TABLE connection_event (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        owner INTEGER NOT NULL REFERENCES attribute_owner (number) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        reason TEXT,
        gateway_id TEXT
      ) STRICT;
      CREATE INDEX connection_event_of_owner ON connection_event (owner, number);

      -- Kept longer than the events, which go with time.
      ALTER TABLE device_activity ADD COLUMN last_end TEXT;
      ALTER TABLE device_activity ADD COLUMN last_end_at INTEGER;

      CREATE INDEX gateway_of_tenant ON device (tenant_id, id) WHERE is_gateway = 1;
      CREATE INDEX device_by_last_gateway ON device (last_gateway_id) WHERE last_gateway_id IS NOT NULL;
    `);
  },
};
