// The best groups of the last dimension, and the rest of them as one more group that is computed from its samples.
// Source: analytics contract 2.10, 3.1 no. 12.
import { sortedInTurns } from "../../../lib/sorted-in-turns.ts";
import { compareTexts } from "../expressions/text-values.ts";
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

export interface KeptGroups {
  /** Whether a group of the last dimension, by its cells, was among the best of its `per` group, or has fallen behind. */
  placeOf(per: readonly Cell[], last: Cell): GroupPlace;
}

/** Ranked over the whole range; groups of which no row has stayed (`rows` of `table`) take no part. */
export async function bestGroups(
  run: ReportRun,
  span: Span,
  { top, per, last }: Ranking,
  table: GroupedTable,
  rows: readonly number[],
): Promise<KeptGroups> {
  const present = new Set(rows.map((row) => keyAt(table, per, last, row)));
  const ranking = await groupedTable(
    run,
    silent(span),
    groupBy(
      run,
      keyFields(run.view.fields).filter((field) => field === last || per.includes(field)),
    ),
  );
  const scores = ranking.columns.get(top.by) ?? [];
  const lasts = ranking.columns.get(last.id) ?? [];
  const byPer = new Map<string, number[]>();
  for (let row = 0; row < ranking.length; row++) {
    if (!present.has(keyAt(ranking, per, last, row))) continue;
    const key = groupKey(per.map(({ id }) => textOrNull(ranking.columns.get(id)?.[row] ?? null)));
    const known = byPer.get(key);
    if (known === undefined) byPer.set(key, [row]);
    else known.push(row);
  }
  const kept = new Set<string>();
  for (const members of byPer.values()) {
    members.sort(
      (left, right) =>
        compareCells(scores[left] ?? null, scores[right] ?? null, top.direction, "last") ||
        compareLabels(lasts[left] ?? null, lasts[right] ?? null),
    );
    for (const row of members.slice(0, top.n)) kept.add(keyAt(ranking, per, last, row));
  }
  return {
    placeOf: (cells, cell) => {
      const key = pairKey(cells, cell);
      return kept.has(key) ? "best" : present.has(key) ? "rest" : "unranked";
    },
  };
}

/** By canonical text, missing last. */
function compareLabels(left: Cell, right: Cell): number {
  const [one, other] = [textOrNull(left), textOrNull(right)];
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  return compareTexts(one, other);
}

export function placeOfRow(
  kept: KeptGroups,
  { per, last }: Ranking,
  { columns }: GroupedTable,
  row: number,
): GroupPlace {
  return kept.placeOf(
    per.map(({ id }) => columns.get(id)?.[row] ?? null),
    columns.get(last.id)?.[row] ?? null,
  );
}

function keyAt({ columns }: GroupedTable, per: readonly Field[], last: Field, row: number): string {
  return pairKey(
    per.map(({ id }) => columns.get(id)?.[row] ?? null),
    columns.get(last.id)?.[row] ?? null,
  );
}

function pairKey(per: readonly Cell[], last: Cell): string {
  return groupKey([...per.map(textOrNull), textOrNull(last)]);
}

/** The same span without warnings: the report has given them already. */
export function silent(span: Span): Span {
  return { ...span, notes: new RunNotes() };
}

/**
 * How the rest is grouped, where devices alone decide what the ranked dimensions are: devices of groups that fell behind,
 * under the label of the others. Null where telemetry decides.
 */
export function othersGroupBy(run: ReportRun, ranking: Ranking, kept: KeptGroups): GroupBy | null {
  const { per, last, top } = ranking;
  if ([...per, last].some(({ source }) => source.type === "telemetry")) return null;
  const perColumns = per.map((field) => deviceColumn(run, field));
  const lastColumn = deviceColumn(run, last);
  const isLeftOut = (device: number): boolean => {
    const place = kept.placeOf(
      perColumns.map((column) => column[device] ?? null),
      lastColumn[device] ?? null,
    );
    return place !== "rest";
  };
  return viewGroupBy(run, { isEntity: false, label: { field: last, text: top.othersLabel }, isLeftOut });
}

/** `isOfRest` says which rows of `main` the rest stands for. With buckets each group is ordered by itself, and nothing changes. */
export async function formulasWithRest(
  run: ReportRun,
  span: Span,
  rest: GroupedTable,
  main: GroupedTable,
  isOfRest: (row: number) => boolean,
): Promise<GroupedTable> {
  if (run.formulas.order.length === 0 || rest.axis.edges !== null) return rest;
  const named = main.order.filter((row) => !isOfRest(row));
  const columns = new Map<FieldId, readonly Cell[]>();
  for (const [id, column] of rest.columns)
    columns.set(id, [...named.map((row) => main.columns.get(id)?.[row] ?? null), ...column]);
  const length = named.length + rest.length;
  const compare = rowOrder(columns, impliedSort(rest.groupBy.fields));
  const order = await sortedInTurns(length, (left, right) => compare(left, right) || left - right);
  await computeFormulas(run, span, { length, columns, partitions: [order], bucketAt: () => null });
  const own = [...columns].map(([id, column]) => [id, column.slice(named.length)] as const);
  return { ...rest, columns: new Map(own) };
}
