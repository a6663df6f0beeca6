// Since when the keys of the installation are in use. The time of a file would be that of its last restore.
import type { Migration } from "./migration.ts";

export const keyAges: Migration = {
  number: 250,
  name: "key ages",
  needs: 220,
  up(connection) {
    const integer = connection.dialect.engine === "sqlite" ? "INTEGER" : "bigint";
    // Rotations by earlier versions have left no trace: then keys count as those of the first start.
    const firstStart = "(SELECT min(created_at) FROM tenant_profile)";
    connection.exec(`
      ALTER TABLE store_mark ADD COLUMN key_since ${integer};
      UPDATE store_mark SET key_since = ${firstStart};
      ALTER TABLE installation_key ADD COLUMN since ${integer};
      UPDATE installation_key SET since = ${firstStart};
    `);
  },
};
