// Raw mode: the samples of several keys joined per device and instant. Source: analytics contract 2.10, 3.4.
import { INTEGER, type DuckDBValue } from "@duckdb/node-api";
import type { RawQuery, RawRows, Samples } from "../../../core/analytics/report/report-engine.ts";
import type { TimeWindow } from "../../../core/telemetry/telemetry.ts";
import { Statement, type ReportSession } from "./report-session.ts";
import { SampleReader } from "./sample-reader.ts";
import { createNewestBefore, type NewestColumn } from "./series-tables.ts";
import { cellOf, sqlInteger } from "./value-sql.ts";

const COLUMNS: readonly NewestColumn[] = ["device", "grp", "ts", "k", "n", "s"];
const LIST = COLUMNS.join(", ");

const ORDERS: Readonly<Record<RawQuery["order"], string>> = {
  device: "o.place, r.ts",
  oldestFirst: "r.ts, o.place",
  newestFirst: "r.ts DESC, o.place",
};

export async function readRawRows(session: ReportSession, query: RawQuery): Promise<RawRows> {
  const statement = new Statement();
  const { fields, skippedValues } = await fieldRelations(session, query, statement);
  const numbers = fields.map((_field, index) => String(index));
  const places = await session.createTable("places", [
    { name: "device", type: INTEGER, values: Array.from(query.deviceOrder, (_place, device) => device) },
    { name: "place", type: INTEGER, values: Array.from(query.deviceOrder) },
  ]);
  const all = fields
    .map((sql, index) => `SELECT ${String(index)}::UTINYINT AS i, ${LIST} FROM (${sql})`)
    .join(" UNION ALL ");
  const met = `SELECT device, ts, ${numbers
    .map((i) => `max(struct_pack(k := k, n := n, s := s, ts := ts)) FILTER (i = ${i}) AS v${i}`)
    .join(", ")} FROM (${all}) GROUP BY device, ts`;
  const rows = query.align === "exact" ? met : inForce(met, numbers, query);
  const values = numbers.map((i) => `r.v${i}.k::INTEGER, r.v${i}.n, r.v${i}.s`).join(", ");
  const limit = query.rowsMax === null ? "" : `LIMIT ${sqlInteger(query.rowsMax)}`;
  const columns = await session.columns(
    `SELECT r.device, r.ts::DOUBLE, ${values} FROM (${rows}) r JOIN ${places} o ON o.device = r.device
     WHERE r.ts >= ${sqlInteger(query.window.startTs)} ORDER BY ${ORDERS[query.order]} ${limit}`,
    statement,
  );
  const at = (index: number): readonly DuckDBValue[] => columns[index] ?? [];
  return {
    length: at(0).length,
    devices: Int32Array.from(at(0), Number),
    ts: Float64Array.from(at(1), Number),
    cells: numbers.map((_i, field) => {
      const [kinds, nums, texts] = [at(2 + 3 * field), at(3 + 3 * field), at(4 + 3 * field)];
      return kinds.map((kind, row) => cellOf(kind, nums[row], texts[row]));
    }),
    skippedValues,
  };
}

/** Each field's samples, with the one before the window for LOCF. */
async function fieldRelations(
  session: ReportSession,
  query: RawQuery,
  statement: Statement,
): Promise<{ readonly fields: readonly string[]; readonly skippedValues: readonly number[] }> {
  const { startTs, endTs } = query.window;
  const from = query.align === "locf" ? startTs - query.toleranceMs : startTs;
  const relations: string[] = [];
  const skippedValues: number[] = [];
  for (const { samples, conditions } of query.fields) {
    const clock = query;
    const { dimensions } = query;
    const request = { samples, conditions, dimensions, clock, groupOfDevice: null, from, to: endTs };
    const reader = await SampleReader.create(session, request);
    const present = (start: number, end: number, into: Statement): string =>
      `SELECT ${LIST} FROM (${reader.relation(start, end, into)}) WHERE k IS NOT NULL`;
    skippedValues.push(await countSkipped(session, samples, reader, query.window));
    const inside = present(startTs, endTs, statement);
    if (query.align === "exact") relations.push(inside);
    else {
      const before = await createNewestBefore(session, present, COLUMNS, startTs, from, Infinity);
      relations.push(`SELECT ${LIST} FROM ${before} UNION ALL ${inside}`);
    }
  }
  return { fields: relations, skippedValues };
}

/** Only a cast can leave something out. */
async function countSkipped(
  session: ReportSession,
  samples: Samples,
  reader: SampleReader,
  { startTs, endTs }: TimeWindow,
): Promise<number> {
  if (samples.kind !== "series" || samples.source.cast === "auto") return 0;
  const statement = new Statement();
  const rows = reader.relation(startTs, endTs, statement);
  return await session.number(`SELECT count(*) FROM (${rows}) WHERE k IS NULL`, statement);
}

/** The value of each field in force at each row, no older than the tolerance. */
function inForce(met: string, numbers: readonly string[], { toleranceMs }: RawQuery): string {
  const newest = numbers.map(
    (i) =>
      `last_value(v${i} IGNORE NULLS) OVER (PARTITION BY device ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS v${i}`,
  );
  const fresh = numbers.map((i) => `CASE WHEN v${i}.ts >= ts - ${sqlInteger(toleranceMs)} THEN v${i} END AS v${i}`);
  return `SELECT device, ts, ${fresh.join(", ")} FROM (SELECT device, ts, ${newest.join(", ")} FROM (${met}))`;
}
