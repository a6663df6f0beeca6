// The entities as of one moment, for a copy: a connection whose transaction keeps that state, however much is written
// meanwhile.
import { backup, DatabaseSync } from "node:sqlite";
import { storageError } from "../sql/storage-errors.ts";

/** Pages copied in one go; other work of the runtime's threads gets a turn in between. */
const PAGES_AT_ONCE = 256;

export class SqliteSnapshot {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    try {
      this.#database = new DatabaseSync(file, { readOnly: true });
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Fixes the state to the present moment. */
  begin(): void {
    try {
      this.#database.exec("BEGIN");
      // The transaction fixes its state with the first read.
      this.#database.prepare("SELECT count(*) FROM sqlite_schema").get();
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Makes a separate database, without a log. */
  async copyTo(file: string): Promise<void> {
    try {
      await backup(this.#database, file, { rate: PAGES_AT_ONCE });
    } catch (error) {
      throw storageError(error);
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
