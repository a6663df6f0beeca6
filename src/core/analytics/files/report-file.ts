// A report as a file: the formats, the file name, and the limits of each format. Each format's own module writes it
// chunk by chunk. Source: analytics contract 4.3 (export).
import type { Report, Truncation } from "../report/report.ts";
import type { Zone } from "../time/zone.ts";

export const FILE_FORMATS = ["csv", "xlsx", "parquet", "ndjson"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export const MEDIA_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
  ndjson: "application/x-ndjson",
};

/** Most rows of a sheet below its header row, and most characters of a cell. */
export const SHEET_ROWS_MAX = 1_048_575;
export const SHEET_CELL_CHARS_MAX = 32_767;

/** What files need besides the report: times are written in the report's zone. */
export interface ReportTable extends Pick<Report, "columns" | "rows"> {
  readonly zone: Zone;
}

export interface PreparedFile {
  readonly rows: Report["rows"];
  /** What is missing from the file, for any reason; null if it is complete. */
  readonly truncated: Truncation | null;
}

/** Cuts what the format cannot hold. A cell that is too long for it also makes the file incomplete. */
export function prepareFile(report: Report, format: FileFormat): PreparedFile {
  const { rows, meta } = report;
  if (format !== "xlsx") return { rows, truncated: meta.truncated };
  if (rows.length > SHEET_ROWS_MAX)
    return { rows: rows.slice(0, SHEET_ROWS_MAX), truncated: { reason: "rows", limit: SHEET_ROWS_MAX } };
  const hasLongText = rows.some((row) => row.some(isTooLong));
  const truncated = meta.truncated ?? (hasLongText ? { reason: "bytes" as const, limit: SHEET_CELL_CHARS_MAX } : null);
  return { rows, truncated };
}

function isTooLong(cell: Report["rows"][number][number]): boolean {
  if (typeof cell === "string") return cell.length > SHEET_CELL_CHARS_MAX;
  return typeof cell === "object" && cell !== null && cell.text.length > SHEET_CELL_CHARS_MAX;
}

const NAME_CHARS_MAX = 100;

/**
 * Derived from the view's name, with only characters that are safe in file systems and headers: letters of any
 * language, digits, `-_. ()`.
 */
export function fileName(viewName: string, format: FileFormat, isComplete: boolean): string {
  const plain = viewName
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}\-_. ()]+/gu, "_")
    .replaceAll(/^[. ]+|[. ]+$/g, "")
    .slice(0, NAME_CHARS_MAX)
    .toWellFormed();
  return `${plain === "" ? "report" : plain}${isComplete ? "" : "-incomplete"}.${format}`;
}

export interface ParquetWriter {
  /**
   * The bytes of the file in chunks, produced as they are consumed. Rejects with `unavailable`, or with the signal's
   * reason if the signal aborts it.
   */
  write(table: Pick<ReportTable, "columns" | "rows">, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
}
