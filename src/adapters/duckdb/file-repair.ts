// A telemetry file of which blocks are damaged: its rows in a new file, but for those that cannot be read. The engine does not say what a
// damaged block held without reading it, so each column is read, and where that fails the rows are looked for that it fails for. What is
// lost is told by the columns that are left.
import type { DuckDBConnection } from "@duckdb/node-api";
import { ValueKind } from "../../core/telemetry/telemetry.ts";
import { sqlInteger } from "./literals.ts";
import type { LostPoints } from "./log-repair.ts";

/** The file that is read, as it is attached. */
export const DAMAGED = "damaged";

const COLUMNS = ["series", "ts", "kind", "num", "text", "era"] as const;
type Column = (typeof COLUMNS)[number];

/** Rows that the engine reads at once at the least. */
const VECTOR_ROWS = 2048;

/** Rows of `points` by their numbers, both included. */
interface Rows {
  readonly from: number;
  readonly to: number;
}

interface Stretch extends Rows {
  /** What cannot be read in all of them. */
  readonly damaged: ReadonlySet<Column>;
}

export interface CopyPlan {
  readonly stretches: readonly Stretch[];
  /** Tables that can be read. */
  readonly tables: readonly string[];
  readonly lostTables: readonly string[];
  /** The greatest number of a row in front of those that the rest of a damaged log has added. */
  readonly newest: number;
}

export interface CopiedRows {
  readonly lost: readonly LostPoints[];
  readonly tables: readonly string[];
  /** As `newest`, in the new file. */
  readonly newestBefore: number;
}

/** What is to be copied of the file in use; undefined where all of it can be read. */
export async function planCopy(connection: DuckDBConnection, newest: number): Promise<CopyPlan | undefined> {
  const last = await newestRow(connection);
  const damages: (Rows & { readonly column: Column })[] = [];
  for (const column of COLUMNS)
    for (const rows of await unreadableRows(connection, column, { from: 0, to: last }))
      damages.push({ ...rows, column });
  const readable = new Map<string, boolean>();
  for (const table of ["latest", "expiry", "snapshot", "mark", "migration"])
    readable.set(table, await canRead(connection, `SELECT max(hash(t)) FROM ${table} AS t`));
  if (damages.length === 0 && [...readable.values()].every((isReadable) => isReadable)) return undefined;
  // The others follow from the points, and from the entities.
  const copied = ["latest", "expiry"];
  return {
    stretches: stretchesOf(damages, last, newest),
    tables: copied.filter((table) => readable.get(table) === true),
    lostTables: copied.filter((table) => readable.get(table) !== true),
    newest,
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
    // Beyond the last row that was tried, readable rows may begin.
    const end = await firstRow({ from: bad, to: rows.to + 1 }, async (row) => row > rows.to || (await reads(row, row)));
    found.push({ from: first, to: end - 1 });
    from = end;
  }
  return found;
}

/** The first of the rows for which it holds, where it holds for all that follow and for the last. */
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

function stretchesOf(
  damages: readonly (Rows & { readonly column: Column })[],
  last: number,
  newest: number,
): readonly Stretch[] {
  const bounds = [0, newest + 1, last + 1, ...damages.flatMap(({ from, to }) => [from, to + 1])];
  const starts = [...new Set(bounds)].sort((a, b) => a - b);
  return starts.slice(0, -1).map((from, index) => {
    const to = (starts[index + 1] ?? 0) - 1;
    const over = damages.filter((damage) => damage.from <= from && to <= damage.to);
    return { from, to, damaged: new Set(over.map(({ column }) => column)) };
  });
}

/** Copies what can be read of the file attached as `DAMAGED` into the tables of the one in use, which are empty. */
export async function copyRows(connection: DuckDBConnection, plan: CopyPlan): Promise<CopiedRows> {
  const lost: LostPoints[] = [];
  let newestBefore: number | undefined;
  for (const stretch of plan.stretches) {
    if (stretch.from > plan.newest) newestBefore ??= await newestRow(connection);
    lost.push(...(await copyStretch(connection, stretch)));
  }
  for (const table of plan.tables) await connection.run(`INSERT INTO ${table} SELECT * FROM ${DAMAGED}.${table}`);
  return { lost, tables: plan.lostTables, newestBefore: newestBefore ?? (await newestRow(connection)) };
}

/** -1 where there is none. */
export async function newestRow(connection: DuckDBConnection): Promise<number> {
  const found = await connection.runAndReadAll("SELECT coalesce(max(rowid), -1) FROM points");
  return Number(found.getRows()[0]?.[0]);
}

/** Where only values are lost, or the order in which rows came, those rows are kept that do not need them. */
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

/** The kinds of values that are in columns which cannot be read. */
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

/** Of the rows before and behind; undefined where there are none on one side, or none that can be read. */
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
