// The contents of a copy of the entities, to check that it is complete: the number of rows in every table, and the
// mark.
import { DatabaseSync } from "node:sqlite";
import type { EntityMark } from "../../core/installation/store-marks.ts";
import { storageError } from "../sql/storage-errors.ts";

export interface EntityCounts {
  readonly mark: EntityMark;
  /** Number of rows by table name. */
  readonly rows: Readonly<Record<string, number>>;
}

/** The database must not be open elsewhere, and is not changed. Throws if it is damaged. */
export function countEntities(file: string): EntityCounts {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const tables = database
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
        .all()
        .map(({ name }) => String(name));
      const count = (table: string): number =>
        Number(database.prepare(`SELECT count(*) AS rows FROM "${table}"`).get()?.["rows"]);
      const mark = database
        .prepare(
          `SELECT installation, begun, generation,
             coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'series'), 0) AS series_max FROM store_mark`,
        )
        .get();
      return {
        mark: {
          installation: String(mark?.["installation"]),
          begun: Number(mark?.["begun"]),
          generation: Number(mark?.["generation"]),
          seriesMax: Number(mark?.["series_max"]),
        },
        rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
      };
    } finally {
      database.close();
    }
  } catch (error) {
    throw storageError(error);
  }
}

/** The first damage that SQLite finds in the file, in its words; undefined if there is none. */
export function findDamage(file: string): string | undefined {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = String(database.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"]);
    return found === "ok" ? undefined : found;
  } finally {
    database.close();
  }
}
