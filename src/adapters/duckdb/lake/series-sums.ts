// Sums over the points of each series, which are the same for two stores only if they have the same points.
import type { DuckdbSession } from "../duckdb-session.ts";

/** A query with a row for each series. */
export function seriesSums(points: string, expiry: string): string {
  return `SELECT series, count(*) AS points, bit_xor(hash(ts, kind, num, text, expires_at)) AS sum
    FROM ${points} points LEFT JOIN ${expiry} expiry USING (series, ts) GROUP BY series`;
}

export interface SeriesDifference {
  readonly series: number;
  readonly here: number;
  readonly there: number;
}

/** The first series, if any, whose points differ between two such queries. */
export async function differingSeries(
  session: DuckdbSession,
  here: string,
  there: string,
): Promise<SeriesDifference | undefined> {
  const [row] = await session.query(
    `SELECT series, coalesce(here.points, 0), coalesce(there.points, 0) FROM (${here}) here FULL JOIN (${there}) there USING (series)
     WHERE here.points IS DISTINCT FROM there.points OR here.sum IS DISTINCT FROM there.sum ORDER BY series LIMIT 1`,
  );
  return row && { series: Number(row[0]), here: Number(row[1]), there: Number(row[2]) };
}
