// Estimates the number of samples without reading them all: a few blocks of the table stand for the whole, and only a
// window too short for that is counted; of points that lie sorted by series, a few series stand for all. The same sample shows
// where to cut a window into slices of similar size.
import { INTEGER } from "@duckdb/node-api";
import type { SeriesColumns } from "../../../core/analytics/report/report-engine.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { TimeWindow } from "../../../core/telemetry/telemetry.ts";
import type { ReportSession } from "./report-session.ts";
import { sqlDouble, sqlInteger } from "../literals.ts";
import { runsOf } from "./series-runs.ts";

/** Points read; a table of at most this many points is read completely. */
const SAMPLED_POINTS = 500_000;
/** With fewer hits than this, the sample says too little. */
const HITS_MIN = 200;
/**
 * The same for points of all series in the window: some thirty blocks, because points in one block lie close together
 * in time.
 */
const SEEN_MIN = 65_536;
/** With this many points (eight blocks) in the window, the estimate is off by at most a factor of `FAR`. */
const NEAR_MIN = 16_384;
const FAR = 4;
/** Points counted exactly if the sample says too little: some milliseconds of work, because they lie together. */
const COUNTED_POINTS = 2_000_000;
/** Number of parts of a longer window in which points are counted. */
const PARTS = 16;
/** Fewer series say too little about others. */
const SERIES_MIN = 64;

/** The approximate number of samples of the series in the window. */
export async function estimateSamples(
  session: ReportSession,
  series: readonly SeriesNumber[],
  window: TimeWindow,
): Promise<number> {
  return (await found(session, series, window)).count;
}

/** Start times of slices with about `sliceSamples` samples each; the first is the start of the window. */
export async function sliceCuts(
  session: ReportSession,
  { series }: SeriesColumns,
  window: TimeWindow,
): Promise<readonly number[]> {
  const { sliceSamples: samplesMax } = session;
  if (await session.isSmall()) return [window.startTs];
  const { count, from, isOf } = await found(session, series, window, samplesMax);
  const slices = Math.ceil(count / samplesMax);
  if (slices <= 1) return [window.startTs];
  const shares = Array.from({ length: slices - 1 }, (_none, index) => sqlDouble((index + 1) / slices)).join(", ");
  const [row] = await session.rows(
    `SELECT list_transform(quantile_disc(ts, [${shares}]), lambda cut : cut::DOUBLE) FROM ${from} WHERE ${inside(window)} AND ${isOf}`,
  );
  const cuts = listOf(row?.[0]).filter((cut) => cut > window.startTs && cut < window.endTs);
  return [...new Set([window.startTs, ...cuts])].sort((one, other) => one - other);
}

interface Found {
  /** About so many samples. */
  readonly count: number;
  /** A relation that shows how they are spread over time. */
  readonly from: string;
  /** The condition for those of the series. */
  readonly isOf: string;
}

/** If there are far fewer than `enough`, their number may be off further. */
async function found(
  session: ReportSession,
  series: readonly SeriesNumber[],
  window: TimeWindow,
  enough = 0,
): Promise<Found> {
  if (session.isSorted) return await foundInRuns(session, series, window);
  const table = await createSet(session, series);
  const sample = await sampled(session, table, window);
  const counted = isFarBelow(sample, enough)
    ? { count: sample.hits * sample.scale, from: sample.from }
    : await countOf(session, table, window, sample);
  return { ...counted, isOf: isIn(table) };
}

async function foundInRuns(
  session: ReportSession,
  series: readonly SeriesNumber[],
  window: TimeWindow,
): Promise<Found> {
  const all = Int32Array.from(new Set(series)).sort();
  const pointsOfSeries = (await session.storedPoints()) / Math.max(1, session.latest.seriesMax);
  const { from, scale } = runsOf(all, Math.max(SERIES_MIN, SAMPLED_POINTS / Math.max(1, pointsOfSeries)));
  const isOf = isIn(await createSet(session, series));
  const bounds = `series BETWEEN ${sqlInteger(all[0] ?? 0)} AND ${sqlInteger(all.at(-1) ?? 0)}`;
  const counted = await session.number(
    `SELECT count(*) FROM ${from} WHERE ${inside(window)} AND ${bounds} AND ${isOf}`,
  );
  return { count: Math.round(counted * scale), from, isOf };
}

async function createSet(session: ReportSession, series: readonly SeriesNumber[]): Promise<string> {
  const numbers = Array.from(new Set(series), (number) => [number]);
  return await session.createTable("counted", { series: INTEGER }, numbers);
}

/** A sample of the table's blocks; for a small table, all of it. */
interface Sample {
  readonly from: string;
  readonly isAll: boolean;
  /** Points of the series in the window, and points of all series in the window. */
  readonly hits: number;
  readonly near: number;
  /** Number of points that each sampled point stands for. */
  readonly scale: number;
}

async function sampled(session: ReportSession, table: string, window: TimeWindow): Promise<Sample> {
  const all = await session.storedPoints();
  const share = SAMPLED_POINTS / Math.max(1, all);
  const isAll = share >= 1;
  // Always the same blocks, so that equal questions have equal answers.
  const blocks = `points TABLESAMPLE system(${String(share * 100)} PERCENT) REPEATABLE (1)`;
  const from = isAll ? "points" : blocks;
  const [row] = await session.rows(
    `SELECT count(*) FILTER (${inside(window)} AND ${isIn(table)}), count(*) FILTER (${inside(window)}), count(*) FROM ${from}`,
  );
  const [hits = 0, near = 0, seen = 0] = (row ?? []).map(Number);
  return { from, isAll, hits, near, scale: all / Math.max(1, seen) };
}

/** Whether one slice is enough even if the estimate is far off. */
function isFarBelow({ hits, near, scale }: Sample, samplesMax: number): boolean {
  return near >= NEAR_MIN && hits * scale * FAR < samplesMax;
}

async function countOf(
  session: ReportSession,
  table: string,
  window: TimeWindow,
  { from, isAll, hits, near, scale }: Sample,
): Promise<{ readonly count: number; readonly from: string }> {
  if (isAll || (hits >= HITS_MIN && near >= SEEN_MIN)) return { count: Math.round(hits * scale), from };
  // Reached for a short window, of which the sample has few blocks, or for few series. A block holds points of all
  // series from a short time, so for few series a part of the time says more than a part of the blocks.
  const exact = { count: 0, from: "points" };
  const part = COUNTED_POINTS / Math.max(1, near * scale);
  if (part >= 1)
    return {
      ...exact,
      count: await session.number(`SELECT count(*) FROM points WHERE ${inside(window)} AND ${isIn(table)}`),
    };
  return { ...exact, count: Math.round((await countParts(session, table, window, part)) / part) };
}

/** Number of samples in evenly spread parts of the window that together make up `share` of it. */
async function countParts(session: ReportSession, table: string, window: TimeWindow, share: number): Promise<number> {
  const step = (window.endTs - window.startTs) / PARTS;
  const parts = Array.from({ length: PARTS }, (_none, part) => {
    const startTs = Math.round(window.startTs + part * step);
    const endTs = Math.round(window.startTs + (part + share) * step);
    return `SELECT count(*) AS found FROM points WHERE ${inside({ startTs, endTs })} AND ${isIn(table)}`;
  });
  return await session.number(`SELECT sum(found)::DOUBLE FROM (${parts.join(" UNION ALL ")})`);
}

function inside({ startTs, endTs }: TimeWindow): string {
  return `ts >= ${sqlInteger(startTs)} AND ts < ${sqlInteger(endTs)}`;
}

function isIn(table: string): string {
  return `series IN (SELECT series FROM ${table})`;
}

function listOf(value: unknown): readonly number[] {
  if (typeof value !== "object" || value === null || !("items" in value) || !Array.isArray(value.items)) return [];
  return value.items.map(Number);
}
