// Cells of a report as text for people.
import type { Schema } from "../../api/schemas.ts";
import { exactTime } from "../../components/moment.tsx";

export type Report = Schema<"TypedReport">;
export type ReportColumn = Schema<"ReportColumn">;

export const MISSING = "–";
const SIGNIFICANT_DIGITS = 6;

export function cellText(cell: unknown, { type, decimals }: Pick<ReportColumn, "type" | "decimals">): string {
  if (cell === null || cell === undefined) return MISSING;
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
