// Persistent calls of devices, and the next request id of each device.
import type { Migration } from "./migration.ts";

export const rpc: Migration = {
  number: 30,
  name: "rpc",
  up(connection) {
    connection.exec(`
      CREATE TABLE rpc_request_id (
        device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
        next_id INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE rpc (
        id TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL,
        tenant_id TEXT NOT NULL,
        device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
        request_id INTEGER NOT NULL,
        method TEXT NOT NULL,
        params TEXT NOT NULL,
        one_way INTEGER NOT NULL,
        expiration_time INTEGER NOT NULL,
        retries INTEGER NOT NULL,
        additional_info TEXT,
        status TEXT NOT NULL,
        sent_through TEXT,
        timeouts INTEGER NOT NULL,
        response TEXT,
        unfinished INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX rpc_by_device ON rpc (device_id, id);
      CREATE INDEX rpc_unfinished ON rpc (device_id, request_id) WHERE unfinished = 1;
      CREATE INDEX rpc_unsent ON rpc (device_id, id) WHERE unfinished = 1 AND status <> 'DELIVERED';
      CREATE INDEX rpc_by_expiration ON rpc (expiration_time) WHERE unfinished = 1;
      CREATE INDEX rpc_finished ON rpc (created_at) WHERE unfinished = 0;
    `);
  },
};
