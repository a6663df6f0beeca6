// Aggregates over a set of values, and the rules that combine the values of several series into one. Relations have
// columns `device`, the key columns, and a value `k`, `n`, `s`; results have the key columns and a value. Source:
// analytics contract 3.5.
import type { AggregateFunction, Aggregation, CombineRule } from "../../../core/analytics/view/table-view.ts";
import { aggregatesSql, type ExactSum, exactSumSql, type Sizes } from "./exact-sums.ts";
import type { KeyColumns } from "./group-keys.ts";
import { sqlDouble } from "../literals.ts";
import { canonicalSql, SAMPLE, type ValueSql } from "./value-sql.ts";

const NO_TEXT = "NULL::VARCHAR AS s";
const LIST_MAX = 100;

/** Functions that skip texts spelling no number; for min and max it depends on the group's values. */
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
 * Whether a function over a set of samples needs numbers: `n` of its relation then includes numbers that texts spell.
 */
export function takesNumbers(fn: AggregateFunction): boolean {
  return NUMERIC_FUNCTIONS.has(fn) || fn === "min" || fn === "max";
}

/** Values to be aggregated. */
export interface Pool {
  /** A query. */
  readonly relation: string;
  /** The columns that identify a group, as a list. */
  readonly by: string;
  readonly keys: KeyColumns;
  /** Whether the values are those of series, each with the number of samples that it left out, and not samples. */
  readonly areOfSeries?: boolean;
}

/**
 * One row per group: its key, the value `k`, `n`, `s`, and `skipped`, the number of samples that the function or their
 * cast left out.
 */
export function pooledSql(aggregation: Aggregation, pool: Pool, sizes: Sizes): string {
  const { fn } = aggregation;
  if (isOfOnePass(fn)) return onePassSql([fn], pool, sizes);
  if (fn === "mode" || fn === "list") return rankedSql(fn, pool);
  const { relation, by, keys } = pool;
  const skipped = `count(*) - count(${NUMERIC_FUNCTIONS.has(fn) ? "n" : "k"})`;
  const number = (sql: string): string =>
    `SELECT ${by}${keys.classes}, CASE WHEN (${sql}) IS NOT NULL THEN 0 END AS k, (${sql})::DOUBLE AS n, ${NO_TEXT},
      ${skipped} AS skipped FROM (${relation}) GROUP BY ${by}`;
  switch (fn) {
    case "countDistinct":
      return number(`count(DISTINCT ${canonicalSql(SAMPLE)})`);
    case "median":
      return number("quantile_cont(n, 0.5)");
    case "percentile":
      return number(`quantile_cont(n, ${sqlDouble(aggregation.p ?? 0.5)})`);
    case "stddev":
    case "variance":
      return spreadSql(fn, pool);
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

/** Functions that need a few numbers for each group, so that one pass over the samples computes several of them. */
export type OnePassFunction = "count" | "sum" | "avg" | "min" | "max" | "range";

export function isOfOnePass(fn: AggregateFunction): fn is OnePassFunction {
  return fn in ONE_PASS;
}

/** Aggregates of the samples of a group, with how parts of a group are combined. */
const AGGREGATES = {
  kinds: ["count(k)", "sum"],
  numbers: ["count(n)", "sum"],
  least: ["min(n)", "min"],
  most: ["max(n)", "max"],
  texts: ["count(s) FILTER (k = 2)", "sum"],
  least_text: ["min(s) FILTER (k = 2)", "min"],
  most_text: ["max(s) FILTER (k = 2)", "max"],
  samples: ["count(*)", "sum"],
} as const satisfies ExactSum["extras"];

/** A function as a value of aggregates; `x` is the exact sum. */
interface OnePass extends ValueSql {
  readonly needs: readonly (keyof typeof AGGREGATES)[];
  readonly skipped: string;
}

const ONE_PASS: Readonly<Record<OnePassFunction, OnePass>> = {
  count: { ...numberSql("kinds"), needs: ["kinds", "samples"], skipped: "samples - kinds" },
  // Of sums, it also tells that they have values which they do not hold.
  sum: { ...numberSql("x"), needs: [], skipped: "skipped" },
  avg: { ...numberSql("x / numbers"), needs: ["numbers"], skipped: "skipped" },
  range: { ...numberSql("most - least"), needs: ["least", "most"], skipped: "skipped" },
  min: extremeOf("least"),
  max: extremeOf("most"),
};

function numberSql(num: string): ValueSql {
  return { kind: `CASE WHEN ${num} IS NOT NULL THEN 0 END`, num, text: "NULL::VARCHAR" };
}

/**
 * If any value is a number, or a text that spells one, the result is a number; otherwise texts are compared by their
 * bytes, which is the order of code points.
 */
function extremeOf(which: "least" | "most"): OnePass {
  return {
    kind: "CASE WHEN numbers > 0 THEN 0 WHEN texts > 0 THEN 2 END",
    num: which,
    text: `CASE WHEN numbers = 0 THEN ${which}_text END`,
    needs: [which, `${which}_text`, "numbers", "texts", "samples"],
    skipped: "samples - CASE WHEN numbers > 0 THEN numbers ELSE texts END",
  };
}

/** The end of the names of the value of one of several functions. */
export function suffixAt(index: number): string {
  return index === 0 ? "" : String(index);
}

/** One row per group: its key, and for each function `k`, `n`, `s` and `skipped` with its suffix. */
export function onePassSql(
  functions: readonly OnePassFunction[],
  { relation, by, keys, areOfSeries = false }: Pool,
  sizes: Sizes,
): string {
  const needed = new Set(functions.flatMap((fn) => ONE_PASS[fn].needs));
  const skipped = areOfSeries ? "sum(skipped)" : "count(*) - count(n)";
  const extras = {
    ...Object.fromEntries([...needed].map((name) => [name, AGGREGATES[name]] as const)),
    skipped: [skipped, "sum"],
  } as const;
  const hasSum = functions.some((fn) => fn === "sum" || fn === "avg");
  const groups = hasSum
    ? exactSumSql({ relation: `SELECT *, n AS x FROM (${relation})`, by, ...classesOf(keys), sizes, extras })
    : `SELECT ${by}${keys.classes}${aggregatesSql(extras)} FROM (${relation}) GROUP BY ${by}`;
  const columns = functions.map((fn, index) => {
    const { kind, num, text, skipped } = ONE_PASS[fn];
    const suffix = suffixAt(index);
    return `, ${kind} AS k${suffix}, (${num})::DOUBLE AS n${suffix}, ${text} AS s${suffix},
      ${areOfSeries ? "skipped" : skipped} AS skipped${suffix}`;
  });
  return `SELECT ${by}${keys.classNames}${columns.join("")} FROM (${groups})`;
}

function classesOf({ classes, classNames }: KeyColumns): Pick<ExactSum, "classes" | "classNames"> {
  return { classes, classNames };
}

/** Aggregates computed with a sum: the number of samples with a number, and without one. */
const COUNTS = { samples: ["count(x)", "sum"], skipped: ["count(*) - count(x)", "sum"] } as const;

/** Squares of values beyond this overflow a double; squares of scaled values do not. */
const SQUARED_MAX = sqlDouble(1e145);
/** A power of two, so that scaling is exact. */
const SCALE = sqlDouble(2 ** -600);

/**
 * Sums the squared deviations from the mean. The mean has to be known first, so the samples are read twice. For equal
 * values, the rounding of their mean can leave deviations whose squares are arbitrarily small; so the sum takes values
 * of every size.
 */
function spreadSql(fn: "stddev" | "variance", { relation, by, keys }: Pool): string {
  const means = exactSumSql({
    relation: `SELECT *, n AS x FROM (${relation})`,
    by,
    classes: "",
    classNames: "",
    sizes: "all",
    extras: { ...COUNTS, most: ["max(abs(n))", "max"] },
  });
  const scaled = `SELECT ${by}, scale, x * scale / samples AS mean FROM
    (SELECT *, CASE WHEN most <= ${SQUARED_MAX} THEN 1 ELSE ${SCALE} END AS scale FROM (${means}))`;
  const isSame = by.split(", ").map((column) => `r.${column} IS NOT DISTINCT FROM m.${column}`);
  const away = `SELECT * EXCLUDE (mean), pow(n * scale - mean, 2) AS x FROM
    (SELECT r.*, m.mean, m.scale FROM (${relation}) r JOIN (${scaled}) m ON ${isSame.join(" AND ")})`;
  const extras = { ...COUNTS, scale: ["max(scale)", "max"] } as const;
  const sum = { relation: away, by, ...classesOf(keys), sizes: "all", extras } as const;
  const value = fn === "stddev" ? "sqrt(x / (samples - 1)) / scale" : "x / (samples - 1) / scale / scale";
  return `SELECT ${by}${keys.classNames}, CASE WHEN n IS NOT NULL THEN 0 END AS k, n, ${NO_TEXT}, skipped FROM
    (SELECT *, CASE WHEN samples > 1 THEN ${value} END AS n FROM (${exactSumSql(sum)}))`;
}

/** mode and list work on distinct values: canonical texts, with the common type of all values of one text. */
function rankedSql(fn: "mode" | "list", { relation, by, keys }: Pool): string {
  const distinct = `SELECT ${by}${keys.classes}, canonical, count(canonical) AS times, count(*) - count(k) AS skipped,
      CASE WHEN min(k) = max(k) THEN min(k) ELSE 2 END AS k, min(n) AS n, min(s) AS s, bool_and(k IN (0, 4)) AS numeric
    FROM (SELECT *, ${canonicalSql(SAMPLE)} AS canonical FROM (${relation})) GROUP BY ${by}, canonical`;
  if (fn === "mode")
    return `SELECT ${by}${keys.classNames}, best.k AS k, best.n AS n, best.s AS s, skipped FROM
      (SELECT ${by}${keys.classes}, arg_min(struct_pack(k := k, n := CASE WHEN k < 2 THEN n END,
          s := CASE WHEN k = 2 THEN canonical WHEN k > 2 THEN s END), struct_pack(t := -times, c := canonical))
        FILTER (canonical IS NOT NULL) AS best, sum(skipped) AS skipped FROM (${distinct}) GROUP BY ${by})`;
  // Ranks each group separately: in numeric order if all its values are numbers.
  const ranked = `SELECT *, row_number() OVER (PARTITION BY ${by} ORDER BY CASE WHEN all_numeric THEN n END NULLS LAST, canonical) AS place
    FROM (SELECT *, bool_and(numeric) OVER (PARTITION BY ${by}) AS all_numeric FROM (${distinct}))`;
  const most = String(LIST_MAX);
  return `SELECT ${by}${keys.classes}, CASE WHEN count(canonical) > 0 THEN 2 END AS k, NULL::DOUBLE AS n,
      string_agg(canonical, ', ' ORDER BY place) FILTER (place <= ${most}) || CASE WHEN count(canonical) > ${most} THEN ', …' ELSE '' END AS s,
      sum(skipped) AS skipped FROM (${ranked}) GROUP BY ${by}`;
}

/**
 * Combines the values of several series into one. `series` also has `skipped`, and `ts` and the weight `w` if the rule
 * needs them. A series without a value does not take part, but its row is present.
 */
export function combinedSql(rule: CombineRule, series: string, keys: KeyColumns, sizes: Sizes): string {
  const by = keys.list;
  switch (rule) {
    case "sum":
    case "avg":
    case "min":
    case "max":
      return onePassSql([rule], { relation: series, by, keys, areOfSeries: true }, sizes);
    case "weighted": {
      const relation = `SELECT *, n * w AS x FROM (${series})`;
      // Weights are whole milliseconds, so their sum is exact.
      const extras = { weight: ["sum(w) FILTER (n IS NOT NULL)", "sum"], skipped: ["sum(skipped)", "sum"] } as const;
      return `SELECT ${by}${keys.classNames}, CASE WHEN weight > 0 THEN 0 END AS k, x / nullif(weight, 0) AS n, ${NO_TEXT}, skipped
        FROM (${exactSumSql({ relation, by, ...classesOf(keys), sizes, extras })})`;
    }
    case "newest":
    case "oldest": {
      // For equal times the smallest device wins; the position of a device in the report's list follows the order of
      // ids.
      const pick =
        rule === "newest"
          ? "arg_max(struct_pack(k := k, n := n, s := s), struct_pack(t := ts, d := -device))"
          : "arg_min(struct_pack(k := k, n := n, s := s), struct_pack(t := ts, d := device))";
      return `SELECT ${by}${keys.classNames}, best.k AS k, best.n AS n, best.s AS s, skipped FROM
        (SELECT ${by}${keys.classes}, ${pick} FILTER (k IS NOT NULL) AS best, sum(skipped) AS skipped FROM (${series}) GROUP BY ${by})`;
    }
  }
}
