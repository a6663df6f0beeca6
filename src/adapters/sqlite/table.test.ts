import { afterEach, beforeEach, expect, test } from "vitest";
import { SqliteConnection } from "./connection.ts";
import { Table } from "./table.ts";

const THING = new Table("thing", "id displayName isNew bytes createdTime=created_at", "searchText");
const COLUMNS =
  "id TEXT PRIMARY KEY, display_name TEXT, is_new INTEGER NOT NULL, bytes BLOB, created_at INTEGER, search_text TEXT";

let connection: SqliteConnection;

beforeEach(() => {
  connection = new SqliteConnection(":memory:", "write");
  connection.exec(`CREATE TABLE thing (${COLUMNS}) STRICT`);
});
afterEach(() => {
  connection.close();
});

const bytes = new Uint8Array([0, 1, 255]);
const cells = { id: "1", displayName: "pä\0💡", isNew: true, bytes, createdTime: 7, searchText: "pä" };

test("values of every kind go in and come out under the names of the members, booleans as 0 and 1", () => {
  THING.insert(connection, cells);
  THING.insert(connection, { ...cells, id: "2", displayName: null, isNew: false, bytes: null });

  const { searchText: _searchText, ...read } = cells;
  expect(connection.all(`SELECT ${THING.columns} FROM thing ORDER BY id`).map((row) => ({ ...row }))).toEqual([
    { ...read, isNew: 1 },
    { ...read, id: "2", displayName: null, isNew: 0, bytes: null },
  ]);
});

test("an update changes the given cells of one row, and what is no column is left out", () => {
  THING.insert(connection, cells);
  THING.insert(connection, { ...cells, id: "2" });
  const change = { displayName: "new", searchText: "new", other: 5 };
  THING.update(connection, "2", change);

  const rows = connection.all("SELECT display_name, is_new, search_text FROM thing ORDER BY id");
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["pä\0💡", 1, "pä"],
    ["new", 1, "new"],
  ]);
});

test("what SQLite cannot store is refused instead of being changed", () => {
  const insert = (displayName: unknown): void => {
    THING.insert(connection, { ...cells, displayName: displayName as string });
  };
  for (const value of [undefined, {}, new Date(), Symbol("s")])
    expect(() => {
      insert(value);
    }).toThrow(TypeError);
});

test("statements beyond the bound are prepared again, those in use stay", () => {
  const wanted = connection.cached("SELECT 'wanted'");
  for (let index = 0; index < 2_000; index++) {
    connection.cached(`SELECT ${String(index)}`);
    expect(connection.cached("SELECT 'wanted'")).toBe(wanted);
  }
  expect(connection.get("SELECT 7 AS n")).toEqual({ n: 7 });
});
