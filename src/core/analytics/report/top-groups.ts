// The best groups of the last dimension, and the rest of them as one more group that is computed from its samples.
// Source: analytics contract 2.10, 3.1 no. 12.
import { sortedInTurns } from "../../../lib/sorted-in-turns.ts";
import type { Field, FieldId, TopGroups } from "../view/table-view.ts";
import { compareCells, impliedSort, rowOrder } from "./cells.ts";
import { deviceColumn, type GroupBy, groupBy, groupKey, keyFields, textOrNull, viewGroupBy } from "./group-by.ts";
import { computeFormulas, type GroupedTable, groupedTable } from "./grouped-table.ts";
import type { Cell } from "./report-engine.ts";
import type { ReportRun, Span } from "./report-run.ts";
import { RunNotes } from "./report.ts";

/** The dimension whose groups are ranked, and those inside whose groups it is. */
export interface Ranking {
  readonly top: TopGroups;
  readonly per: readonly Field[];
  readonly last: Field;
}

export function rankingOf({ view }: ReportRun): Ranking | null {
  const { top } = view.limit;
  const dimensions = view.fields.filter(({ kind }) => kind === "dimension");
  const last = dimensions.findLast(({ id }) => top?.per.includes(id) !== true);
  if (top === null || last === undefined) return null;
  return { top, per: dimensions.filter(({ id }) => top.per.includes(id)), last };
}

export type GroupPlace = "best" | "rest" | "unranked";

/** Whether a group was among the best, or has fallen behind; by its cells in the dimensions of `per` and the last one. */
export type PlaceOf = (cells: readonly Cell[]) => GroupPlace;

/** Ranked over the whole range; groups of which no row has stayed take no part. */
export async function bestGroups(table: GroupedTable, stayed: readonly number[], ranking: Ranking): Promise<PlaceOf> {
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

/** The place of the group of each row of a table. */
export function placeOfRows(placeOf: PlaceOf, { per, last }: Ranking, table: GroupedTable): (row: number) => GroupPlace {
  const ranked = [...per, last];
  return (row) => placeOf(cellsAt(table, ranked, row));
}

function cellsAt({ columns }: GroupedTable, fields: readonly Field[], row: number): readonly Cell[] {
  return fields.map(({ id }) => columns.get(id)?.[row] ?? null);
}

/** The same span without warnings: the report has given them already. */
export function silent(span: Span): Span {
  return { ...span, notes: new RunNotes() };
}

/**
 * How the rest is grouped, where devices alone decide what the ranked dimensions are: devices of groups that fell behind,
 * under the label of the others. Null where telemetry decides.
 */
export function othersGroupBy(run: ReportRun, { per, last, top }: Ranking, placeOf: PlaceOf): GroupBy | null {
  const ranked = [...per, last];
  if (ranked.some(({ source }) => source.type === "telemetry")) return null;
  const columns = ranked.map((field) => deviceColumn(run, field));
  const isLeftOut = (device: number): boolean => placeOf(columns.map((column) => column[device] ?? null)) !== "rest";
  return viewGroupBy(run, { isEntity: false, label: { field: last, text: top.othersLabel }, isLeftOut });
}

/** `isOfRest` says which rows of `main` the rest stands for. With buckets each group is ordered by itself, and nothing changes. */
export async function formulasWithRest(
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
