// Cells of a report as text for people.
import type { Schema } from "../../api/schemas.ts";
import { exactTime } from "../../components/moment.tsx";
import { cellLooks, labelOf, type CellLook } from "./cell-look.ts";

export type ReportColumn = Schema<"ReportColumn"> & { readonly look?: CellLook | undefined };
export type Report = Omit<Schema<"TypedReport">, "columns"> & { readonly columns: ReportColumn[] };

export const MISSING = "–";
const SIGNIFICANT_DIGITS = 6;

/** The report with what the author of the view says of the looks of its cells. */
export function withLooks(report: Report, fields: readonly unknown[]): Report {
  const looks = cellLooks(fields);
  if (looks.size === 0) return report;
  return { ...report, columns: report.columns.map((column) => ({ ...column, look: looks.get(column.id) })) };
}

export function cellText(cell: unknown, column: Pick<ReportColumn, "type" | "decimals" | "look">): string {
  if (cell === null || cell === undefined) return MISSING;
  return labelOf(column.look, cell) ?? `${column.look?.prefix ?? ""}${valueText(cell, column)}`;
}

function valueText(cell: unknown, { type, decimals }: Pick<ReportColumn, "type" | "decimals">): string {
  if (typeof cell === "number") {
    if (type === "time") return exactTime(cell);
    if (decimals !== null)
      return cell.toLocaleString(undefined, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    return Number.isInteger(cell)
      ? cell.toLocaleString()
      : cell.toLocaleString(undefined, { maximumSignificantDigits: SIGNIFICANT_DIGITS });
  }
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}
