// Copies all tables from one database into another of the same schema, page by page: each transaction of the target has rows,
// and how far it is. Meanwhile nobody else changes either of them, and the target's triggers are off.
import { DomainError } from "../../core/errors.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import type { Parameter, ResultRow, StoreConnection } from "./store-connection.ts";
import type { ColumnValues } from "./stores/stored-as.ts";

export interface TableForm {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that order its rows, and that no two rows share; empty for a table of one row. */
  readonly key: readonly string[];
  /** Whether SQLite remembers the greatest number that it ever gave. */
  readonly hasSequence: boolean;
}

export interface TableCopy {
  readonly from: StoreConnection;
  readonly to: StoreConnection;
  /** Those before which no other refers to them. */
  readonly tables: readonly TableForm[];
  /** The row as the target gets it; undefined: not at all. */
  readonly change: (table: string, row: ResultRow) => ResultRow | undefined;
}

export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
  /** Not copied. */
  readonly ended: number;
}

/** A transaction has at most so many rows, or ends with the row that makes it as large. */
const ROWS_MAX = 10_000;
const BYTES_MAX = 4_194_304;
const ROW_BYTES = 64;

/** How far a copy is, in the target. */
export const PROGRESS_TABLE = "copied_table";
const MAKE_PROGRESS = `CREATE TABLE ${PROGRESS_TABLE} (name text PRIMARY KEY, copied bigint NOT NULL, ended bigint NOT NULL, after text)`;

/** Runs inside a transaction of the target, which has nothing but what its schema begins with. */
export function beginCopy({ to, tables }: Pick<TableCopy, "to" | "tables">): void {
  to.exec(MAKE_PROGRESS);
  for (const { name } of tables.toReversed()) to.run(`DELETE FROM ${name}`);
}

/** Goes on where an earlier try has stopped. Calls `between` after each transaction, with what the table then has. */
export async function copyTables(copy: TableCopy, between: (done: CopiedTable) => void): Promise<void> {
  for (const table of copy.tables) {
    const found = copy.to.get(`SELECT copied, ended, after FROM ${PROGRESS_TABLE} WHERE name = ?`, table.name);
    let after = typeof found?.["after"] === "string" ? (parseNamed(found["after"]) as Parameter[]) : undefined;
    const done = { rows: Number(found?.["copied"] ?? 0), ended: Number(found?.["ended"] ?? 0) };
    if (found !== undefined && after === undefined) continue;
    do {
      const page = readPage(copy.from, table, after);
      const rows = page.rows.map((row) => copy.change(table.name, row)).filter((row) => row !== undefined);
      done.rows += rows.length;
      done.ended += page.rows.length - rows.length;
      after = page.isLast ? undefined : page.rows.slice(-1).flatMap((row) => keyOf(table, row));
      inTransaction(copy.to, () => {
        copy.to.insertAll(
          table.name,
          rows.map((row) => columnsOf(table, row)),
        );
        copy.to.run(
          `INSERT INTO ${PROGRESS_TABLE} (name, copied, ended, after) VALUES (?, ?, ?, ?) ON CONFLICT (name)
           DO UPDATE SET copied = excluded.copied, ended = excluded.ended, after = excluded.after`,
          table.name,
          done.rows,
          done.ended,
          after === undefined ? null : JSON.stringify(after),
        );
      });
      between({ name: table.name, ...done });
      await nextTurn();
    } while (after !== undefined);
  }
}

function readPage(
  from: StoreConnection,
  { name, columns, key }: TableForm,
  after: readonly Parameter[] | undefined,
): { readonly rows: readonly ResultRow[]; readonly isLast: boolean } {
  const behind = after === undefined ? "" : `WHERE (${key.join(", ")}) > (${key.map(() => "?").join(", ")})`;
  const order = key.length === 0 ? "" : `ORDER BY ${key.join(", ")}`;
  const sql = `SELECT ${columns.join(", ")} FROM ${name} ${behind} ${order} LIMIT ${String(ROWS_MAX)}`;
  const rows: ResultRow[] = [];
  let bytes = 0;
  for (const row of from.cached(sql).statement.iterate(...(after ?? []))) {
    rows.push(row);
    bytes += bytesOf(row);
    if (bytes >= BYTES_MAX) break;
  }
  return { rows, isLast: key.length === 0 || (rows.length < ROWS_MAX && bytes < BYTES_MAX) };
}

function bytesOf(row: ResultRow): number {
  let bytes = ROW_BYTES;
  for (const value of Object.values(row))
    if (typeof value === "string" || value instanceof Uint8Array) bytes += value.length;
  return bytes;
}

function keyOf({ key }: TableForm, row: ResultRow): Parameter[] {
  return key.map((column) => row[column] as Parameter);
}

function columnsOf({ columns }: TableForm, row: ResultRow): ColumnValues {
  return Object.fromEntries(columns.map((column) => [column, row[column] as Parameter]));
}

/** Counts the rows of every table on both sides, and returns those that have some. Throws `unavailable` if they differ. */
export function verifyCopy({ from, to, tables }: TableCopy): readonly CopiedTable[] {
  return tables.flatMap(({ name }) => {
    const ended = Number(to.get(`SELECT ended FROM ${PROGRESS_TABLE} WHERE name = ?`, name)?.["ended"] ?? 0);
    const [here, there] = [from.count(`FROM ${name}`), to.count(`FROM ${name}`)];
    if (here !== there + ended)
      throw new DomainError(
        "unavailable",
        `the table ${name} has ${String(here)} rows where it was copied from, and ${String(there)} where it was copied to`,
      );
    return here === 0 ? [] : [{ name, rows: there, ended }];
  });
}

/** Runs inside a transaction of the target. New rows then get numbers that no row has ever had. */
export function endCopy({ from, to, tables }: TableCopy): void {
  for (const { name, key, hasSequence } of tables) {
    if (key.length !== 1 || key[0] !== "number") continue;
    if (to.dialect.engine === "sqlite" && !hasSequence) continue;
    const last = from.get(
      `SELECT ${from.dialect.lastNumber(name)} AS given, (SELECT coalesce(max(number), 0) FROM ${name}) AS greatest`,
    );
    const number = Math.max(Number(last?.["given"]), Number(last?.["greatest"]));
    if (number === 0) continue;
    for (const sql of to.dialect.skipNumbers(name)) to.all(sql, ...(sql.includes("?") ? [number] : []));
  }
  to.exec(`DROP TABLE ${PROGRESS_TABLE}`);
}

export function inTransaction(connection: StoreConnection, work: () => void): void {
  connection.exec(connection.dialect.begin);
  try {
    work();
    connection.exec("COMMIT");
  } catch (error) {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}
