// One SQLite connection with our common settings and a bounded cache of prepared statements. The driver is synchronous:
// a statement has finished when its call returns.
import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { storageError } from "../sql/storage-errors.ts";
import { LogCopy } from "./log-copy.ts";
import type { Dialect, RowSet, SetType, StoreConnection } from "../sql/store-connection.ts";
import type { ColumnValues } from "../sql/stores/stored-as.ts";

/**
 * Statements kept per connection; above this one that was not used lately is dropped and prepared again when needed.
 */
const STATEMENTS_MAX = 500;

/** How long a statement waits for a lock of another process (a backup tool), in milliseconds; then it fails as unavailable. */
const BUSY_TIMEOUT_MILLIS = 5_000;

/** The write-ahead log is folded into the file when it has this many pages of 4 KiB. */
const CHECKPOINT_BY_ITSELF = "PRAGMA wal_autocheckpoint = 4000;";

/** Page cache of one connection; behind it, the system's own cache holds the whole file if it fits. */
const PAGE_CACHE_KIBIBYTES = 8_192;

interface StatementEntry {
  readonly statement: StatementSync;
  /** Used since the last search for a statement to drop. */
  used: boolean;
}

const SQLITE: Dialect = {
  engine: "sqlite",
  begin: "BEGIN IMMEDIATE",
  beginAlone: "BEGIN IMMEDIATE",
  beginRead: "BEGIN",
  text: "TEXT",
  anyValue: "ANY",
  // SQLite reserves this number for applications, and our file leaves it at 0. Setting it writes a page of the log even
  // if it does not change.
  touch: "PRAGMA user_version = 0",
  // As every connection that writes is opened.
  about: "SELECT 'SQLite' AS name, sqlite_version() AS version, 'synchronous = FULL' AS sync, NULL AS lacks",
  inOrderOf: () => "",
  // With max(), the other columns come from the row with the maximum.
  ofGreatest: (column) => column,
  shortened: (column, chars) => `iif(typeof(${column}) = 'text', substr(${column}, 1, ${String(chars)}), ${column})`,
  lastNumber: (table) => `coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0)`,
  skipNumbers: (table) => [
    `DELETE FROM sqlite_sequence WHERE name = '${table}'`,
    `INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', ?)`,
  ],
};

export class SqliteConnection implements StoreConnection {
  readonly dialect = SQLITE;
  readonly isAborted = false;
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementEntry>();
  #logCopy: LogCopy | undefined;

  /** "write" creates the file if it is missing; "read" refuses every change. */
  constructor(file: string, mode: "read" | "write") {
    this.#file = file;
    try {
      this.#database = new DatabaseSync(file, {
        readOnly: mode === "read",
        timeout: BUSY_TIMEOUT_MILLIS,
        enableForeignKeyConstraints: true,
      });
      if (mode === "write")
        this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${CHECKPOINT_BY_ITSELF}`);
      this.#database.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${String(PAGE_CACHE_KIBIBYTES)};`);
    } catch (error) {
      throw storageError(error);
    }
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  define(name: string, run: (...args: readonly SQLOutputValue[]) => SQLInputValue): void {
    this.#database.function(name, { deterministic: true, varargs: true }, run);
  }

  temporaryTable(sql: string): void {
    this.#database.exec(sql);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** A statement that the caller keeps: for hot paths, which skip the cache. */
  prepare(sql: string): StatementSync {
    return this.#database.prepare(sql);
  }

  /**
   * The statement of this text, prepared once. It is shared, so the caller must finish with it before the next call.
   */
  cached(sql: string): { readonly statement: StatementSync } {
    const known = this.#statements.get(sql);
    if (known !== undefined) {
      known.used = true;
      return known;
    }
    const statement = this.#database.prepare(sql);
    const entry: StatementEntry = { statement, used: false };
    this.#statements.set(sql, entry);
    if (this.#statements.size > STATEMENTS_MAX) this.#forgetOne();
    return entry;
  }

  /** Works like a clock hand: a statement used since the last visit stays for another round. */
  #forgetOne(): void {
    for (const [sql, entry] of this.#statements) {
      this.#statements.delete(sql);
      if (!entry.used) return;
      entry.used = false;
      this.#statements.set(sql, entry);
    }
  }

  all(sql: string, ...parameters: SQLInputValue[]): Record<string, unknown>[] {
    return this.cached(sql).statement.all(...parameters);
  }

  get(sql: string, ...parameters: SQLInputValue[]): Record<string, unknown> | undefined {
    return this.cached(sql).statement.get(...parameters);
  }

  count(from: string, ...parameters: SQLInputValue[]): number {
    return Number(this.get(`SELECT count(*) AS n ${from}`, ...parameters)?.["n"]);
  }

  insert(table: string, row: ColumnValues): void {
    this.cached(insertInto(table, row)).statement.run(...Object.values(row));
  }

  insertAll(table: string, rows: readonly ColumnValues[], onConflict = ""): void {
    const [first] = rows;
    if (first === undefined) return;
    const { statement } = this.cached(`${insertInto(table, first)} ${onConflict}`);
    for (const row of rows) statement.run(...Object.values(row));
  }

  rowSet(types: Readonly<Record<string, SetType>>, rows: readonly ColumnValues[]): RowSet {
    const columns = Object.keys(types).map((column) => `value ->> '${column}' AS ${column}`);
    return { sql: `(SELECT ${columns.join(", ")} FROM json_each(?)) AS t`, parameters: [JSON.stringify(rows)] };
  }

  update(table: string, id: string, row: ColumnValues): void {
    const columns = Object.keys(row).map((column) => `${column} = ?`);
    this.run(`UPDATE ${table} SET ${columns.join(", ")} WHERE id = ?`, ...Object.values(row), id);
  }

  run(sql: string, ...parameters: SQLInputValue[]): number {
    return Number(this.cached(sql).statement.run(...parameters).changes);
  }

  reconnect(): void {
    // The file is the same.
  }

  copyLog(folder: string): "begun" | "continued" {
    const before = this.#logCopy;
    try {
      this.#logCopy ??= new LogCopy(this.#database, `${this.#file}-wal`, folder);
      this.#logCopy.take();
    } catch (error) {
      this.endLogCopy();
      throw storageError(error);
    }
    return before === undefined ? "begun" : "continued";
  }

  endLogCopy(): void {
    this.#logCopy = undefined;
    this.#database.exec(CHECKPOINT_BY_ITSELF);
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }
}

function insertInto(table: string, row: ColumnValues): string {
  const columns = Object.keys(row);
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
}
