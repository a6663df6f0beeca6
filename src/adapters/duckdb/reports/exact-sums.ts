// Sums of doubles that are the same in whatever order and by however many threads they are added: each value becomes two
// integers, whose sums lose nothing. Record: docs/decisions/0037-equal-requests-equal-bytes.md.
import { sqlDouble } from "./value-sql.ts";

/** A value's size chooses its band, of which each spans this many powers of two; band 0 begins at `FIRST_POWER`. */
const BAND_POWERS = 71;
const FIRST_POWER = -26;
const LEAST = sqlDouble(2 ** FIRST_POWER);
const MOST = sqlDouble(2 ** (FIRST_POWER + BAND_POWERS));
/** The integers count units of these powers of two: less than 2^61 of the large ones, and of the small ones at most 2^61. */
const HIGH_POWER = -16;
const LOW_POWER = -78;
const LOW_PER_HIGH_UNIT = sqlDouble(2 ** (HIGH_POWER - LOW_POWER));
const LOW_PER_HIGH = `${String(2n ** BigInt(HIGH_POWER - LOW_POWER))}::HUGEINT`;
/** The band of what is no number any more, and makes a sum that is none. */
const BEYOND = 100;

/** What is added up: the values `x` of a relation, and beside them aggregates that have no rounding. */
export interface ExactSum {
  readonly relation: string;
  /** The columns of a group, and aggregates of each group that begin with a comma. */
  readonly by: string;
  readonly classes: string;
  /** By the name of the result, which aggregate of rows it is, and which of those aggregates. */
  readonly beside: Readonly<Record<string, readonly [ofRows: string, ofParts: "sum" | "max"]>>;
}

/** One row per group: the sum `x`, correctly rounded but for values of very different size, and what stands beside it. */
export function exactSumSql(sum: ExactSum): string {
  return totalsSql({ ...sum, relation: partsSql(sum) });
}

/** One row per group and band: sums that can be added up further, by `mergedSql`, before they become totals. */
export function partsSql({ relation, by, classes, beside }: ExactSum): string {
  // Comparing each sign costs a third of the size of the value.
  const isUsual = `x BETWEEN ${LEAST} AND ${MOST} OR x = 0 OR x BETWEEN -${MOST} AND -${LEAST}`;
  const bandOf = `floor((log2(abs(x)) - ${String(FIRST_POWER)}) / ${String(BAND_POWERS)})`;
  const unusual = `(CASE WHEN isfinite(x) THEN ${bandOf} WHEN x IS NOT NULL THEN ${String(BEYOND)} END)::TINYINT`;
  const banded = `SELECT *, CASE WHEN ${isUsual} THEN 0::TINYINT ELSE ${unusual} END AS band FROM (${relation})`;
  // In two steps, as no double holds the greatest of these powers.
  const [some, rest] = [Math.floor(BAND_POWERS / 2), Math.ceil(BAND_POWERS / 2)];
  const shifted = `x * pow(2, ${sqlDouble(-some)} * band) * pow(2, ${sqlDouble(-rest)} * band)`;
  const value = `CASE WHEN band = 0 THEN x WHEN band = ${String(BEYOND)} THEN 1 ELSE ${shifted} END`;
  const scaled = `SELECT *, ${value} * ${sqlDouble(2 ** -HIGH_POWER)} AS units FROM (${banded})`;
  const high = `SELECT *, units::BIGINT AS high FROM (${scaled})`;
  const low = `((units - high::DOUBLE) * ${LOW_PER_HIGH_UNIT})::BIGINT`;
  const besides = Object.entries(beside).map(([name, [ofRows]]) => `, ${ofRows} AS ${name}`);
  return `SELECT ${by}, band${classes}, sum(high) AS high, sum(low) AS low${besides.join("")}
    FROM (SELECT *, ${low} AS low FROM (${high})) GROUP BY ${by}, band`;
}

/** Parts of several relations as the parts of them together. */
export function mergedSql({ relation, by, classes, beside }: ExactSum): string {
  return `SELECT ${by}, band${classes}, sum(high) AS high, sum(low) AS low${mergedBeside(beside)} FROM (${relation}) GROUP BY ${by}, band`;
}

/** The sums of parts, of which each group has one in a band. */
export function totalsSql({ relation, by, classes, beside }: ExactSum): string {
  // What the rounding of the large units leaves is added to the small ones before they are rounded.
  const rest = `((high - high::DOUBLE::HUGEINT) * ${LOW_PER_HIGH} + low)::DOUBLE`;
  const part = `high::DOUBLE * ${sqlDouble(2 ** HIGH_POWER)} + ${rest} * ${sqlDouble(2 ** LOW_POWER)}`;
  const usual = "coalesce(any_value(part) FILTER (band = 0), 0)";
  const others = `coalesce(sum(part * pow(2, ${sqlDouble(BAND_POWERS)} * band) ORDER BY band) FILTER (band <> 0), 0)`;
  return `SELECT ${by}${classes}, CASE WHEN count(part) > 0 THEN ${usual} + ${others} END AS x${mergedBeside(beside)}
    FROM (SELECT *, ${part} AS part FROM (${relation})) GROUP BY ${by}`;
}

function mergedBeside(beside: ExactSum["beside"]): string {
  return Object.entries(beside)
    .map(([name, [, ofParts]]) => `, ${ofParts}(${name}) AS ${name}`)
    .join("");
}
