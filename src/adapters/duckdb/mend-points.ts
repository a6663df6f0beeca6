// What versions up to 0.2.0 may have left in a file that was opened after a crash, written to, and opened again after another one: a
// snapshot without the latest points of series that had none since the first crash. Such a series showed an older point as its
// latest one, or none, and a point that was sent again was stored a second time.
import type { DuckDBConnection } from "@duckdb/node-api";

/** Points that are compared at a time, which bounds the memory. */
const POINTS_AT_ONCE = 4_000_000;

export async function mendPoints(connection: DuckDBConnection, pointsAtOnce = POINTS_AT_ONCE): Promise<void> {
  for (const times of await stretchesOf(connection, pointsAtOnce)) await removeRepeated(connection, times);
  await completeLatest(connection);
}

/** Conditions that each hold for about so many points: stretches of time, as a file has its points nearly in the order of their times. */
async function stretchesOf(connection: DuckDBConnection, points: number): Promise<readonly string[]> {
  const [row] = (await connection.runAndReadAll("SELECT count(*) FROM points")).getRows();
  const count = Math.ceil(Number(row?.[0] ?? 0) / points);
  const shares = Array.from({ length: count - 1 }, (_, index) => String((index + 1) / count));
  if (shares.length === 0) return ["true"];
  const ends = await connection.runAndReadAll(
    `SELECT DISTINCT unnest(approx_quantile(ts, [${shares.join(", ")}])) AS ts FROM points ORDER BY ts`,
  );
  const times = ends.getRows().map(([ts]) => String(ts));
  const between = times.slice(1).map((to, index) => `ts >= ${times[index] ?? ""} AND ts < ${to}`);
  return [`ts < ${times[0] ?? ""}`, ...between, `ts >= ${times.at(-1) ?? ""}`];
}

/** Of points of the same series and time the one that was written last stays. */
async function removeRepeated(connection: DuckDBConnection, times: string): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE repeated AS SELECT series, ts, max({era: era, row: rowid}) AS last
     FROM points WHERE ${times} GROUP BY series, ts HAVING count(*) > 1`,
  );
  await connection.run(
    `DELETE FROM points USING repeated WHERE points.series = repeated.series AND points.ts = repeated.ts
       AND points.rowid <> repeated.last.row`,
  );
  await connection.run("DROP TABLE repeated");
}

/** A snapshot knows no less than the greatest time of each series, whatever was deleted. */
async function completeLatest(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `INSERT INTO latest SELECT series, stored.ts, point.kind, point.num, point.text, point.era
     FROM (SELECT series, max(ts) AS ts, arg_max({kind: kind, num: num, text: text, era: era}, ts) AS point
           FROM points GROUP BY series) stored
     LEFT JOIN (SELECT series, max(ts) AS ts FROM latest GROUP BY series) known USING (series)
     WHERE known.ts IS NULL OR stored.ts > known.ts`,
  );
}
