import { afterEach, beforeEach, expect, test } from "vitest";
import { SqliteConnection } from "./connection.ts";

let connection: SqliteConnection;

beforeEach(() => {
  connection = new SqliteConnection(":memory:", "write");
  connection.exec("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, bytes BLOB) STRICT");
});
afterEach(() => {
  connection.close();
});

test("values of every kind go in and come out", () => {
  const bytes = new Uint8Array([0, 1, 255]);
  connection.insert("thing", { id: 1, name: "pä\0💡", bytes });
  connection.insert("thing", { id: 2, name: null, bytes: null });
  expect(connection.all("SELECT * FROM thing ORDER BY id").map((row) => ({ ...row }))).toEqual([
    { id: 1, name: "pä\0💡", bytes },
    { id: 2, name: null, bytes: null },
  ]);
});

test("a change tells how many rows it changed", () => {
  connection.insert("thing", { id: 1 });
  connection.insert("thing", { id: 2 });
  expect(connection.run("UPDATE thing SET name = 'a'")).toBe(2);
  connection.update("thing", "1", { name: "b" });
  expect(connection.all("DELETE FROM thing WHERE name = 'b' RETURNING id").map(({ id }) => id)).toEqual([1]);
});

test("what SQLite cannot store is refused instead of being changed", () => {
  for (const value of [undefined, Symbol("s")])
    expect(() => connection.get("SELECT ?", value as never)).toThrow(TypeError);
});

test("statements beyond the bound are prepared again, those in use stay", () => {
  const wanted = connection.cached("SELECT 'wanted'").statement;
  for (let index = 0; index < 2_000; index++) {
    connection.cached(`SELECT ${String(index)}`);
    expect(connection.cached("SELECT 'wanted'").statement).toBe(wanted);
  }
  expect(connection.get("SELECT 7 AS n")).toEqual({ n: 7 });
});
