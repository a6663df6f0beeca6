// Divides a time window into buckets by the clock and calendar of a zone, including daylight saving time, and chooses
// the width for `auto`. Source: analytics contract 2.5, 3.3.
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { BucketUnit } from "../view/table-view.ts";
import {
  type BucketWidth,
  type Calendar,
  clockMillis,
  HOUR,
  instantAt,
  isWithinHour,
  localGrid,
  unitAt,
} from "./calendar.ts";

export interface BucketRequest {
  readonly bucket: BucketUnit;
  readonly amount: number;
  /** Most buckets that `auto` may choose. */
  readonly maxBuckets: number;
}

export interface Edges {
  /** The requested width, or the one that `auto` chose. */
  readonly width: BucketWidth;
  /**
   * Bucket i covers `edges[i]` (inclusive) to `edges[i + 1]` (exclusive). Strictly increasing; one more than there are
   * buckets.
   */
  readonly edges: readonly number[];
  /** Whether the window covers only a part of the first or last bucket. */
  readonly firstCut: boolean;
  readonly lastCut: boolean;
}

/** The widths that `auto` chooses from and that are suggested if there are too many buckets; smallest first. */
const LADDER: readonly BucketWidth[] = [
  { bucket: "second", amount: 1 },
  { bucket: "second", amount: 5 },
  { bucket: "second", amount: 15 },
  { bucket: "minute", amount: 1 },
  { bucket: "minute", amount: 5 },
  { bucket: "minute", amount: 15 },
  { bucket: "minute", amount: 30 },
  { bucket: "hour", amount: 1 },
  { bucket: "hour", amount: 3 },
  { bucket: "hour", amount: 6 },
  { bucket: "hour", amount: 12 },
  { bucket: "day", amount: 1 },
  { bucket: "week", amount: 1 },
  { bucket: "month", amount: 1 },
  { bucket: "quarter", amount: 1 },
  { bucket: "year", amount: 1 },
];
const WIDEST: BucketWidth = { bucket: "year", amount: 1 };
/**
 * Most dates and wall times that a zone skips over all of the time that ranges may span, that is, buckets counted that
 * do not exist.
 */
const SKIPPED_MOST = 1_000;

/**
 * The whole buckets that the window touches. `auto` takes the smallest width of the contract's list that gives at most
 * `maxBuckets`, or years if none does. Throws `TOO_MANY_BUCKETS` for more than `bucketsMax` (setting
 * `REPORT_MAX_BUCKETS`), naming the smallest width that fits.
 */
export function bucketEdges(request: BucketRequest, window: TimeWindow, calendar: Calendar, bucketsMax: number): Edges {
  const width =
    request.bucket === "auto"
      ? autoWidth(window, calendar, Math.min(request.maxBuckets, bucketsMax))
      : widthOf(request.bucket, request.amount);
  const edges = edgesUpTo(width, window, calendar, bucketsMax);
  if (edges === undefined) throw tooMany(width, window, calendar, bucketsMax);
  return {
    width,
    edges,
    firstCut: (edges[0] ?? window.startTs) < window.startTs,
    lastCut: (edges.at(-1) ?? window.endTs) > window.endTs,
  };
}

function widthOf(bucket: BucketWidth["bucket"], amount: number): BucketWidth {
  return { bucket, amount };
}

function autoWidth(window: TimeWindow, calendar: Calendar, bucketsMax: number): BucketWidth {
  return smallestThatFits(window, calendar, bucketsMax) ?? WIDEST;
}

/**
 * The smallest width of the contract's list that gives at most `bucketsMax` buckets; undefined if even years give more.
 */
export function smallestThatFits(window: TimeWindow, calendar: Calendar, bucketsMax: number): BucketWidth | undefined {
  return LADDER.find((width) => edgesUpTo(width, window, calendar, bucketsMax) !== undefined);
}

/** Undefined if there are more than `bucketsMax` buckets; this is determined without creating them. */
function edgesUpTo(
  width: BucketWidth,
  window: TimeWindow,
  calendar: Calendar,
  bucketsMax: number,
): number[] | undefined {
  const slack = isWithinHour(width) ? 0 : SKIPPED_MOST;
  if (countOf(width, window, calendar) > bucketsMax + slack) return undefined;
  const edges = isWithinHour(width) ? clockEdges(width, window, calendar) : calendarEdges(width, window, calendar);
  return edges.length - 1 > bucketsMax ? undefined : edges;
}

/** Exact for widths up to an hour; for other widths it also counts units that the zone skips. */
function countOf(width: BucketWidth, window: TimeWindow, calendar: Calendar): number {
  if (!isWithinHour(width)) {
    const grid = localGrid(width, calendar);
    return unitAt(window.endTs - 1, grid, calendar.zone) - unitAt(window.startTs, grid, calendar.zone) + 1;
  }
  const length = clockMillis(width) ?? HOUR;
  let count = 0;
  for (const { fromTs, toTs, offsetMillis } of calendar.zone.stretches(window)) {
    const first = Math.max(fromTs, window.startTs) + offsetMillis;
    const end = Math.min(toTs, window.endTs) + offsetMillis;
    if (first < end) count += Math.ceil(end / length) - Math.floor(first / length);
  }
  return count;
}

/**
 * Buckets on a grid of the local clock within each stretch of constant offset; each offset change begins a new bucket.
 */
function clockEdges(width: BucketWidth, window: TimeWindow, { zone }: Calendar): number[] {
  const length = clockMillis(width) ?? HOUR;
  const edges: number[] = [];
  let last = window.startTs;
  // One hour more on both sides, so that the first and last buckets are whole.
  for (const stretch of zone.stretches({ startTs: window.startTs - HOUR, endTs: window.endTs + HOUR })) {
    const first = Math.max(stretch.fromTs, window.startTs);
    const end = Math.min(stretch.toTs, window.endTs);
    if (first >= end) continue;
    const offset = stretch.offsetMillis;
    let next = Math.floor((first + offset) / length) * length - offset;
    edges.push(Math.max(next, stretch.fromTs));
    for (next += length; next < end; next += length) edges.push(next);
    last = Math.min(next, stretch.toTs);
  }
  edges.push(last);
  return edges;
}

function calendarEdges(width: BucketWidth, window: TimeWindow, calendar: Calendar): number[] {
  const grid = localGrid(width, calendar);
  let index = unitAt(window.startTs, grid, calendar.zone);
  let last = instantAt(index, grid, calendar.zone);
  const edges = [last];
  while (last < window.endTs) {
    const next = instantAt(++index, grid, calendar.zone);
    // A unit that the zone skips has no length.
    if (next > last) edges.push(next);
    last = next;
  }
  return edges;
}

function tooMany(width: BucketWidth, window: TimeWindow, calendar: Calendar, bucketsMax: number): AnalyticsError {
  const found = countOf(width, window, calendar);
  const fitting = smallestThatFits(window, calendar, bucketsMax);
  const advice =
    fitting === undefined ? "take a shorter range" : `the smallest bucket that fits is ${widthText(fitting)}`;
  const message =
    `The range has ${String(found)} buckets of ${widthText(width)}, more than the ${String(bucketsMax)} that a report ` +
    `may have; ${advice}.`;
  return new AnalyticsError("TOO_MANY_BUCKETS", message, [], {
    limit: { name: "analytics.reports.bucketsMax", value: bucketsMax },
  });
}

/** For people, such as `1 hour` or `15 seconds`. */
function widthText({ bucket, amount }: BucketWidth): string {
  return `${String(amount)} ${bucket}${amount === 1 ? "" : "s"}`;
}
