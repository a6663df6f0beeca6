// Divides points into windows of time, so that one transaction copies about as many as it should.
import type { DuckdbSession } from "../duckdb-session.ts";
import { sqlInteger } from "../literals.ts";

/** From `start` until `end`; undefined: no bound. */
export interface PointWindow {
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** About so many points. */
  readonly points: number;
}

/** Windows of all points of a relation from `start` on, in order of time. The last one has no end. */
export async function windowsOf(
  session: DuckdbSession,
  relation: string,
  { start, pointsMax }: { readonly start: number | undefined; readonly pointsMax: number },
): Promise<readonly PointWindow[]> {
  const from = conditionOf({ start, end: undefined });
  const [counted] = await session.query(`SELECT count(*) FROM ${relation} WHERE ${from}`);
  const points = Number(counted?.[0] ?? 0);
  const parts = Math.max(1, Math.ceil(points / pointsMax));
  const cuts = parts === 1 ? [] : await cutsOf(session, `${relation} WHERE ${from}`, parts);
  const each = Math.ceil(points / (cuts.length + 1));
  const starts = [start, ...cuts];
  return starts.map((first, index) => ({ start: first, end: starts[index + 1], points: each }));
}

async function cutsOf(session: DuckdbSession, from: string, parts: number): Promise<readonly number[]> {
  const shares = Array.from({ length: parts - 1 }, (_, index) => ((index + 1) / parts).toFixed(6));
  // One pass, and little memory; how even the parts are does not matter.
  const rows = await session.query(
    `SELECT DISTINCT cut FROM (SELECT unnest(approx_quantile(ts, [${shares.join(", ")}])) AS cut FROM ${from}) ORDER BY cut`,
  );
  return rows.map(([cut]) => Number(cut));
}

/** As SQL, for rows with a `ts`. */
export function conditionOf({ start, end }: Omit<PointWindow, "points">): string {
  const bounds = [
    start === undefined ? [] : [`ts >= ${sqlInteger(start)}`],
    end === undefined ? [] : [`ts < ${sqlInteger(end)}`],
  ].flat();
  return bounds.length === 0 ? "true" : bounds.join(" AND ");
}
