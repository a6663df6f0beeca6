// What shows that the two stores of a data folder belong together.
import type { Migration } from "./migration.ts";

export const storeMarks: Migration = {
  number: 170,
  name: "store-marks",
  up(connection) {
    connection.exec(`
      CREATE TABLE store_mark (
        installation TEXT NOT NULL,
        begun INTEGER NOT NULL,
        generation INTEGER NOT NULL,
        -- Sealed with the master key, so that another key shows.
        sealed BLOB
      ) STRICT;
      INSERT INTO store_mark VALUES (lower(hex(randomblob(16))), 0, 0, NULL);
    `);
  },
};
