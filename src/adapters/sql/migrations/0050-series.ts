// The directory of telemetry series, and those that wait for the purge of their points.
import type { Migration } from "./migration.ts";

export const series: Migration = {
  number: 50,
  name: "series",
  up(connection) {
    // The trigger ties a series to its device's life however the device goes, a deleted tenant's included.
    connection.exec(`
      CREATE TABLE series (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        device_id TEXT NOT NULL,
        key TEXT NOT NULL,
        UNIQUE (device_id, key)
      ) STRICT;
      CREATE TABLE retired_series (number INTEGER PRIMARY KEY) STRICT;
      CREATE TRIGGER series_of_deleted_device AFTER DELETE ON device BEGIN
        INSERT INTO retired_series SELECT number FROM series WHERE device_id = OLD.id;
        DELETE FROM series WHERE device_id = OLD.id;
      END;
    `);
  },
};
