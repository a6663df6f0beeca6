// Calculated fields of the rest of the groups in a view without buckets: functions over rows look at all that there is, with
// the rest in the place of the groups that it is made of. Its share is one of the whole. Source: analytics contract 2.10, 3.6.
import { sortedInTurns } from "../../../lib/sorted-in-turns.ts";
import type { FieldId } from "../view/table-view.ts";
import { compareCells } from "./cell-order.ts";
import { computeFormulas } from "./group-formulas.ts";
import { type GroupedTable, inImpliedOrder } from "./grouped-table.ts";
import type { Cell } from "./report-engine.ts";
import type { ReportRun, Span } from "./report-run.ts";

/** `isOfRest` says which rows of `main` the rest stands for. With buckets each group is ordered by itself, and nothing changes. */
export async function besideOthers(
  run: ReportRun,
  span: Span,
  rest: GroupedTable,
  main: GroupedTable,
  isOfRest: (row: number) => boolean,
): Promise<GroupedTable> {
  if (run.formulas.order.length === 0 || rest.axis.edges !== null) return rest;
  const beside = main.order.filter((row) => !isOfRest(row));
  const columns = new Map<FieldId, readonly Cell[]>();
  for (const [id, column] of rest.columns)
    columns.set(id, [...beside.map((row) => main.columns.get(id)?.[row] ?? null), ...column]);
  const length = beside.length + rest.length;
  const order = await orderOf(rest, columns, length);
  await computeFormulas(run, span, { length, columns, partitions: [order], bucketAt: () => null });
  const own = [...columns].map(([id, column]) => [id, column.slice(beside.length)] as const);
  return { ...rest, columns: new Map(own) };
}

function orderOf(
  { keying }: GroupedTable,
  columns: ReadonlyMap<FieldId, readonly Cell[]>,
  length: number,
): Promise<readonly number[]> {
  const keys = inImpliedOrder(keying.fields).map(({ id }) => columns.get(id) ?? []);
  return sortedInTurns(length, (left, right) => {
    for (const column of keys) {
      const order = compareCells(column[left] ?? null, column[right] ?? null, "asc", "last");
      if (order !== 0) return order;
    }
    return left - right;
  });
}
