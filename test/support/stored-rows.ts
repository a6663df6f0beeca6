// What the tables of a platform hold, for what no call of its API shows, or makes.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASE_FILE } from "../../src/adapters/sqlite/sqlite-database.ts";
import { isCluster } from "./start-platform.ts";

export type Row = Readonly<Record<string, unknown>>;

/** `folder` is the data folder; `$1` and so on stand for the parameters. */
export async function storedRows(folder: string, sql: string, ...parameters: readonly string[]): Promise<Row[]> {
  if (isCluster) return await (await import("./nodes.ts")).rowsOfCluster(folder, sql, parameters);
  const database = new DatabaseSync(join(folder, DATABASE_FILE));
  try {
    return database
      .prepare(sql)
      .all(Object.fromEntries(parameters.map((value, index) => [String(index + 1), value])))
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

/** The names of all tables with the columns of their keys, which are none where rows have none. */
export async function storedTables(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await storedRows(folder, isCluster ? TABLES_OF_POSTGRESQL : TABLES_OF_SQLITE);
  const tables = Map.groupBy(rows, (row) => String(row["name"]));
  return new Map(
    [...tables].map(([name, keys]) => [name, keys.flatMap(({ key }) => (typeof key === "string" ? [key] : []))]),
  );
}

const TABLES_OF_SQLITE = `
  SELECT t.name, k.name AS key
  FROM sqlite_schema t LEFT JOIN pragma_table_info(t.name) k ON k.pk > 0
  WHERE t.type = 'table' ORDER BY t.name, k.pk`;

const TABLES_OF_POSTGRESQL = `
  SELECT t.table_name AS name, k.column_name AS key
  FROM information_schema.tables t
  LEFT JOIN information_schema.table_constraints c
    ON c.table_schema = t.table_schema AND c.table_name = t.table_name AND c.constraint_type = 'PRIMARY KEY'
  LEFT JOIN information_schema.key_column_usage k
    ON k.constraint_schema = c.constraint_schema AND k.constraint_name = c.constraint_name AND k.table_name = c.table_name
  WHERE t.table_schema = 'bridgehead' AND t.table_type = 'BASE TABLE'
  ORDER BY t.table_name, k.ordinal_position`;
