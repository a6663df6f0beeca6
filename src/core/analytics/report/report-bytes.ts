// How many rows of a report fit into the bytes that an answer may have, in the form of the specification's table. Where
// lengths alone tell that all fit, nothing is written out. Source: analytics contract 3.10.
import { JsonText } from "../../values.ts";
import type { Nulls } from "../view/table-view.ts";
import { tableRowWriter } from "./encode-table.ts";
import type { ReportColumn } from "./report.ts";
import type { Cell } from "./report-engine.ts";

/** Longest text of a number or truth value. */
const NUMBER_CHARS = 26;
/** Most bytes that JSON makes of one UTF-16 unit: `\u0000`. */
const UNIT_BYTES = 6;
/** Quotes, a colon, a comma. */
const SIGN_BYTES = 4;

/** The rows from the first on that fit into `bytesMax`. */
export function rowsWithin(
  columns: readonly ReportColumn[],
  rows: readonly (readonly Cell[])[],
  nulls: Nulls,
  bytesMax: number,
): number {
  if (mostBytes(columns, rows, nulls) <= bytesMax) return rows.length;
  const write = tableRowWriter(columns, nulls);
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    bytes += Buffer.byteLength(write(row)) + 1;
    if (bytes > bytesMax) return index;
  }
  return rows.length;
}

function mostBytes(columns: readonly ReportColumn[], rows: readonly (readonly Cell[])[], nulls: Nulls): number {
  const keyBytes = columns.reduce((sum, { label }) => sum + label.length * UNIT_BYTES + SIGN_BYTES, SIGN_BYTES);
  const missingBytes = nulls.text.length * UNIT_BYTES + SIGN_BYTES;
  const numberBytes = columns.map(({ partLabels }) =>
    Math.max(NUMBER_CHARS, ...[...(partLabels?.values() ?? [])].map((label) => label.length * UNIT_BYTES)),
  );
  let bytes = keyBytes * rows.length;
  for (const row of rows)
    for (const [index, cell] of row.entries()) {
      if (cell === null) bytes += missingBytes;
      else if (typeof cell === "string") bytes += cell.length * UNIT_BYTES + SIGN_BYTES;
      else if (cell instanceof JsonText) bytes += cell.text.length * UNIT_BYTES + SIGN_BYTES;
      else bytes += numberBytes[index] ?? NUMBER_CHARS;
    }
  return bytes;
}
