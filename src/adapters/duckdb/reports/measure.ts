// Computes one measure: selects the family of functions, combines series into groups, and reads the resulting rows.
// Source: analytics contract 3.4, 3.5.
import type { DuckDBValue } from "@duckdb/node-api";
import type { Cell, MeasureQuery, MeasureRows } from "../../../core/analytics/report/report-engine.ts";
import type { AggregateFunction, CombineRule } from "../../../core/analytics/view/table-view.ts";
import { JsonText } from "../../../core/values.ts";
import { nextTurn } from "../../../lib/next-turn.ts";
import { combinedSql, pooledSql, takesNumbers } from "./aggregate-sql.ts";
import { isNotHeld, type Sizes } from "./exact-sums.ts";
import { KeyColumns } from "./group-keys.ts";
import { currentReach, pickedSeries, type MeasureParts } from "./newest-functions.ts";
import type { ReportSession } from "./report-session.ts";
import { SampleFormulas } from "./sample-formulas.ts";
import { SampleReader } from "./sample-reader.ts";
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

export async function computeMeasure(session: ReportSession, asked: MeasureQuery): Promise<MeasureRows> {
  const [family, defaultRule] = FAMILIES[asked.aggregation.fn];
  const rule = asked.aggregation.combine ?? defaultRule ?? "avg";
  const query: MeasureQuery = { ...asked, aggregation: { ...asked.aggregation, combine: rule } };
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
  const rows = await readRows(parts, await resultSql(family, rule, parts, "held"));
  return isNotHeld(rows.skippedValues) ? await readRows(parts, await resultSql(family, rule, parts, "all")) : rows;
}

async function resultSql(family: Family, rule: CombineRule, parts: MeasureParts, sizes: Sizes): Promise<string> {
  const { query, reader, keys } = parts;
  switch (family) {
    case "pooled": {
      const { startTs, endTs } = query.window;
      const { aggregation } = query;
      const samples = takesNumbers(aggregation.fn) ? reader.numbers(startTs, endTs) : reader.relation(startTs, endTs);
      const keyed = await keys.add(samples);
      if (aggregation.perSeries !== true)
        return pooledSql(aggregation, { relation: keyed, by: keys.list, keys }, sizes);
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

async function readRows({ session, query, keys }: MeasureParts, sql: string): Promise<MeasureRows> {
  const columns = await session.columns(
    `SELECT grp, bucket, ${[...keys.partNames, ""].join(", ")}k::INTEGER, n, s, skipped::DOUBLE
      ${Array.from({ length: keys.locfCount }, (_none, index) => `, d${String(index)}, d${String(index)}lo, d${String(index)}hi`).join("")}
     FROM (${sql}) LIMIT ${sqlInteger(query.rowsMax + 1)}`,
  );
  const at = (index: number): readonly DuckDBValue[] => columns[index] ?? [];
  const first = 2 + keys.partNames.length;
  const [kinds, numbers, texts, skipped] = [at(first), at(first + 1), at(first + 2), at(first + 3)];
  const cells: Cell[] = [];
  for (const [row, kind] of kinds.entries()) {
    if (row % ROWS_OF_TURN === 0) await nextTurn();
    cells.push(cellOf(kind, numbers[row], texts[row]));
  }
  return {
    length: kinds.length,
    groups: integers(at(0)),
    buckets: integers(at(1)),
    parts: keys.partNames.map((_name, index) => integers(at(2 + index))),
    locf: Array.from({ length: keys.locfCount }, (_none, index) => {
      const [text, least, most] = [0, 1, 2].map((offset) => at(first + 4 + 3 * index + offset));
      return locfColumn(text ?? [], least ?? [], most ?? []);
    }),
    cells,
    skippedValues: skipped.reduce((sum: number, count) => sum + Number(count), 0),
  };
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
