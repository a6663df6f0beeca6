// Checks whether the database can be written by writing to it: nothing else shows that a disk is full or read-only.
import { SqlStore } from "../store-table.ts";

export class SqlHealthStore extends SqlStore {
  /**
   * Resolves after a commit that changes nothing has been synced; rejects with `unavailable` if that is not possible.
   */
  async touch(): Promise<void> {
    this.connection.exec(this.connection.dialect.touch);
  }
}
