// A report as the specification has it: labels, and rows of cells that are texts or numbers. Written as text, row by row:
// labels are names that users choose, so that no object has them as keys. Source: analytics contract 3.9, 3.10, 4.1.
import { JsonText } from "../../values.ts";
import type { Nulls } from "../view/table-view.ts";
import type { Report, ReportColumn } from "./report.ts";
import type { Cell } from "./report-engine.ts";
import { inChunks } from "./text-chunks.ts";

/** JSON text in chunks of some size: exactly `{"columnLabels":[…],"dataTable":[{…}]}`. */
export function tableText({ columns, rows, meta }: Pick<Report, "columns" | "rows" | "meta">): Generator<string> {
  return inChunks(table(columns, rows, meta.nulls));
}

function* table(
  columns: readonly ReportColumn[],
  rows: readonly (readonly Cell[])[],
  nulls: Nulls,
): Generator<string, void, undefined> {
  yield `{"columnLabels":${JSON.stringify(columns.map(({ label }) => label))},"dataTable":[`;
  const write = tableRowWriter(columns, nulls);
  let separator = "";
  for (const row of rows) {
    yield separator + write(row);
    separator = ",";
  }
  yield "]}";
}

/** JSON text of a row of the table. */
export function tableRowWriter(columns: readonly ReportColumn[], nulls: Nulls): (row: readonly Cell[]) => string {
  const names = columns.map(({ label }) => `${JSON.stringify(label)}:`);
  const missing = nulls.encode === "omit" ? undefined : JSON.stringify(nulls.encode === "text" ? nulls.text : "");
  return (row) => {
    let text = "{";
    for (const [index, column] of columns.entries()) {
      const cell = tableCell(row[index] ?? null, column) ?? missing;
      if (cell !== undefined) text += `${text.length > 1 ? "," : ""}${names[index] ?? ""}${cell}`;
    }
    return `${text}}`;
  };
}

/** JSON text of a cell, a text or a number; undefined for a missing one. */
function tableCell(cell: Cell, { type, partLabels }: ReportColumn): string | undefined {
  switch (typeof cell) {
    case "number": {
      if (!Number.isFinite(cell)) return undefined;
      const label = partLabels?.get(cell);
      if (label !== undefined) return JSON.stringify(label);
      return type === "time" ? `"${String(BigInt(Math.round(cell)))}"` : JSON.stringify(cell);
    }
    case "bigint":
    case "boolean":
      return `"${String(cell)}"`;
    case "string":
      return JSON.stringify(cell);
    default:
      return cell instanceof JsonText ? JSON.stringify(cell.text) : undefined;
  }
}
