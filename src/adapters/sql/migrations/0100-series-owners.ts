// Telemetry of tenants, customers and users besides that of devices: a series belongs to any of them, and goes with it.
import type { Migration } from "./migration.ts";

/** The tables of owners; devices have their trigger since migration 0050, which follows the new name of the column. */
const OWNERS = ["tenant", "customer", "user_account"];

export const seriesOwners: Migration = {
  number: 100,
  name: "series owners",
  up(connection) {
    connection.exec("ALTER TABLE series RENAME COLUMN device_id TO owner_id");
    for (const owner of OWNERS)
      connection.exec(`
        CREATE TRIGGER series_of_deleted_${owner} AFTER DELETE ON ${owner} BEGIN
          INSERT INTO retired_series SELECT number FROM series WHERE owner_id = OLD.id;
          DELETE FROM series WHERE owner_id = OLD.id;
        END;
      `);
  },
};
