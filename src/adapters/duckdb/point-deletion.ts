// Deletes points and finds what becomes of the latest points. Source: REST contract 9.4.
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import type { DeleteQuery, TimeWindow } from "../../core/telemetry/telemetry.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import { latestPoint, type LatestPoint, type LatestPoints } from "./latest-points.ts";
import type { LatestChanges } from "./latest-snapshot.ts";
import { sqlInteger } from "./literals.ts";

/**
 * Runs inside a transaction; returns the latest points that change with it, undefined for a series left without one.
 */
export async function deletePoints(
  writer: DuckdbSession,
  latest: LatestPoints,
  series: readonly SeriesNumber[],
  query: DeleteQuery,
): Promise<LatestChanges> {
  const { window } = query;
  const inside = window && ` AND ts >= ${sqlInteger(window.startTs)} AND ts < ${sqlInteger(window.endTs)}`;
  const where = `series IN (${series.join(",")})${inside ?? ""}`;
  await writer.run(`DELETE FROM points WHERE ${where}`);
  await writer.run(`DELETE FROM expiry WHERE ${where}`);
  return await latestAfterDeletion(writer, latest, series, query);
}

/** The latest points that change with a deletion. Points inside its window may still be there. */
export async function latestAfterDeletion(
  writer: DuckdbSession,
  latest: LatestPoints,
  series: readonly SeriesNumber[],
  query: DeleteQuery,
): Promise<LatestChanges> {
  const { window } = query;
  const changes = new Map<number, LatestPoint | undefined>();
  for (const number of series) {
    if (!losesLatest(latest, number, query)) continue;
    const isRewritten = query.rewriteLatest && window !== undefined;
    changes.set(number, isRewritten ? await newestBefore(writer, number, window.startTs) : undefined);
  }
  return changes;
}

/** Whether a deletion removes the latest point of the series. */
export function losesLatest(latest: LatestPoints, series: SeriesNumber, query: DeleteQuery): boolean {
  const ts = latest.latestTs(series);
  return query.deleteLatest && ts !== undefined && isInside(ts, query.window);
}

async function newestBefore(writer: DuckdbSession, series: number, before: number): Promise<LatestPoint | undefined> {
  const [row] = await writer.query(
    `SELECT ts, kind, num, text FROM points WHERE series = ${String(series)} AND ts < ${sqlInteger(before)} ORDER BY ts DESC LIMIT 1`,
  );
  return row && latestPoint(row);
}

function isInside(value: number, window: TimeWindow | undefined): boolean {
  return window === undefined || (value >= window.startTs && value < window.endTs);
}
