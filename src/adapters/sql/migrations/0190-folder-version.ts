// Which version of the program has used the data folder last, for messages.
import type { Migration } from "./migration.ts";

export const folderVersion: Migration = {
  number: 190,
  name: "folder-version",
  up(connection) {
    connection.exec("ALTER TABLE store_mark ADD COLUMN version TEXT");
  },
};
