// All tables move into PostgreSQL and back without a change, in pages, and a copy that was cut off goes on.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formerVersions, unpackFormerFolder } from "../../../test/support/former-folder.ts";
import { sharedPostgres } from "../../../test/support/postgres-server.ts";
import { scratchFolder } from "../../../test/support/scratch-sqlite.ts";
import { copyTables, endCopy, inTransaction, verifyCopy, type TableCopy } from "../sql/copy-tables.ts";
import { migrate } from "../sql/migrate.ts";
import { migrations } from "../sql/migrations/index.ts";
import type { ResultRow, StoreConnection } from "../sql/store-connection.ts";
import { SqliteConnection } from "../sqlite/connection.ts";
import { openFilled, restoreTriggers } from "../sqlite/filled-database.ts";
import { tableForms } from "../sqlite/table-forms.ts";
import { MovingDatabase } from "./moving-database.ts";
import type { Moving } from "./moving.ts";

/** More than one page of them. */
const SERIES = 12_000;
const MOVING: Moving = { kind: "import", id: "a", installation: "b", generation: 1, sealed: new Uint8Array([1]) };
const unchanged = (_table: string, row: ResultRow): ResultRow => row;

/** With something of everything, and what the engines store in different ways. */
async function original(folder: string): Promise<SqliteConnection> {
  await unpackFormerFolder(formerVersions.at(-1) ?? "", folder);
  const connection = new SqliteConnection(join(folder, "bridgehead.sqlite"), "write");
  migrate(connection, migrations, 0);
  const owner = Number(connection.get("SELECT min(number) AS number FROM attribute_owner")?.["number"]);
  const values = ["\u0000\u0001", "ü\ufeff\u{1f600}", '{"a": [1, null]}', "9007199254740993", 0.1, 5, 1e300, 1e21];
  for (const [index, value] of values.entries())
    connection.insert("attribute", {
      owner,
      scope: 0,
      key: `odd \u0000 ${String(index)}`,
      kind: typeof value === "number" ? 0 : 2,
      value,
      last_update_ts: -1,
    });
  connection.exec(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(SERIES)})
     INSERT INTO series (owner_id, key) SELECT 'nobody', i FROM n; DELETE FROM series WHERE number = (SELECT max(number) FROM series)`,
  );
  const customer = connection.get("SELECT id, tenant_id FROM customer LIMIT 1") ?? {};
  const [id, configuration] = ["01a22046-5edc-723d-abe4-8d7c1dc2b0ac", '{"b":"\\u0000","a":9007199254740993}'];
  connection.insert("dashboard", {
    id,
    tenant_id: String(customer["tenant_id"]),
    created_at: 1,
    title: "Boiler \u0000 room",
    mobile_hide: 0,
    search_text: "",
    version: 1,
    configuration,
  });
  connection.insert("dashboard_customer", { dashboard_id: id, customer_id: String(customer["id"]) });
  connection.insert("dashboard_revision", {
    dashboard_id: id,
    revision: 1,
    saved_at: 1,
    saved_by: "somebody",
    title: "Boiler room",
    configuration,
  });
  return connection;
}

function everything(connection: StoreConnection): Readonly<Record<string, readonly ResultRow[]>> {
  const tables = tableForms(connection).map(({ name, key }) => [
    name,
    connection.all(`SELECT * FROM ${name} ${key.length === 0 ? "" : `ORDER BY ${key.join(", ")}`}`),
  ]);
  const others = {
    numbers: connection.all("SELECT name, seq FROM sqlite_sequence WHERE seq > 0 ORDER BY name"),
    schema: connection.all("SELECT type, name, sql FROM sqlite_schema ORDER BY name"),
  };
  return { ...(Object.fromEntries(tables) as Record<string, ResultRow[]>), ...others };
}

/** Cuts it off after a few transactions, again and again, and lets it end at last. */
async function copyWithCuts(copy: TableCopy): Promise<void> {
  for (let transactions = 3; ; transactions += 7) {
    let left = transactions;
    try {
      await copyTables(copy, () => {
        if (--left === 0) throw new Error("cut off");
      });
      return;
    } catch (error) {
      if (!(error instanceof Error) || error.message !== "cut off") throw error;
    }
  }
}

test("tables come back from PostgreSQL as they were, with the numbers that rows have had", async () => {
  const folder = await scratchFolder();
  const server = await sharedPostgres();
  const database = await server.createDatabase();
  const source = await original(folder);
  const before = everything(source);
  const tables = tableForms(source);
  try {
    const postgres = await MovingDatabase.openForImport(server.url(database), 0);
    const into: TableCopy = { from: source, to: postgres.connection, tables, change: unchanged };
    try {
      postgres.begin(MOVING, tables);
      expect(postgres.moving).toEqual(MOVING);
      await copyWithCuts(into);
      verifyCopy(into);
      postgres.endImport(into);
      expect(postgres.moving).toBeUndefined();

      const back = openFilled(join(folder, "back.sqlite"), 0);
      const out: TableCopy = { ...into, from: postgres.connection, to: back.connection };
      await copyWithCuts(out);
      verifyCopy(out);
      inTransaction(back.connection, () => {
        restoreTriggers(back.connection);
        endCopy(out);
      });
      const after = everything(back.connection);
      back.connection.close();
      expect(Object.keys(after)).toEqual(Object.keys(before));
      for (const [name, rows] of Object.entries(before)) {
        const isSame = name === "schema" ? sorted : (same: readonly ResultRow[]) => same;
        expect(isSame(after[name] ?? []), name).toEqual(isSame(rows));
      }
    } finally {
      await postgres.close();
    }
  } finally {
    source.close();
    await server.dropDatabase(database);
    await rm(folder, { recursive: true });
  }
});

/** Those of an older version have left other comments and white space. */
function sorted(rows: readonly ResultRow[]): readonly string[] {
  return rows.map((row) => Object.values(row).join(" ").replaceAll(/--.*/g, "").replaceAll(/\s+/g, " ")).sort();
}

test("a table that lacks a row is found", async () => {
  const folder = await scratchFolder();
  const [source, target] = [openFilled(join(folder, "a"), 0), openFilled(join(folder, "b"), 0)];
  const copy: TableCopy = { from: source.connection, to: target.connection, tables: source.tables, change: unchanged };
  await copyTables(copy, () => undefined);
  source.connection.run("INSERT INTO retired_series VALUES (1)");
  expect(() => verifyCopy(copy)).toThrow("the table retired_series has 1 rows where it was copied from, and 0");
  for (const { connection } of [source, target]) connection.close();
  await rm(folder, { recursive: true });
});

test("a move that has lost its connection, and its locks with it, does not go on", async () => {
  const server = await sharedPostgres();
  const database = await server.createDatabase();
  const postgres = await MovingDatabase.openForImport(server.url(database), 0);
  try {
    postgres.requireLocks();
    await expect(MovingDatabase.openForImport(server.url(database), 0)).rejects.toMatchObject({ kind: "conflict" });
    await server.query(
      "postgres",
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
    );
    expect(() => postgres.requireLocks()).toThrow(/lost|terminat/);
    expect(() => postgres.requireLocks()).toThrow("the connection to PostgreSQL was lost: run the same command again");
  } finally {
    await postgres.close();
    await server.dropDatabase(database);
  }
});
