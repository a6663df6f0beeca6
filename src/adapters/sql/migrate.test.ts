import { expect, test } from "vitest";
import { DomainError } from "../../core/errors.ts";
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

test("whether others can go on is asked before anything runs, and before each commit, for all that is missing", () => {
  const connection = new SqliteConnection(":memory:", "write");
  const steps = [
    step(1, "CREATE TABLE a (x)"),
    { ...step(2, "CREATE TABLE b (x)"), needs: 1 },
    step(3, "CREATE TABLE c (x)"),
  ];
  migrate(connection, steps.slice(0, 1), 0);
  const asked: unknown[] = [];
  const requireOthers = (needs: number): void => {
    asked.push([needs, connection.inTransaction, tables(connection)]);
  };
  migrate(connection, steps.slice(0, 2), 0, { requireOthers });
  expect(asked.splice(0)).toEqual([
    [1, true, ["a"]],
    [1, true, ["a", "b"]],
  ]);
  migrate(connection, steps, 0, { requireOthers });
  expect(asked.splice(0)).toEqual([
    [3, true, ["a", "b"]],
    [3, true, ["a", "b", "c"]],
  ]);
  migrate(connection, steps, 0, { requireOthers });
  expect(asked).toEqual([]);
  connection.close();
});

test("a commit that others cannot bear leaves nothing, and is refused in their words", () => {
  const connection = new SqliteConnection(":memory:", "write");
  let questions = 0;
  const requireOthers = (): void => {
    if (++questions === 2) throw new DomainError("conflict", "others cannot go on");
  };
  expect(() => migrate(connection, [step(1, "CREATE TABLE a (x)")], 0, { requireOthers })).toThrow(
    "others cannot go on",
  );
  expect(tables(connection)).toEqual([]);
  connection.close();
});

test("the migrations of this version have numbers of their own, and run on an empty database", () => {
  const numbers = migrations.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const { needs = 0, number } of migrations) {
    expect(needs).toBeLessThan(number);
    if (needs > 0) expect(numbers).toContain(needs);
  }
  const connection = new SqliteConnection(":memory:", "write");
  expect(migrate(connection, migrations, 0)).toEqual([...numbers].sort((a, b) => a - b));
  connection.close();
});
