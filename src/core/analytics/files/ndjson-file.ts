// Writes a report as lines of JSON: one object per row, with the labels as keys and the cells of the typed response.
// Source: analytics contract 4.3.
import { inChunks, typedCell } from "../report/encode-report.ts";
import type { ReportTable } from "./report-file.ts";

export function ndjsonText(table: Pick<ReportTable, "columns" | "rows">): Generator<string> {
  return inChunks(lines(table));
}

function* lines({ columns, rows }: Pick<ReportTable, "columns" | "rows">): Generator<string, void, undefined> {
  const names = columns.map(({ label }) => `${JSON.stringify(label)}:`);
  for (const row of rows) yield `{${names.map((name, index) => name + typedCell(row[index] ?? null)).join(",")}}\n`;
}
