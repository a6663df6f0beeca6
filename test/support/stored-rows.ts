// What the tables of a platform hold, for what no call of its API shows.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASE_FILE } from "../../src/adapters/sqlite/sqlite-database.ts";
import { isCluster } from "./start-platform.ts";

export type Row = Readonly<Record<string, unknown>>;

/** `folder` is the data folder; `$1` and so on stand for the parameters. */
export async function storedRows(folder: string, sql: string, ...parameters: readonly string[]): Promise<Row[]> {
  if (isCluster) return await (await import("./nodes.ts")).rowsOfCluster(folder, sql, parameters);
  const database = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all(Object.fromEntries(parameters.map((value, index) => [String(index + 1), value])))
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}
