// The tables of a database of this version, in an order in which each comes behind those that it refers to.
import { PROGRESS_TABLE, type TableForm } from "../sql/copy-tables.ts";
import type { StoreConnection } from "../sql/store-connection.ts";

/** Of the database itself. */
const OWN = ["migration", PROGRESS_TABLE];

export function tableForms(connection: StoreConnection): readonly TableForm[] {
  const names = textsOf(
    connection,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  ).filter((name) => !OWN.includes(name));
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const other of textsOf(connection, 'SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)', name))
      if (other !== name) add(other);
    ordered.add(name);
  };
  names.forEach(add);
  return [...ordered].map((name) => formOf(connection, name));
}

function formOf(connection: StoreConnection, name: string): TableForm {
  const columns = textsOf(connection, "SELECT name FROM pragma_table_info(?) ORDER BY cid", name);
  const primary = textsOf(connection, "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", name);
  const [unique] = textsOf(
    connection,
    `SELECT name FROM pragma_index_list(?) WHERE "unique" = 1 AND partial = 0 ORDER BY seq`,
    name,
  );
  const key =
    primary.length > 0 || unique === undefined
      ? primary
      : textsOf(connection, "SELECT name FROM pragma_index_info(?) ORDER BY seqno", unique);
  const hasSequence =
    connection.get("SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'", name) !== undefined;
  return { name, columns, key, hasSequence };
}

function textsOf(connection: StoreConnection, sql: string, ...parameters: readonly string[]): readonly string[] {
  return connection.all(sql, ...parameters).map((row) => String(Object.values(row)[0]));
}
