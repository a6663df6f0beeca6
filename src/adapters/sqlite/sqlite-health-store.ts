// Whether the database can be written to at the moment: found out by writing, since a disk that is full or read-only shows
// itself in no other way.
import { SqliteStore } from "./store-table.ts";

export class SqliteHealthStore extends SqliteStore {
  /** Resolves after a commit that changes nothing has been synced; rejects with `unavailable` where that is not possible. */
  async touch(): Promise<void> {
    // The number that files of SQLite keep for their applications, and that this one leaves at 0. Setting it writes a page
    // of the log whether or not it changes.
    this.connection.exec("PRAGMA user_version = 0");
  }
}
