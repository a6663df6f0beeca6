// The tables that a query hands over before it runs: which series are read for which device; and the newest point
// before an instant, which carries a value into a window.
import { BIGINT, DOUBLE, INTEGER, UTINYINT, VARCHAR, type DuckDBValue } from "@duckdb/node-api";
import type { SampleSource, SeriesColumns } from "../../../core/analytics/report/report-engine.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import type { ReportSession } from "./report-session.ts";
import { sqlDouble, sqlInteger } from "../literals.ts";
import { castRelation } from "./value-sql.ts";

/** Makes a relation of samples from one instant until another. */
export type Samples = (from: number, to: number) => string;

interface PlacedSeries {
  readonly number: SeriesNumber;
  readonly device: number;
  readonly group: number;
}

/** Series of devices without a group are left out. */
function placedSeries({ devices, series }: SeriesColumns, groupOfDevice: Int32Array): readonly PlacedSeries[] {
  const placed: PlacedSeries[] = [];
  for (const [row, number] of series.entries()) {
    const device = devices[row] ?? 0;
    const group = groupOfDevice[device] ?? -1;
    if (group >= 0) placed.push({ number, device, group });
  }
  return placed;
}

/** Creates a table of (series, device, grp). */
export async function createSeriesTable(
  session: ReportSession,
  series: SeriesColumns,
  groupOfDevice: Int32Array,
): Promise<string> {
  const rows = placedSeries(series, groupOfDevice).map(({ number, device, group }) => [number, device, group]);
  return await session.createTable("series", { series: INTEGER, device: INTEGER, grp: INTEGER }, rows);
}

/** Creates a table of (device, grp); devices without a group are left out. */
export async function createDeviceTable(
  session: ReportSession,
  devices: Iterable<number>,
  groupOfDevice: Int32Array,
): Promise<string> {
  const rows = Array.from(devices, (device) => [device, groupOfDevice[device] ?? -1] as const);
  return await session.createTable(
    "devices",
    { device: INTEGER, grp: INTEGER },
    rows.filter(([, group]) => group >= 0),
  );
}

/** The greatest double; infinities and NaN lie beyond it. */
const MOST = sqlDouble(Number.MAX_VALUE);

/** Stored points from `from` until `to`: columns `device`, `grp`, `ts`, `k`, `n`, `s`. */
export function storedRelation(table: string, from: number, to: number): string {
  // A text is not a number, whatever its column holds; numbers that are not finite doubles are left out. The range
  // condition can be decided for whole blocks, while calling a function for each point takes a third of the scan's
  // time.
  return `SELECT d.device, d.grp, p.ts, p.kind AS k,
    CASE WHEN p.kind IN (${String(ValueKind.STRING)}, ${String(ValueKind.JSON)}) THEN NULL ELSE p.num END AS n, p.text AS s
    FROM points p JOIN ${table} d ON p.series = d.series
    WHERE p.ts >= ${sqlInteger(from)} AND p.ts < ${sqlInteger(to)} AND p.num BETWEEN -${MOST} AND ${MOST}`;
}

export const SAMPLE_COLUMNS = "device, grp, ts, k, n, s";

/** Stored points of a key as its source reads them; values that the path or the cast removes are left out. */
export async function keySamples(
  session: ReportSession,
  source: SampleSource,
  groupOfDevice: Int32Array,
): Promise<Samples> {
  const table = await createSeriesTable(session, source.series, groupOfDevice);
  return (from, to) =>
    `SELECT ${SAMPLE_COLUMNS} FROM (${castRelation(storedRelation(table, from, to), source, session.bind)}) WHERE k IS NOT NULL`;
}

/** The first look back covers this time, each further one four times as much: most series have a point nearby. */
const FIRST_LOOK_MILLIS = 21_600_000;

export interface NewestRequest {
  readonly samples: Samples;
  /** The columns besides `device`; by default those of samples. */
  readonly columns?: string;
  readonly before: number;
  readonly earliest: number;
  /** An upper bound for the number of devices that have a row. */
  readonly devices: number;
}

/**
 * Creates a table of the newest row of each device before an instant and not before `earliest`. A few looks back, each
 * over a time span of its own, read far less than everything, because the table of points is nearly in order of time.
 * For a small table, one look is enough.
 */
export async function createNewestBefore(
  session: ReportSession,
  { samples, columns = "grp, ts, k, n, s", before, earliest, devices }: NewestRequest,
): Promise<string> {
  const newest = (from: number, to: number, unknown: string): string =>
    `SELECT device, unnest(arg_max(struct_pack(${columns}), ts)) FROM (${samples(from, to)}) found ${unknown} GROUP BY device`;
  let span = (await session.isSmall()) ? Infinity : FIRST_LOOK_MILLIS;
  let to = Math.min(before, Math.max(earliest, before - span));
  const table = await session.createTableAs("newest", newest(to, before, ""));
  while (to > earliest && (await session.number(`SELECT count(*) FROM ${table}`)) < devices) {
    span *= 4;
    const from = Math.max(earliest, to - span);
    const unknown = `WHERE NOT EXISTS (SELECT 1 FROM ${table} known WHERE known.device = found.device)`;
    await session.run(`INSERT INTO ${table} ${newest(from, to, unknown)}`);
    to = from;
  }
  return table;
}

/** An upper bound for the number of devices with a point at or after an instant; the others have nothing for LOCF. */
export function devicesSince(
  { latest, seesDeleted }: ReportSession,
  series: SeriesColumns,
  groupOfDevice: Int32Array,
  since: number,
): number {
  if (seesDeleted) return Infinity;
  return placedSeries(series, groupOfDevice).filter(({ number }) => (latest.latestTs(number) ?? -Infinity) >= since)
    .length;
}

/**
 * Creates a table of the newest stored points of series, from memory: columns `device`, `grp`, `ts`, `k`, `n`, `s`,
 * before any cast.
 */
export async function createLatestTable(
  session: ReportSession,
  series: SeriesColumns,
  groupOfDevice: Int32Array,
): Promise<string> {
  const rows: DuckDBValue[][] = [];
  for (const { number, device, group } of placedSeries(series, groupOfDevice)) {
    const point = session.latest.point(number);
    if (point === undefined || !Number.isFinite(point.num)) continue;
    const isText = point.kind === ValueKind.STRING || point.kind === ValueKind.JSON;
    rows.push([device, group, BigInt(point.ts), point.kind, isText ? null : point.num, point.text]);
  }
  const columns = { device: INTEGER, grp: INTEGER, ts: BIGINT, k: UTINYINT, n: DOUBLE, s: VARCHAR };
  return await session.createTable("current", columns, rows);
}
