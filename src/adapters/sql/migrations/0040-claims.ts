// Open claims of devices, and the tries at secrets that a tenant has set by itself.
import type { Migration } from "./migration.ts";

export const claims: Migration = {
  number: 40,
  name: "claims",
  up(connection) {
    connection.exec(`
      CREATE TABLE claim (
        device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
        secret_digest BLOB NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX claim_by_expiry ON claim (expires_at);

      CREATE TABLE claim_tries (
        device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
        tries INTEGER NOT NULL,
        window_started_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
