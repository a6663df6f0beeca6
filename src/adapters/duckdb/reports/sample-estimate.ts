// How many samples there are, without reading them: a few blocks of the table stand for all of it, and only a window that is
// too short for that is counted. The same sample says where to cut a window into slices of like size.
import { INTEGER } from "@duckdb/node-api";
import type { SeriesColumns } from "../../../core/analytics/report/report-engine.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { TimeWindow } from "../../../core/telemetry/telemetry.ts";
import type { ReportSession } from "./report-session.ts";
import { sqlDouble, sqlInteger } from "../literals.ts";

/** Points read; at half a million points or fewer, all of them. */
const SAMPLED_POINTS = 500_000;
/** With fewer hits than this the sample says too little. */
const HITS_MIN = 200;
/** The same for points of all series in the window: some thirty blocks, as points of one block lie close together. */
const SEEN_MIN = 65_536;
/** Eight blocks in a window are off by a small factor only. */
const NEAR_MIN = 16_384;
const FAR = 4;
/** Points that are counted where it does: some milliseconds of work, as they lie together. */
const COUNTED_POINTS = 2_000_000;
/** Places of a longer window at which they are counted. */
const PARTS = 16;

/** About how many samples the series have in the window. */
export async function estimateSamples(
  session: ReportSession,
  series: readonly SeriesNumber[],
  window: TimeWindow,
): Promise<number> {
  const table = await createSet(session, series);
  const sample = await sampled(session, table, window);
  return (await countOf(session, table, window, sample)).count;
}

/** Where slices of about `sliceSamples` of the session begin, the first at the start of the window. */
export async function sliceCuts(
  session: ReportSession,
  { series }: SeriesColumns,
  window: TimeWindow,
): Promise<readonly number[]> {
  const { sliceSamples: samplesMax } = session;
  if (await session.isSmall()) return [window.startTs];
  const table = await createSet(session, series);
  const sample = await sampled(session, table, window);
  if (isFarBelow(sample, samplesMax)) return [window.startTs];
  const { count, from } = await countOf(session, table, window, sample);
  const slices = Math.ceil(count / samplesMax);
  if (slices <= 1) return [window.startTs];
  const shares = Array.from({ length: slices - 1 }, (_none, index) => sqlDouble((index + 1) / slices)).join(", ");
  const [row] = await session.rows(
    `SELECT list_transform(quantile_disc(ts, [${shares}]), lambda cut : cut::DOUBLE) FROM ${from} WHERE ${inside(window)} AND ${isIn(table)}`,
  );
  const cuts = listOf(row?.[0]).filter((cut) => cut > window.startTs && cut < window.endTs);
  return [...new Set([window.startTs, ...cuts])].sort((one, other) => one - other);
}

async function createSet(session: ReportSession, series: readonly SeriesNumber[]): Promise<string> {
  const numbers = Array.from(new Set(series), (number) => [number]);
  return await session.createTable("counted", { series: INTEGER }, numbers);
}

/** What a sample of blocks says; of a small table it is all of it. */
interface Sample {
  readonly from: string;
  readonly isAll: boolean;
  /** Points of the series in the window, and of all series. */
  readonly hits: number;
  readonly near: number;
  /** How many points each of these stands for. */
  readonly scale: number;
}

async function sampled(session: ReportSession, table: string, window: TimeWindow): Promise<Sample> {
  const all = await session.storedPoints();
  const share = SAMPLED_POINTS / Math.max(1, all);
  const isAll = share >= 1;
  // The same blocks each time, so that equal questions have equal answers.
  const blocks = `points TABLESAMPLE system(${String(share * 100)} PERCENT) REPEATABLE (1)`;
  const from = isAll ? "points" : blocks;
  const [row] = await session.rows(
    `SELECT count(*) FILTER (${inside(window)} AND ${isIn(table)}), count(*) FILTER (${inside(window)}), count(*) FROM ${from}`,
  );
  const [hits = 0, near = 0, seen = 0] = (row ?? []).map(Number);
  return { from, isAll, hits, near, scale: all / Math.max(1, seen) };
}

/** Whether even a sample that is far off says that one slice is enough. */
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
  // A short window, of which the sample has few blocks, or few series. Blocks hold points of all series of a short time, so a
  // part of the time says more about few series than a part of the blocks.
  const exact = { count: 0, from: "points" };
  const part = COUNTED_POINTS / Math.max(1, near * scale);
  if (part >= 1)
    return {
      ...exact,
      count: await session.number(`SELECT count(*) FROM points WHERE ${inside(window)} AND ${isIn(table)}`),
    };
  return { ...exact, count: Math.round((await countParts(session, table, window, part)) / part) };
}

/** How many samples there are in some parts of the window, evenly spread, which are this share of it together. */
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
