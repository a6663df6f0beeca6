// What stores need of a connection, and the few places where the SQL of SQLite and of PostgreSQL differs. Stores are
// written once, for a driver that answers when its call returns.
import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import type { ColumnValues } from "./stores/stored-as.ts";

export type Parameter = SQLInputValue;
export type NamedParameters = Readonly<Record<string, Parameter>>;
export type ResultRow = Record<string, unknown>;

/** Parameters are given in the order of `?` or `?1`, or by the names of `:name`. */
export interface Statement {
  run(...parameters: Parameter[]): { readonly changes: number | bigint };
  run(named: NamedParameters): { readonly changes: number | bigint };
  get(...parameters: Parameter[]): ResultRow | undefined;
  all(...parameters: Parameter[]): ResultRow[];
  all(named: NamedParameters): ResultRow[];
  /** Row by row: what is not asked for is never in memory as a whole. */
  iterate(...parameters: Parameter[]): Iterable<ResultRow>;
  iterate(named: NamedParameters): Iterable<ResultRow>;
  setReturnArrays(enabled: boolean): void;
  setAllowUnknownNamedParameters(enabled: boolean): void;
}

export interface CachedStatement {
  readonly statement: Statement;
}

export type SetType = "bigint" | "text" | "value";

export interface RowSet {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

export interface StoreConnection {
  readonly dialect: Dialect;
  readonly inTransaction: boolean;
  /** A statement of the transaction has failed, so that nothing but rolling back is possible; never with SQLite. */
  readonly isAborted: boolean;
  /** Defines an SQL function that statements of SQLite may call. */
  define(name: string, run: (...args: readonly SQLOutputValue[]) => SQLInputValue): void;
  /** Makes a table that lives as long as the connection. Its rows go with the transaction that wrote them. */
  temporaryTable(sql: string): void;
  /** Runs one or several statements without parameters. */
  exec(sql: string): void;
  prepare(sql: string): Statement;
  cached(sql: string): CachedStatement;
  all(sql: string, ...parameters: Parameter[]): ResultRow[];
  get(sql: string, ...parameters: Parameter[]): ResultRow | undefined;
  /** Number of rows; `from` begins with FROM. */
  count(from: string, ...parameters: Parameter[]): number;
  insert(table: string, row: ColumnValues): void;
  /** Inserts rows of the same columns, in their order. `onConflict` begins with ON CONFLICT. */
  insertAll(table: string, rows: readonly ColumnValues[], onConflict?: string): void;
  /** Rows as a table of a statement, `t`, with columns of these types. Its parameters stand where its text stands. */
  rowSet(types: Readonly<Record<string, SetType>>, rows: readonly ColumnValues[]): RowSet;
  /** Updates these columns of the row with this id. */
  update(table: string, id: string, row: ColumnValues): void;
  /** Returns the number of changed rows. */
  run(sql: string, ...parameters: Parameter[]): number;
  /** What comes next finds a connection that remembers nothing; for SQLite, this one. */
  reconnect(): void;
  /**
   * Copies what its log has gained since the last call into files of the folder (`log-copy.ts`). "begun": the folder was
   * emptied, and the copy begins with the present log. Absent if there is no such log.
   */
  copyLog?(folder: string): "begun" | "continued";
  endLogCopy?(): void;
  close(): void;
}

/**
 * The SQL that an engine writes in its own way. Texts of stores are SQLite's otherwise; `postgres/to-postgres.ts`
 * rewrites what is only spelled differently.
 */
export interface Dialect {
  readonly engine: "sqlite" | "postgres";
  /** Begins a transaction that writes. */
  readonly begin: string;
  /** Begins one during which no other transaction that writes runs: each waits for the other. */
  readonly beginAlone: string;
  /** Begins a transaction that sees one state. */
  readonly beginRead: string;
  /** The type of a column with texts, which are compared by their bytes. */
  readonly text: string;
  /** The type of a column with numbers and texts. */
  readonly anyValue: string;
  /** A statement that leaves everything as it is, and whose commit is synced. */
  readonly touch: string;
  /**
   * A row with the engine's `name`, its `version`, `sync` with the setting by which it syncs commits, and `lacks` with why it
   * could lose one, which is null if it could not.
   */
  readonly about: string;
  /** Orders rows as the outer table of a CROSS JOIN gives them, which SQLite does by itself. */
  inOrderOf(column: string): string;
  /** The value of a column in the row of a group whose `by` is greatest. */
  ofGreatest(column: string, by: string): string;
  /** At most so many characters of a text; other values as they are. */
  shortened(column: string, chars: number): string;
  /** The greatest number that the sequence of `table.number` has given. */
  lastNumber(table: string): string;
  /** Makes numbers up to `?1` count as given. */
  skipNumbers(table: string): readonly string[];
}

/** An error of an engine, by what it means. Errors of SQLite are examined as they are: see `storage-errors.ts`. */
export class StatementError extends Error {
  override readonly name = "StatementError";
  /** `outdated`: the database is no longer one that this program may use. */
  readonly fault: "unique" | "foreign-key" | "conflict" | "storage" | "outdated" | "raised" | "other";
  /** For `unique`, the columns as SQLite names them. */
  readonly columns: string | undefined;
  /** For `raised`, what a function of ours said. */
  readonly detail: string | undefined;

  constructor(
    message: string,
    fault: StatementError["fault"],
    {
      columns,
      detail,
      cause,
    }: { readonly columns?: string | undefined; readonly detail?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.fault = fault;
    this.columns = columns;
    this.detail = detail;
  }
}
