// What devices, profiles and customers refer to: packages, rule chains, dashboards, an image, and the object
// of another installation that they are a copy of.
import type { Migration } from "./migration.ts";

export const references: Migration = {
  number: 120,
  name: "references",
  up(connection) {
    connection.exec(`
      ALTER TABLE device ADD COLUMN firmware_id TEXT;
      ALTER TABLE device ADD COLUMN software_id TEXT;
      ALTER TABLE device ADD COLUMN external_id TEXT;
      -- The devices of a profile with a package of their own are counted; nearly all have none and are in neither index.
      CREATE INDEX device_with_firmware ON device (profile_id) WHERE firmware_id IS NOT NULL;
      CREATE INDEX device_with_software ON device (profile_id) WHERE software_id IS NOT NULL;

      ALTER TABLE device_profile ADD COLUMN default_rule_chain_id TEXT;
      ALTER TABLE device_profile ADD COLUMN default_dashboard_id TEXT;
      ALTER TABLE device_profile ADD COLUMN default_queue_name TEXT;
      ALTER TABLE device_profile ADD COLUMN default_edge_rule_chain_id TEXT;
      ALTER TABLE device_profile ADD COLUMN firmware_id TEXT;
      ALTER TABLE device_profile ADD COLUMN software_id TEXT;
      ALTER TABLE device_profile ADD COLUMN external_id TEXT;
      -- Apart from the profiles, in a table with row numbers: in one without them every search reads the whole rows that it
      -- passes, and profiles are searched for with each device of a list.
      CREATE TABLE device_profile_image (
        profile_id TEXT NOT NULL PRIMARY KEY REFERENCES device_profile (id) ON DELETE CASCADE,
        tenant_id TEXT NOT NULL,
        image TEXT NOT NULL
      ) STRICT;
      CREATE INDEX device_profile_image_by_tenant ON device_profile_image (tenant_id);

      ALTER TABLE customer ADD COLUMN external_id TEXT;
    `);
  },
};
