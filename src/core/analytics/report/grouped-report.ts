// The rows of a grouped report, from its table: filtered, compared, cut down to the best groups; and its totals. Source: analytics
// contract 2.10, 3.1 no. 7 to 12, 3.6.
import { nextTurn } from "../../../lib/next-turn.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { Field, FieldId, Filter } from "../view/table-view.ts";
import { cellTest, ofTimes } from "./filters.ts";
import { groupBy, keyFields, type GroupBy } from "./group-by.ts";
import { type GroupedTable, groupedTable } from "./grouped-table.ts";
import type { PreparedRun } from "./prepare-run.ts";
import type { Cell } from "./report-engine.ts";
import type { ComparedSpan, ReportRun, Span } from "./report-run.ts";
import { droppedTest, type ResultRows } from "./result-rows.ts";
import { formulasWithRest, bestGroups, othersGroupBy, placeOfRows, rankingOf, silent } from "./top-groups.ts";

/** Some ten milliseconds of work. */
const ROWS_A_TURN = 50_000;

/** What a report is computed over: its span, and the one that it is compared with. */
type Spans = Pick<PreparedRun, "run" | "span" | "compared">;

/** A table with the rows of it that the report shows. */
interface Part {
  readonly table: GroupedTable;
  readonly earlier: GroupedTable | null;
  readonly rows: readonly number[];
}

export async function groupedRows(spans: Spans, groupBy: GroupBy): Promise<ResultRows> {
  const part = await partOf(spans, groupBy);
  const rows = keptRows(spans.run, part.table);
  const parts = await bestParts(spans, { ...part, rows });
  return await joined(spans, parts);
}

async function partOf({ run, span, compared }: Spans, groupBy: GroupBy): Promise<Pick<Part, "table" | "earlier">> {
  const [table, earlier] = await Promise.all([
    groupedTable(run, span, groupBy),
    compared === null ? null : groupedTable(run, compared.span, groupBy),
  ]);
  return { table, earlier };
}

async function bestParts(spans: Spans, part: Part): Promise<readonly Part[]> {
  const { run, span } = spans;
  const ranking = rankingOf(run);
  if (ranking === null) return [part];
  const kept = await bestGroups(part.table, part.rows, ranking);
  const placeOf = placeOfRows(kept, ranking, part.table);
  const best = { ...part, rows: part.rows.filter((row) => placeOf(row) === "best") };
  if (!ranking.top.others) return [best];
  const groupBy = othersGroupBy(run, ranking, kept);
  if (groupBy === null)
    throw new AnalyticsError(
      "VIEW_INVALID",
      `The rest of the groups of "${ranking.last.label}" cannot be one row, as telemetry tells the groups apart; leave out "others".`,
    );
  const others = await partOf({ ...spans, span: silent(span) }, groupBy);
  const withRest = (rest: GroupedTable, main: GroupedTable): Promise<GroupedTable> => {
    const placeInMain = placeOfRows(kept, ranking, main);
    return formulasWithRest(rest, main, (row) => placeInMain(row) === "rest");
  };
  const table = await withRest(others.table, part.table);
  const earlier =
    others.earlier === null || part.earlier === null ? null : await withRest(others.earlier, part.earlier);
  return [best, { table, earlier, rows: table.order }];
}

async function joined({ run, compared }: Spans, parts: readonly Part[]): Promise<ResultRows> {
  const columns = new Map<FieldId, readonly Cell[]>();
  const earlier = new Map<FieldId, readonly Cell[]>();
  const filled = new Map<FieldId, ReadonlySet<number>>();
  for (const { id } of run.view.fields) {
    await nextTurn();
    columns.set(
      id,
      parts.flatMap(({ table, rows }) => rows.map((row) => table.columns.get(id)?.[row] ?? null)),
    );
    if (run.view.compare?.fields.includes(id) === true)
      earlier.set(
        id,
        parts.flatMap((part) => {
          const cells = earlierCells(part, compared, id);
          return part.rows.map((row) => cells[row] ?? null);
        }),
      );
    const marks = await filledOf(parts, id);
    if (marks.size > 0) filled.set(id, marks);
  }
  await nextTurn();
  // Groups are numbered in the order of device ids; the rest of the groups comes after all of them.
  const ties = [
    parts.flatMap(({ rows }, index) => rows.map(() => index)),
    parts.flatMap(({ table, rows }) => rows.map((row) => table.rows.keys[row]?.group ?? 0)),
  ];
  return { length: ties[0]?.length ?? 0, columns, earlier, filled, ties };
}

async function filledOf(parts: readonly Part[], id: FieldId): Promise<ReadonlySet<number>> {
  const marks = new Set<number>();
  let start = 0;
  for (const { table, rows } of parts) {
    const set = table.filled.get(id);
    if (set !== undefined)
      for (const [place, row] of rows.entries()) {
        if (place % ROWS_A_TURN === 0) await nextTurn();
        if (set.has(row)) marks.add(start + place);
      }
    start += rows.length;
  }
  return marks;
}

/** Rows that stay, in their order. */
function keptRows(run: ReportRun, table: GroupedTable): readonly number[] {
  const tests = run.filters.flatMap((filter) => measureTest(run, filter, table));
  const isDropped = droppedTest(run.view, table.columns);
  return table.order.filter((row) => tests.every((test) => test(row)) && !isDropped(row));
}

function measureTest(
  { formulas }: ReportRun,
  filter: Filter,
  { columns }: GroupedTable,
): readonly ((row: number) => boolean)[] {
  if ("type" in filter.target) return [];
  const { field: id } = filter.target;
  const column = columns.get(id) ?? [];
  const test = cellTest(formulas.types.get(id) === "time" ? ofTimes(filter) : filter);
  return [(row) => test(column[row] ?? null)];
}

/** The earlier value of a field for each row of the table. */
function earlierCells({ table, earlier }: Part, compared: ComparedSpan | null, field: FieldId): readonly Cell[] {
  if (earlier === null || compared === null) return new Array<Cell>(table.length).fill(null);
  const column = earlier.columns.get(field) ?? [];
  const partners = compared.partnersOf(table.axis, earlier.axis);
  return table.rows.keys.map((key) => {
    const bucket = partners[key.bucket] ?? -1;
    const row = bucket < 0 ? undefined : earlier.rows.find({ ...key, bucket });
    return row === undefined ? null : (column[row] ?? null);
  });
}

/** Cells by field; what is not here is missing. */
export interface TotalCells {
  readonly groupedBy: readonly Field[];
  readonly cellOf: (field: Field) => Cell;
}

/** Each shorter prefix of the key fields, the longest first; the grand total last. */
export async function reportTotals(run: ReportRun, span: Span): Promise<readonly TotalCells[]> {
  const { totals } = run.view.grouping;
  if (totals === "none") return [];
  const keys = keyFields(run.view.fields);
  const prefixes = totals === "grand" ? [[]] : keys.map((_, index) => keys.slice(0, keys.length - 1 - index));
  const found: TotalCells[] = [];
  for (const prefix of prefixes.length === 0 ? [[]] : prefixes) {
    const table = await groupedTable(run, silent(span), groupBy(run, prefix));
    for (const row of table.order)
      found.push({ groupedBy: prefix, cellOf: ({ id }) => table.columns.get(id)?.[row] ?? null });
  }
  return found;
}
