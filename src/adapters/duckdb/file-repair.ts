// Copies the rows of a telemetry file with damaged blocks into a new file, except those that cannot be read. The engine
// does not say what a damaged block held, so each column is read, and if that fails, the unreadable rows are searched
// for. The remaining columns show what is lost.
import type { DuckDBConnection } from "@duckdb/node-api";
import { ValueKind } from "../../core/telemetry/telemetry.ts";
import { sqlInteger } from "./literals.ts";
import type { LostPoints } from "./lost-points.ts";

/** Catalog name under which the damaged file is attached. */
export const DAMAGED = "damaged";

const COLUMNS = ["series", "ts", "kind", "num", "text", "era"] as const;
type Column = (typeof COLUMNS)[number];

/** The smallest number of rows that the engine reads at once. */
const VECTOR_ROWS = 2048;

/** Rows of `points` by row number, both ends inclusive. */
interface Rows {
  readonly from: number;
  readonly to: number;
}

interface Stretch extends Rows {
  /** Columns that cannot be read in any of these rows. */
  readonly damaged: ReadonlySet<Column>;
}

export interface CopyPlan {
  readonly stretches: readonly Stretch[];
  /** Tables that can be read. */
  readonly tables: readonly string[];
  readonly lostTables: readonly string[];
}

export interface CopiedRows {
  readonly lost: readonly LostPoints[];
  readonly tables: readonly string[];
}

/** What to copy from the attached file; undefined if all of it can be read. */
export async function planCopy(connection: DuckDBConnection): Promise<CopyPlan | undefined> {
  const last = await newestRow(connection);
  const damages: (Rows & { readonly column: Column })[] = [];
  for (const column of COLUMNS)
    for (const rows of await unreadableRows(connection, column, { from: 0, to: last }))
      damages.push({ ...rows, column });
  const readable = new Map<string, boolean>();
  for (const table of ["latest", "expiry", "snapshot", "mark", "migration", "folded"])
    readable.set(table, await canRead(connection, `SELECT max(hash(t)) FROM ${table} AS t`));
  if (damages.length === 0 && [...readable.values()].every((isReadable) => isReadable)) return undefined;
  // The other tables follow from the points and from the entities.
  const copied = ["latest", "expiry"];
  return {
    stretches: stretchesOf(damages, last),
    tables: copied.filter((table) => readable.get(table) === true),
    lostTables: copied.filter((table) => readable.get(table) !== true),
  };
}

/** The rows in which the column cannot be read. */
async function unreadableRows(connection: DuckDBConnection, column: Column, rows: Rows): Promise<readonly Rows[]> {
  const found: Rows[] = [];
  const reads = (from: number, to: number): Promise<boolean> =>
    canRead(
      connection,
      `SELECT max(hash(${column})) FROM points WHERE rowid BETWEEN ${sqlInteger(from)} AND ${sqlInteger(to)}`,
    );
  for (let from = rows.from; from <= rows.to && !(await reads(from, rows.to));) {
    const start = from;
    const first = await firstRow({ from, to: rows.to }, async (row) => !(await reads(start, row)));
    let bad = first;
    for (let step = VECTOR_ROWS; bad + step <= rows.to && !(await reads(bad + step, bad + step)); step *= 2)
      bad += step;
    // Readable rows may begin after the last row that was tried.
    const end = await firstRow({ from: bad, to: rows.to + 1 }, async (row) => row > rows.to || (await reads(row, row)));
    found.push({ from: first, to: end - 1 });
    from = end;
  }
  return found;
}

/** The first row for which `holds` is true; it must then be true for all later rows, and for the last one. */
async function firstRow({ from, to }: Rows, holds: (row: number) => Promise<boolean>): Promise<number> {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

async function canRead(connection: DuckDBConnection, query: string): Promise<boolean> {
  try {
    await connection.run(query);
    return true;
  } catch {
    return false;
  }
}

function stretchesOf(damages: readonly (Rows & { readonly column: Column })[], last: number): readonly Stretch[] {
  const bounds = [0, last + 1, ...damages.flatMap(({ from, to }) => [from, to + 1])];
  const starts = [...new Set(bounds)].sort((a, b) => a - b);
  return starts.slice(0, -1).map((from, index) => {
    const to = (starts[index + 1] ?? 0) - 1;
    const over = damages.filter((damage) => damage.from <= from && to <= damage.to);
    return { from, to, damaged: new Set(over.map(({ column }) => column)) };
  });
}

/** Copies what can be read of the file attached as `DAMAGED` into the empty tables of the current file. */
export async function copyRows(connection: DuckDBConnection, plan: CopyPlan): Promise<CopiedRows> {
  const lost: LostPoints[] = [];
  for (const stretch of plan.stretches) lost.push(...(await copyStretch(connection, stretch)));
  for (const table of plan.tables) await connection.run(`INSERT INTO ${table} SELECT * FROM ${DAMAGED}.${table}`);
  return { lost, tables: plan.lostTables };
}

/** The greatest row number; -1 if there are no rows. */
async function newestRow(connection: DuckDBConnection): Promise<number> {
  const found = await connection.runAndReadAll("SELECT coalesce(max(rowid), -1) FROM points");
  return Number(found.getRows()[0]?.[0]);
}

/** If only values, or the order in which rows arrived, are lost, the rows that do not need them are kept. */
async function copyStretch(connection: DuckDBConnection, stretch: Stretch): Promise<readonly LostPoints[]> {
  const { damaged } = stretch;
  const rows = `FROM ${DAMAGED}.points WHERE rowid BETWEEN ${sqlInteger(stretch.from)} AND ${sqlInteger(stretch.to)}`;
  if (damaged.has("series") || damaged.has("ts") || damaged.has("kind"))
    return await tellLost(connection, stretch, rows);
  const num = damaged.has("num") ? "coalesce(TRY_CAST(text AS DOUBLE), 0)" : "num";
  const text = damaged.has("text") ? "NULL" : "text";
  const era = damaged.has("era") ? "1" : "era";
  const needed = neededKinds(damaged);
  const kept = needed.length === 0 ? rows : `${rows} AND kind NOT IN (${needed.join(", ")})`;
  await connection.run(`INSERT INTO points SELECT series, ts, kind, ${num}, ${text}, ${era} ${kept}`);
  return needed.length === 0 ? [] : await tellLost(connection, stretch, `${rows} AND kind IN (${needed.join(", ")})`);
}

/** The kinds whose values are in columns that cannot be read. */
function neededKinds(damaged: ReadonlySet<Column>): readonly number[] {
  const { NUMBER, BOOLEAN, STRING, JSON, INTEGER } = ValueKind;
  return [...(damaged.has("num") ? [NUMBER, BOOLEAN] : []), ...(damaged.has("text") ? [STRING, JSON, INTEGER] : [])];
}

async function tellLost(connection: DuckDBConnection, stretch: Stretch, rows: string): Promise<readonly LostPoints[]> {
  const { damaged } = stretch;
  const place = `telemetry.duckdb, column ${[...damaged].join(" and ")}`;
  const around = damaged.has("ts") ? await timesAround(connection, stretch) : undefined;
  const series = damaged.has("series") ? "NULL" : "series";
  const bounds = damaged.has("ts") ? "NULL, NULL" : "min(ts), max(ts)";
  const found = await connection.runAndReadAll(
    `SELECT ${series}, ${bounds}, count(*) ${rows}${series === "NULL" ? "" : " GROUP BY series"}`,
  );
  return found
    .getRows()
    .filter(([, , , points]) => Number(points) > 0)
    .map(([number, from, to, points]) => ({
      series: number === null ? undefined : Number(number),
      from: from === null ? around?.from : Number(from),
      to: to === null ? around?.to : Number(to),
      points: Number(points),
      place,
    }));
}

/** The times of the rows before and after the stretch; undefined on a side without readable rows. */
async function timesAround(connection: DuckDBConnection, { from, to }: Rows): Promise<Partial<Rows>> {
  const times = async (which: string, low: number, high: number): Promise<number | undefined> => {
    const query = `SELECT ${which}(ts) FROM ${DAMAGED}.points WHERE rowid BETWEEN ${sqlInteger(low)} AND ${sqlInteger(high)}`;
    const found = await connection.runAndReadAll(query).catch(() => undefined);
    const time = found?.getRows()[0]?.[0];
    return time === undefined || time === null ? undefined : Number(time);
  };
  const before = await times("min", from - VECTOR_ROWS, from - 1);
  const after = await times("max", to + 1, to + VECTOR_ROWS);
  return before === undefined || after === undefined
    ? {}
    : { from: Math.min(before, after), to: Math.max(before, after) };
}
