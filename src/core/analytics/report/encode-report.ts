// A report as JSON text, in chunks of some size: as the table of the specification (labels, cells that are texts or numbers), and
// with types (times are integers, a missing cell is null, an integer keeps its digits). Labels and ids of fields are names that
// users choose, so that no object has them as keys. Source: analytics contract 3.9, 3.10, 4.1, 4.4.
import { JsonText } from "../../values.ts";
import type { Nulls } from "../view/table-view.ts";
import type { Cell } from "./report-engine.ts";
import type { Report, ReportColumn, ReportMeta, TotalRow } from "./report.ts";

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

/** JSON text in chunks of some size. `durationMs` is how long the run took. */
export function typedText(report: Report, durationMs: number): Generator<string> {
  return inChunks(typed(report, durationMs));
}

function* typed(report: Report, durationMs: number): Generator<string, void, undefined> {
  yield typedStart(report);
  yield* list(report.rows, typedRow);
  yield* typedEnd(report, durationMs);
}

/** All that comes before the rows. */
export function typedStart({ columns }: Pick<Report, "columns">): string {
  return `{"columns":${JSON.stringify(columns.map(shownColumn))},"rows":[`;
}

/** All that comes after them. */
export function* typedEnd(
  { totals, filled, meta }: Pick<Report, "totals" | "filled" | "meta">,
  durationMs: number,
): Generator<string, void, undefined> {
  yield '],"totals":[';
  yield* list(totals, shownTotal);
  yield '],"filled":[';
  yield* list(filled, (mark) => JSON.stringify(mark));
  yield `],"meta":${shownMeta(meta, durationMs)}}`;
}

function* list<Item>(items: readonly Item[], write: (item: Item) => string): Generator<string, void, undefined> {
  let separator = "";
  for (const item of items) {
    yield separator + write(item);
    separator = ",";
  }
}

/** JSON text of a row as a list. */
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

/** `skippedValues` is written by hand: the ids of fields are names that users choose. */
function shownMeta(meta: ReportMeta, durationMs: number): string {
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
  });
  const after = JSON.stringify({ warnings: meta.warnings, devices: meta.devices, series: meta.series, durationMs });
  return `${before.slice(0, -1)},"skippedValues":{${skipped.join(",")}},${after.slice(1)}`;
}

/** Characters of a chunk, about. */
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
