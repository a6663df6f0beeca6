// Brings a database to the schema of this program, one migration per transaction.
import type { StoreConnection } from "./store-connection.ts";
import type { Migration } from "./migrations/migration.ts";

/** Thrown at start: the database was written by a newer program, and an older one must not touch it. */
export class NewerDatabaseError extends Error {
  override readonly name = "NewerDatabaseError";
}

/** An engine with a schema of its own makes it there. */
const TABLE =
  "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT";

/**
 * Runs the missing migrations in order of number. `now`, in milliseconds, is stored with each. Returns the numbers of
 * those that ran.
 */
export function migrate(connection: StoreConnection, migrations: readonly Migration[], now: number): number[] {
  if (connection.dialect.engine === "sqlite") connection.exec(TABLE);
  const applied = new Map(
    connection.all("SELECT number, name FROM migration").map((row) => [row["number"], row["name"]]),
  );
  const known = new Set<unknown>(migrations.map(({ number }) => number));
  for (const [number, name] of applied)
    if (!known.has(number))
      throw new NewerDatabaseError(
        `the database has the migration ${String(number)} (${String(name)}), which this version does not know; it was last used by a newer version`,
      );
  const missing = migrations.filter(({ number }) => !applied.has(number)).sort((a, b) => a.number - b.number);
  for (const migration of missing) apply(connection, migration, now);
  return missing.map(({ number }) => number);
}

function apply(connection: StoreConnection, migration: Migration, now: number): void {
  connection.exec(connection.dialect.begin);
  try {
    migration.up(connection);
    connection.run(
      "INSERT INTO migration (number, name, applied_at) VALUES (?, ?, ?)",
      migration.number,
      migration.name,
      now,
    );
    connection.exec("COMMIT");
  } catch (error) {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    throw new Error(`migration ${String(migration.number)} (${migration.name}) failed`, { cause: error });
  }
}
