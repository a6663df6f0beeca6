// Writes a report as RFC 4180 CSV: the labels, then one line per row. A text that a spreadsheet would take for a
// formula is prefixed with an apostrophe; numbers, booleans and times are not. Source: analytics contract 4.3.
import { guarded } from "../../../lib/csv-guard.ts";
import { JsonText } from "../../values.ts";
import { inChunks } from "../report/encode-report.ts";
import { roundHalfAway } from "../expressions/rounding.ts";
import type { Cell } from "../report/report-engine.ts";
import type { Zone } from "../time/zone.ts";
import type { ReportTable } from "./report-file.ts";

const LINE_END = "\r\n";
/** Spreadsheets recognise UTF-8 by this mark. */
const BYTE_ORDER_MARK = "\uFEFF";

export function csvText(table: ReportTable): Generator<string> {
  return inChunks(lines(table));
}

function* lines({ columns, rows, zone }: ReportTable): Generator<string, void, undefined> {
  yield BYTE_ORDER_MARK + columns.map(({ label }) => field(guarded(label))).join(",") + LINE_END;
  const times = columns.map(({ type }) => type === "time");
  const decimals = columns.map((column) => column.decimals);
  for (const row of rows)
    yield (
      columns
        .map((_column, index) => {
          const cell = row[index] ?? null;
          if (typeof cell !== "number") return cellField(cell);
          return times[index] === true ? isoText(cell, zone) : cellField(rounded(cell, decimals[index] ?? null));
        })
        .join(",") + LINE_END
    );
}

/** A file of texts shows numbers as the column does. */
function rounded(cell: number, decimals: number | null): number {
  return decimals === null ? cell : roundHalfAway(cell, decimals);
}

function cellField(cell: Cell): string {
  switch (typeof cell) {
    case "number":
      return Number.isFinite(cell) ? String(cell === 0 ? 0 : cell) : "";
    case "bigint":
    case "boolean":
      return String(cell);
    case "string":
      return field(guarded(cell));
    default:
      return cell instanceof JsonText ? field(cell.text) : "";
  }
}

function field(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const MINUTE = 60_000;

/** ISO 8601 with the zone's UTC offset at that instant, such as `2026-01-01T01:00:00.000+01:00`. */
export function isoText(ts: number, zone: Zone): string {
  const offset = zone.offsetAt(ts);
  // Historical offsets have seconds, which this format cannot express. The offset is rounded to the minute; local time
  // and offset together are still exact.
  const shown = Math.round(offset / MINUTE) * MINUTE;
  const local = new Date(ts + shown);
  if (Number.isNaN(local.getTime())) return String(ts);
  const text = local.toISOString().slice(0, -1);
  if (shown === 0) return `${text}Z`;
  const minutes = Math.abs(shown) / MINUTE;
  return `${text}${shown < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
