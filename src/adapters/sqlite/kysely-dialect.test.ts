import { Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SqliteConnection } from "./connection.ts";
import { NodeSqliteDialect } from "./kysely-dialect.ts";

interface Tables {
  thing: { id: number; name: string | null; flag: boolean | number; bytes: Uint8Array | null };
}

let connection: SqliteConnection;
let db: Kysely<Tables>;

beforeEach(() => {
  connection = new SqliteConnection(":memory:", "write");
  connection.exec("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, flag INTEGER NOT NULL, bytes BLOB) STRICT");
  db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(connection) });
});
afterEach(() => {
  connection.close();
});

test("values of every kind go in and come out, booleans as 0 and 1", async () => {
  const bytes = new Uint8Array([0, 1, 255]);
  await db.insertInto("thing").values({ id: 1, name: "pä\0💡", flag: true, bytes }).execute();
  await db.insertInto("thing").values({ id: 2, name: null, flag: false, bytes: null }).execute();
  const rows = await db.selectFrom("thing").selectAll().orderBy("id").execute();
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { id: 1, name: "pä\0💡", flag: 1, bytes },
    { id: 2, name: null, flag: 0, bytes: null },
  ]);
});

test("a change tells how many rows it changed, and gives them with RETURNING", async () => {
  const inserted = await db
    .insertInto("thing")
    .values([
      { id: 1, name: "a", flag: 0, bytes: null },
      { id: 2, name: "b", flag: 0, bytes: null },
    ])
    .executeTakeFirst();
  expect(inserted.numInsertedOrUpdatedRows).toBe(2n);
  expect((await db.updateTable("thing").set({ flag: 1 }).executeTakeFirst()).numUpdatedRows).toBe(2n);
  const deleted = await db.deleteFrom("thing").where("id", "=", 1).returning("name").execute();
  expect(deleted.map(({ name }) => name)).toEqual(["a"]);
});

test("what SQLite cannot store is refused instead of being changed", async () => {
  for (const value of [undefined, {}, new Date(), Symbol("s")])
    await expect(sql`SELECT ${value}`.execute(db)).rejects.toThrow(TypeError);
});

test("a transaction of its own is refused: the writer's batch is one", async () => {
  await expect(db.transaction().execute(() => Promise.resolve())).rejects.toThrow(/transaction already/);
});

test("statements beyond the bound are prepared again, those in use stay", () => {
  const wanted = connection.cached("SELECT 'wanted'").statement;
  for (let index = 0; index < 2_000; index++) {
    connection.cached(`SELECT ${String(index)}`);
    expect(connection.cached("SELECT 'wanted'").statement).toBe(wanted);
  }
  expect(connection.get("SELECT 7 AS n")).toEqual({ n: 7 });
});
