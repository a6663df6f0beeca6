// The newest values of groups out of memory alone, for a measure that asks for nothing else: a page of present values of a plant
// then needs no query at all. Source: analytics contract 3.5.
import type { MeasureQuery, MeasureRows } from "../../../core/analytics/report/report-engine.ts";
import type { LatestPoint, LatestPoints } from "../latest-points.ts";
import { plainSource } from "./newest-functions.ts";
import { cellOf } from "./value-sql.ts";

/** Undefined where memory does not tell: the table has to be looked at. */
export function newestInMemory(query: MeasureQuery, latest: LatestPoints): MeasureRows | undefined {
  const series = asksForNewest(query) ? plainSource(query) : undefined;
  if (series === undefined) return undefined;
  const { startTs, endTs } = query.window;
  const isOfAllTime = query.aggregation.fn === "current";
  const best = new Map<number, { readonly point: LatestPoint; readonly device: number }>();
  for (const [row, number] of series.series.entries()) {
    const device = series.devices[row] ?? -1;
    const group = query.keys.groupOfDevice[device] ?? -1;
    const point = latest.point(number);
    if (device < 0 || group < 0 || point === undefined) continue;
    // What is stored but no value, and what lies behind the range: an earlier sample counts, which memory does not have.
    if (!Number.isFinite(point.num)) return undefined;
    if (!isOfAllTime && point.ts >= endTs) return undefined;
    if (!isOfAllTime && point.ts < startTs) continue;
    const known = best.get(group);
    // Of one time the least device wins; a device's place in the list of the report is in the order of ids.
    if (known === undefined || known.point.ts < point.ts || (known.point.ts === point.ts && device < known.device))
      best.set(group, { point, device });
  }
  const rows = [...best].slice(0, query.rowsMax + 1);
  return {
    length: rows.length,
    groups: Int32Array.from(rows, ([group]) => group),
    buckets: new Int32Array(rows.length),
    parts: [],
    locf: [],
    cells: rows.map(([, { point }]) => cellOf(point.kind, point.num, point.text)),
    skippedValues: 0,
  };
}

/** The value itself, one for each group, whatever the time of it. */
function asksForNewest({ aggregation, keys }: MeasureQuery): boolean {
  const { fn, combine } = aggregation;
  if ((fn !== "latest" && fn !== "current") || (combine ?? "newest") !== "newest") return false;
  return keys.edges === null && keys.parts.length === 0 && keys.locf.length === 0;
}
