// Encodes a report as JSON text in chunks, in two formats. The table format of the specification has labels, and cells
// that are texts or numbers. The typed format has times as integers, missing cells as null, and integers with all their
// digits. Users choose field labels and ids, so these are never used as object keys. Source: analytics contract 3.9,
// 3.10, 4.1, 4.4.
import { JsonText } from "../../values.ts";
import type { Nulls } from "../view/table-view.ts";
import type { Cell } from "./report-engine.ts";
import { newestTsOf, type Report, type ReportColumn, type TotalRow } from "./report.ts";

/** JSON text in chunks: exactly `{"columnLabels":[…],"dataTable":[{…}]}`. */
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

/** Returns a function that encodes one row of the table as JSON text. */
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

/** JSON text of a cell (a text or a number); undefined for a missing cell. */
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

/** JSON text in chunks. `durationMs` is how long the run took. */
export function typedText(report: Report, durationMs: number): Generator<string> {
  return inChunks(typed(report, durationMs));
}

function* typed(report: Report, durationMs: number): Generator<string, void, undefined> {
  yield typedStart(report);
  yield* list(report.rows, typedRow);
  yield* typedEnd(report, durationMs);
}

/** The JSON text before the rows. */
export function typedStart({ columns }: Pick<Report, "columns">): string {
  return `{"columns":${JSON.stringify(columns.map(shownColumn))},"rows":[`;
}

/** The JSON text after the rows. */
export function* typedEnd(
  report: Pick<Report, "columns" | "totals" | "filled" | "meta">,
  durationMs: number,
): Generator<string, void, undefined> {
  yield '],"totals":[';
  yield* list(report.totals, shownTotal);
  yield '],"filled":[';
  yield* list(report.filled, (mark) => JSON.stringify(mark));
  yield `],"meta":${shownMeta(report, durationMs)}}`;
}

function* list<Item>(items: readonly Item[], write: (item: Item) => string): Generator<string, void, undefined> {
  let separator = "";
  for (const item of items) {
    yield separator + write(item);
    separator = ",";
  }
}

/** A row as a JSON array. */
export function typedRow(row: readonly Cell[]): string {
  return `[${row.map(typedCell).join(",")}]`;
}

export function typedCell(cell: Cell): string {
  switch (typeof cell) {
    case "number":
      return Number.isFinite(cell) ? JSON.stringify(cell) : "null";
    case "bigint":
    case "boolean":
      return String(cell);
    case "string":
      return JSON.stringify(cell);
    default:
      return cell instanceof JsonText ? cell.text : "null";
  }
}

function shownColumn({ id, label, type, unit, role, decimals }: ReportColumn): object {
  return { id, label, type, unit, role, decimals };
}

function shownTotal({ groupedBy, cells }: TotalRow): string {
  return `{"groupedBy":${JSON.stringify(groupedBy)},"cells":${typedRow(cells)}}`;
}

/** `skippedValues` is written by hand because users choose the field ids, which are its keys. */
function shownMeta({ columns, meta }: Pick<Report, "columns" | "meta">, durationMs: number): string {
  const skipped = [...meta.skippedValues].map(([field, count]) => `${JSON.stringify(field)}:${String(count)}`);
  const before = JSON.stringify({
    rangeStartTs: meta.window.startTs,
    rangeEndTs: meta.window.endTs,
    timezone: meta.timezone,
    revision: meta.revision,
    truncated: meta.truncated !== null,
    truncation: meta.truncated,
    cache: "miss",
    partialBuckets: meta.partialBuckets,
    bucketWidth: meta.bucketWidth,
  });
  const after = JSON.stringify({
    newestTs: newestTsOf({ columns, meta }),
    warnings: meta.warnings,
    devices: meta.devices,
    series: meta.series,
    durationMs,
  });
  return `${before.slice(0, -1)},"skippedValues":{${skipped.join(",")}},${after.slice(1)}`;
}

/** Approximate size of a chunk, in characters. */
const CHUNK_CHARS = 65_536;

export function* inChunks(texts: Iterable<string>): Generator<string, void, undefined> {
  let parts: string[] = [];
  let chars = 0;
  for (const text of texts) {
    parts.push(text);
    chars += text.length;
    if (chars < CHUNK_CHARS) continue;
    yield parts.join("");
    parts = [];
    chars = 0;
  }
  if (chars > 0) yield parts.join("");
}
