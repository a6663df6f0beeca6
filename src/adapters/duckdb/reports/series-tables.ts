// What a query hands over before it runs: which series are read for which device, and dimensions of devices that formulas look
// at; and the one newest point before an instant, which carries a value into a window.
import { BIGINT, DOUBLE, INTEGER, UTINYINT, VARCHAR, type DuckDBValue } from "@duckdb/node-api";
import type { Expression } from "../../../core/analytics/expressions/expression.ts";
import { nameKey, namesIn } from "../../../core/analytics/expressions/name-key.ts";
import type {
  Cell,
  DeviceDimensions,
  SampleSource,
  SeriesColumns,
} from "../../../core/analytics/report/report-engine.ts";
import { JsonText } from "../../../core/values.ts";
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import type { Operand } from "./operand-sql.ts";
import { Statement, type ReportSession } from "./report-session.ts";
import { castRelation, sqlDouble, sqlInteger } from "./value-sql.ts";

/** Rows of (series, device, grp), those of devices without a group left out. */
export async function createSeriesTable(
  session: ReportSession,
  { devices, series }: SeriesColumns,
  groupOfDevice: Int32Array | null,
): Promise<string> {
  const rows: { series: number[]; device: number[]; group: number[] } = { series: [], device: [], group: [] };
  for (const [row, number] of series.entries()) {
    const device = devices[row] ?? -1;
    const group = groupOfDevice === null ? 0 : (groupOfDevice[device] ?? -1);
    if (device < 0 || group < 0) continue;
    rows.series.push(number);
    rows.device.push(device);
    rows.group.push(group);
  }
  return await session.createTable("series", [
    { name: "series", type: INTEGER, values: rows.series },
    { name: "device", type: INTEGER, values: rows.device },
    { name: "grp", type: INTEGER, values: rows.group },
  ]);
}

/** The greatest double; infinities and what is no number at all lie beyond it. */
const MOST = sqlDouble(Number.MAX_VALUE);

/** Stored points from `from` until `to`: columns `device`, `grp`, `ts`, `k`, `n`, `s`. */
export function storedRelation(table: string, from: number, to: number): string {
  // A text is no number, whatever its column holds; numbers that are none of a double are missing. As a range, which the engine
  // knows to hold for whole blocks, where calling a function for each point takes a third of the time of the scan.
  return `SELECT d.device, d.grp, p.ts, p.kind AS k,
    CASE WHEN p.kind IN (${String(ValueKind.STRING)}, ${String(ValueKind.JSON)}) THEN NULL ELSE p.num END AS n, p.text AS s
    FROM points p JOIN ${table} d ON p.series = d.series
    WHERE p.ts >= ${sqlInteger(from)} AND p.ts < ${sqlInteger(to)} AND p.num BETWEEN -${MOST} AND ${MOST}`;
}

/** Stored points as their source counts them; what the path or the cast leaves nothing of is left out. */
export function pointsRelation(
  table: string,
  source: SampleSource,
  from: number,
  to: number,
  statement: Statement,
): string {
  const cast = castRelation(storedRelation(table, from, to), source, (text) => statement.bind(text));
  return `SELECT * FROM (${cast}) WHERE k IS NOT NULL`;
}

/** The first look back goes this far, each further one four times as far: most series have a point near by. */
const FIRST_LOOK_MILLIS = 21_600_000;

const NEWEST_TYPES = { device: INTEGER, grp: INTEGER, ts: BIGINT, k: UTINYINT, n: DOUBLE, s: VARCHAR, v: DOUBLE };
export type NewestColumn = keyof typeof NEWEST_TYPES;

/**
 * The newest row of each device of a relation before an instant and not before `earliest`, as a table of `columns`. A few looks
 * back, each at a span of its own, read far less than all of it: the table of points is nearly in order of time. Of a small
 * table there is one.
 */
export async function createNewestBefore(
  session: ReportSession,
  relation: (from: number, to: number, statement: Statement) => Promise<string> | string,
  columns: readonly NewestColumn[],
  before: number,
  earliest: number,
  expectedDevices: number,
): Promise<string> {
  if (earliest >= before)
    return await session.createTable(
      "newest",
      columns.map((name) => ({ name, type: NEWEST_TYPES[name], values: [] })),
    );
  const table = session.newTable("newest");
  const struct = columns.filter((column) => column !== "device").map((column) => `${column} := ${column}`);
  const list = columns.map((column) => (column === "device" ? column : `newest.${column}`)).join(", ");
  let to = before;
  let span = (await session.isSmall()) ? Infinity : FIRST_LOOK_MILLIS;
  for (let isFirst = true; to > earliest; isFirst = false) {
    const from = Math.max(earliest, to - span);
    const statement = new Statement();
    const rows = await relation(from, to, statement);
    const fresh = isFirst ? "" : `WHERE NOT EXISTS (SELECT 1 FROM ${table} known WHERE known.device = found.device)`;
    await session.run(
      `${isFirst ? `CREATE TEMP TABLE ${table} AS` : `INSERT INTO ${table}`} SELECT ${list} FROM
         (SELECT device, arg_max(struct_pack(${struct.join(", ")}), ts) AS newest FROM (${rows}) found ${fresh} GROUP BY device)`,
      statement,
    );
    to = from;
    span *= 4;
    if (to > earliest && (await session.number(`SELECT count(*) FROM ${table}`)) >= expectedDevices) break;
  }
  return table;
}

/** Devices of which a point may lie at or after an instant: the others have nothing for LOCF. */
export function devicesSince(
  { latest }: ReportSession,
  series: SeriesColumns,
  groups: Int32Array | null,
  since: number,
): number {
  let count = 0;
  for (const [row, number] of series.series.entries()) {
    const device = series.devices[row] ?? -1;
    if (groups !== null && (groups[device] ?? -1) < 0) continue;
    if ((latest.latestTs(number) ?? -Infinity) >= since) count++;
  }
  return count;
}

/** The newest stored points of series, from memory: columns `device`, `grp`, `ts`, `k`, `n`, `s`, before any cast. */
export async function createLatestTable(
  session: ReportSession,
  { devices, series }: SeriesColumns,
  groupOfDevice: Int32Array | null,
): Promise<string> {
  const columns: DuckDBValue[][] = [[], [], [], [], [], []];
  for (const [row, number] of series.entries()) {
    const device = devices[row] ?? -1;
    const group = groupOfDevice === null ? 0 : (groupOfDevice[device] ?? -1);
    const point = session.latest.point(number);
    if (device < 0 || group < 0 || point === undefined || !Number.isFinite(point.num)) continue;
    const isText = point.kind === ValueKind.STRING || point.kind === ValueKind.JSON;
    const values = [device, group, BigInt(point.ts), point.kind, isText ? null : point.num, point.text];
    for (const [index, value] of values.entries()) columns[index]?.push(value);
  }
  const names = ["device", "grp", "ts", "k", "n", "s"];
  const types = [INTEGER, INTEGER, BIGINT, UTINYINT, DOUBLE, VARCHAR];
  return await session.createTable(
    "current",
    names.map((name, index) => ({ name, type: types[index] ?? VARCHAR, values: columns[index] ?? [] })),
  );
}

/** Dimensions of devices as columns besides `device`; a name without a column is missing. */
export class DimensionTable {
  readonly #table: string | undefined;
  readonly #columns: ReadonlyMap<string, number>;

  private constructor(table: string | undefined, columns: ReadonlyMap<string, number>) {
    this.#table = table;
    this.#columns = columns;
  }

  /** Only what the formulas name is handed over. */
  static async create(
    session: ReportSession,
    dimensions: DeviceDimensions,
    expressions: readonly (Expression | null)[],
  ): Promise<DimensionTable> {
    const used = new Map<string, number>();
    for (const expression of expressions)
      if (expression !== null)
        for (const key of namesIn(expression).keys())
          if (dimensions.columns.has(key) && !used.has(key)) used.set(key, used.size);
    if (used.size === 0) return new DimensionTable(undefined, used);
    const devices = Math.max(...[...used.keys()].map((key) => dimensions.columns.get(key)?.length ?? 0));
    const columns = [...used].flatMap(([key, index]) =>
      valueColumns(`f${String(index)}`, dimensions.columns.get(key) ?? []),
    );
    const device = { name: "device", type: INTEGER, values: Array.from({ length: devices }, (_none, index) => index) };
    return new DimensionTable(await session.createTable("dimensions", [device, ...columns]), used);
  }

  /** The relation with the dimensions of its devices. */
  join(relation: string): string {
    if (this.#table === undefined) return relation;
    return `SELECT r.*, dimensions.* EXCLUDE (device) FROM (${relation}) r LEFT JOIN ${this.#table} dimensions ON dimensions.device = r.device`;
  }

  operand(name: Parameters<typeof nameKey>[0]): Operand {
    const index = this.#columns.get(nameKey(name));
    if (index === undefined) return { type: "any", kind: "NULL::UTINYINT", num: "NULL::DOUBLE", text: "NULL::VARCHAR" };
    const column = `f${String(index)}`;
    return { type: "any", kind: `${column}k`, num: `${column}n`, text: `${column}s` };
  }
}

/** Cells as three columns. An integer that a double cannot hold counts as the nearest double, as formulas have it. */
function valueColumns(
  prefix: string,
  cells: readonly Cell[],
): readonly { name: string; type: typeof UTINYINT | typeof DOUBLE | typeof VARCHAR; values: DuckDBValue[] }[] {
  const kinds: DuckDBValue[] = [];
  const numbers: DuckDBValue[] = [];
  const texts: DuckDBValue[] = [];
  for (const cell of cells) {
    kinds.push(kindOf(cell));
    numbers.push(
      typeof cell === "number" || typeof cell === "bigint"
        ? Number(cell)
        : typeof cell === "boolean"
          ? Number(cell)
          : null,
    );
    texts.push(typeof cell === "string" ? cell : cell instanceof JsonText ? cell.text : null);
  }
  return [
    { name: `${prefix}k`, type: UTINYINT, values: kinds },
    { name: `${prefix}n`, type: DOUBLE, values: numbers },
    { name: `${prefix}s`, type: VARCHAR, values: texts },
  ];
}

function kindOf(cell: Cell): number | null {
  if (cell === null) return null;
  if (typeof cell === "boolean") return ValueKind.BOOLEAN;
  if (typeof cell === "string") return ValueKind.STRING;
  return cell instanceof JsonText ? ValueKind.JSON : ValueKind.NUMBER;
}
