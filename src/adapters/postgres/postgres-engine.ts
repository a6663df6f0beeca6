// The threads of stores reach PostgreSQL by a line to the thread that talks to the server.
import { DomainError } from "../../core/errors.ts";
import { migrate } from "../sql/migrate.ts";
import type { StoreConnection } from "../sql/store-connection.ts";
import type { StoreEngine } from "../sql/store-engine.ts";
import type { Line } from "./postgres-calls.ts";
import { PostgresConnection, SCHEMA } from "./postgres-connection.ts";
import { MIGRATION_LOCK } from "./locks.ts";
import { migrations } from "./migrations/index.ts";
import { endMoves } from "./moving.ts";
import { joinNodes, requireNoOlderNodes } from "./node-versions.ts";

const VERSION_MIN = 14;

const MIGRATION_TABLE = `CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
  CREATE TABLE IF NOT EXISTS migration (number bigint PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL);
  ALTER TABLE migration ADD COLUMN IF NOT EXISTS needs bigint`;

/** A table that nodes read for long is changed between two of their statements, as all others wait behind this one. */
export const LOCK_MILLIS = 1_000;

const LAST_MIGRATION = Math.max(...migrations.map(({ number }) => number));

export const engine: StoreEngine = {
  connect: (place, role) => new PostgresConnection(place as Line, role, joinNodes(LAST_MIGRATION)),
  migrate: (connection, now) => migrateSchema(connection, now, endMoves),
};

/**
 * `prepare` runs before the migrations, while no other process migrates or moves the data. Throws `conflict`, with nothing changed, if
 * nodes run that could not go on afterwards.
 */
export function migrateSchema(
  connection: StoreConnection,
  now: number,
  prepare: (connection: StoreConnection) => void = () => undefined,
): number[] {
  requireServer(connection);
  // Another process may take long.
  connection.exec("SET statement_timeout = 0");
  takeMigrationLock(connection);
  try {
    makeMigrationTable(connection);
    prepare(connection);
    connection.exec(`SET lock_timeout = ${String(LOCK_MILLIS)}`);
    return migrate(connection, migrations, now, {
      requireOthers: (needs) => requireNoOlderNodes(connection, needs),
    });
  } finally {
    // Ends the lock as well, and what runs next finds the keys of the schema.
    connection.reconnect();
  }
}

export function makeMigrationTable(connection: StoreConnection): void {
  connection.exec(MIGRATION_TABLE);
}

/** Waits as long as the connection waits for an answer. */
function takeMigrationLock(connection: StoreConnection): void {
  try {
    connection.all("SELECT pg_advisory_lock(CAST(? AS bigint))", MIGRATION_LOCK);
  } catch (cause) {
    throw new DomainError(
      "unavailable",
      "another process has not ended in time that migrates the database, or moves its data (`bridgehead cluster import` or `export`)",
      { cause },
    );
  }
}

/** Throws `conflict` if the server could lose what it has acknowledged, or cannot hold our texts. */
function requireServer(connection: StoreConnection): void {
  const setting = (name: string): string => String(Object.values(connection.get(`SHOW ${name}`) ?? {})[0]);
  const version = Math.floor(Number(setting("server_version_num")) / 10_000);
  if (version < VERSION_MIN)
    throw new DomainError(
      "conflict",
      `the database server has version ${String(version)} of PostgreSQL, and needs ${String(VERSION_MIN)} or later`,
    );
  if (setting("synchronous_commit") === "off")
    throw new DomainError(
      "conflict",
      "synchronous_commit is off on the database server: it would lose what has been acknowledged",
    );
  if (setting("server_encoding") !== "UTF8")
    throw new DomainError("conflict", `the encoding of the database must be UTF8, got ${setting("server_encoding")}`);
}
