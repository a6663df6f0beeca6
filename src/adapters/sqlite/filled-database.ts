// A database that is filled by a copy of another one: its triggers, which count and note what changes, are off meanwhile.
import { beginCopy, inTransaction, type TableForm } from "../sql/copy-tables.ts";
import { migrate } from "../sql/migrate.ts";
import { migrations } from "../sql/migrations/index.ts";
import { SqliteConnection } from "./connection.ts";
import { tableForms } from "./table-forms.ts";

export interface FilledDatabase {
  readonly connection: SqliteConnection;
  readonly tables: readonly TableForm[];
}

/** Makes the file, or opens what an earlier try has left. */
export function openFilled(file: string, now: number): FilledDatabase {
  const connection = new SqliteConnection(file, "write");
  try {
    migrate(connection, migrations, now);
    const tables = tableForms(connection);
    const triggers = triggersOf(connection);
    // They are gone exactly when a copy has begun.
    if (triggers.length > 0)
      inTransaction(connection, () => {
        for (const { name } of triggers) connection.exec(`DROP TRIGGER ${name}`);
        beginCopy({ to: connection, tables });
      });
    return { connection, tables };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Runs inside a transaction. */
export function restoreTriggers(connection: SqliteConnection): void {
  const whole = new SqliteConnection(":memory:", "write");
  try {
    migrate(whole, migrations, 0);
    for (const { sql } of triggersOf(whole)) connection.exec(sql);
  } finally {
    whole.close();
  }
}

function triggersOf(connection: SqliteConnection): readonly { readonly name: string; readonly sql: string }[] {
  return connection
    .all("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid")
    .map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
}
