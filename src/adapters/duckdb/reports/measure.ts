// Computes the measures of one statement: selects the family of functions, combines series into groups, and reads the
// resulting rows. Source: analytics contract 3.4, 3.5.
import type { DuckDBValue } from "@duckdb/node-api";
import type { Cell, MeasureQuery, MeasureRows } from "../../../core/analytics/report/report-engine.ts";
import type { AggregateFunction, CombineRule } from "../../../core/analytics/view/table-view.ts";
import { JsonText } from "../../../core/values.ts";
import { nextTurn } from "../../../lib/next-turn.ts";
import { combinedSql, isOfOnePass, onePassSql, pooledSql, suffixAt, takesNumbers } from "./aggregate-sql.ts";
import { isNotHeld, type Sizes } from "./exact-sums.ts";
import { KeyColumns } from "./group-keys.ts";
import { currentReach, pickedSeries, type MeasureParts } from "./newest-functions.ts";
import type { ReportSession } from "./report-session.ts";
import { SampleFormulas } from "./sample-formulas.ts";
import { SampleReader } from "./sample-reader.ts";
import type { SharedMeasures } from "./shared-measures.ts";
import { addsUp, segmentSeries, stepSeries } from "./time-functions.ts";
import { sqlDouble, sqlInteger } from "../literals.ts";
import { numberInSql } from "../spelled-numbers.ts";
import { cellOf, SAMPLE } from "./value-sql.ts";

type Family = "pooled" | "picked" | "steps" | "segments" | "completeness";

const FAMILIES: Readonly<Record<AggregateFunction, readonly [Family, CombineRule | null]>> = {
  count: ["pooled", null],
  countDistinct: ["pooled", null],
  sum: ["pooled", null],
  avg: ["pooled", null],
  min: ["pooled", null],
  max: ["pooled", null],
  range: ["pooled", null],
  median: ["pooled", null],
  percentile: ["pooled", null],
  stddev: ["pooled", null],
  variance: ["pooled", null],
  mode: ["pooled", null],
  onlyValue: ["pooled", null],
  list: ["pooled", null],
  first: ["picked", "oldest"],
  latest: ["picked", "newest"],
  firstTs: ["picked", "min"],
  latestTs: ["picked", "max"],
  lastKnown: ["picked", "newest"],
  current: ["picked", "newest"],
  delta: ["steps", "sum"],
  increase: ["steps", "sum"],
  rate: ["steps", "sum"],
  timeWeightedAvg: ["segments", "weighted"],
  integral: ["segments", "sum"],
  duration: ["segments", "sum"],
  durationPercent: ["segments", "weighted"],
  transitions: ["segments", "sum"],
  completeness: ["completeness", "weighted"],
};

/** The rows of each of the queries. */
export async function computeMeasures(
  session: ReportSession,
  shared: SharedMeasures,
): Promise<ReadonlyMap<MeasureQuery, MeasureRows>> {
  const { aggregation: wanted } = shared.query;
  const [family, defaultRule] = FAMILIES[wanted.fn];
  const rule = wanted.combine ?? defaultRule ?? "avg";
  const query: MeasureQuery = { ...shared.query, aggregation: { ...wanted, combine: rule } };
  const { window, aggregation } = query;
  const { carryIn = true, lookbackMs = 0 } = aggregation;
  const isLocf = family === "segments" || family === "steps" || aggregation.fn === "lastKnown";
  const reach = aggregation.fn === "current" ? currentReach(query, session.latest) : window;
  const { samples, conditions, keys } = query;
  const derived = samples.kind === "derived" ? samples.expression : null;
  const written = [conditions.where, derived, query.state];
  const formulas = await SampleFormulas.create(session, keys, query.dimensions, written);
  const reader = await SampleReader.create(session, {
    samples,
    conditions,
    formulas,
    groupOfDevice: keys.groupOfDevice,
    from: isLocf && carryIn ? window.startTs - lookbackMs : reach.startTs,
    to: reach.endTs,
  });
  const parts = { session, query, formulas, reader, keys: await KeyColumns.create(session, query, reach) };
  const asked = { parts, functions: [...new Set(shared.sources.flat().map(functionOf))], rule };
  const columns = await readColumns(asked, await resultSql(family, asked, "held"));
  const isHeld = !columns.values.some(({ skipped }) => isNotHeld(sum(skipped)));
  const found = isHeld ? columns : await readColumns(asked, await resultSql(family, asked, "all"));
  return await answers(shared, asked.functions, found);
}

function functionOf({ aggregation }: MeasureQuery): AggregateFunction {
  return aggregation.fn;
}

/** What a statement computes; only the first function is not of one pass, and then it is the only one. */
interface Asked {
  readonly parts: MeasureParts;
  readonly functions: readonly AggregateFunction[];
  readonly rule: CombineRule;
}

async function resultSql(family: Family, { parts, functions, rule }: Asked, sizes: Sizes): Promise<string> {
  const { query, reader, keys } = parts;
  switch (family) {
    case "pooled": {
      const { startTs, endTs } = query.window;
      const { aggregation } = query;
      const samples = functions.some(takesNumbers) ? reader.numbers(startTs, endTs) : reader.relation(startTs, endTs);
      const keyed = await keys.add(samples);
      if (aggregation.perSeries !== true) {
        const pool = { relation: keyed, by: keys.list, keys };
        return functions.length > 1
          ? onePassSql(functions.filter(isOfOnePass), pool, sizes)
          : pooledSql(aggregation, pool, sizes);
      }
      const bySeries = pooledSql(aggregation, { relation: keyed, by: `device, ${keys.list}`, keys }, sizes);
      return combinedSql(rule, `SELECT *, NULL::BIGINT AS ts, NULL::DOUBLE AS w FROM (${bySeries})`, keys, sizes);
    }
    case "picked":
      return combinedSql(rule, await pickedValues(parts, rule), keys, sizes);
    case "steps":
    case "segments": {
      const compute = family === "steps" ? stepSeries : segmentSeries;
      const series = await compute(parts, sizes);
      return addsUp(query.aggregation) ? series : combinedSql(rule, series, keys, sizes);
    }
    case "completeness":
      return combinedSql(rule, await completenessSeries(parts), keys, sizes);
  }
}

/**
 * One picked value of each series, as stored; for rules that count numbers, a text counts as the number that it spells.
 */
async function pickedValues(parts: MeasureParts, rule: CombineRule): Promise<string> {
  const picked = await pickedSeries(parts);
  if (rule === "newest" || rule === "oldest" || !parts.reader.takesTexts) return picked;
  return `SELECT * REPLACE (${numberInSql(SAMPLE)} AS n) FROM (${picked})`;
}

/** Samples received against samples expected. If only the bucket divides a group, its silent series count as 0. */
async function completenessSeries({ session, query, reader, keys }: MeasureParts): Promise<string> {
  const { startTs, endTs } = query.window;
  const keyed = await keys.add(reader.relation(startTs, endTs));
  const counted = `SELECT device, ${keys.list}${keys.classes}, count(k) AS samples, count(*) - count(k) AS skipped
    FROM (${keyed}) GROUP BY device, ${keys.list}`;
  const table = await session.createTableAs("counts", counted);
  let rows = `SELECT * FROM ${table}`;
  if (keys.isPlain) {
    const series = await reader.createDeviceTable();
    rows = `SELECT d.device, present.grp, present.bucket, coalesce(c.samples, 0) AS samples, coalesce(c.skipped, 0) AS skipped
      FROM (SELECT DISTINCT grp, bucket FROM ${table}) present JOIN ${series} d ON d.grp = present.grp
      LEFT JOIN ${table} c ON c.device = d.device AND c.grp = d.grp AND c.bucket = present.bucket`;
  }
  const span = "CASE WHEN i.hi > i.lo THEN (i.hi - i.lo)::DOUBLE END";
  const planned = `${span} / ${sqlDouble(query.aggregation.expectedEveryMs ?? 1)}`;
  return `SELECT r.*, NULL::BIGINT AS ts, 0 AS k, CASE WHEN ${span} IS NULL THEN 0 ELSE 100 * least(1, samples / (${planned})) END AS n, NULL::VARCHAR AS s,
    coalesce(${span}, 1) AS w FROM (${rows}) r JOIN ${keys.intervals} i ON i.bucket = r.bucket`;
}

/** Rows handled before other work gets a turn: a few milliseconds of work. */
const ROWS_OF_TURN = 10_000;

/** The rows of a statement, by column. */
interface Columns extends Pick<MeasureRows, "groups" | "buckets" | "parts" | "locf"> {
  /** One for each function. */
  readonly values: readonly Record<"kinds" | "numbers" | "texts" | "skipped", readonly DuckDBValue[]>[];
}

async function readColumns({ parts: { session, query, keys }, functions }: Asked, sql: string): Promise<Columns> {
  const partsCount = keys.partNames.length;
  const values = functions.map((_fn, index) => {
    const suffix = suffixAt(index);
    return `k${suffix}::INTEGER, n${suffix}, s${suffix}, skipped${suffix}::DOUBLE`;
  });
  const locf = Array.from(
    { length: keys.locfCount },
    (_none, index) => `d${String(index)}, d${String(index)}lo, d${String(index)}hi`,
  );
  const columns = await session.columns(
    `SELECT ${["grp", "bucket", ...keys.partNames, ...locf, ...values].join(", ")} FROM (${sql}) LIMIT ${sqlInteger(query.rowsMax + 1)}`,
  );
  const at = (index: number): readonly DuckDBValue[] => columns[index] ?? [];
  const [firstLocf, firstValue] = [2 + partsCount, 2 + partsCount + 3 * keys.locfCount];
  return {
    groups: integers(at(0)),
    buckets: integers(at(1)),
    parts: keys.partNames.map((_name, index) => integers(at(2 + index))),
    locf: locf.map((_names, index) => {
      const first = firstLocf + 3 * index;
      return locfColumn(at(first), at(first + 1), at(first + 2));
    }),
    values: values.map((_names, index) => {
      const first = firstValue + 4 * index;
      return { kinds: at(first), numbers: at(first + 1), texts: at(first + 2), skipped: at(first + 3) };
    }),
  };
}

/** Gives each query its rows: those with the groups of its source, with the value of its function. */
async function answers(
  { sources, groups }: SharedMeasures,
  functions: readonly AggregateFunction[],
  columns: Columns,
): Promise<ReadonlyMap<MeasureQuery, MeasureRows>> {
  const found = new Map<MeasureQuery, MeasureRows>();
  const rowsOfSource = await rowsBySource(columns.groups, sources.length, groups);
  for (const [place, queries] of sources.entries()) {
    const rows = rowsOfSource[place] ?? [];
    const pick = (column: Int32Array): Int32Array => Int32Array.from(rows, (row) => column[row] ?? 0);
    const key = {
      length: rows.length,
      groups: pick(columns.groups).map((group) => group - place * groups),
      buckets: pick(columns.buckets),
      parts: columns.parts.map(pick),
      locf: columns.locf.map(({ text, cells }) => ({
        text: rows.map((row) => text[row] ?? null),
        cells: rows.map((row) => cells[row] ?? null),
      })),
    };
    for (const query of queries) {
      const value = columns.values[functions.indexOf(functionOf(query))];
      const cells: Cell[] = [];
      let skippedValues = 0;
      for (const [index, row] of rows.entries()) {
        if (index % ROWS_OF_TURN === 0) await nextTurn();
        cells.push(cellOf(value?.kinds[row], value?.numbers[row], value?.texts[row]));
        skippedValues += Number(value?.skipped[row]);
      }
      found.set(query, { ...key, cells, skippedValues });
    }
  }
  return found;
}

async function rowsBySource(groups: Int32Array, sources: number, groupsOfSource: number): Promise<readonly number[][]> {
  const rows: number[][] = Array.from({ length: sources }, () => []);
  for (const [row, group] of groups.entries()) {
    if (row % ROWS_OF_TURN === 0) await nextTurn();
    rows[sources === 1 ? 0 : Math.floor(group / groupsOfSource)]?.push(row);
  }
  return rows;
}

function sum(counts: readonly DuckDBValue[]): number {
  return counts.reduce((total: number, count) => total + Number(count), 0);
}

function integers(values: readonly DuckDBValue[]): Int32Array {
  return Int32Array.from(values, Number);
}

/** The value itself if all values that fell together have one type, otherwise their common text. */
function locfColumn(
  texts: readonly DuckDBValue[],
  least: readonly DuckDBValue[],
  most: readonly DuckDBValue[],
): MeasureRows["locf"][number] {
  const text = texts.map((each) => (typeof each === "string" ? each : null));
  const cells = text.map((each, row): Cell => {
    if (each === null || least[row] !== most[row]) return each;
    switch (Number(least[row])) {
      case 0:
        return numberOfCanonical(each);
      case 1:
        return each === "true";
      case 3:
        return new JsonText(each);
      default:
        return each;
    }
  });
  return { text, cells };
}

function numberOfCanonical(text: string): Cell {
  const number = Number(text);
  return String(number) === text ? number : BigInt(text);
}
