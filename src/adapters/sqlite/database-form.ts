// The form of a database that nobody has open: the migrations it has had, and the program version that used it last.
import { basename } from "node:path";
import type { EntityMark } from "../../core/installation/store-marks.ts";
import { SqliteConnection } from "./connection.ts";
import { damaged } from "./database-check.ts";
import { isDamage, storageError } from "../sql/storage-errors.ts";
import { readMark } from "../sql/stores/mark-store.ts";
import { migrations } from "../sql/migrations/index.ts";

export interface DatabaseForm {
  /** Undefined if the program stored none, as 0.1.0 did, and for a database without any migration. */
  readonly version: string | undefined;
  /** Number of migrations it has had; 0 if its first start did not get that far. */
  readonly applied: number;
  /** Number of this program's migrations that it has not had. */
  readonly missing: number;
  /** The name of a migration that this program does not know. */
  readonly unknown: string | undefined;
}

export interface DatabaseContent {
  readonly devices: number;
  /** Undefined if it was never marked. */
  readonly mark: EntityMark | undefined;
}

/** Does not change the file. */
export function readForm(file: string): DatabaseForm {
  return withDatabase(file, (connection) => {
    const applied = hasColumn(connection, "migration", "number")
      ? connection.all("SELECT number, name FROM migration ORDER BY number")
      : [];
    const known = new Set<unknown>(migrations.map(({ number }) => number));
    const unknown = applied.find(({ number }) => !known.has(number));
    const version = hasColumn(connection, "store_mark", "version")
      ? connection.get("SELECT version FROM store_mark")?.["version"]
      : undefined;
    return {
      version: typeof version === "string" ? version : undefined,
      applied: applied.length,
      missing: migrations.length - applied.filter(({ number }) => known.has(number)).length,
      unknown: unknown === undefined ? undefined : `${String(unknown["number"])} (${String(unknown["name"])})`,
    };
  });
}

/** Reads a database of any version. */
export function readContent(file: string): DatabaseContent {
  return withDatabase(file, (connection) => ({
    devices: hasColumn(connection, "device", "id") ? connection.count("FROM device") : 0,
    mark: hasColumn(connection, "store_mark", "begun") ? readMark(connection) : undefined,
  }));
}

/** Folds the log into the file, so that the file needs no log. */
export function foldLog(file: string): void {
  new SqliteConnection(file, "write").close();
}

function withDatabase<Result>(file: string, read: (connection: SqliteConnection) => Result): Result {
  try {
    const connection = new SqliteConnection(file, "read");
    try {
      return read(connection);
    } finally {
      connection.close();
    }
  } catch (error) {
    throw isDamage(error) ? damaged(error, basename(file)) : storageError(error);
  }
}

function hasColumn(connection: SqliteConnection, table: string, column: string): boolean {
  return connection.get("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", table, column) !== undefined;
}
