// Computes the rows of a grouped report from its table: filters them, compares them with the earlier period, keeps the
// best groups, and computes totals. Source: analytics contract 2.10, 3.1 no. 7 to 12, 3.6.
import { nextTurn } from "../../../lib/next-turn.ts";
import { sortedInTurns } from "../../../lib/sorted-in-turns.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { Field, FieldId, Filter, TopGroups } from "../view/table-view.ts";
import { compareCells, impliedSort, rowOrder } from "./cells.ts";
import { cellTest, ofTimes } from "./filters.ts";
import { deviceColumn, type GroupBy, groupBy, groupKey, keyFields, textOrNull, viewGroupBy } from "./group-by.ts";
import { computeFormulas, type GroupedTable, groupedTable } from "./grouped-table.ts";
import type { PreparedRun } from "./prepare-run.ts";
import type { Cell } from "./report-engine.ts";
import type { ComparedSpan, ReportRun, Span } from "./report-run.ts";
import { RunNotes } from "./report.ts";
import { droppedTest, type ResultRows } from "./result-rows.ts";
import { charsOf, type IndexTest, passing } from "./tests-in-turns.ts";

/** Rows processed before yielding to other work: some ten milliseconds. */
const ROWS_A_TURN = 50_000;

/** The span of the report and the one that it is compared with. */
interface Spans extends Pick<PreparedRun, "span" | "compared"> {
  readonly run: ReportRun;
}

/** A table and those of its rows that the report shows. */
interface Part {
  readonly table: GroupedTable;
  readonly earlier: GroupedTable | null;
  readonly rows: readonly number[];
}

export async function groupedRows(spans: Spans, groupBy: GroupBy): Promise<ResultRows> {
  const part = await partOf(spans, groupBy);
  const rows = await keptRows(spans.run, part.table);
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
  // Groups are numbered in the order of device ids; the group of the others comes after all of them.
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

/** The rows that pass the filters, in their order. */
async function keptRows(run: ReportRun, table: GroupedTable): Promise<readonly number[]> {
  const tests = run.filters.flatMap((filter) => measureTest(run, filter, table));
  const isDropped = droppedTest(run.view, table.columns);
  return (await passing(table.order, tests, run.signal)).filter((row) => !isDropped(row));
}

function measureTest({ formulas }: ReportRun, filter: Filter, { columns }: GroupedTable): readonly IndexTest[] {
  if ("type" in filter.target) return [];
  const { field: id } = filter.target;
  const column = columns.get(id) ?? [];
  const test = cellTest(formulas.types.get(id) === "time" ? ofTimes(filter) : filter);
  return [
    {
      holds: (row) => test(column[row] ?? null),
      chars: (row) => charsOf(column[row]) * Math.max(1, filter.values.length),
    },
  ];
}

/** The value of a field in the compared period, for each row of the table. */
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

/** Cells by field; a field without an entry is missing. */
export interface TotalCells {
  readonly groupedBy: readonly Field[];
  readonly cellOf: (field: Field) => Cell;
}

/** Totals for each shorter prefix of the key fields, the longest first, and the grand total last. */
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

// --- The best groups of the last dimension; the others become one more group, computed from its samples ---

/** The dimension whose groups are ranked, and the dimensions within whose groups they are ranked. */
interface Ranking {
  readonly top: TopGroups;
  readonly per: readonly Field[];
  readonly last: Field;
}

function rankingOf({ view }: ReportRun): Ranking | null {
  const { top } = view.limit;
  const dimensions = view.fields.filter(({ kind }) => kind === "dimension");
  const last = dimensions.findLast(({ id }) => top?.per.includes(id) !== true);
  if (top === null || last === undefined) return null;
  return { top, per: dimensions.filter(({ id }) => top.per.includes(id)), last };
}

type GroupPlace = "best" | "rest" | "unranked";

/** Whether a group is among the best or the rest, by its cells in the dimensions of `per` and in the last dimension. */
type PlaceOf = (cells: readonly Cell[]) => GroupPlace;

/** Ranks groups over the whole range. Groups without a remaining row are not ranked. */
async function bestGroups(table: GroupedTable, stayed: readonly number[], ranking: Ranking): Promise<PlaceOf> {
  const { run, span } = table;
  const { top, per, last } = ranking;
  const ranked = [...per, last];
  const keyOf = (cells: readonly Cell[]): string => groupKey(cells.map(textOrNull));
  const present = new Set(stayed.map((row) => keyOf(cellsAt(table, ranked, row))));
  const fields = keyFields(run.view.fields).filter((field) => ranked.includes(field));
  const whole = await groupedTable(run, silent(span), groupBy(run, fields));
  const keyAt = (row: number): string => keyOf(cellsAt(whole, ranked, row));
  const scores = whole.columns.get(top.by) ?? [];
  const labels = (whole.columns.get(last.id) ?? []).map(textOrNull);
  const all = Array.from({ length: whole.length }, (_, row) => row).filter((row) => present.has(keyAt(row)));
  const kept = new Set<string>();
  for (const members of Map.groupBy(all, (row) => keyOf(cellsAt(whole, per, row))).values()) {
    members.sort(
      (left, right) =>
        compareCells(scores[left] ?? null, scores[right] ?? null, top.direction, "last") ||
        compareCells(labels[left] ?? null, labels[right] ?? null, "asc", "last"),
    );
    for (const row of members.slice(0, top.n)) kept.add(keyAt(row));
  }
  return (cells) => {
    const key = keyOf(cells);
    return kept.has(key) ? "best" : present.has(key) ? "rest" : "unranked";
  };
}

/** Returns a function that gives the place of the group of a row. */
function placeOfRows(placeOf: PlaceOf, { per, last }: Ranking, table: GroupedTable): (row: number) => GroupPlace {
  const ranked = [...per, last];
  return (row) => placeOf(cellsAt(table, ranked, row));
}

function cellsAt({ columns }: GroupedTable, fields: readonly Field[], row: number): readonly Cell[] {
  return fields.map(({ id }) => columns.get(id)?.[row] ?? null);
}

/** The same span with its own notes, so that warnings are not reported twice. */
function silent(span: Span): Span {
  return { ...span, notes: new RunNotes() };
}

/**
 * The grouping of the rest if the ranked dimensions depend on devices only: the devices of groups that are not among
 * the best, under the label of the others. Null if a ranked dimension is telemetry.
 */
function othersGroupBy(run: ReportRun, { per, last, top }: Ranking, placeOf: PlaceOf): GroupBy | null {
  const ranked = [...per, last];
  if (ranked.some(({ source }) => source.type === "telemetry")) return null;
  const columns = ranked.map((field) => deviceColumn(run, field));
  const isLeftOut = (device: number): boolean => placeOf(columns.map((column) => column[device] ?? null)) !== "rest";
  return viewGroupBy(run, { isEntity: false, label: { field: last, text: top.othersLabel }, isLeftOut });
}

/**
 * Computes formulas of the rest over an order of rows that includes the other rows of the report. `isOfRest` says which
 * rows of `main` the rest replaces. With buckets each group has its own order, so nothing changes.
 */
async function formulasWithRest(
  rest: GroupedTable,
  main: GroupedTable,
  isOfRest: (row: number) => boolean,
): Promise<GroupedTable> {
  const { run, span } = rest;
  if (run.formulas.order.length === 0 || rest.axis.edges !== null) return rest;
  const named = main.order.filter((row) => !isOfRest(row));
  const columns = new Map<FieldId, readonly Cell[]>();
  for (const [id, column] of rest.columns)
    columns.set(id, [...named.map((row) => main.columns.get(id)?.[row] ?? null), ...column]);
  const length = named.length + rest.length;
  const compare = rowOrder(columns, impliedSort(rest.groupBy.fields));
  const order = await sortedInTurns(length, (left, right) => compare(left, right) || left - right);
  await computeFormulas(run, silent(span), { length, columns, partitions: [order], bucketAt: () => null });
  const own = [...columns].map(([id, column]) => [id, column.slice(named.length)] as const);
  return { ...rest, columns: new Map(own) };
}
