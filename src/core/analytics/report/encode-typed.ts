// A report with types: times are integers, booleans are booleans, a missing cell is null, JSON is JSON, and an integer keeps
// its digits. Source: analytics contract 4.4.
import { JsonText } from "../../values.ts";
import type { Report, ReportColumn, ReportMeta, TotalRow } from "./report.ts";
import type { Cell } from "./report-engine.ts";
import { inChunks } from "./text-chunks.ts";

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
