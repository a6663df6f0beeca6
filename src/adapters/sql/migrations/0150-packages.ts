// Firmware and software packages; their bytes are files next to the database.
import type { Migration } from "./migration.ts";

export const packages: Migration = {
  number: 150,
  name: "packages",
  up(connection) {
    connection.exec(`
      CREATE TABLE ota_package (
        id TEXT NOT NULL PRIMARY KEY,
        created_at INTEGER NOT NULL,
        tenant_id TEXT NOT NULL,
        profile_id TEXT NOT NULL REFERENCES device_profile (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        version TEXT NOT NULL,
        tag TEXT,
        -- What there is to install: one of the two, or neither yet.
        file_name TEXT,
        url TEXT,
        content_type TEXT,
        size_bytes INTEGER,
        checksum_algorithm TEXT,
        checksum TEXT,
        additional_info TEXT,
        external_id TEXT,
        search_text TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX ota_package_by_title ON ota_package (tenant_id, kind, title, version);
      CREATE INDEX ota_package_by_profile ON ota_package (profile_id, kind);
    `);
  },
};
