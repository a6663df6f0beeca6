// Brings a copy of the database file to a later state, by a log of the database that was copied after it.
import { renameSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DomainError } from "../../core/errors.ts";
import { storageError } from "../sql/storage-errors.ts";
import { FRAME_HEADER_BYTES, HEADER_BYTES } from "./log-form.ts";

/**
 * SQLite itself reads the log, with its checksums, and writes its pages into the file. Removes the log. Throws
 * `unavailable` if SQLite does not take all of it.
 */
export function applyLog(file: string, log: string): void {
  const place = `${file}-wal`;
  renameSync(log, place);
  try {
    const database = new DatabaseSync(file);
    try {
      const { log: frames } = database.prepare("PRAGMA wal_checkpoint(PASSIVE)").get() ?? {};
      const { page_size: pageBytes } = database.prepare("PRAGMA page_size").get() ?? {};
      const bytes = HEADER_BYTES + Number(frames) * (FRAME_HEADER_BYTES + Number(pageBytes));
      const { size } = statSync(place);
      if (bytes !== size)
        throw new DomainError(
          "unavailable",
          `SQLite reads ${String(bytes)} bytes of the log ${log}, which has ${String(size)}`,
        );
    } finally {
      database.close();
    }
  } catch (error) {
    throw storageError(error);
  }
}
