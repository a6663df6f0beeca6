// A derived series: a formula over several keys of a device, joined at the same instant or by LOCF. States over several
// keys work the same way, with gaps in which a key is unknown. Source: analytics contract 2.11, 3.6.
import type { Expression } from "../../../core/analytics/expressions/expression.ts";
import type { SampleSource } from "../../../core/analytics/report/report-engine.ts";
import { asValue } from "./operand-sql.ts";
import type { ReportSession } from "./report-session.ts";
import { valueOperand, type SampleFormulas } from "./sample-formulas.ts";
import { createNewestBefore, devicesSince, keySamples, SAMPLE_COLUMNS } from "./series-tables.ts";
import { sqlInteger } from "../literals.ts";

export interface DerivedRequest {
  readonly inputs: ReadonlyMap<string, SampleSource>;
  readonly align: "exact" | "locf";
  /** Maximum age of a value in milliseconds (LOCF). */
  readonly lookbackMs: number;
  /** How long a value holds, in milliseconds; null for no limit. */
  readonly holdMs: number | null;
  readonly expression: Expression;
  /**
   * If true, instants without a value are rows with a missing `k`, values in force from before `from` keep their own
   * time, and a column `known` says whether all inputs have a value.
   */
  readonly keepsMissing: boolean;
  readonly formulas: SampleFormulas;
  readonly groupOfDevice: Int32Array;
  readonly from: number;
  readonly to: number;
}

/** Used as a kind: the input is unknown from here on. */
const UNKNOWN = "255";

/** Creates a table with columns `device`, `grp`, `ts`, `k`, `n`, `s`; returns its name. */
export async function createDerivedTable(session: ReportSession, request: DerivedRequest): Promise<string> {
  const names = [...request.inputs.keys()];
  const inputs: string[] = [];
  for (const source of request.inputs.values()) {
    const samples = await inputRelation(session, source, request);
    inputs.push(`SELECT ${String(inputs.length)}::UTINYINT AS i, ${SAMPLE_COLUMNS} FROM (${samples})`);
  }
  const columns = names.map((_name, index) => inputColumns(index, request));
  const met = `SELECT device, any_value(grp) AS grp, ts, ${columns.map(({ met: sql }) => sql).join(", ")}
    FROM (${inputs.join(" UNION ALL ")}) GROUP BY device, ts`;
  const inForce = `SELECT device, grp, ts, ${columns.map(({ inForce: sql }) => sql).join(", ")} FROM (${met})`;
  const known = `SELECT device, grp, ts, ${columns.map(({ known: sql }) => sql).join(", ")} FROM (${inForce})`;
  const { relation, value } = request.formulas.over(known, request.expression, "x", (name) => {
    const index = name.kind === "input" ? names.indexOf(name.input) : -1;
    const column = `i${String(index)}`;
    return index < 0 ? undefined : valueOperand(`${column}k`, `${column}n`, `${column}s`);
  });
  const { kind, num, text } = asValue(value);
  const result = `(${kind})::UTINYINT AS k, (${num})::DOUBLE AS n, (${text})::VARCHAR AS s`;
  const isKnown = names.map((_name, index) => `i${String(index)}k IS NOT NULL`).join(" AND ");
  return await session.createTableAs(
    "derived",
    request.keepsMissing
      ? `SELECT device, grp, ts, ${result}, ${isKnown} AS known FROM (${relation})`
      : `SELECT * FROM (SELECT device, grp, ts, ${result} FROM (${relation})) WHERE k IS NOT NULL AND ts >= ${sqlInteger(request.from)}`,
  );
}

/** The samples of one input, those in force before the window, and a mark where a value ceases to hold. */
async function inputRelation(session: ReportSession, source: SampleSource, request: DerivedRequest): Promise<string> {
  const { from, to, groupOfDevice } = request;
  const samples = await keySamples(session, source, groupOfDevice);
  if (request.align === "exact") return samples(from, to);
  const earliest = from - request.lookbackMs;
  const devices = devicesSince(session, source.series, groupOfDevice, earliest);
  const before = await createNewestBefore(session, { samples, before: from, earliest, devices });
  const all = `FROM ${before} UNION ALL ${samples(from, to)}`;
  if (request.holdMs === null) return all;
  const ends = `ts + ${sqlInteger(request.holdMs)}`;
  return `FROM (${all}) UNION ALL
    SELECT device, grp, ${ends}, ${UNKNOWN}::UTINYINT, NULL::DOUBLE, NULL::VARCHAR FROM
      (SELECT *, lead(ts) OVER (PARTITION BY device ORDER BY ts) AS following FROM (${all}))
    WHERE (following IS NULL OR following > ${ends}) AND ${ends} < ${sqlInteger(to)}`;
}

/** The three stages of an input's columns: joined by instant, filled by LOCF, and without unknown values. */
function inputColumns(
  index: number,
  { align, holdMs, lookbackMs, keepsMissing }: DerivedRequest,
): Record<"met" | "inForce" | "known", string> {
  const at = String(index);
  const only = `FILTER (WHERE i = ${at})`;
  const met = `max(struct_pack(k := k, n := n, s := s, ts := ts)) ${only} AS i${at}`;
  const inForce = align === "exact" ? `i${at}` : inForceSql(`i${at}`);
  // A state holds until something changes it; a formula's value counts no longer than the lookback.
  const isOld = keepsMissing ? "" : ` AND i${at}.ts >= ts - ${sqlInteger(lookbackMs)}`;
  const isKnown = align === "exact" ? "true" : `${holdMs === null ? "true" : `i${at}.k <> ${UNKNOWN}`}${isOld}`;
  const known = ["k", "n", "s"].map((column) => `CASE WHEN ${isKnown} THEN i${at}.${column} END AS i${at}${column}`);
  return { met, inForce, known: known.join(", ") };
}

/** The value of a column in force at each row of its device (LOCF). */
export function inForceSql(column: string): string {
  return `last_value(${column} IGNORE NULLS) OVER (PARTITION BY device ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS ${column}`;
}
