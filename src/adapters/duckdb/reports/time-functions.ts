// Functions over time: steps between neighbouring samples, and segments in which a value or a state holds. Source:
// analytics contract 3.5, 3.6.
import type { Aggregation } from "../../../core/analytics/view/table-view.ts";
import { DAY_MILLIS, HOUR_MILLIS, MINUTE_MILLIS, SECOND_MILLIS } from "../../../lib/units.ts";
import type { MeasureParts } from "./newest-functions.ts";
import { type ExactSum, mergedSql, partsSql, type Sizes, totalsSql } from "./exact-sums.ts";
import { forEachSlice, numberValues, stateValues, UNKNOWN_STATE, type Slice } from "./sample-slices.ts";
import { sqlDouble, sqlInteger } from "../literals.ts";

const UNIT_MILLIS = {
  ms: 1,
  second: SECOND_MILLIS,
  minute: MINUTE_MILLIS,
  hour: HOUR_MILLIS,
  day: DAY_MILLIS,
} as const;
const NUMBER_ROW = "ts, CASE WHEN n IS NOT NULL THEN 0 END AS k, n::DOUBLE AS n, NULL::VARCHAR AS s, w, skipped";

/**
 * Sums over slices: `x` and the other aggregates per key, and per series unless only sums over all series are needed.
 */
class Partials {
  readonly #parts: MeasureParts;
  readonly #extras: ExactSum["extras"];
  readonly #device: string;
  readonly #sizes: Sizes;
  #table: string | undefined;

  constructor(parts: MeasureParts, whole: readonly string[], sizes: Sizes) {
    this.#parts = parts;
    this.#extras = Object.fromEntries(whole.map((column) => [column, [`sum(${column})`, "sum"]]));
    this.#sizes = sizes;
    this.#device = addsUp(parts.query.aggregation) ? "0::INTEGER AS device" : "device AS device";
  }

  /** `keyed` has the key columns except `grp`, plus `device` and the columns to sum. */
  async add(keyed: string): Promise<void> {
    const { session, keys } = this.#parts;
    const grouped = `SELECT k.*, g.grp FROM (${keyed}) k JOIN ${await keys.groupTable()} g ON g.device = k.device`;
    const rows = partsSql(this.#sumOf(`SELECT * REPLACE (${this.#device}) FROM (${grouped})`));
    if (this.#table === undefined) this.#table = await session.createTableAs("partial", rows);
    else await session.run(`INSERT INTO ${this.#table} ${rows}`);
  }

  /** The sums over all slices, with the length of their bucket's interval as `span`, in milliseconds. */
  total(): string {
    const { keys } = this.#parts;
    const span = "CASE WHEN i.hi > i.lo THEN (i.hi - i.lo)::DOUBLE END AS span";
    const merged = mergedSql(this.#sumOf(`FROM ${this.#table ?? ""}`));
    return `SELECT t.*, NULL::BIGINT AS ts, ${span} FROM (${totalsSql(this.#sumOf(merged))}) t
      JOIN ${keys.intervals} i ON i.bucket = t.bucket`;
  }

  #sumOf(relation: string): ExactSum {
    const { keys } = this.#parts;
    const { classes, classNames } = keys;
    return { relation, by: `device, ${keys.list}`, classes, classNames, sizes: this.#sizes, extras: this.#extras };
  }
}

/** delta, increase, rate: a step belongs to its later sample. */
export async function stepSeries(parts: MeasureParts, sizes: Sizes): Promise<string> {
  const { query, keys } = parts;
  const { fn, per = "hour" } = query.aggregation;
  const partials = new Partials(parts, ["skipped"], sizes);
  const step =
    fn === "delta" ? "v - before" : "CASE WHEN v >= before THEN v - before WHEN before IS NOT NULL THEN v END";
  await forEachSlice(parts, numberValues(parts), async ({ table, from, pairs }: Slice) => {
    const steps = `SELECT device, ts, ${step} AS x, 0 AS skipped FROM (${pairs}) WHERE ts >= ${sqlInteger(from)}`;
    const skipped = `SELECT device, ts, NULL::DOUBLE AS x, 1 AS skipped FROM ${table} WHERE v IS NULL`;
    await partials.add(await keys.add(`${steps} UNION ALL ${skipped}`));
  });
  const value = fn === "rate" ? `x / span * ${sqlDouble(UNIT_MILLIS[per])}` : "x";
  return `SELECT device, ${keys.list}${keys.classNames}, ${NUMBER_ROW} FROM (SELECT *, ${value} AS n, span AS w FROM (${partials.total()}))`;
}

/** Computes timeWeightedAvg, integral, and the functions of states. */
export async function segmentSeries(parts: MeasureParts, sizes: Sizes): Promise<string> {
  const { query, keys } = parts;
  const { aggregation } = query;
  const isOfNumbers = aggregation.fn === "timeWeightedAvg" || aggregation.fn === "integral";
  const values = isOfNumbers ? numberValues(parts) : await stateValues(parts);
  const isLinear = isOfNumbers && aggregation.method === "linear";
  // The hold limit has already been applied to the inputs of a state over several keys.
  const isCombined = query.stateInputs.size > 0 && !isOfNumbers;
  const holdMs = isCombined ? undefined : aggregation.maxGapMs;
  const partials = new Partials(parts, ["known", "changes", "skipped"], sizes);
  const add = async (segments: string): Promise<void> =>
    await partials.add(keys.addMoment(await cutAtBuckets(parts, segments)));
  const end = sqlInteger(Math.min(query.now, query.window.endTs));
  const newest = await forEachSlice(parts, values, async ({ table, from, pairs }) => {
    await add(isLinear ? lineSegments(pairs, holdMs) : heldSegments(pairs, isOfNumbers, holdMs));
    // The instants at which one of several keys changes are not samples of the measure.
    if (!isCombined) await partials.add(await keys.add(samplesOf(table, from)));
    if (!isOfNumbers) await partials.add(await keys.add(turnsOf(pairs, from, end, holdMs)));
  });
  const last = `SELECT device, ts AS since, v AS before, ${end}::BIGINT AS ts FROM ${newest}`;
  if (!isLinear) await add(heldSegments(last, isOfNumbers, holdMs));
  return `SELECT device, ${keys.list}${keys.classNames}, ${NUMBER_ROW} FROM (SELECT *, ${segmentValue(aggregation)} FROM (${partials.total()}))`;
}

/** Whether sums over all series of a group give the group's value, so that series need not be kept apart. */
export function addsUp({ fn, combine, of }: Aggregation): boolean {
  if (fn === "delta" || fn === "increase" || fn === "rate") return combine === "sum";
  if (combine === "weighted") return fn === "timeWeightedAvg" || of !== "bucket";
  return combine === "sum" && fn !== "timeWeightedAvg" && fn !== "durationPercent";
}

function segmentValue({ fn, per = "hour", durationUnit = "second", of = "known" }: Aggregation): string {
  const known = "nullif(known, 0)";
  const present = (sql: string): string => `CASE WHEN known > 0 THEN ${sql} END`;
  switch (fn) {
    case "timeWeightedAvg":
      return `x / ${known} AS n, known AS w`;
    case "integral":
      return `${present(`x / ${sqlDouble(UNIT_MILLIS[per])}`)} AS n, known AS w`;
    case "duration":
      return `${present(`x / ${sqlDouble(UNIT_MILLIS[durationUnit])}`)} AS n, known AS w`;
    case "durationPercent":
      return of === "bucket" ? `${present("100 * x / span")} AS n, span AS w` : `100 * x / ${known} AS n, known AS w`;
    default:
      return `${present("changes")} AS n, known AS w`;
  }
}

/** Segments: from `since` until `until`, the value is `base` plus `slope` for each millisecond after `origin`. */
function heldSegments(pairs: string, isOfNumbers: boolean, holdMs: number | undefined): string {
  const until = holdMs === undefined ? "ts" : `least(ts, since + ${sqlInteger(holdMs)})`;
  return `SELECT device, since, ${until} AS until, since AS origin, before AS base, 0::DOUBLE AS slope FROM (${pairs})
    WHERE since IS NOT NULL ${isOfNumbers ? "" : `AND before <> ${String(UNKNOWN_STATE)}`}`;
}

function lineSegments(pairs: string, holdMs: number | undefined): string {
  return `SELECT device, since, ts AS until, since AS origin, before AS base, (v - before) / (ts - since)::DOUBLE AS slope
    FROM (${pairs}) WHERE since IS NOT NULL ${holdMs === undefined ? "" : `AND ts - since < ${sqlInteger(holdMs)}`}`;
}

/** Cuts segments into pieces that do not cross the edge of a bucket; each row lies at the start of its piece. */
async function cutAtBuckets({ query, keys }: MeasureParts, segments: string): Promise<string> {
  const start = sqlInteger(query.window.startTs);
  const end = sqlInteger(Math.min(query.now, query.window.endTs));
  const inside = `SELECT * FROM (SELECT * REPLACE (greatest(since, ${start}) AS since, least(until, ${end}) AS until) FROM (${segments}))
    WHERE until > since`;
  const first = await keys.index.withIndex(inside, "first", "since");
  const both = await keys.index.withIndex(`SELECT *, until - 1 AS latest FROM (${first})`, "final", "latest");
  const cut = `SELECT u.device, u.bucket, u.origin, u.base, u.slope, greatest(u.since, i.lo) AS ts, least(u.until, i.hi) AS until
    FROM (SELECT *, unnest(range(first, final + 1))::INTEGER AS bucket FROM (${both})) u JOIN ${keys.intervals} i ON i.bucket = u.bucket`;
  const middle = "((ts - origin) + (until - origin))::DOUBLE / 2";
  return `SELECT device, bucket, ts, (base + slope * (${middle})) * (until - ts)::DOUBLE AS x, (until - ts)::DOUBLE AS known,
    0 AS changes, 0 AS skipped FROM (${cut}) WHERE until > ts`;
}

const NO_TIME = "0::DOUBLE AS x, 0::DOUBLE AS known";

/** The samples themselves; they make their rows exist. */
function samplesOf(table: string, from: number): string {
  return `SELECT device, ts, ${NO_TIME}, 0 AS changes, (v IS NULL)::INTEGER AS skipped FROM ${table}
    WHERE ts >= ${sqlInteger(from)}`;
}

/** Instants at which states turn from false to true with no gap in between. */
function turnsOf(pairs: string, from: number, end: string, holdMs: number | undefined): string {
  const touches = holdMs === undefined ? "true" : `since + ${sqlInteger(holdMs)} >= ts`;
  return `SELECT device, ts, ${NO_TIME}, 1 AS changes, 0 AS skipped FROM (${pairs})
    WHERE ts >= ${sqlInteger(from)} AND ts < ${end} AND before = 0 AND v = 1 AND ${touches}`;
}
