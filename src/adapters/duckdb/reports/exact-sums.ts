// Sums of doubles that are the same in whatever order and by however many threads they are added: each value becomes
// two integers, whose sums are exact. Records: docs/decisions/0037-equal-requests-equal-bytes.md,
// 0038-sums-without-bands-first.md.
import { sqlDouble } from "../literals.ts";

/** A value's magnitude selects its band. Each band spans this many powers of two; band 0 begins at `FIRST_POWER`. */
const BAND_POWERS = 71;
const FIRST_POWER = -26;
const LEAST = sqlDouble(2 ** FIRST_POWER);
const MOST = sqlDouble(2 ** (FIRST_POWER + BAND_POWERS));
/** The two integers count units of these powers of two: fewer than 2^63 large units, and at most 2^61 small ones. */
const HIGH_POWER = FIRST_POWER + BAND_POWERS - 63;
const LOW_POWER = HIGH_POWER - 62;
const LOW_PER_HIGH_UNIT = sqlDouble(2 ** (HIGH_POWER - LOW_POWER));
const LOW_PER_HIGH = `${String(2n ** BigInt(HIGH_POWER - LOW_POWER))}::HUGEINT`;
/** The band of values that are not finite; with one of them, the sum is not finite either. */
const BEYOND = 100;
/** Replaces a count if the sum is useless because it has values that the two integers cannot hold. */
const NOT_HELD = -(2 ** 50);

/**
 * The values that a sum supports: those that fit into the two integers, which nearly all measured values do, or values
 * of every size, which takes longer. If a sum of the first kind does not suffice, its count of skipped values says so.
 */
export type Sizes = "held" | "all";

/** What is summed: the values `x` of a relation, together with aggregates of the same rows that involve no rounding. */
export interface ExactSum {
  readonly relation: string;
  /** The columns of a group, followed by aggregates of each group that begin with a comma. */
  readonly by: string;
  readonly classes: string;
  /** The names of those aggregates, also beginning with a comma. */
  readonly classNames: string;
  readonly sizes: Sizes;
  /** For each result name: the aggregate over rows, and the aggregate over its parts. One of them is `skipped`. */
  readonly extras: Readonly<Record<string, readonly [ofRows: string, ofParts: "sum" | "min" | "max"]>>;
}

/**
 * One row per group: the sum `x`, correctly rounded unless the values differ very much in size, and the other
 * aggregates.
 */
export function exactSumSql(sum: ExactSum): string {
  return totalsSql({ ...sum, relation: partsSql(sum) });
}

/** Whether a skipped count means that a sum for values of every size is needed. */
export function isNotHeld(skipped: number): boolean {
  return skipped < 0;
}

/** One row per group and band: partial sums that `mergedSql` can add up further before they become totals. */
export function partsSql(sum: ExactSum): string {
  const { by, classes, extras } = sum;
  const high = `SELECT *, TRY_CAST(units AS BIGINT) AS high FROM (${unitsSql(sum)})`;
  const low = `((units - high::DOUBLE) * ${LOW_PER_HIGH_UNIT})::BIGINT`;
  const odd = sum.sizes === "held" ? `, ${WITHOUT_HIGH} AS odd` : "";
  return `SELECT ${by}${bandOf(sum)}${classes}, sum(high) AS high, sum(low) AS low${odd}${aggregatesSql(extras)}
    FROM (SELECT *, ${low} AS low FROM (${high})) GROUP BY ${by}${bandOf(sum)}`;
}

/**
 * Number of values without large units: small ones, and those too great. Two counts, because the engine computes these
 * fastest.
 */
const WITHOUT_HIGH = "count(*) FILTER (x <> 0) - count(*) FILTER (high <> 0)";

/** The relation with the large units of its values. */
function unitsSql({ relation, sizes }: ExactSum): string {
  const units = (value: string): string => `${value} * ${sqlDouble(2 ** -HIGH_POWER)} AS units`;
  if (sizes === "held") return `SELECT *, ${units("x")} FROM (${relation})`;
  const outside = `floor((log2(abs(x)) - ${String(FIRST_POWER)}) / ${String(BAND_POWERS)})`;
  const band = `(CASE WHEN x IS NULL OR x = 0 OR (abs(x) >= ${LEAST} AND abs(x) < ${MOST}) THEN 0
    WHEN isfinite(x) THEN ${outside} ELSE ${String(BEYOND)} END)::TINYINT`;
  // In two steps, because no double holds the greatest of these powers.
  const [some, rest] = [Math.floor(BAND_POWERS / 2), Math.ceil(BAND_POWERS / 2)];
  const shifted = `x * pow(2, ${sqlDouble(-some)} * band) * pow(2, ${sqlDouble(-rest)} * band)`;
  const value = `CASE WHEN band = 0 THEN x WHEN band = ${String(BEYOND)} THEN 1 ELSE ${shifted} END`;
  return `SELECT *, ${units(value)} FROM (SELECT *, ${band} AS band FROM (${relation}))`;
}

function bandOf({ sizes }: ExactSum): string {
  return sizes === "held" ? "" : ", band";
}

/** Merges the parts of several relations into one set of parts. */
export function mergedSql(sum: ExactSum): string {
  const { relation, by, classes, extras, sizes } = sum;
  const odd = sizes === "held" ? ", sum(odd) AS odd" : "";
  return `SELECT ${by}${bandOf(sum)}${classes}, sum(high) AS high, sum(low) AS low${odd}${mergedExtras(extras)}
    FROM (${relation}) GROUP BY ${by}${bandOf(sum)}`;
}

/** Totals from parts; each group has one part per band. */
export function totalsSql({ relation, by, classes, classNames, extras, sizes }: ExactSum): string {
  // The remainder from rounding the large units is added to the small ones before they are rounded.
  const rest = `((high - high::DOUBLE::HUGEINT) * ${LOW_PER_HIGH} + low)::DOUBLE`;
  const part = `high::DOUBLE * ${sqlDouble(2 ** HIGH_POWER)} + ${rest} * ${sqlDouble(2 ** LOW_POWER)}`;
  if (sizes === "held") {
    const extraColumns = Object.keys(extras).map((name) =>
      name === "skipped" ? `, CASE WHEN odd > 0 THEN ${String(NOT_HELD)} ELSE skipped END AS skipped` : `, ${name}`,
    );
    return `SELECT ${by}${classNames}, ${part} AS x${extraColumns.join("")} FROM (${relation})`;
  }
  const usual = "coalesce(any_value(part) FILTER (band = 0), 0)";
  const others = `coalesce(sum(part * pow(2, ${sqlDouble(BAND_POWERS)} * band) ORDER BY band) FILTER (band <> 0), 0)`;
  return `SELECT ${by}${classes}, CASE WHEN count(part) > 0 THEN ${usual} + ${others} END AS x${mergedExtras(extras)}
    FROM (SELECT *, ${part} AS part FROM (${relation})) GROUP BY ${by}`;
}

/** The aggregates of rows, as a list that begins with a comma. */
export function aggregatesSql(extras: ExactSum["extras"]): string {
  return Object.entries(extras)
    .map(([name, [ofRows]]) => `, ${ofRows} AS ${name}`)
    .join("");
}

function mergedExtras(extras: ExactSum["extras"]): string {
  return Object.entries(extras)
    .map(([name, [, ofParts]]) => `, ${ofParts}(${name}) AS ${name}`)
    .join("");
}
