// Totals: the table again at coarser keys, recomputed from samples, never added up from cells. Source: analytics contract
// 2.10, 3.6.
import type { Field } from "../view/table-view.ts";
import { groupedTable } from "./grouped-table.ts";
import { coarserKeying, keyFields } from "./keying.ts";
import type { Cell } from "./report-engine.ts";
import type { ReportRun, Span } from "./report-run.ts";
import { silent } from "./top-groups.ts";

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
    const table = await groupedTable(run, silent(span), coarserKeying(prefix));
    for (const row of table.order)
      found.push({ groupedBy: prefix, cellOf: ({ id }) => table.columns.get(id)?.[row] ?? null });
  }
  return found;
}
