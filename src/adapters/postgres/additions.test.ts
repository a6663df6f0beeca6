// Migrations after which the version before goes on: they only add.
import { afterEach, beforeEach, expect, test } from "vitest";
import { sharedPostgres, type PostgresTestServer } from "../../../test/support/postgres-server.ts";
import { breaksOf, schemaOf } from "../../../test/support/schema-additions.ts";
import type { Migration } from "../sql/migrations/migration.ts";
import { migrate } from "../sql/migrate.ts";
import { migrations } from "./migrations/index.ts";
import { PostgresConnection } from "./postgres-connection.ts";
import { makeMigrationTable } from "./postgres-engine.ts";
import { PostgresServer } from "./postgres-server.ts";

let server: PostgresTestServer;
let name: string;
let io: PostgresServer;
let connection: PostgresConnection;

beforeEach(async () => {
  server = await sharedPostgres();
  name = await server.createDatabase();
  io = new PostgresServer(server.url(name));
  connection = new PostgresConnection(io.line(), "writer");
  makeMigrationTable(connection);
});

afterEach(async () => {
  connection.close();
  await io.close();
  await server.dropDatabase(name);
});

/** What each of them breaks for programs that know those up to what it needs. */
function breaks(all: readonly Migration[]): readonly string[] {
  const schemas = new Map<number, ReturnType<typeof schemaOf>>();
  const wrong: string[] = [];
  for (const [index, { number, needs }] of all.entries()) {
    migrate(connection, all.slice(0, index + 1), 0);
    const schema = schemaOf(connection);
    schemas.set(number, schema);
    const before = needs === undefined ? undefined : schemas.get(needs);
    if (before !== undefined) wrong.push(...breaksOf(before, schema).map((what) => `${String(number)}: ${what}`));
  }
  return wrong;
}

test("those of this version that the version before can bear only add", () => {
  expect(breaks(migrations)).toEqual([]);
});

test("whatever the version before could trip over is found", () => {
  const last = Math.max(...migrations.map(({ number }) => number));
  const changes = [
    "ALTER TABLE tenant ADD COLUMN note text; ALTER TABLE tenant ADD COLUMN size bigint NOT NULL DEFAULT 0",
    "CREATE TABLE later (id text PRIMARY KEY, tenant_id text NOT NULL REFERENCES tenant (id))",
    "ALTER TABLE tenant ADD COLUMN needed text NOT NULL",
    "ALTER TABLE tenant DROP COLUMN note",
    "ALTER TABLE tenant ALTER COLUMN size TYPE text",
    "CREATE UNIQUE INDEX tenant_by_size ON tenant (size)",
    "ALTER TABLE tenant ADD CHECK (size <> 'x')",
  ].map((sql, index): Migration => {
    const number = last + index + 1;
    return { number, name: sql, needs: number - 1, up: (to) => to.exec(sql) };
  });
  expect(breaks([...migrations, ...changes]).map((text) => text.replace(/^\d+: /, ""))).toEqual([
    "column tenant.needed is needed, and rows that do not name it have none",
    "column tenant.note is gone",
    "column tenant.size has another type",
    expect.stringMatching(/^tenant\.CREATE UNIQUE INDEX.* is new$/) as unknown,
    expect.stringMatching(/^tenant\.CHECK .* is new$/) as unknown,
  ]);
});
