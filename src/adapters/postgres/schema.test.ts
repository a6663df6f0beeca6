// The baseline of PostgreSQL against what the migrations of SQLite make.
import { afterAll, beforeAll, expect, test } from "vitest";
import { scratchPostgres } from "../../../test/support/scratch-postgres.ts";
import { scratchSqlite } from "../../../test/support/scratch-sqlite.ts";
import type { ScratchStores } from "../../../test/support/scratch-stores.ts";
import type { ResultRow, StoreConnection } from "../sql/store-connection.ts";

let scratches: ScratchStores[];
let sqlite: StoreConnection;
let postgres: StoreConnection;

beforeAll(async () => {
  scratches = [await scratchSqlite(), await scratchPostgres()];
  const connections = scratches.map((scratch) => scratch.connect());
  [sqlite, postgres] = [connections[0] ?? fail(), connections[1] ?? fail()];
});
afterAll(async () => {
  for (const connection of [sqlite, postgres]) connection.close();
  for (const scratch of scratches) await scratch.remove();
});

function fail(): never {
  throw new Error("there are two engines");
}

const plain = (rows: readonly ResultRow[]): string[] =>
  rows.map((row) => Object.values(row).map(String).join(" ")).sort();

test("both have the same tables and columns, of the same types, that may be null or not", () => {
  const ofSqlite = sqlite.all(
    `SELECT t.name, c.name AS column_name, lower(c.type) AS type, c."notnull" OR c.pk > 0 AS required
     FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
  );
  const ofPostgres = postgres.all(
    `SELECT table_name, column_name, CASE data_type WHEN 'bigint' THEN 'integer' WHEN 'bytea' THEN 'blob'
       WHEN 'jsonb' THEN 'any' WHEN 'double precision' THEN 'real' ELSE data_type END AS type,
       CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END AS required
     FROM information_schema.columns WHERE table_schema = 'bridgehead'
       -- A data folder has one process, which need not say what it knows.
       AND (table_name, column_name) <> ('migration', 'needs')`,
  );
  expect(plain(ofPostgres)).toEqual(plain(ofSqlite));
});

test("texts of all columns are compared by their bytes", () => {
  const others = postgres.all(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'bridgehead' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'
       AND table_name <> 'migration'`,
  );
  expect(others).toEqual([]);
});

test("both have the same unique keys and foreign keys", () => {
  const keys = sqlite.all(
    `SELECT t.name, (SELECT group_concat(c.name, ',' ORDER BY c.seqno) FROM pragma_index_info(i.name) c) AS columns, i.partial
     FROM sqlite_schema t JOIN pragma_index_list(t.name) i WHERE t.type = 'table' AND i."unique" = 1
     UNION SELECT t.name, c.name, 0 FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.pk = 1 AND c.type = 'INTEGER' AND t.name NOT LIKE 'sqlite_%'
         AND (SELECT count(*) FROM pragma_table_info(t.name) WHERE pk > 0) = 1`,
  );
  const ofPostgres = postgres.all(
    `SELECT t.relname, string_agg(a.attname, ',' ORDER BY k.place) AS columns,
       CASE WHEN x.indpred IS NULL THEN 0 ELSE 1 END AS partial
     FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid
     JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY k (number, place) ON TRUE
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
     WHERE x.indisunique AND t.relnamespace = 'bridgehead'::regnamespace GROUP BY x.indexrelid, t.relname, x.indpred`,
  );
  expect(plain(ofPostgres)).toEqual(plain(keys));

  const references = sqlite.all(
    `SELECT t.name, f."from", f."table", f."to", f.on_delete
     FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
  );
  const referencesOfPostgres = postgres.all(
    `SELECT t.relname, a.attname, r.relname AS target, b.attname AS target_column,
       CASE c.confdeltype WHEN 'c' THEN 'CASCADE' ELSE 'NO ACTION' END AS on_delete
     FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class r ON r.oid = c.confrelid
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
     JOIN pg_attribute b ON b.attrelid = r.oid AND b.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND t.relnamespace = 'bridgehead'::regnamespace`,
  );
  expect(plain(referencesOfPostgres)).toEqual(plain(references));
});

/** Those of SQLite that only hold more columns, to be read instead of the rows; PostgreSQL's own order serves for it. */
const ONLY_COVERING = new Set(["device_in_order_of_name"]);

test("both have the same indexes by name", () => {
  const ofSqlite = sqlite.all("SELECT name FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE 'sqlite_%'");
  const ofPostgres = postgres.all(
    `SELECT i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
     WHERE i.relnamespace = 'bridgehead'::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.oid)`,
  );
  expect(plain(ofPostgres)).toEqual(plain(ofSqlite).filter((name) => !ONLY_COVERING.has(name)));
});
