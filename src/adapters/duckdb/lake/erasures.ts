// What retention does to a tail and to the latest points. Runs inside a transaction that sees the points as they were before
// the change.
import { DomainError } from "../../../core/errors.ts";
import type { DuckdbSession } from "../duckdb-session.ts";
import { newestOf } from "../duckdb-retention.ts";
import type { LatestPoint, LatestPoints } from "../latest-points.ts";
import type { LatestChanges } from "../latest-snapshot.ts";
import { sqlInteger } from "../literals.ts";
import { LakeFrameKind, type Erasure, type OutlivedChange, type RetentionChange } from "./lake-changes.ts";
import type { TailTables } from "./tail-tables.ts";

/** Returns the latest points that change. */
export async function erase(
  change: Erasure,
  position: number,
  {
    writer,
    latest,
    tables,
  }: { readonly writer: DuckdbSession; readonly latest: LatestPoints; readonly tables: TailTables },
): Promise<LatestChanges> {
  const changes = await latestAfter(change, writer, latest);
  if (change.kind === LakeFrameKind.retention) await tables.erase(oldPoints(change), position);
  else if (change.kind === LakeFrameKind.outlived) await tables.erase(outlived(change), position);
  return changes;
}

/** The latest points that the change replaces, found among the points as they are before it. */
export async function latestAfter(
  change: Erasure,
  session: DuckdbSession,
  latest: LatestPoints,
): Promise<LatestChanges> {
  switch (change.kind) {
    case LakeFrameKind.retention:
      return new Map();
    case LakeFrameKind.latestRetention: {
      const old = change.series.filter(
        (number, index) => (latest.latestTs(number) ?? Infinity) < (change.before[index] ?? 0),
      );
      const left = await newestOf(
        session,
        `SELECT points.series, max(points.ts), arg_max({kind: kind, num: num, text: text}, points.ts) FROM points
         JOIN expiry ON expiry.series = points.series AND expiry.ts = points.ts WHERE expires_at > ${sqlInteger(change.now)}`,
        old,
      );
      return changesOf(old, left);
    }
    case LakeFrameKind.outlived: {
      const gone = await session.query(`SELECT series, ts FROM (${outlived(change)})`);
      const lost = gone.flatMap(([series, ts]) =>
        latest.latestTs(Number(series)) === Number(ts) ? [Number(series)] : [],
      );
      const left = await newestOf(
        session,
        `SELECT points.series, max(points.ts), arg_max({kind: kind, num: num, text: text}, points.ts) FROM points
         WHERE NOT EXISTS (SELECT 1 FROM expiry WHERE expiry.series = points.series AND expiry.ts = points.ts
           AND expires_at <= ${sqlInteger(change.now)})`,
        lost,
      );
      return changesOf(lost, left);
    }
    default:
      throw new DomainError("unavailable", "the log has a change that this version does not know");
  }
}

function oldPoints({ series, startTs, endTs }: RetentionChange): string {
  const list = (values: readonly number[]): string => `unnest([${values.map(sqlInteger).join(",")}]::BIGINT[])`;
  return `SELECT points.series, points.ts FROM points
    JOIN (SELECT ${list(series)} AS series, ${list(startTs)} AS from_ts, ${list(endTs)} AS to_ts) AS term
      ON points.series = term.series AND points.ts >= term.from_ts AND points.ts < term.to_ts
    WHERE points.ts >= ${sqlInteger(least(startTs))} AND points.ts < ${sqlInteger(greatest(endTs))}
      AND NOT EXISTS (SELECT 1 FROM expiry WHERE expiry.series = points.series AND expiry.ts = points.ts)`;
}

function outlived({ now, max }: OutlivedChange): string {
  return `SELECT series, ts FROM expiry WHERE expires_at <= ${sqlInteger(now)} ORDER BY expires_at, series, ts LIMIT ${sqlInteger(max)}`;
}

function changesOf(series: readonly number[], left: ReadonlyMap<number, LatestPoint>): LatestChanges {
  return new Map(series.map((number) => [number, left.get(number)]));
}

function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other), Infinity);
}

function greatest(values: readonly number[]): number {
  return values.reduce((one, other) => Math.max(one, other), -Infinity);
}
