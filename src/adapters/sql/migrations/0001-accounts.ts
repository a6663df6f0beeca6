// Tenant profiles, tenants, customers, users with their accounts, sessions, and the keys of the installation.
import type { Migration } from "./migration.ts";

const CONTACT_COLUMNS = `
        country TEXT,
        state TEXT,
        city TEXT,
        address TEXT,
        address2 TEXT,
        zip TEXT,
        phone TEXT,
        email TEXT,`;

export const accounts: Migration = {
  number: 1,
  name: "accounts",
  up(connection) {
    connection.exec(`
      CREATE TABLE tenant_profile (
        id TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL,
        name TEXT NOT NULL UNIQUE,
        description TEXT,
        is_default INTEGER NOT NULL,
        isolated_rule_engine INTEGER NOT NULL,
        profile_data TEXT NOT NULL,
        search_text TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX tenant_profile_default ON tenant_profile (is_default) WHERE is_default = 1;

      CREATE TABLE tenant (
        id TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL,
        title TEXT NOT NULL,
        profile_id TEXT NOT NULL REFERENCES tenant_profile (id),${CONTACT_COLUMNS}
        additional_info TEXT,
        search_text TEXT NOT NULL,
        version INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX tenant_by_profile ON tenant (profile_id);

      CREATE TABLE customer (
        id TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL,
        tenant_id TEXT NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
        title TEXT NOT NULL,${CONTACT_COLUMNS}
        additional_info TEXT,
        search_text TEXT NOT NULL,
        version INTEGER NOT NULL,
        UNIQUE (tenant_id, title)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX customer_by_tenant ON customer (tenant_id, id);

      CREATE TABLE user_account (
        id TEXT PRIMARY KEY,
        created_at INTEGER NOT NULL,
        authority TEXT NOT NULL,
        tenant_id TEXT REFERENCES tenant (id) ON DELETE CASCADE,
        customer_id TEXT REFERENCES customer (id) ON DELETE CASCADE,
        email TEXT NOT NULL UNIQUE,
        first_name TEXT,
        last_name TEXT,
        phone TEXT,
        additional_info TEXT,
        search_email TEXT NOT NULL,
        search_text TEXT NOT NULL,
        version INTEGER NOT NULL,
        enabled INTEGER NOT NULL,
        password_hash TEXT,
        password_changed_at INTEGER,
        activation_hash BLOB UNIQUE,
        activation_sealed BLOB,
        activation_expires_at INTEGER,
        failed_logins INTEGER NOT NULL DEFAULT 0,
        last_login_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX user_account_by_tenant ON user_account (tenant_id, authority, id);
      CREATE INDEX user_account_by_customer ON user_account (customer_id, id) WHERE customer_id IS NOT NULL;

      CREATE TABLE login_session (
        id TEXT PRIMARY KEY,
        login_id TEXT NOT NULL,
        user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        refresh_id TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        refreshed_at INTEGER,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX login_session_by_login ON login_session (login_id);
      CREATE INDEX login_session_by_user ON login_session (user_id, id);
      CREATE INDEX login_session_by_end ON login_session (expires_at);

      CREATE TABLE installation_key (
        name TEXT PRIMARY KEY,
        sealed BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
