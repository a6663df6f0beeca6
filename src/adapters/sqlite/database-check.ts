// Checks whether a database that no platform uses is intact.
import { basename } from "node:path";
import { DomainError } from "../../core/errors.ts";
import { SqliteConnection } from "./connection.ts";

/**
 * Throws `unavailable` if the database is damaged: nobody could restore devices and their secrets. Folds its log into
 * the file.
 */
export function requireWholeDatabase(file: string): void {
  try {
    const connection = new SqliteConnection(file, "write");
    try {
      requireWhole(connection);
    } finally {
      connection.close();
    }
  } catch (error) {
    throw damaged(error, basename(file));
  }
}

export function damaged(error: unknown, name: string): DomainError {
  // Of a fault of the engine the cause says what is damaged; the fault itself is meant for callers of a running platform.
  const fault = error instanceof DomainError ? (error.cause ?? error) : error;
  const [reason] = String(fault instanceof Error ? fault.message : fault).split("\n");
  return new DomainError(
    "unavailable",
    `${name} is damaged (${reason ?? ""}): it holds devices, users and their secrets, which cannot be made up; restore all files of the data folder from the same backup`,
    { cause: error },
  );
}

function requireWhole(connection: SqliteConnection): void {
  const [answer] = connection.all("PRAGMA integrity_check(1)").map((row) => String(row["integrity_check"]));
  if (answer !== "ok") throw new Error(answer);
  const [orphan] = connection.all("PRAGMA foreign_key_check");
  if (orphan !== undefined) throw new Error(`a row of ${String(orphan["table"])} refers to one that is missing`);
}
