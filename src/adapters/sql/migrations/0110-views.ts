// Views with their revisions and with whom they are shared, the links to them, and reports in the background.
import type { Migration } from "./migration.ts";

export const views: Migration = {
  number: 110,
  name: "views",
  up(connection) {
    connection.exec(`
      -- The definition may be long, so that these rows have numbers: lists read the index and pass over it.
      CREATE TABLE view (
        id TEXT NOT NULL PRIMARY KEY,
        tenant_id TEXT NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
        -- The customer whose user owns it, with whom it goes; a view outlives its author otherwise.
        customer_id TEXT REFERENCES customer (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        updated_by TEXT NOT NULL,
        revision INTEGER NOT NULL,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        folder TEXT NOT NULL,
        tags TEXT NOT NULL,
        visibility TEXT NOT NULL,
        all_customers INTEGER NOT NULL,
        display_type TEXT NOT NULL,
        description TEXT NOT NULL,
        search_text TEXT NOT NULL,
        definition TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX view_by_name ON view (tenant_id, user_id, folder, name_key);
      CREATE INDEX view_by_customer ON view (customer_id) WHERE customer_id IS NOT NULL;

      CREATE TABLE view_share (
        view_id TEXT NOT NULL REFERENCES view (id) ON DELETE CASCADE,
        customer_id TEXT NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
        PRIMARY KEY (view_id, customer_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX view_share_by_customer ON view_share (customer_id);

      CREATE TABLE view_revision (
        view_id TEXT NOT NULL REFERENCES view (id) ON DELETE CASCADE,
        revision INTEGER NOT NULL,
        saved_at INTEGER NOT NULL,
        saved_by TEXT NOT NULL,
        name TEXT NOT NULL,
        definition TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX view_revision_by_number ON view_revision (view_id, revision);

      CREATE TABLE view_link (
        id TEXT NOT NULL PRIMARY KEY,
        view_id TEXT NOT NULL REFERENCES view (id) ON DELETE CASCADE,
        tenant_id TEXT NOT NULL,
        name TEXT NOT NULL,
        token_digest BLOB NOT NULL UNIQUE,
        -- As whom it reads: one of the two is given.
        reader_user_id TEXT REFERENCES user_account (id) ON DELETE CASCADE,
        reader_customer_id TEXT REFERENCES customer (id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL,
        created_by TEXT NOT NULL,
        expires_at INTEGER NOT NULL,
        password_hash TEXT,
        locked_filters TEXT NOT NULL,
        origins TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX view_link_by_view ON view_link (view_id, id);
      CREATE INDEX view_link_by_user ON view_link (reader_user_id) WHERE reader_user_id IS NOT NULL;
      CREATE INDEX view_link_by_customer ON view_link (reader_customer_id) WHERE reader_customer_id IS NOT NULL;

      CREATE TABLE report_job (
        id TEXT NOT NULL PRIMARY KEY,
        tenant_id TEXT NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        view_id TEXT NOT NULL,
        format TEXT NOT NULL,
        request TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        state TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        started_at INTEGER,
        ended_at INTEGER,
        expires_at INTEGER NOT NULL,
        outcome TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX report_job_by_tenant ON report_job (tenant_id, user_id);
      CREATE INDEX report_job_by_user ON report_job (user_id);
      CREATE INDEX report_job_by_state ON report_job (state, id);
      CREATE INDEX report_job_by_end ON report_job (expires_at);
    `);
  },
};
