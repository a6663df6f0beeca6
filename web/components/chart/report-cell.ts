// Cells of a report as readable text.
import type { Schema } from "../../api/schemas.ts";
import { exactTime } from "../moment.tsx";
import { cellStyles, labelOf, type CellStyle } from "./cell-style.ts";

export type ReportColumn = Schema<"ReportColumn"> & { readonly style?: CellStyle | undefined };
export type Report = Omit<Schema<"TypedReport">, "columns"> & { readonly columns: ReportColumn[] };

export const MISSING = "–";
const SIGNIFICANT_DIGITS = 6;

/** The report with the cell styles of its view. */
export function withStyles(report: Report, fields: readonly unknown[]): Report {
  const styles = cellStyles(fields);
  if (styles.size === 0) return report;
  return { ...report, columns: report.columns.map((column) => ({ ...column, style: styles.get(column.id) })) };
}

export function cellText(cell: unknown, column: Pick<ReportColumn, "type" | "decimals" | "style">): string {
  if (cell === null || cell === undefined) return MISSING;
  return labelOf(column.style, cell) ?? `${column.style?.prefix ?? ""}${valueText(cell, column)}`;
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
