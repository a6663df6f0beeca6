// Brings a database to the schema of this program, one migration per transaction.
import { DomainError } from "../../core/errors.ts";
import { inTransaction } from "./copy-tables.ts";
import { isConflict } from "./storage-errors.ts";
import type { StoreConnection } from "./store-connection.ts";
import type { Migration } from "./migrations/migration.ts";

/** Thrown at start: the database was written by a newer program, and an older one must not touch it. */
export class NewerDatabaseError extends Error {
  override readonly name = "NewerDatabaseError";
}

export interface MigrateOptions {
  /**
   * Called in a transaction with the last migration that programs must know afterwards, before anything runs and before each
   * commit. Throws if others that do not know it use the database.
   */
  readonly requireOthers?: (needs: number) => void;
}

/** An engine with a schema of its own makes it there. */
const TABLE =
  "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT";

/** How often a migration runs that does not fit with what others do at the same time, and the pause in between. */
const RUNS_MAX = 60;
const PAUSE_MILLIS = 500;

/**
 * Runs the missing migrations in order of number. `now`, in milliseconds, is stored with each. Returns the numbers of
 * those that ran.
 */
export function migrate(
  connection: StoreConnection,
  migrations: readonly Migration[],
  now: number,
  { requireOthers }: MigrateOptions = {},
): number[] {
  if (connection.dialect.engine === "sqlite") connection.exec(TABLE);
  const applied = appliedIn(connection);
  requireKnown(applied, migrations);
  const numbers = new Set(applied.map(({ number }) => number));
  const missing = migrations.filter(({ number }) => !numbers.has(number)).sort((a, b) => a.number - b.number);
  const needs = Math.max(...missing.map(neededBy));
  const check = (): void => requireOthers?.(needs);
  if (missing.length > 0 && requireOthers !== undefined) inTransaction(connection, check);
  for (const migration of missing) apply(connection, migration, now, check);
  return missing.map(({ number }) => number);
}

function neededBy({ number, needs = number }: Pick<Migration, "number" | "needs">): number {
  return needs;
}

interface Applied {
  readonly number: number;
  readonly name: string;
  readonly needs: number;
}

/** A data folder is used by one process, and has a snapshot for the way back. */
function isShared({ dialect }: StoreConnection): boolean {
  return dialect.engine === "postgres";
}

function appliedIn(connection: StoreConnection): readonly Applied[] {
  const needs = isShared(connection) ? "coalesce(needs, number)" : "number";
  const rows = connection.all(`SELECT number, name, ${needs} AS needs FROM migration ORDER BY number`);
  return rows.map((row) => ({ number: Number(row["number"]), name: String(row["name"]), needs: Number(row["needs"]) }));
}

function requireKnown(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ number }) => number));
  const last = Math.max(...known);
  for (const { number, name, needs } of applied)
    if (!known.has(number) && (number < last || needs > last))
      throw new NewerDatabaseError(
        `the database has the migration ${String(number)} (${name}), which this version does not know; it was last used by a newer version`,
      );
}

function apply(connection: StoreConnection, migration: Migration, now: number, check: () => void): void {
  const { number, name } = migration;
  const needs = isShared(connection) ? { needs: neededBy(migration) } : {};
  for (let run = 1; ; run++)
    try {
      inTransaction(connection, () => {
        migration.up(connection);
        connection.insert("migration", { number, name, applied_at: now, ...needs });
        check();
      });
      return;
    } catch (error) {
      if (error instanceof DomainError) throw error;
      if (!isConflict(error) || run === RUNS_MAX)
        throw new Error(`migration ${String(number)} (${name}) failed`, { cause: error });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MILLIS);
    }
}
