import { expect, test } from "vitest";
import { SqliteConnection } from "../sqlite/connection.ts";
import { migrate, NewerDatabaseError } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { Migration } from "./migrations/migration.ts";

const step = (number: number, sql: string): Migration => ({
  number,
  name: `step ${String(number)}`,
  up: (connection) => {
    connection.exec(sql);
  },
});
const tables = (connection: SqliteConnection): unknown[] =>
  connection
    .all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migration' ORDER BY name")
    .map((row) => row["name"]);

test("missing migrations run once, in order of number, and are recorded", () => {
  const connection = new SqliteConnection(":memory:", "write");
  const second = step(2, "CREATE TABLE b AS SELECT * FROM a");
  const first = step(1, "CREATE TABLE a (x)");
  expect(migrate(connection, [second, first], 5)).toEqual([1, 2]);
  expect(migrate(connection, [second, first], 6)).toEqual([]);
  expect(migrate(connection, [second, first, step(3, "CREATE TABLE c (x)")], 7)).toEqual([3]);
  expect(tables(connection)).toEqual(["a", "b", "c"]);
  expect(connection.all("SELECT number, applied_at FROM migration").map((row) => row["applied_at"])).toEqual([5, 5, 7]);
  connection.close();
});

test("a migration that fails leaves nothing of itself, and what came before it stays", () => {
  const connection = new SqliteConnection(":memory:", "write");
  const broken = step(2, "CREATE TABLE b (x); CREATE TABLE a (x)");
  expect(() => migrate(connection, [step(1, "CREATE TABLE a (x)"), broken], 0)).toThrow(
    /migration 2 \(step 2\) failed/,
  );
  expect(tables(connection)).toEqual(["a"]);
  expect(connection.inTransaction).toBe(false);
  connection.close();
});

test("a database with a migration that is not known is refused before anything runs", () => {
  const connection = new SqliteConnection(":memory:", "write");
  migrate(connection, [step(9, "CREATE TABLE later (x)")], 0);
  expect(() => migrate(connection, [step(1, "CREATE TABLE a (x)")], 0)).toThrow(NewerDatabaseError);
  expect(tables(connection)).toEqual(["later"]);
  connection.close();
});

test("the migrations of this version have numbers of their own, and run on an empty database", () => {
  const numbers = migrations.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  const connection = new SqliteConnection(":memory:", "write");
  expect(migrate(connection, migrations, 0)).toEqual([...numbers].sort((a, b) => a - b));
  connection.close();
});
