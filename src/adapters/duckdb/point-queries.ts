// Reads of one series: raw points of a window, and aggregates per bucket.
import type { DuckDBValue } from "@duckdb/node-api";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import type { Bucket } from "../../core/telemetry/telemetry-store.ts";
import {
  valueFromColumns,
  type Aggregation,
  type BucketQuery,
  type Point,
  type RangeQuery,
} from "../../core/telemetry/telemetry.ts";
import { millis } from "../../lib/clock.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import { sqlInteger } from "./literals.ts";
import { SPELLED_INTEGER, SPELLED_NUMBER } from "./spelled-numbers.ts";

/**
 * For up to so many rows the engine keeps only the best ones while it reads. For more it sorts everything in the window
 * with all its columns, which took 0.6 s and over 100 MiB for seven million points.
 */
const ROWS_WITHOUT_SORT = 5_000;
/** The most values that `min(ts, n)` takes. */
const TIMES_MAX = 999_999;

export async function readRange(
  session: DuckdbSession,
  series: SeriesNumber,
  { startTs, endTs, limit, order }: RangeQuery,
): Promise<readonly Point[]> {
  const inWindow = "FROM points WHERE series = $1 AND ts >= $2 AND ts < $3";
  const last = order === "ASC" ? `<= (SELECT min(ts, ` : `>= (SELECT max(ts, `;
  const isBounded = limit > ROWS_WITHOUT_SORT && limit <= TIMES_MAX;
  const bound = isBounded ? `AND ts ${last}${sqlInteger(limit)})[-1] ${inWindow})` : "";
  const found = await session.query(
    `SELECT ts, kind, num, text ${inWindow} ${bound} ORDER BY ts ${order === "ASC" ? "ASC" : "DESC"} LIMIT $4`,
    [series, BigInt(startTs), BigInt(endTs), limit],
  );
  return found.map(([ts, kind, num, text]) => ({
    ts: millis(Number(ts)),
    value: valueFromColumns(Number(kind), Number(num), typeof text === "string" ? text : null),
  }));
}

export async function readSeriesWithPoints(
  session: DuckdbSession,
  series: readonly SeriesNumber[],
): Promise<readonly SeriesNumber[]> {
  if (series.length === 0) return [];
  const rows = await session.query(`SELECT DISTINCT series FROM points WHERE series IN (${series.join(",")})`);
  return rows.map(([number]) => Number(number) as SeriesNumber);
}

/**
 * Points by bucket: `n` is the number, also one that a text spells; `d` its digits if it is an integer that a double
 * may not hold; `word` the text of a text. Booleans and JSON are only counted. Texts are read separately: checking each
 * point for one would make a mean over numbers a tenth slower. Source: REST contract 9.2.
 */
function bucketRows(bounds: readonly number[]): string {
  const bucket = `${bucketOf(bounds)} AS bucket`;
  const points = "FROM points WHERE series = $1 AND ts >= $2 AND ts < $3";
  return `SELECT ${bucket}, CASE WHEN kind IN (0, 4) THEN num END AS n, CASE WHEN kind = 4 THEN text END AS d, NULL AS word
      ${points} AND kind <> 2
    UNION ALL SELECT ${bucket}, ${SPELLED_NUMBER}(text), ${SPELLED_INTEGER}(text), text ${points} AND kind = 2`;
}

const IS_EXACT = "n = trunc(n) AND abs(n) <= 9007199254740991";

/**
 * The selection of each aggregate, always as (exact, approximate, text): `exact` is an integer of any size or null,
 * `approximate` a double or null, `text` a string or null. The first that is not null is the value.
 */
const SELECTIONS: Readonly<Record<Aggregation, string>> = {
  COUNT: "count(*)::HUGEINT AS exact, NULL AS approximate, NULL AS text",
  AVG: "NULL AS exact, avg(n) AS approximate, NULL AS text",
  SUM: `CASE WHEN coalesce(bool_or(d IS NULL AND NOT (${IS_EXACT})), false) THEN NULL
          ELSE sum(CASE WHEN d IS NOT NULL THEN d::HUGEINT WHEN ${IS_EXACT} THEN n::HUGEINT END) END AS exact,
        sum(n) AS approximate, NULL AS text`,
  MIN: `TRY_CAST(nullif(arg_min(coalesce(d, ''), n), '') AS HUGEINT) AS exact, min(n) AS approximate, min(word) AS text`,
  MAX: `TRY_CAST(nullif(arg_max(coalesce(d, ''), n), '') AS HUGEINT) AS exact, max(n) AS approximate, max(word) AS text`,
};

export async function readBuckets(
  session: DuckdbSession,
  series: SeriesNumber,
  query: BucketQuery,
): Promise<readonly Bucket[]> {
  const first = query.bounds[0];
  const end = query.bounds.at(-1);
  if (first === undefined || end === undefined || query.bounds.length < 2) return [];
  const found = await session.query(
    `SELECT bucket, ${SELECTIONS[query.aggregation]}
     FROM (${bucketRows(query.bounds)})
     GROUP BY bucket ORDER BY bucket`,
    [series, BigInt(first), BigInt(end)],
  );
  const buckets: Bucket[] = [];
  for (const [bucket, exact, approximate, text] of found) {
    const value = bucketValue(exact, approximate, text);
    if (value !== undefined) buckets.push({ index: Number(bucket), value });
  }
  return buckets;
}

/**
 * Buckets of equal width, the last of which may be shorter, need one division per row; others (months) need a search
 * among their bounds.
 */
function bucketOf(bounds: readonly number[]): string {
  const first = bounds[0] ?? 0;
  const width = (bounds[1] ?? 0) - first;
  const isEven = bounds.every((bound, index) => {
    const even = first + index * width;
    return bound === even || (index === bounds.length - 1 && bound < even);
  });
  if (isEven) return `(ts - ${sqlInteger(first)}) // ${sqlInteger(Math.max(1, width))}`;
  const starts = bounds.slice(0, -1).map(sqlInteger).join(",");
  return `len(list_filter([${starts}]::BIGINT[], lambda start : start <= ts)) - 1`;
}

function bucketValue(
  exact: DuckDBValue | undefined,
  approximate: DuckDBValue | undefined,
  text: DuckDBValue | undefined,
): number | bigint | string | undefined {
  if (typeof exact === "bigint") return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
  if (typeof approximate === "number") return approximate;
  return typeof text === "string" ? text : undefined;
}
