// Raw mode: the samples of several keys joined per device and instant. Source: analytics contract 2.10, 3.4.
import { INTEGER, type DuckDBValue } from "@duckdb/node-api";
import type { RawQuery, RawRows, Samples } from "../../../core/analytics/report/report-engine.ts";
import type { TimeWindow } from "../../../core/telemetry/telemetry.ts";
import { inForceSql } from "./derived-samples.ts";
import type { ReportSession } from "./report-session.ts";
import { SampleFormulas } from "./sample-formulas.ts";
import { SampleReader } from "./sample-reader.ts";
import { SAMPLE_COLUMNS } from "./series-tables.ts";
import { sqlInteger } from "../literals.ts";
import { cellOf } from "./value-sql.ts";

const ORDERS: Readonly<Record<RawQuery["order"], string>> = {
  device: "o.place, r.ts",
  oldestFirst: "r.ts, o.place",
  newestFirst: "r.ts DESC, o.place",
};

export async function readRawRows(session: ReportSession, query: RawQuery): Promise<RawRows> {
  const { fields, skippedValues } = await fieldRelations(session, query);
  const numbers = fields.map((_field, index) => String(index));
  const places = await session.createTable(
    "places",
    { device: INTEGER, place: INTEGER },
    Array.from(query.deviceOrder, (place, device) => [device, place]),
  );
  const all = fields.map((sql, index) => `SELECT ${String(index)}::UTINYINT AS i, ${SAMPLE_COLUMNS} FROM (${sql})`);
  const met = `SELECT device, ts, ${numbers
    .map((i) => `max(struct_pack(k := k, n := n, s := s, ts := ts)) FILTER (i = ${i}) AS v${i}`)
    .join(", ")} FROM (${all.join(" UNION ALL ")}) GROUP BY device, ts`;
  const rows = query.align === "exact" ? met : inForce(met, numbers, query);
  const values = numbers.map((i) => `r.v${i}.k::INTEGER, r.v${i}.n, r.v${i}.s`).join(", ");
  const limit = query.rowsMax === null ? "" : `LIMIT ${sqlInteger(query.rowsMax)}`;
  const columns = await session.columns(
    `SELECT r.device, r.ts::DOUBLE, ${values} FROM (${rows}) r JOIN ${places} o ON o.device = r.device
     WHERE r.ts >= ${sqlInteger(query.window.startTs)} ORDER BY ${ORDERS[query.order]} ${limit}`,
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

/** The samples of each field, including the one before the window for LOCF. */
async function fieldRelations(
  session: ReportSession,
  query: RawQuery,
): Promise<{ readonly fields: readonly string[]; readonly skippedValues: readonly number[] }> {
  const { startTs, endTs } = query.window;
  const from = query.align === "locf" ? startTs - query.toleranceMs : startTs;
  const groupOfDevice = new Int32Array(query.devices);
  const formulas = await SampleFormulas.create(
    session,
    query,
    query.dimensions,
    query.fields.flatMap(({ samples, conditions }) => [
      conditions.where,
      samples.kind === "derived" ? samples.expression : null,
    ]),
  );
  const fields: string[] = [];
  const skippedValues: number[] = [];
  for (const { samples, conditions } of query.fields) {
    const reader = await SampleReader.create(session, {
      samples,
      conditions,
      formulas,
      groupOfDevice,
      from,
      to: endTs,
    });
    skippedValues.push(await countSkipped(session, samples, reader, query.window));
    const inside = `SELECT ${SAMPLE_COLUMNS} FROM (${reader.relation(startTs, endTs)}) WHERE k IS NOT NULL`;
    fields.push(
      query.align === "exact" ? inside : `FROM ${await reader.createNewestBefore(startTs, from)} UNION ALL ${inside}`,
    );
  }
  return { fields, skippedValues };
}

/** Only a cast can skip values. */
async function countSkipped(
  session: ReportSession,
  samples: Samples,
  reader: SampleReader,
  { startTs, endTs }: TimeWindow,
): Promise<number> {
  if (samples.kind !== "series" || samples.source.cast === "auto") return 0;
  return await session.number(`SELECT count(*) FROM (${reader.relation(startTs, endTs)}) WHERE k IS NULL`);
}

/** The value of each field in force at each row, no older than the tolerance. */
function inForce(met: string, numbers: readonly string[], { toleranceMs }: RawQuery): string {
  const newest = numbers.map((i) => inForceSql(`v${i}`));
  const fresh = numbers.map((i) => `CASE WHEN v${i}.ts >= ts - ${sqlInteger(toleranceMs)} THEN v${i} END AS v${i}`);
  return `SELECT device, ts, ${fresh.join(", ")} FROM (SELECT device, ts, ${newest.join(", ")} FROM (${met}))`;
}
