// Aggregates over a set of values, and the rules that make one value of those of several series. Relations have columns
// `device`, the key columns, and a value `k`, `n`, `s`; results have the key columns and a value. Source: analytics contract 3.5.
import type { Aggregation, CombineRule } from "../../../core/analytics/view/table-view.ts";
import type { KeyColumns } from "./group-keys.ts";
import { canonicalSql, SAMPLE, sqlDouble } from "./value-sql.ts";

const NO_TEXT = "NULL::VARCHAR AS s";
const LIST_MAX = 100;

/** Functions for which a text is skipped; of min and max a group decides. */
const NUMERIC_FUNCTIONS: ReadonlySet<string> = new Set([
  "sum",
  "avg",
  "range",
  "median",
  "percentile",
  "stddev",
  "variance",
]);

/**
 * One row per group of `by` (a list of columns): its key, the value `k`, `n`, `s`, and `skipped`, the samples that the function
 * or their cast left out.
 */
export function pooledSql(aggregation: Aggregation, relation: string, by: string, keys: KeyColumns): string {
  const { fn } = aggregation;
  if (fn === "mode" || fn === "list") return rankedSql(fn, relation, by, keys);
  const skipped = `count(*) - count(${NUMERIC_FUNCTIONS.has(fn) ? "n" : "k"})`;
  const result = (value: string, left = skipped): string =>
    `SELECT ${by}${keys.classes}, ${value}, ${left} AS skipped FROM (${relation}) GROUP BY ${by}`;
  const number = (sql: string): string =>
    result(`CASE WHEN (${sql}) IS NOT NULL THEN 0 END AS k, (${sql})::DOUBLE AS n, ${NO_TEXT}`);
  switch (fn) {
    case "count":
      return number("count(k)");
    case "countDistinct":
      return number(`count(DISTINCT ${canonicalSql(SAMPLE)})`);
    case "sum":
    case "avg":
      return number(`${fn}(n)`);
    case "range":
      return number("max(n) - min(n)");
    case "median":
      return number("quantile_cont(n, 0.5)");
    case "percentile":
      return number(`quantile_cont(n, ${sqlDouble(aggregation.p ?? 0.5)})`);
    case "stddev":
      return number(spreadSql("stddev_samp", 1));
    case "variance":
      return number(spreadSql("var_samp", 2));
    case "min":
    case "max":
      // A number among the values makes the result one; otherwise texts are compared by their bytes, which is by code point.
      return result(
        `CASE WHEN count(n) > 0 THEN 0 WHEN count(s) FILTER (k = 2) > 0 THEN 2 END AS k, ${fn}(n) AS n,
         CASE WHEN count(n) = 0 THEN ${fn}(s) FILTER (k = 2) END AS s`,
        "count(*) - CASE WHEN count(n) > 0 THEN count(n) ELSE count(s) FILTER (k = 2) END",
      );
    case "onlyValue": {
      const canonical = canonicalSql(SAMPLE);
      return `SELECT ${by}${keys.classNames}, CASE WHEN one IS NOT NULL THEN k END AS k, CASE WHEN k IN (0, 1) THEN n END AS n,
          CASE WHEN k = 2 THEN one WHEN k > 2 THEN s END AS s, skipped FROM
        (SELECT ${by}${keys.classes}, CASE WHEN min(${canonical}) = max(${canonical}) THEN min(${canonical}) END AS one,
          CASE WHEN min(k) = max(k) THEN min(k) ELSE 2 END AS k, min(n) AS n, min(s) AS s, ${skipped} AS skipped
         FROM (${relation}) GROUP BY ${by})`;
    }
    default:
      throw new Error(`"${fn}" is no function of a set of samples`);
  }
}

/** Beyond it the engine's sum of squares is no double any more, and the engine refuses the whole statement. */
const SQUARED_MAX = 1e145;
/** A power of two, so that scaling loses no digit. */
const SCALE = 2 ** -600;

/** The spread of values of any size; `power` is that of the values in the result. */
function spreadSql(fn: "stddev_samp" | "var_samp", power: 1 | 2): string {
  const scaled = `${fn}(n * ${sqlDouble(SCALE)})${` / ${sqlDouble(SCALE)}`.repeat(power)}`;
  const most = sqlDouble(SQUARED_MAX);
  return `CASE WHEN max(abs(n)) <= ${most} THEN ${fn}(n) FILTER (abs(n) <= ${most}) ELSE ${scaled} END`;
}

/** mode and list look at distinct values: canonical texts, with the type that all values of one have. */
function rankedSql(fn: "mode" | "list", relation: string, by: string, keys: KeyColumns): string {
  const distinct = `SELECT ${by}${keys.classes}, canonical, count(canonical) AS times, count(*) - count(k) AS skipped,
      CASE WHEN min(k) = max(k) THEN min(k) ELSE 2 END AS k, min(n) AS n, min(s) AS s, bool_and(k IN (0, 4)) AS numeric
    FROM (SELECT *, ${canonicalSql(SAMPLE)} AS canonical FROM (${relation})) GROUP BY ${by}, canonical`;
  if (fn === "mode")
    return `SELECT ${by}${keys.classNames}, best.k AS k, best.n AS n, best.s AS s, skipped FROM
      (SELECT ${by}${keys.classes}, arg_min(struct_pack(k := k, n := CASE WHEN k < 2 THEN n END,
          s := CASE WHEN k = 2 THEN canonical WHEN k > 2 THEN s END), struct_pack(t := -times, c := canonical))
        FILTER (canonical IS NOT NULL) AS best, sum(skipped) AS skipped FROM (${distinct}) GROUP BY ${by})`;
  // Each group by itself: in numeric order where all of its values are numbers.
  const ranked = `SELECT *, row_number() OVER (PARTITION BY ${by} ORDER BY CASE WHEN all_numeric THEN n END NULLS LAST, canonical) AS place
    FROM (SELECT *, bool_and(numeric) OVER (PARTITION BY ${by}) AS all_numeric FROM (${distinct}))`;
  const most = String(LIST_MAX);
  return `SELECT ${by}${keys.classes}, CASE WHEN count(canonical) > 0 THEN 2 END AS k, NULL::DOUBLE AS n,
      string_agg(canonical, ', ' ORDER BY place) FILTER (place <= ${most}) || CASE WHEN count(canonical) > ${most} THEN ', …' ELSE '' END AS s,
      sum(skipped) AS skipped FROM (${ranked}) GROUP BY ${by}`;
}

/**
 * One value of those of the series: `series` also has `ts` and the weight `w` as the rule needs them, and `skipped`. A series
 * without a value takes no part, yet its row is there.
 */
export function combinedSql(rule: CombineRule, series: string, keys: KeyColumns): string {
  const by = keys.list;
  const result = (value: string): string =>
    `SELECT ${by}${keys.classes}, ${value}, sum(skipped) AS skipped FROM (${series}) GROUP BY ${by}`;
  const number = (sql: string): string =>
    result(`CASE WHEN (${sql}) IS NOT NULL THEN 0 END AS k, (${sql})::DOUBLE AS n, ${NO_TEXT}`);
  switch (rule) {
    case "sum":
    case "avg":
      return number(`${rule}(n)`);
    case "min":
    case "max":
      return result(
        `CASE WHEN count(n) > 0 THEN 0 WHEN count(s) FILTER (k = 2) > 0 THEN 2 END AS k, ${rule}(n)::DOUBLE AS n,
         CASE WHEN count(n) = 0 THEN ${rule}(s) FILTER (k = 2) END AS s`,
      );
    case "weighted":
      return number("sum(n * w) / nullif(sum(w) FILTER (n IS NOT NULL), 0)");
    case "newest":
    case "oldest": {
      // Of one time the least device wins; a device's place in the list of the report is in the order of ids.
      const pick =
        rule === "newest"
          ? "arg_max(struct_pack(k := k, n := n, s := s), struct_pack(t := ts, d := -device))"
          : "arg_min(struct_pack(k := k, n := n, s := s), struct_pack(t := ts, d := device))";
      return `SELECT ${by}${keys.classNames}, best.k AS k, best.n AS n, best.s AS s, skipped FROM
        (SELECT ${by}${keys.classes}, ${pick} FILTER (k IS NOT NULL) AS best, sum(skipped) AS skipped FROM (${series}) GROUP BY ${by})`;
    }
  }
}
