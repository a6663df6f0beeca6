// One SQLite connection with our common settings and a bounded cache of prepared statements. The driver is synchronous:
// a statement has finished when its call returns.
import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { storageError } from "./sqlite-errors.ts";
import type { ColumnValues } from "./stored-as.ts";

/**
 * Statements kept per connection; above this one that was not used lately is dropped and prepared again when needed.
 */
const STATEMENTS_MAX = 500;

/** How long a statement waits for a lock of another process (a backup tool), in milliseconds; then it fails as unavailable. */
const BUSY_TIMEOUT_MILLIS = 5_000;

/** The write-ahead log is folded into the file when it has this many pages of 4 KiB. */
const CHECKPOINT_PAGES = 4_000;

/** Page cache of one connection; behind it, the system's own cache holds the whole file if it fits. */
const PAGE_CACHE_KIBIBYTES = 8_192;

export interface CachedStatement {
  readonly statement: StatementSync;
  /** Whether it returns rows: a SELECT, or a change with RETURNING. */
  readonly reads: boolean;
}

interface StatementEntry extends CachedStatement {
  /** Used since the last search for a statement to drop. */
  used: boolean;
}

export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementEntry>();

  /** "write" creates the file if it is missing; "read" refuses every change. */
  constructor(file: string, mode: "read" | "write") {
    try {
      this.#database = new DatabaseSync(file, {
        readOnly: mode === "read",
        timeout: BUSY_TIMEOUT_MILLIS,
        enableForeignKeyConstraints: true,
      });
      if (mode === "write")
        this.#database.exec(
          `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = ${String(CHECKPOINT_PAGES)};`,
        );
      this.#database.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${String(PAGE_CACHE_KIBIBYTES)};`);
    } catch (error) {
      throw storageError(error);
    }
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Defines an SQL function that statements may call. */
  define(name: string, run: (...args: readonly SQLOutputValue[]) => SQLInputValue): void {
    this.#database.function(name, { deterministic: true, varargs: true }, run);
  }

  /** Runs one or several statements without parameters. */
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
  cached(sql: string): CachedStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) {
      known.used = true;
      return known;
    }
    const statement = this.#database.prepare(sql);
    const entry: StatementEntry = { statement, reads: statement.columns().length > 0, used: false };
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

  /** Number of rows; `from` begins with FROM. */
  count(from: string, ...parameters: SQLInputValue[]): number {
    return Number(this.get(`SELECT count(*) AS n ${from}`, ...parameters)?.["n"]);
  }

  /** Inserts a row with these columns; returns its row number if the table has one. */
  insert(table: string, row: ColumnValues): number {
    const columns = Object.keys(row);
    const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
    const { lastInsertRowid } = this.cached(sql).statement.run(...Object.values(row));
    return Number(lastInsertRowid);
  }

  /** Updates these columns of the row with this id. */
  update(table: string, id: string, row: ColumnValues): void {
    const columns = Object.keys(row).map((column) => `${column} = ?`);
    this.run(`UPDATE ${table} SET ${columns.join(", ")} WHERE id = ?`, ...Object.values(row), id);
  }

  /** Returns the number of changed rows. */
  run(sql: string, ...parameters: SQLInputValue[]): number {
    return Number(this.cached(sql).statement.run(...parameters).changes);
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }
}
