// Deleting points, and what becomes of the latest points then. Source: REST contract 9.4.
import type { DuckDBConnection } from "@duckdb/node-api";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import type { DeleteQuery, TimeWindow } from "../../core/telemetry/telemetry.ts";
import type { LatestPoint, LatestPoints } from "./latest-points.ts";
import type { LatestChanges } from "./latest-snapshot.ts";

/**
 * Runs inside a transaction; answers the latest points that change with it, undefined for a series left without one.
 * `hasExpiring` says that points may have a time to live of their own, which goes with them.
 */
export async function deletePoints(
  connection: DuckDBConnection,
  latest: LatestPoints,
  series: readonly SeriesNumber[],
  query: DeleteQuery,
  hasExpiring: boolean,
): Promise<LatestChanges> {
  const { window } = query;
  const where = `series IN (${series.join(",")})${window === undefined ? "" : ` AND ts >= ${ts(window.startTs)} AND ts < ${ts(window.endTs)}`}`;
  await connection.run(`DELETE FROM points WHERE ${where}`);
  if (hasExpiring) await connection.run(`DELETE FROM expiry WHERE ${where}`);
  const changes = new Map<number, LatestPoint | undefined>();
  if (!query.deleteLatest) return changes;
  for (const number of series) {
    const latestTs = latest.latestTs(number);
    if (latestTs === undefined || !isInside(latestTs, window)) continue;
    changes.set(
      number,
      query.rewriteLatest && window !== undefined ? await newestBefore(connection, number, window.startTs) : undefined,
    );
  }
  return changes;
}

async function newestBefore(
  connection: DuckDBConnection,
  series: number,
  before: number,
): Promise<LatestPoint | undefined> {
  const found = await connection.runAndReadAll(
    `SELECT ts, kind, num, text FROM points WHERE series = ${String(series)} AND ts < ${ts(before)} ORDER BY ts DESC LIMIT 1`,
  );
  const row = found.getRows()[0];
  if (row === undefined) return undefined;
  const [rowTs, kind, num, text] = row;
  return { ts: Number(rowTs), kind: Number(kind), num: Number(num), text: typeof text === "string" ? text : null };
}

function isInside(value: number, window: TimeWindow | undefined): boolean {
  return window === undefined || (value >= window.startTs && value < window.endTs);
}

/** A time as SQL text: a whole number, whatever the caller computed. */
function ts(value: number): string {
  return BigInt(Math.trunc(value)).toString();
}
