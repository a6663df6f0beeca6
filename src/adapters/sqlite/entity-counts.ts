// What a copy of the entities holds, by which it is told whether it is whole: rows of every table, and the mark.
import { DatabaseSync } from "node:sqlite";
import type { EntityMark } from "../../core/installation/store-marks.ts";
import { storageError } from "./sqlite-errors.ts";

export interface EntityCounts {
  readonly mark: EntityMark;
  /** Rows by the name of their table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** The database is open nowhere else, and is not changed. Throws where it is damaged. */
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

/** What SQLite finds wrong with the file, in its words; undefined where it finds nothing. */
export function findDamage(file: string): string | undefined {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = String(database.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"]);
    return found === "ok" ? undefined : found;
  } finally {
    database.close();
  }
}
