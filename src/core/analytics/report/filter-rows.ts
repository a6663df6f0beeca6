// Which finished rows stay: filters on measures, and rows whose measures are missing. Source: analytics contract 2.10, 3.1
// no. 11.
import type { Field, Filter } from "../view/table-view.ts";
import { cellTest, ofTimes } from "./filters/cell-filter.ts";
import type { GroupedTable } from "./grouped-table.ts";
import type { ReportRun } from "./report-run.ts";

/** Rows that stay, in their order. */
export function keptRows(run: ReportRun, table: GroupedTable): readonly number[] {
  const tests = run.filters.flatMap((filter) => measureTest(run, filter, table));
  const { dropRows } = run.view.nulls;
  const measures = visibleMeasures(run.view.fields).map(({ id }) => table.columns.get(id) ?? []);
  const isMissing = (row: number): boolean => {
    if (dropRows === "none" || measures.length === 0) return false;
    const missing = measures.filter((column) => (column[row] ?? null) === null).length;
    return dropRows === "anyMeasureMissing" ? missing > 0 : missing === measures.length;
  };
  return table.order.filter((row) => tests.every((test) => test(row)) && !isMissing(row));
}

function visibleMeasures(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ kind, hidden }) => kind === "measure" && !hidden);
}

function measureTest(
  { formulas }: ReportRun,
  filter: Filter,
  { columns }: GroupedTable,
): readonly ((row: number) => boolean)[] {
  if (filter.target.kind !== "field") return [];
  const { field: id } = filter.target;
  const column = columns.get(id) ?? [];
  const test = cellTest(formulas.types.get(id) === "time" ? ofTimes(filter) : filter);
  return [(row) => test(column[row] ?? null)];
}
