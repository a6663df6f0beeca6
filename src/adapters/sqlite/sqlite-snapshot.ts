// The entities as they are at one moment, for a copy of them: a connection whose transaction keeps that state, however much is
// written meanwhile.
import { backup, DatabaseSync } from "node:sqlite";
import { storageError } from "./sqlite-errors.ts";

/** Copied in one go, between which other work of the runtime's threads has its turn. */
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

  /** From here on. */
  begin(): void {
    try {
      this.#database.exec("BEGIN");
      // The transaction begins to see something with its first look.
      this.#database.prepare("SELECT count(*) FROM sqlite_schema").get();
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Makes a database of its own, without a log. */
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
