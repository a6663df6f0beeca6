// API keys: the digest of each value, never the value itself.
import type { Migration } from "./migration.ts";

export const apiKeys: Migration = {
  number: 60,
  name: "api keys",
  up(connection) {
    connection.exec(`
      CREATE TABLE api_key (
        id TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL,
        user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        value_digest BLOB NOT NULL UNIQUE,
        value_start TEXT NOT NULL,
        description TEXT NOT NULL,
        search_text TEXT NOT NULL,
        enabled INTEGER NOT NULL,
        expires_at INTEGER,
        last_used_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX api_key_by_user ON api_key (user_id, id);
      CREATE INDEX api_key_by_expiry ON api_key (expires_at) WHERE expires_at IS NOT NULL;
    `);
  },
};
