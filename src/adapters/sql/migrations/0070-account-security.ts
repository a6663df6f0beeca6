// Settings that system administrators save, resets of passwords, passwords that were replaced, failed logins of names that
// no user has, and settings of users.
import type { Migration } from "./migration.ts";

export const accountSecurity: Migration = {
  number: 70,
  name: "account security",
  up(connection) {
    connection.exec(`
      CREATE TABLE admin_setting (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE password_reset (
        user_id TEXT PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
        token_hash BLOB NOT NULL UNIQUE,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE replaced_password (
        user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        replaced_at INTEGER NOT NULL,
        password_hash TEXT NOT NULL,
        PRIMARY KEY (user_id, replaced_at, password_hash)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE unknown_login (
        id INTEGER PRIMARY KEY CHECK (id = 0),
        failures INTEGER NOT NULL
      ) STRICT;
      INSERT INTO unknown_login (id, failures) VALUES (0, 0);

      CREATE TABLE user_settings (
        user_id TEXT PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
        settings TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
