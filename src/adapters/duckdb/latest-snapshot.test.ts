// What a start finds of the latest points: all of them, or it fails.
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { DuckdbSession } from "./duckdb-session.ts";
import { LatestSnapshot } from "./latest-snapshot.ts";
import { migrate } from "./migrations.ts";

const SERIES = 1_000_000;

let engine: DuckDBInstance;
let connection: DuckDBConnection;
beforeEach(async () => {
  engine = await DuckDBInstance.create(":memory:", { threads: "2" });
  connection = await engine.connect();
  await migrate(connection);
});
afterEach(() => {
  connection.closeSync();
  engine.closeSync();
});

test("a start that cannot read all latest points fails, and does not go on with some of them", async () => {
  await connection.run("DROP TABLE latest");
  await connection.run(`CREATE VIEW latest AS SELECT
    CASE WHEN range > ${String(SERIES / 2)} THEN error('cannot be read')::INTEGER ELSE range::INTEGER END AS series,
    range AS ts, 0::UTINYINT AS kind, 0::DOUBLE AS num, NULL::VARCHAR AS text, 1 AS era FROM range(${String(SERIES)})`);
  const snapshot = await LatestSnapshot.open(new DuckdbSession(connection, { clock: systemClock }));

  await expect(snapshot.restore()).rejects.toThrow("cannot be read");
  snapshot.close();
});
