// The tables of the telemetry store, numbered and forward only. A file of a newer version is refused.
import type { DuckDBConnection } from "@duckdb/node-api";
import { DomainError } from "../../core/errors.ts";
import { mendPoints } from "./mend-points.ts";

export interface TelemetryMigration {
  /**
   * Number of the migration of the entities that came with it, which may be empty. A start recognizes an older form by
   * the migrations of the entities alone.
   */
  readonly entities: number;
  up(connection: DuckDBConnection): Promise<unknown>;
}

// `points` has no index: the store keeps (series, ts) unique. `era` counts snapshots of the latest points, so that a
// start reads only rows of the era that the last snapshot began. `latest` has the same columns, so that one appender
// fills both; kinds that no value has mark special rows (latest-points.ts).
const POINT_COLUMNS = `series INTEGER NOT NULL, ts BIGINT NOT NULL, kind UTINYINT NOT NULL, num DOUBLE NOT NULL,
  text VARCHAR, era INTEGER NOT NULL`;

export const telemetryMigrations: readonly TelemetryMigration[] = [
  {
    entities: 50,
    up: (connection) =>
      connection.run(
        `CREATE TABLE points (${POINT_COLUMNS});
         CREATE TABLE latest (${POINT_COLUMNS});
         CREATE TABLE snapshot (era INTEGER NOT NULL);
         INSERT INTO snapshot VALUES (1);`,
      ),
  },
  // Points stored with their own time to live; all times in milliseconds since the epoch.
  {
    entities: 91,
    up: (connection) =>
      connection.run("CREATE TABLE expiry (series INTEGER NOT NULL, ts BIGINT NOT NULL, expires_at BIGINT NOT NULL)"),
  },
  // Shows that the file belongs to the other store of its folder; one row, written by the first start.
  {
    entities: 170,
    up: (connection) => connection.run("CREATE TABLE mark (installation VARCHAR NOT NULL, generation BIGINT NOT NULL)"),
  },
  // Which log the file belongs to, and the position up to which it has the changes of that log; at most one row.
  {
    entities: 200,
    up: (connection) => connection.run("CREATE TABLE folded (log VARCHAR NOT NULL, position BIGINT NOT NULL)"),
  },
  { entities: 200, up: (connection) => mendPoints(connection) },
];

/** All of them, unless a test wants an older form. */
export async function migrate(connection: DuckDBConnection, migrations = telemetryMigrations): Promise<void> {
  await connection.run("CREATE TABLE IF NOT EXISTS migration (number INTEGER NOT NULL)");
  const found = (await connection.runAndReadAll("SELECT coalesce(max(number), 0) FROM migration")).getRows();
  const done = Number(found[0]?.[0] ?? 0);
  if (done > telemetryMigrations.length)
    throw new DomainError(
      "unavailable",
      `the telemetry file has schema ${String(done)}, this version knows up to ${String(telemetryMigrations.length)}: use a newer version`,
    );
  for (const [index, migration] of migrations.entries()) {
    if (index < done) continue;
    await connection.run("BEGIN");
    await migration.up(connection);
    await connection.run(`INSERT INTO migration VALUES (${String(index + 1)})`);
    await connection.run("COMMIT");
  }
}
