// Functions that pick one sample of each series: first, latest, their times, lastKnown and current. Source: analytics contract
// 3.5, 3.6.
import type { MeasureQuery, MeasureRows, SeriesColumns } from "../../../core/analytics/report/report-engine.ts";
import { type TimeWindow, TS_ABS_MAX } from "../../../core/telemetry/telemetry.ts";
import type { LatestPoint, LatestPoints } from "../latest-points.ts";
import type { KeyColumns } from "./group-keys.ts";
import type { ReportSession } from "./report-session.ts";
import type { SampleFormulas } from "./sample-formulas.ts";
import type { SampleReader } from "./sample-reader.ts";
import { createLatestTable } from "./series-tables.ts";
import { sqlInteger } from "../literals.ts";
import { cellOf } from "./value-sql.ts";

export interface MeasureParts {
  readonly session: ReportSession;
  readonly query: MeasureQuery;
  readonly formulas: SampleFormulas;
  readonly reader: SampleReader;
  readonly keys: KeyColumns;
}

const PICKED = "struct_pack(k := k, n := n, s := s)";

/** One row per series and key: columns `device`, the key columns, `ts`, `k`, `n`, `s`, `skipped`. */
export async function pickedSeries(parts: MeasureParts): Promise<string> {
  const { query, keys, reader } = parts;
  const { fn } = query.aggregation;
  if (fn === "lastKnown") return await lastKnown(parts);
  if (fn === "current") return await current(parts);
  const samples =
    fn === "latest" || fn === "latestTs"
      ? await latestSamples(parts)
      : reader.relation(query.window.startTs, query.window.endTs);
  const keyed = await keys.add(samples);
  const isFirst = fn === "first" || fn === "firstTs";
  const pick = `${isFirst ? "arg_min" : "arg_max"}(${PICKED}, ts) FILTER (k IS NOT NULL)`;
  const at = `${isFirst ? "min" : "max"}(ts) FILTER (k IS NOT NULL)`;
  const isTime = fn === "firstTs" || fn === "latestTs";
  const value = isTime
    ? "CASE WHEN ts IS NOT NULL THEN 0 END AS k, ts::DOUBLE AS n, NULL::VARCHAR AS s"
    : "picked.k AS k, picked.n AS n, picked.s AS s";
  return `SELECT device, ${keys.list}${keys.classNames}, ts, ${value}, skipped FROM
    (SELECT device, ${keys.list}${keys.classes}, ${at} AS ts, ${pick} AS picked, count(*) - count(k) AS skipped
     FROM (${keyed}) GROUP BY device, ${keys.list})`;
}

/**
 * The newest sample of each series, if nothing else of it matters: most are in memory, and the others are searched for
 * backwards from the end of the window.
 */
async function latestSamples({ session, query, reader, keys }: MeasureParts): Promise<string> {
  const { startTs, endTs } = query.window;
  const { samples } = query;
  if (query.keys.edges !== null || !keys.isPlain || samples.kind !== "series" || samples.source.cast !== "auto")
    return reader.relation(startTs, endTs);
  const source = plainSource(query);
  if (source === undefined) return `FROM ${await reader.createNewestBefore(endTs, startTs)}`;
  const known = await createLatestTable(session, source, query.keys.groupOfDevice);
  const inMemory = `FROM ${known} WHERE ts >= ${sqlInteger(startTs)} AND ts < ${sqlInteger(endTs)}`;
  const devices = reader.devicesSince(endTs);
  if (devices === 0) return inMemory;
  const condition = `device IN (SELECT device FROM ${known} WHERE ts >= ${sqlInteger(endTs)})`;
  return `${inMemory} UNION ALL FROM ${await reader.createNewestBefore(endTs, startTs, { condition, devices })}`;
}

/** The series of a measure that counts every sample as stored; undefined for any other measure. */
export function plainSource({ samples, conditions }: MeasureQuery): SeriesColumns | undefined {
  if (samples.kind !== "series" || samples.source.path !== null || samples.source.cast !== "auto") return undefined;
  const { where, own, aligned, parts } = conditions;
  return where === null && own.length === 0 && aligned.length === 0 && parts.length === 0
    ? samples.source.series
    : undefined;
}

/**
 * The newest sample of each interval, and for intervals in which an earlier sample still holds, that one: it counts at
 * the start of the interval, but keeps its own time.
 */
async function lastKnown(parts: MeasureParts): Promise<string> {
  const { session, query, reader, keys } = parts;
  const { startTs, endTs } = query.window;
  const inside = await keys.add(reader.relation(startTs, endTs));
  const newest = `SELECT device, ${keys.list}${keys.classes}, max(ts) FILTER (k IS NOT NULL) AS ts,
    arg_max(${PICKED}, ts) FILTER (k IS NOT NULL) AS picked, count(*) - count(k) AS skipped FROM (${inside}) GROUP BY device, ${keys.list}`;
  const table = await session.createTableAs("known", newest);
  const { carryIn = true, lookbackMs = 0, maxGapMs } = query.aggregation;
  // Empty if LOCF takes nothing from before the window.
  const before = await reader.createNewestBefore(startTs, carryIn ? startTs - lookbackMs : startTs);
  const own = `SELECT device, ${keys.list}${keys.classNames}, ts, picked, skipped, true AS inside FROM ${table}`;
  // A sample that is left out because it lacks a dimension is still the newest one once the dimension is present.
  const taken = keys.leavesOut ? await newestByBucket(parts) : table;
  const all = `SELECT device, grp, -1 AS bucket, ts, ${PICKED} AS picked FROM ${before}
    UNION ALL SELECT device, any_value(grp), bucket, max(ts), arg_max(picked, ts) FROM ${taken} WHERE ts IS NOT NULL GROUP BY device, bucket`;
  const spans = `SELECT *, lead(bucket) OVER (PARTITION BY device ORDER BY bucket) AS following FROM (${all})`;
  const last = `(SELECT coalesce(max(bucket), -1) FROM ${keys.intervals} WHERE lo < ${sqlInteger(query.now)})`;
  const held = `SELECT device, grp, unnest(range(bucket + 1, least(coalesce(following, 2147483646), ${last}) + 1))::INTEGER AS bucket,
    ts AS taken, picked FROM (${spans})`;
  const moments = `SELECT held.device, held.grp, held.bucket, held.taken, held.picked, i.lo AS ts FROM (${held}) held
    JOIN ${keys.intervals} i ON i.bucket = held.bucket WHERE i.lo < ${sqlInteger(query.now)}`;
  const locf = `SELECT device, ${keys.list}${keys.classNames}, taken AS ts, picked, 0 AS skipped, false AS inside FROM (${keys.addMoment(moments)})`;
  const fresh =
    maxGapMs === undefined ? "true" : `r.ts + ${sqlInteger(maxGapMs)} >= least(i.hi, ${sqlInteger(query.now)})`;
  // An expired value is missing; a sample of the interval itself keeps its row.
  const judged = `SELECT r.*, ${fresh} AS fresh FROM (${own} UNION ALL ${locf}) r JOIN ${keys.intervals} i ON i.bucket = r.bucket`;
  const newestOf = (column: string): string => `(arg_max(picked, ts) FILTER (fresh)).${column} AS ${column}`;
  return `SELECT device, ${keys.list}${keys.classes}, max(ts) FILTER (fresh) AS ts, ${["k", "n", "s"].map(newestOf).join(", ")},
    sum(skipped) AS skipped FROM (${judged}) WHERE fresh OR inside GROUP BY device, ${keys.list}`;
}

/** A table of the newest sample of each series in each bucket, regardless of the dimensions in force. */
async function newestByBucket({ session, query, reader, keys }: MeasureParts): Promise<string> {
  const { startTs, endTs } = query.window;
  const placed = await keys.index.withIndex(reader.relation(startTs, endTs), "bucket");
  return await session.createTableAs(
    "taken",
    `SELECT device, any_value(grp) AS grp, bucket, max(ts) AS ts, arg_max(${PICKED}, ts) AS picked
     FROM (${placed}) WHERE k IS NOT NULL GROUP BY device, bucket`,
  );
}

/** From memory for plain sources; otherwise the newest sample that counts is searched for in the table. */
async function current(parts: MeasureParts): Promise<string> {
  const { session, query, reader, keys } = parts;
  const { startTs, endTs } = currentReach(query, session.latest);
  const plain = plainSource(query);
  const table =
    plain === undefined
      ? await reader.createNewestBefore(endTs, startTs)
      : await createLatestTable(session, plain, query.keys.groupOfDevice);
  const keyed = keys.addMoment(`SELECT *, 0 AS bucket FROM ${table}`);
  return `SELECT device, ${keys.list}${keys.classNames}, ts, k, n, s, 0 AS skipped FROM (${keyed})`;
}

/**
 * The time range in which `current` may find its samples: regardless of the report's range, any stored sample may be
 * the newest that counts.
 */
export function currentReach(query: MeasureQuery, latest: LatestPoints): TimeWindow {
  const { samples } = query;
  const sources = samples.kind === "series" ? [samples.source] : [...samples.inputs.values()];
  const moments = sources.flatMap(({ series }) =>
    series.series.map((number) => latest.latestTs(number) ?? -TS_ABS_MAX),
  );
  const newest = moments.reduce((most, moment) => Math.max(most, moment), -TS_ABS_MAX);
  const isPlain = plainSource(query) !== undefined;
  const oldest = isPlain ? moments.reduce((least, moment) => Math.min(least, moment), newest) : -TS_ABS_MAX;
  return { startTs: oldest, endTs: newest + 1 };
}

/** Undefined if the answer is not in memory and the table has to be read. */
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
    // A stored number that does not count, or a point after the range: an earlier sample counts then, and memory does
    // not have it.
    if (!Number.isFinite(point.num)) return undefined;
    if (!isOfAllTime && point.ts >= endTs) return undefined;
    if (!isOfAllTime && point.ts < startTs) continue;
    const known = best.get(group);
    // For equal times the smallest device wins; the position of a device in the report's list follows the order of ids.
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

/** Whether the query asks for one newest value per group, regardless of its time. */
function asksForNewest({ aggregation, keys }: MeasureQuery): boolean {
  const { fn, combine } = aggregation;
  if ((fn !== "latest" && fn !== "current") || (combine ?? "newest") !== "newest") return false;
  return keys.edges === null && keys.parts.length === 0 && keys.locf.length === 0;
}
