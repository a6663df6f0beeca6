// Checks whether the database can be written by writing to it: nothing else shows that a disk is full or read-only.
import { SqliteStore } from "./store-table.ts";

export class SqliteHealthStore extends SqliteStore {
  /**
   * Resolves after a commit that changes nothing has been synced; rejects with `unavailable` if that is not possible.
   */
  async touch(): Promise<void> {
    // SQLite reserves this number for applications, and this file leaves it at 0. Setting it writes a page of the log
    // even if it does not change.
    this.connection.exec("PRAGMA user_version = 0");
  }
}
