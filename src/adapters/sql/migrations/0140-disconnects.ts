// Which gateways have disconnected a device since they last connected it: by setting, what a gateway sends of a device
// connects it, but not against its own last word.
import type { Migration } from "./migration.ts";

export const disconnects: Migration = {
  number: 140,
  name: "disconnects",
  up(connection) {
    connection.exec(`
      CREATE TABLE device_disconnect (
        device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
        gateway_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
        PRIMARY KEY (device_id, gateway_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX device_disconnect_by_gateway ON device_disconnect (gateway_id);
    `);
  },
};
